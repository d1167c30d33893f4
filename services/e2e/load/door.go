package load

import (
	"testing"
	"time"

	"github.com/nats-io/nats.go"
	"go.opentelemetry.io/otel/trace/noop"

	"tranca.example/pkg/dispatch"
	"tranca.example/pkg/natsrpc"
	"tranca.example/pkg/subject"
	"tranca.example/pkg/wire"
)

// NewDoor asks on a connection of the gateway's user as the gateway does: the
// replica that the table prefers first. It hears of replicas until the test ends.
// local holds services of this process, which the gateway beside them asks without
// the broker; nil: none.
func NewDoor(tb testing.TB, conn *nats.Conn, local *natsrpc.Local) *dispatch.Dispatcher {
	tb.Helper()
	directory := natsrpc.NewDirectory(conn, time.Now, subject.Lobby, subject.Dealer, subject.Rules, subject.Scoring) //nolint:forbidigo // of the tests themselves
	client, err := natsrpc.NewClient(conn, natsrpc.ClientOptions{
		Tracer: noop.NewTracerProvider().Tracer("load"), Directory: directory, Local: local,
	})
	if err != nil {
		tb.Fatal(err)
	}
	go func() { _ = directory.Run(tb.Context()) }()
	return dispatch.New(client, wire.NewCodec())
}
