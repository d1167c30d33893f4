package gateway_test

import (
	"net/http"
	"testing"
	"time"

	"github.com/nats-io/nats.go"

	"tranca.example/pkg/natsboot/natstest"
	"tranca.example/pkg/wire"
)

// A time bank is charged until a move arrived: the gateway says when that was,
// once for all tries, and no client does.
func TestEveryTryOfAMoveBearsTheMomentOfItsArrival(t *testing.T) {
	w := newWorld(t)
	m := w.open("classic.draw", 2).begin()
	w.stops["rules"]()
	spy := natstest.Connect(t, w.broker, "rules")
	tries := make(chan *nats.Msg, 64)
	if _, err := spy.ChanSubscribe("cmd.rules.>", tries); err != nil {
		t.Fatal(err)
	}
	if err := spy.Flush(); err != nil {
		t.Fatal(err)
	}
	by := seat(m.tokens[0])
	by["Connect-Timeout-Ms"], by["Tranca-Arrived"], by["Arrived-Ms"] = "1000", "1", "1"
	before := time.Now().UnixMilli()
	status, out := w.post("Pass", by, w.command(object{"tableId": m.id}))
	after := time.Now().UnixMilli()
	if status != http.StatusServiceUnavailable && status != http.StatusGatewayTimeout {
		t.Fatalf("got %d %v", status, out)
	}
	var arrived []int64
	for len(tries) > 0 {
		r, err := wire.NewCodec().DecodeRequest((<-tries).Data)
		if err != nil {
			t.Fatal(err)
		}
		if r.Command != nil {
			arrived = append(arrived, int64(r.Arrived))
		}
	}
	if len(arrived) < 2 || arrived[0] < before || arrived[0] > after-500 {
		t.Fatalf("%d tries, the first bears %v; sent at %d, given up at %d", len(arrived), arrived, before, after)
	}
	for _, a := range arrived {
		if a != arrived[0] {
			t.Errorf("tries bear %v", arrived)
		}
	}
}
