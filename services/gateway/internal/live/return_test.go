package live_test

import (
	"context"
	"crypto/rand"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"testing"
	"time"

	"tranca.example/pkg/rpcerr"
	"tranca.example/pkg/table"
	"tranca.example/pkg/wire"
	"tranca.example/services/gateway/internal/live"
)

// outage shows the view of seat 0, and loses every command.
type outage struct {
	view table.SeatView
	lost chan table.Command
}

func (o outage) Do(_ context.Context, r wire.Request) (wire.Reply, error) {
	if r.Command != nil {
		o.lost <- r.Command
		return wire.Reply{}, rpcerr.New(rpcerr.ReasonUnavailable, "no answer in time")
	}
	return wire.Reply{View: &o.view}, nil
}

func TestWhoseReturnWasLostIsSaidToBeBackAtTheNextCommit(t *testing.T) {
	b := newBoard(t, time.Hour)
	b.do(table.Sit{Seat: 0, Player: "alice"})
	alice := table.Actor{Kind: table.ActorSeat, Seat: 0, Gen: b.state.Seats[0].Gen}
	b.doAs(alice, table.Disconnect{})
	view, err := table.View(b.state, nil, 0)
	if err != nil {
		t.Fatal(err)
	}
	via := outage{view, make(chan table.Command, 8)}
	quiet := slog.New(slog.DiscardHandler)
	handler, err := live.NewHandler(live.Options{
		Hub: b.hub, Via: via, Codec: b.codec, Cursors: live.NewCursors([]byte("key")), Logger: quiet,
		Presence: live.NewPresence(live.PresenceOptions{Via: via, Logger: quiet, Random: rand.Reader, Away: time.Hour}),
		Peers:    b.lossy, Now: time.Now, Heartbeat: time.Hour, Streams: 1,
	})
	if err != nil {
		t.Fatal(err)
	}
	mux := http.NewServeMux()
	mux.Handle("GET /{id}", handler)
	server := httptest.NewServer(mux)
	defer server.Close()
	req, err := http.NewRequestWithContext(t.Context(), http.MethodGet, server.URL+"/"+b.id.String(), http.NoBody)
	if err != nil {
		t.Fatal(err)
	}
	req.Header.Set("Authorization", "Bearer "+b.token(0))
	response, err := http.DefaultClient.Do(req)
	if err != nil {
		t.Fatal(err)
	}
	defer response.Body.Close()
	for n := range 3 {
		select {
		case c := <-via.lost:
			if _, ok := c.(table.Return); !ok {
				t.Fatalf("got %T, want a return", c)
			}
		case <-time.After(60 * time.Second):
			t.Fatalf("return %d is never said", n+1)
		}
		b.change(1)
	}
	b.stop() // the streams end, and with them the server
}
