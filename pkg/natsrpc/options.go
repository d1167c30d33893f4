package natsrpc

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/prometheus/client_golang/prometheus"
	"go.opentelemetry.io/otel/trace"

	"tranca.example/pkg/subject"
)

// Header names, in lower case like the trace context beside them.
const (
	headerDeadline = "tranca-deadline" // of a request, in Unix milliseconds
	headerReplica  = "tranca-replica"  // who refused
)

// Names of what a replica tells of itself in the NATS service protocol.
const (
	MetaReplica = "replica"
	MetaBuild   = "build"
	MetaKeys    = "keys"

	metaSubjects = "subjects" // that it takes requests on
)

// DefaultDeadline is how long a request may take when its caller sets no limit.
const DefaultDeadline = 15 * time.Second

// reasonDraining is the refusal of a replica that is about to stop. The client
// asks another one; callers never see it.
const reasonDraining = "draining"

// Handler answers one request. An error becomes a rejection (see rpcerr.From).
// The context ends with the caller's deadline.
type Handler func(ctx context.Context, body []byte) ([]byte, error)

// Options describe a Server. All fields without a default are required.
type Options struct {
	Service subject.Service
	Replica subject.Token
	Handler Handler
	Logger  *slog.Logger
	Tracer  trace.Tracer
	Metrics prometheus.Registerer
	Now     func() time.Time

	// Local, if set, is where callers of the same process find the server.
	Local *Local
	// Version is the program's semantic version, for the NATS tools; default 0.0.0.
	Version string
	// Build is the program's version as it was built, whatever it looks like.
	Build string
	// Keys are prints of the keys that the replica knows, if it tells them.
	Keys string
	// MaxInFlight bounds the requests in work; default 256. What is beyond waits.
	MaxInFlight int
	// Heartbeat is the interval of the signs of life; default 500 ms.
	Heartbeat time.Duration
	// Grace is how long requests in work may go on when the server stops;
	// default 5 s.
	Grace time.Duration
}

func (o Options) withDefaults() Options {
	if o.Version == "" {
		o.Version = "0.0.0"
	}
	if o.MaxInFlight == 0 {
		o.MaxInFlight = 256
	}
	if o.Heartbeat == 0 {
		o.Heartbeat = DefaultHeartbeat
	}
	if o.Grace == 0 {
		o.Grace = 5 * time.Second
	}
	return o
}

// Validate joins every complaint.
func (o Options) Validate() error {
	var errs []error
	if _, err := subject.ParseService(string(o.Service)); err != nil {
		errs = append(errs, err)
	}
	if o.Replica.String() == "" {
		errs = append(errs, errors.New("replica: want a name"))
	}
	if o.Handler == nil || o.Logger == nil || o.Tracer == nil || o.Metrics == nil || o.Now == nil {
		errs = append(errs, errors.New("want Handler, Logger, Tracer, Metrics and Now"))
	}
	if o.MaxInFlight < 0 || o.Heartbeat < 0 || o.Grace < 0 {
		errs = append(errs, fmt.Errorf("MaxInFlight %d, Heartbeat %v, Grace %v: want none negative", o.MaxInFlight, o.Heartbeat, o.Grace))
	}
	return errors.Join(errs...)
}

// Serve listens and runs a Server until ctx ends.
func Serve(ctx context.Context, nc *nats.Conn, o Options) error {
	s, err := Listen(nc, o)
	if err != nil {
		return err
	}
	return s.Run(ctx)
}
