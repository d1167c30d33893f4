package tablehost_test

import (
	"context"
	"errors"
	"log/slog"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/client_golang/prometheus/testutil"
	"go.opentelemetry.io/otel/trace/noop"

	"tranca.example/pkg/domino"
	"tranca.example/pkg/eventlog"
	"tranca.example/pkg/eventlog/memory"
	"tranca.example/pkg/natsrpc"
	"tranca.example/pkg/rpcerr"
	"tranca.example/pkg/subject"
	"tranca.example/pkg/table"
	"tranca.example/pkg/tablehost"
	"tranca.example/pkg/telemetry"
	"tranca.example/pkg/token"
	"tranca.example/pkg/wire"
)

var (
	epoch = time.Unix(1_800_000_000, 0)
	alice = strings.Repeat("a", token.MinPlayerKey)
	bob   = strings.Repeat("b", token.MinPlayerKey)
)

// wakes records who was woken; it is where a host's wakes go.
type wakes struct {
	mu   sync.Mutex
	sent []subject.Service
}

func (w *wakes) Wake(_ context.Context, s subject.Service, _ natsrpc.Wake) error {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.sent = append(w.sent, s)
	return nil
}

// handing is a log that keeps what came with the last commit that it took.
type handing struct {
	*memory.Log
	last *eventlog.Commit
}

func (h handing) Append(ctx context.Context, c eventlog.Commit, expect uint64) (uint64, error) {
	seq, err := h.Log.Append(ctx, c, expect)
	if err == nil {
		*h.last = c
	}
	return seq, err
}

// world is a lobby and what it stands on.
type world struct {
	t     *testing.T
	log   *memory.Log
	last  eventlog.Commit // as a host gave it to the log
	wakes *wakes
	reg   *prometheus.Registry
	codec *wire.Codec
	now   time.Time
	lobby *tablehost.Host
	id    subject.TableID
	next  byte
}

func newWorld(t *testing.T) *world {
	t.Helper()
	w := &world{t: t, wakes: &wakes{}, reg: prometheus.NewRegistry(), codec: wire.NewCodec(), now: epoch}
	w.log = memory.New(func() time.Time { return w.now })
	w.lobby = w.host(table.Lobby, nil)
	id, err := subject.NewTableID(0, [10]byte{1})
	if err != nil {
		t.Fatal(err)
	}
	w.id = id
	return w
}

func (w *world) host(service table.Service, opener tablehost.Opener) *tablehost.Host {
	w.t.Helper()
	keys, err := token.NewKeys([]byte(strings.Repeat("k", token.MinKey)))
	if err != nil {
		w.t.Fatal(err)
	}
	events, err := telemetry.NewEvents(w.reg)
	if err != nil {
		w.t.Fatal(err)
	}
	h, err := tablehost.New(tablehost.Options{
		Service: service, Log: handing{w.log, &w.last}, Codec: w.codec, Keys: keys, Authority: authority(w.t, "a"), Waker: w.wakes, Opener: opener, Events: events,
		Logger: slog.New(slog.DiscardHandler), Tracer: noop.NewTracerProvider().Tracer(""), Now: func() time.Time { return w.now },
	})
	if err != nil {
		w.t.Fatal(err)
	}
	return h
}

// request is the next command with an id of its own.
func (w *world) request(c wire.Credential, cmd table.Command) wire.Request {
	w.next++
	return wire.Request{TableID: w.id.String(), ID: table.CommandID{w.next}, Credential: c, Command: cmd}
}

func (w *world) accepted(r wire.Request) wire.Reply {
	w.t.Helper()
	reply, err := w.lobby.Command(w.t.Context(), r)
	if err != nil {
		w.t.Fatalf("%T: %v", r.Command, err)
	}
	return reply
}

// state is what the lobby says that the log says.
func (w *world) state() table.State {
	w.t.Helper()
	s, err := w.lobby.LastState(w.t.Context(), w.id)
	if err != nil {
		w.t.Fatal(err)
	}
	return s
}

func key(k string) wire.Credential       { return wire.Credential{PlayerKey: k} }
func seatToken(k string) wire.Credential { return wire.Credential{SeatToken: k} }

// opened is a table for two that alice opened and sits at.
func (w *world) opened() (aliceToken string) {
	w.t.Helper()
	w.accepted(w.request(key(alice), table.OpenTable{ID: w.id.String(), Preset: "classic.draw"}))
	return w.accepted(w.request(key(alice), table.Sit{Seat: 0, Player: "alice"})).SeatToken
}

func reasonOf(err error) string {
	r, _ := rpcerr.From(err)
	if r == nil {
		return ""
	}
	return r.Reason
}

func TestASeatIsTakenWithAKeyAndUsedWithItsToken(t *testing.T) {
	w := newWorld(t)
	tok := w.opened()
	reply := w.accepted(w.request(seatToken(tok), table.Ready{}))
	if seat := w.state().Seats[0]; reply.Version != 3 || reply.Phase != table.PhaseOpen || seat.Player != "alice" || !seat.Ready {
		t.Fatalf("got version %d, phase %s, seat %+v", reply.Version, reply.Phase, seat)
	}
}

func TestARetriedCommandGetsTheSameAnswerAndIsInTheLogOnce(t *testing.T) {
	w := newWorld(t)
	tok := w.opened()
	sit := w.request(key(bob), table.Sit{Seat: 1, Player: "bob"})
	first, again := w.accepted(sit), w.accepted(sit)
	if first.SeatToken != again.SeatToken || first.Version != again.Version || first.Seat != 1 {
		t.Fatalf("got %+v and then %+v", first, again)
	}
	ready := w.request(seatToken(tok), table.Ready{})
	w.accepted(ready)
	other := w.host(table.Lobby, nil) // a replica that never saw the table
	reply, err := other.Command(t.Context(), ready)
	if err != nil || reply.Version != 4 {
		t.Fatalf("got version %d, %v; want 4", reply.Version, err)
	}
	last, err := w.log.Last(t.Context(), w.id)
	if err != nil || last.Version != 4 {
		t.Fatalf("the log is at version %d, %v; want 4", last.Version, err)
	}
}

func TestAnIdOlderThanTheStateRemembersIsFoundInTheLog(t *testing.T) {
	w := newWorld(t)
	tok := w.opened()
	first := w.request(seatToken(tok), table.Ready{})
	first.Expected = 2
	w.accepted(first)
	for range table.RecentIDs {
		w.accepted(w.request(seatToken(tok), table.Unready{}))
		w.accepted(w.request(seatToken(tok), table.Ready{}))
	}
	w.accepted(w.request(seatToken(tok), table.Unready{}))
	before, err := w.log.Last(t.Context(), w.id)
	if err != nil {
		t.Fatal(err)
	}
	reply := w.accepted(first)
	after, err := w.log.Last(t.Context(), w.id)
	if err != nil || after.Version != before.Version {
		t.Fatalf("the retry was appended: version %d after %d, %v", after.Version, before.Version, err)
	}
	if reply.Version != after.Version || w.state().Seats[0].Ready {
		t.Fatal("the retry made the seat ready again")
	}
}

func TestBadCredentialsAreRefusedByName(t *testing.T) {
	w := newWorld(t)
	tok := w.opened()
	elsewhere, err := subject.NewTableID(0, [10]byte{9})
	if err != nil {
		t.Fatal(err)
	}
	for name, c := range map[string]struct {
		change func(*wire.Request)
		want   string
	}{
		"nothing shown":             {func(r *wire.Request) { r.Credential = wire.Credential{} }, "no_token"},
		"a forged token":            {func(r *wire.Request) { r.Credential.SeatToken = tok[:len(tok)-2] + "AA" }, "bad_token"},
		"a token for another table": {func(r *wire.Request) { r.TableID = elsewhere.String() }, "not_your_seat"},
		"a key that is too short":   {func(r *wire.Request) { r.Credential = key("short") }, "bad_token"},
		"a key that holds no seat":  {func(r *wire.Request) { r.Credential = key(bob) }, "no_token"},
		"a service's name":          {func(r *wire.Request) { r.Credential = wire.Credential{Service: table.Dealer} }, "no_token"},
		"an invented statement":     {func(r *wire.Request) { r.Credential = wire.Credential{Statement: "root"} }, "bad_token"},
		"a table id with a space":   {func(r *wire.Request) { r.TableID = "0 x" }, "malformed"},
	} {
		t.Run(name, func(t *testing.T) {
			r := w.request(seatToken(tok), table.Ready{})
			c.change(&r)
			if _, err := w.lobby.Command(t.Context(), r); reasonOf(err) != c.want {
				t.Fatalf("got %v, want %s", err, c.want)
			}
		})
	}
	w.now = epoch.Add(tablehost.DefaultTokenLife)
	if _, err := w.lobby.Command(t.Context(), w.request(seatToken(tok), table.Ready{})); reasonOf(err) != "token_expired" {
		t.Fatalf("got %v, want token_expired", err)
	}
}

func TestAddingABotTellsTheBotsSeatAlsoToARetry(t *testing.T) {
	w := newWorld(t)
	tok := w.opened()
	add := w.request(seatToken(tok), table.AddBot{Seat: domino.NoSeat, Policy: "greedy"})
	for range 2 {
		if reply := w.accepted(add); reply.Seat != 1 || reply.SeatToken != "" {
			t.Fatalf("got seat %d and token %q, want 1 and none", reply.Seat, reply.SeatToken)
		}
	}
}

func TestANewTokenMakesTheOldOneVoid(t *testing.T) {
	w := newWorld(t)
	old := w.opened()
	fresh := w.accepted(w.request(seatToken(old), table.ReissueToken{})).SeatToken
	if _, err := w.lobby.Command(t.Context(), w.request(seatToken(old), table.Ready{})); reasonOf(err) != "token_revoked" {
		t.Fatalf("got %v, want token_revoked", err)
	}
	w.accepted(w.request(seatToken(fresh), table.Ready{}))
}

func TestTheLastReadyWakesTheDealerWhoCommits(t *testing.T) {
	w := newWorld(t)
	tok := w.opened()
	w.accepted(w.request(key(alice), table.AddBot{Seat: 1, Policy: "greedy"}))
	w.wakes.sent = nil
	w.accepted(w.request(seatToken(tok), table.Ready{}))
	if len(w.wakes.sent) != 1 || w.wakes.sent[0] != subject.Dealer {
		t.Fatalf("woken: %v, want the dealer", w.wakes.sent)
	}
	dealer := w.host(table.Dealer, nil)
	tasks := 0
	plan := func(_ context.Context, s table.State, due table.Due) (table.Command, error) {
		tasks++
		if due.Task == table.TaskCommitDeal {
			return table.CommitDeal{Tip: table.Hash{1}, Entropy: s.Options.Entropy}, nil
		}
		return nil, nil
	}
	for range 2 {
		if err := dealer.React(t.Context(), w.id, 0, plan); err != nil {
			t.Fatal(err)
		}
	}
	s, err := dealer.LastState(t.Context(), w.id)
	if err != nil || !s.Match.Committed || tasks != 2 {
		t.Fatalf("committed %v after %d tasks, %v", s.Match.Committed, tasks, err)
	}
	if n := testutil.CollectAndCount(w.reg, "tranca_events_appended_total"); n == 0 {
		t.Fatal("no appended event was counted")
	}
}

func TestAServiceThatDoesNotOwnThePhaseNamesTheOwner(t *testing.T) {
	w := newWorld(t)
	tok := w.opened()
	_, err := w.host(table.Rules, nil).Command(t.Context(), w.request(seatToken(tok), table.Pass{}))
	r, ok := errors.AsType[*rpcerr.Rejection](err)
	if !ok || r.Reason != rpcerr.ReasonWrongPhase || r.Params["owner"] != "lobby" || r.Version != 2 {
		t.Fatalf("got %+v, %v", r, err)
	}
}

func TestATableThatDoesNotExistIsUnknownToEveryService(t *testing.T) {
	w := newWorld(t)
	for _, service := range []table.Service{table.Lobby, table.Dealer, table.Rules, table.Scoring} {
		_, err := w.host(service, nil).Command(t.Context(), w.request(key(alice), table.Close{}))
		if reasonOf(err) != "unknown_table" {
			t.Errorf("%s: got %v, want unknown_table", service, err)
		}
	}
	if err := w.host(table.Dealer, nil).React(t.Context(), w.id, 0, nil); reasonOf(err) != "unknown_table" {
		t.Errorf("a reaction: got %v, want unknown_table", err)
	}
}

func TestQueriesAnswerThroughTheHandler(t *testing.T) {
	w := newWorld(t)
	tok := w.opened()
	ask := func(r wire.Request) (wire.Reply, error) {
		body, err := w.codec.EncodeRequest(r)
		if err != nil {
			t.Fatal(err)
		}
		answer, err := w.lobby.Handler(nil)(t.Context(), body)
		if err != nil {
			return wire.Reply{}, err
		}
		return w.codec.DecodeReply(answer)
	}
	reply, err := ask(wire.Request{TableID: w.id.String(), Query: wire.GetState{}})
	if err != nil || reply.Version != 2 || reply.State.Rules.Preset != "classic.draw" {
		t.Fatalf("state: %+v, %v", reply, err)
	}
	if reply.State.Seats[0].KeyHash != (table.Hash{}) || reply.State.OwnerKey != (table.Hash{}) {
		t.Fatal("a key's digest left the host")
	}
	reply, err = ask(wire.Request{TableID: w.id.String(), Credential: seatToken(tok), Query: wire.GetSeatView{AtLeast: 2}})
	if err != nil || reply.View.Seat != 0 || reply.View.Hand != domino.SetOf() {
		t.Fatalf("view: %+v, %v", reply, err)
	}
	for name, c := range map[string]struct {
		r    wire.Request
		want string
	}{
		"a version that is not there": {wire.Request{TableID: w.id.String(), Query: wire.GetState{AtLeast: 9}}, "unavailable"},
		"a view without a token":      {wire.Request{TableID: w.id.String(), Query: wire.GetSeatView{}}, "no_token"},
		"a list":                      {wire.Request{TableID: w.id.String(), Query: wire.ListTables{}}, "unknown_command"},
	} {
		if _, err := ask(c.r); reasonOf(err) != c.want {
			t.Errorf("%s: got %v, want %s", name, err, c.want)
		}
	}
	if _, err := w.lobby.Handler(nil)(t.Context(), []byte("\xff\xff")); reasonOf(err) != "malformed" {
		t.Errorf("garbage: got %v, want malformed", err)
	}
}

func TestATableThatIsOlderThanWhatItsCallerSawJudgesNothing(t *testing.T) {
	w := newWorld(t)
	tok := w.opened() // version 2
	early := w.request(seatToken(tok), table.Ready{})
	early.Expected = 3 // which somebody else answered, from a newer log
	for name, r := range map[string]wire.Request{
		"a command of this phase":    early,
		"a command of another phase": {TableID: early.TableID, ID: early.ID, Credential: early.Credential, Command: table.Pass{}, Expected: 3},
	} {
		if _, err := w.lobby.Command(t.Context(), r); reasonOf(err) != rpcerr.ReasonUnavailable {
			t.Errorf("%s: got %v, want that it be sent again", name, err)
		}
	}
	if v := w.state().Version; v != 2 {
		t.Fatalf("version %d, want 2", v)
	}
	w.accepted(w.request(key(bob), table.Sit{Seat: 1, Player: "bob"}))
	if reply := w.accepted(early); reply.Version != 4 {
		t.Errorf("sent again: got version %d, want 4", reply.Version)
	}
}

func TestOptionsSayAllThatIsMissing(t *testing.T) {
	_, err := tablehost.New(tablehost.Options{Service: table.Gateway, TokenLife: -1})
	for _, want := range []string{`service "gateway" owns no phase`, "no log", "no codec", "no waker", "no logger", "no clock", "token life"} {
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("got %v, want it to contain %q", err, want)
		}
	}
}
