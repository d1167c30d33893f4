package gateway_test

import (
	"context"
	"crypto/rand"
	"errors"
	"iter"
	"net/http"
	"testing"
	"time"

	connectv1 "connectrpc.com/connect"
	"connectrpc.com/connect/v2"
	"connectrpc.com/connect/v2/connecthttp"
	"connectrpc.com/grpchealth"
	"connectrpc.com/grpcreflect/v2"
	"google.golang.org/protobuf/encoding/protojson"
	"google.golang.org/protobuf/proto"

	"tranca.example/pkg/client"
	"tranca.example/pkg/rpcerr"
	apiv1 "tranca.example/proto/gen/tranca/api/v1"
	"tranca.example/services/gateway"
)

// h2c is a client that speaks HTTP/2 without TLS.
func h2c() *http.Client {
	p := new(http.Protocols)
	p.SetUnencryptedHTTP2(true)
	return &http.Client{Transport: &http.Transport{Protocols: p}}
}

// transports are all ways in which a client may call, on the one port.
func (w *world) transports() map[string]connect.Transport {
	return map[string]connect.Transport{
		"Connect":          connecthttp.NewTransport(http.DefaultClient, w.url),
		"Connect, JSON":    connecthttp.NewTransport(http.DefaultClient, w.url, connecthttp.WithProtoJSON()),
		"Connect, HTTP/2":  connecthttp.NewTransport(h2c(), w.url),
		"gRPC":             connecthttp.NewTransport(h2c(), w.url, connecthttp.WithGRPC()),
		"gRPC-Web":         connecthttp.NewTransport(http.DefaultClient, w.url, connecthttp.WithGRPCWeb()),
		"gRPC-Web, HTTP/2": connecthttp.NewTransport(h2c(), w.url, connecthttp.WithGRPCWeb()),
	}
}

func (w *world) caller(transport connect.Transport) *client.Client {
	w.t.Helper()
	c, err := client.New(client.Options{Transport: transport, Random: rand.Reader})
	if err != nil {
		w.t.Fatal(err)
	}
	return c
}

// grpc is a client of gRPC.
func (w *world) grpc() *client.Client { return w.caller(w.transports()["gRPC"]) }

// watching reads what a watch tells.
type watching struct {
	t    *testing.T
	next func() (*apiv1.WatchResponse, error, bool)
}

func watchWith(t *testing.T, told iter.Seq2[*apiv1.WatchResponse, error]) *watching {
	t.Helper()
	next, stop := iter.Pull2(told)
	t.Cleanup(stop)
	return &watching{t, next}
}

// one is the next thing that is told.
func (w *watching) one() *apiv1.WatchResponse {
	w.t.Helper()
	r, err, ok := w.next()
	if !ok || err != nil {
		w.t.Fatalf("the watch ended: %v", err)
	}
	return r
}

// version is that of a table or an update; 0: it is neither.
func version(r *apiv1.WatchResponse) uint32 {
	return max(r.GetTable().GetVersion(), r.GetUpdate().GetVersion())
}

func TestEveryProtocolTellsWhatTheStreamOfEventsTells(t *testing.T) {
	w := newWorld(t)
	m := w.open("classic.draw", 2)
	events := m.watch(nil, "")
	all := map[string]*watching{}
	for name, transport := range w.transports() {
		c := w.caller(transport)
		if got, err := c.Table(t.Context(), m.id, 0); err != nil || got.GetTableId() != m.id {
			t.Fatalf("%s: GetTable: got %v, %v", name, got, err)
		}
		all[name] = watchWith(t, c.Watch(t.Context(), &apiv1.WatchRequest{TableIds: []string{m.id}}))
		if got := all[name].one(); got.GetTable() == nil {
			t.Fatalf("%s: first comes %v", name, got)
		}
	}
	events.next("table")
	m.begin()
	m.move()
	last := number(at(m.table(), "version"))
	for seen := 0.0; seen < last; {
		e := events.next("update")
		seen = number(at(e.data, "version"))
		var want apiv1.LiveUpdate
		if err := protojson.Unmarshal([]byte(e.text), &want); err != nil {
			t.Fatal(err)
		}
		for name, told := range all {
			if got := told.one(); !proto.Equal(got.GetUpdate(), &want) || got.GetCursor() != e.id {
				t.Fatalf("%s: got %v, want %s", name, got, e.text)
			}
		}
	}
	w.must("CloseTable", key("a"), w.command(object{"tableId": w.open("classic.draw", 1).id}))
}

func TestAWatchOfASeatTellsItsHandAndGoesOnWhereItWas(t *testing.T) {
	w := newWorld(t, func(o *gateway.Options) { o.CursorKey = make([]byte, gateway.MinCursorKey) })
	m := w.open("classic.draw", 2).begin()
	text, _ := m.tokens[1].(string)
	told := watchWith(t, w.grpc().Seat(m.id, 1, text).Watch(t.Context()))
	seen, hand := version(told.one()), told.one().GetSeat()
	if hand.GetSeat() != 1 || len(hand.GetHand()) != 7 {
		t.Fatalf("got %v", hand)
	}
	w.stop()
	w.start()
	for range 3 {
		m.move()
	}
	for to := uint32(number(at(m.table(), "version"))); seen < to; {
		r := told.one()
		if v := r.GetUpdate().GetVersion(); v == seen+1 {
			seen = v
		} else if r.GetSeat() == nil {
			t.Fatalf("after version %d: got %v", seen, r)
		}
	}
}

func TestASeatThatIsWatchedOnceMoreLosesItsOlderWatch(t *testing.T) {
	w := newWorld(t)
	m := w.open("classic.draw", 2)
	text, _ := m.tokens[0].(string)
	older := watchWith(t, w.grpc().Seat(m.id, 0, text).Watch(t.Context()))
	older.one()
	events := m.watch(seat(m.tokens[0]), "")
	events.next("table")
	for r := older.one(); ; r = older.one() {
		if end := r.GetEnd(); end != nil {
			if end.GetReason() != "taken_over" || end.GetTable() != m.id {
				t.Errorf("got %v", end)
			}
			break
		}
	}
	if r, err, ok := older.next(); ok {
		t.Errorf("after the end: %v, %v", r, err)
	}
	newer := watchWith(t, w.grpc().Seat(m.id, 0, text).Watch(t.Context()))
	newer.one()
	if e := events.next("end"); at(e.data, "reason") != "taken_over" {
		t.Errorf("got %s", e.text)
	}
}

func TestAWatchEndsWithItsTopics(t *testing.T) {
	w := newWorld(t)
	m, nowhere := w.open("classic.draw", 1), "0-zzzzzzzzzzzzzzzz"
	for name, transport := range w.transports() {
		refused := watchWith(t, w.caller(transport).Watch(t.Context(), &apiv1.WatchRequest{TableIds: []string{nowhere}}))
		if r, err, _ := refused.next(); !errors.Is(err, rpcerr.New(rpcerr.ReasonUnknownTable, "")) {
			t.Errorf("%s, a table that is not there: got %v, %v", name, r, err)
		}
	}
	c := w.grpc()
	none := watchWith(t, c.Watch(t.Context(), &apiv1.WatchRequest{}))
	if r, err, _ := none.next(); !errors.Is(err, rpcerr.New(rpcerr.ReasonMalformed, "")) {
		t.Errorf("no topic: got %v, %v", r, err)
	}
	told := watchWith(t, c.Watch(t.Context(), &apiv1.WatchRequest{TableIds: []string{nowhere, m.id}}))
	if got := told.one().GetEnd(); got.GetTable() != nowhere || got.GetReason() != rpcerr.ReasonUnknownTable {
		t.Errorf("got %v", got)
	}
	cursor := told.one().GetCursor()
	w.must("CloseTable", key("a"), w.command(object{"tableId": m.id}))
	if got := told.one().GetUpdate().GetTable(); got.GetPhase() != "closed" {
		t.Errorf("got %v", got)
	}
	if got := told.one().GetEnd(); got.GetTable() != m.id || got.GetReason() != "closed" {
		t.Errorf("got %v", got)
	}
	if r, err, ok := told.next(); ok {
		t.Errorf("after the end: %v, %v", r, err)
	}
	again := watchWith(t, c.Watch(t.Context(), &apiv1.WatchRequest{TableIds: []string{m.id}, Cursor: cursor}))
	if got := again.one(); got.GetUpdate().GetTable().GetPhase() != "closed" || again.one().GetEnd() == nil {
		t.Errorf("what was missed: got %v", got)
	}
}

func TestAWatchTellsTheListOfTables(t *testing.T) {
	w := newWorld(t)
	told := watchWith(t, w.grpc().Watch(t.Context(), &apiv1.WatchRequest{Lobby: true}))
	if got := told.one().GetLobby(); !got.GetWhole() || len(got.GetTables()) != 1 {
		t.Errorf("got %v", got)
	}
	w.shelf.put(shelved('a', 4))
	if got := told.one().GetLobby(); got.GetWhole() || got.GetTables()[0].GetVersion() != 4 {
		t.Errorf("got %v", got)
	}
}

func TestAnAddressHasSoManyWatchesAndStreamsTogether(t *testing.T) {
	w := newWorld(t, func(o *gateway.Options) { o.Limits.AddressStreams = 2 })
	m := w.open("classic.draw", 1)
	m.watch(nil, "")
	c := w.grpc()
	watchWith(t, c.Watch(t.Context(), &apiv1.WatchRequest{TableIds: []string{m.id}})).one()
	one := watchWith(t, c.Watch(t.Context(), &apiv1.WatchRequest{TableIds: []string{m.id}}))
	if r, err, _ := one.next(); !errors.Is(err, rpcerr.New(rpcerr.ReasonAddressStreams, "")) {
		t.Errorf("got %v, %v", r, err)
	}
}

func TestADelayedTableIsWatchedWithItsDelay(t *testing.T) {
	w, clock := newDelayedWorld(t)
	m, start := w.delayed(object{"spectatorDelayMs": 3_600_000})
	told := watchWith(t, w.grpc().Watch(t.Context(), &apiv1.WatchRequest{TableIds: []string{m.id}}))
	if got := told.one().GetTable(); float64(got.GetVersion()) != start {
		t.Errorf("got version %d, want %v", got.GetVersion(), start)
	}
	m.turn()
	clock.forward(2 * time.Hour)
	if got := told.one().GetUpdate(); float64(got.GetVersion()) != start+1 {
		t.Errorf("got version %d, want %v", got.GetVersion(), start+1)
	}
}

func TestHealthAndReflectionAnswerProgramsOfGRPC(t *testing.T) {
	w := newWorld(t)
	health := grpchealth.NewClient(h2c(), w.url, connectv1.WithGRPC())
	for name, want := range map[string]connectv1.Code{"": 0, "tranca.api.v1.TableService": 0, "tranca.api.v1.LiveService": 0, "x": connectv1.CodeNotFound} {
		got, err := health.Check(t.Context(), &grpchealth.CheckRequest{Service: name})
		if want == 0 && (err != nil || got.Status != grpchealth.StatusServing) || want != 0 && connectv1.CodeOf(err) != want {
			t.Errorf("health of %q: got %v, %v", name, got, err)
		}
	}
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	stream := grpcreflect.NewClient(connect.NewClient(w.transports()["gRPC"])).NewStream(ctx)
	names, err := stream.ListServices()
	if err != nil || len(names) < 2 {
		t.Fatalf("reflection: got %v, %v", names, err)
	}
	if files, err := stream.FileContainingSymbol("tranca.api.v1.LiveService"); err != nil || len(files) == 0 {
		t.Errorf("reflection: got %d files, %v", len(files), err)
	}
	if err := stream.Close(); err != nil {
		t.Error(err)
	}
}
