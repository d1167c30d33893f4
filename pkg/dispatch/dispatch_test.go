package dispatch_test

import (
	"context"
	"log/slog"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/prometheus/client_golang/prometheus"
	"go.opentelemetry.io/otel/trace/noop"

	"tranca.example/pkg/dispatch"
	"tranca.example/pkg/eventlog/memory"
	"tranca.example/pkg/natsboot"
	"tranca.example/pkg/natsboot/natstest"
	"tranca.example/pkg/natsrpc"
	"tranca.example/pkg/rpcerr"
	"tranca.example/pkg/subject"
	"tranca.example/pkg/table"
	"tranca.example/pkg/tablehost"
	"tranca.example/pkg/telemetry"
	"tranca.example/pkg/token"
	"tranca.example/pkg/wire"
)

var tracer = noop.NewTracerProvider().Tracer("")

// cluster is a broker with one replica of each owner over one log.
type cluster struct {
	t      *testing.T
	server *natsboot.Server
	log    *memory.Log
	codec  *wire.Codec
	asked  map[subject.Service]*atomic.Int32
	via    *dispatch.Dispatcher
	id     subject.TableID
	next   byte
}

func newCluster(t *testing.T, services ...table.Service) *cluster {
	t.Helper()
	c := &cluster{t: t, server: natstest.Start(t), log: memory.New(time.Now), codec: wire.NewCodec(),
		asked: map[subject.Service]*atomic.Int32{}}
	for _, s := range services {
		c.serve(s)
	}
	client, err := natsrpc.NewClient(natstest.Connect(t, c.server, "gateway"), natsrpc.ClientOptions{Tracer: tracer})
	if err != nil {
		t.Fatal(err)
	}
	c.via = dispatch.New(client, c.codec)
	if c.id, err = subject.NewTableID(0, [10]byte{1}); err != nil {
		t.Fatal(err)
	}
	return c
}

func (c *cluster) serve(service table.Service) {
	c.t.Helper()
	reg := prometheus.NewRegistry()
	keys, err := token.NewKeys([]byte(strings.Repeat("k", token.MinKey)))
	if err != nil {
		c.t.Fatal(err)
	}
	events, err := telemetry.NewEvents(reg)
	if err != nil {
		c.t.Fatal(err)
	}
	name := subject.Service(service)
	conn := natstest.Connect(c.t, c.server, string(service))
	host, err := tablehost.New(tablehost.Options{
		Service: service, Log: c.log, Codec: c.codec, Keys: keys, Waker: natsrpc.NewWaker(conn, nil),
		Events: events, Logger: slog.New(slog.DiscardHandler), Tracer: tracer, Now: time.Now,
	})
	if err != nil {
		c.t.Fatal(err)
	}
	count := &atomic.Int32{}
	c.asked[name] = count
	c.listen(name, reg, func(ctx context.Context, body []byte) ([]byte, error) {
		count.Add(1)
		return host.Handler(nil)(ctx, body)
	})
}

func (c *cluster) listen(name subject.Service, reg *prometheus.Registry, handler natsrpc.Handler) {
	c.t.Helper()
	replica, err := subject.ParseToken("r1")
	if err != nil {
		c.t.Fatal(err)
	}
	server, err := natsrpc.Listen(natstest.Connect(c.t, c.server, string(name)), natsrpc.Options{
		Service: name, Replica: replica, Handler: handler, Logger: slog.New(slog.DiscardHandler),
		Tracer: tracer, Metrics: reg, Now: time.Now,
	})
	if err != nil {
		c.t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	done := make(chan error, 1)
	go func() { done <- server.Run(ctx) }()
	c.t.Cleanup(func() {
		cancel()
		if err := <-done; err != nil {
			c.t.Error(err)
		}
	})
}

func (c *cluster) do(credential wire.Credential, cmd table.Command) (wire.Reply, error) {
	c.t.Helper()
	c.next++
	ctx, cancel := context.WithTimeout(c.t.Context(), 60*time.Second)
	defer cancel()
	return c.via.Do(ctx, wire.Request{TableID: c.id.String(), ID: table.CommandID{c.next}, Credential: credential, Command: cmd})
}

func (c *cluster) must(credential wire.Credential, cmd table.Command) wire.Reply {
	c.t.Helper()
	reply, err := c.do(credential, cmd)
	if err != nil {
		c.t.Fatalf("%T: %v", cmd, err)
	}
	return reply
}

func alice() wire.Credential {
	return wire.Credential{PlayerKey: strings.Repeat("a", token.MinPlayerKey)}
}

// dealing is a table that the dealer owns, and the token of its player.
func (c *cluster) dealing() wire.Credential {
	c.t.Helper()
	c.must(alice(), table.OpenTable{ID: c.id.String(), Preset: "classic.draw"})
	seat := wire.Credential{SeatToken: c.must(alice(), table.Sit{Seat: 0, Player: "alice"}).SeatToken}
	c.must(alice(), table.AddBot{Seat: 1, Policy: "greedy"})
	c.must(seat, table.Ready{})
	return seat
}

func TestACommandOfAnyPhaseFollowsTheOwnerThatIsNamed(t *testing.T) {
	c := newCluster(t, table.Lobby, table.Dealer, table.Rules)
	seat := c.dealing()
	reply := c.must(seat, table.ReissueToken{})
	if reply.Phase != table.PhaseDealing || reply.SeatToken == seat.SeatToken {
		t.Fatalf("got %+v", reply)
	}
	before := c.asked[subject.Rules].Load()
	c.must(wire.Credential{SeatToken: reply.SeatToken}, table.ReissueToken{})
	if c.asked[subject.Rules].Load() != before || c.asked[subject.Dealer].Load() < 2 {
		t.Fatal("the owner was not remembered")
	}
}

func TestAMoveInAnotherPhaseIsRefusedAtOnceWithTheOwner(t *testing.T) {
	c := newCluster(t, table.Lobby, table.Dealer, table.Rules)
	seat := c.dealing()
	begun := time.Now()
	_, err := c.do(seat, table.Pass{})
	r, withheld := rpcerr.From(err)
	if withheld || r.Reason != rpcerr.ReasonWrongPhase || r.Params["owner"] != "dealer" {
		t.Fatalf("got %v", err)
	}
	if took := time.Since(begun); took > 30*time.Second {
		t.Fatalf("took %v: it was tried again", took)
	}
}

// A seat of a match that is over is not to be had, whoever is asked.
func TestAnOwnerThatNamesItselfAgainAndAgainIsBelieved(t *testing.T) {
	c := newCluster(t)
	c.listen(subject.Rules, prometheus.NewRegistry(), func(context.Context, []byte) ([]byte, error) {
		return nil, rpcerr.New(rpcerr.ReasonWrongPhase, "not now").With("owner", "rules")
	})
	_, err := c.do(alice(), table.Leave{})
	if r, _ := rpcerr.From(err); r == nil || r.Reason != rpcerr.ReasonWrongPhase {
		t.Fatalf("got %v, want what the owner says", err)
	}
}

func TestATableThatKeepsChangingHandsIsUnavailableAtTheDeadline(t *testing.T) {
	c := newCluster(t)
	for service, other := range map[subject.Service]string{subject.Rules: "dealer", subject.Dealer: "rules"} {
		c.listen(service, prometheus.NewRegistry(), func(context.Context, []byte) ([]byte, error) {
			return nil, rpcerr.New(rpcerr.ReasonWrongPhase, "not now").With("owner", other)
		})
	}
	ctx, cancel := context.WithTimeout(t.Context(), 100*time.Millisecond)
	defer cancel()
	_, err := c.via.Do(ctx, wire.Request{TableID: c.id.String(), ID: table.CommandID{1}, Credential: alice(), Command: table.Leave{}})
	if r, _ := rpcerr.From(err); r == nil || r.Code != rpcerr.Unavailable {
		t.Fatalf("got %v, want unavailable", err)
	}
}

func TestListsGoToTheServiceThatKeepsThem(t *testing.T) {
	c := newCluster(t)
	for service, query := range map[subject.Service]wire.Query{
		subject.Lobby: wire.ListTables{}, subject.Scoring: wire.ListStandings{}, subject.Rules: wire.GetState{},
	} {
		c.listen(service, prometheus.NewRegistry(), func(context.Context, []byte) ([]byte, error) {
			return c.codec.EncodeReply(wire.Reply{NextPage: string(service)})
		})
		reply, err := c.via.Do(t.Context(), wire.Request{TableID: c.id.String(), Query: query})
		if err != nil || reply.NextPage != string(service) {
			t.Errorf("%T went to %q, %v; want %s", query, reply.NextPage, err, service)
		}
	}
}

func TestAMalformedAnswerIsNotTheCallersFault(t *testing.T) {
	c := newCluster(t)
	c.listen(subject.Rules, prometheus.NewRegistry(), func(context.Context, []byte) ([]byte, error) {
		return []byte("\xff\xff"), nil
	})
	_, err := c.via.Do(t.Context(), wire.Request{TableID: c.id.String(), Query: wire.GetState{}})
	if r, withheld := rpcerr.From(err); r == nil || r.Code != rpcerr.Internal || !withheld {
		t.Errorf("got %v, want an internal error", err)
	}
}

func TestARequestThatAsksNothingIsNotSent(t *testing.T) {
	c := newCluster(t)
	if _, err := c.via.Do(t.Context(), wire.Request{TableID: c.id.String()}); err == nil {
		t.Fatal("got no complaint")
	}
}
