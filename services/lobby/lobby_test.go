package lobby_test

import (
	"errors"
	"fmt"
	"strings"
	"sync"
	"testing"

	"tranca.example/pkg/dispatch"
	"tranca.example/pkg/domino"
	"tranca.example/pkg/eventlog/jetstream"
	"tranca.example/pkg/records"
	"tranca.example/pkg/replica"
	"tranca.example/pkg/replica/replicatest"
	"tranca.example/pkg/rpcerr"
	"tranca.example/pkg/subject"
	"tranca.example/pkg/table"
	"tranca.example/pkg/token"
	"tranca.example/pkg/wire"
	"tranca.example/services/lobby"
	"tranca.example/services/lobby/internal/alloc"
)

// house is a world with lobbies and somebody who asks them.
type house struct {
	*replicatest.World
	t    *testing.T
	via  *dispatch.Dispatcher
	next uint16
}

func newHouse(t *testing.T, shards ...subject.Shard) *house {
	t.Helper()
	w := replicatest.New(t, shards...)
	return &house{World: w, t: t, via: w.Asker()}
}

// open runs a lobby with the options that change makes of the usual ones.
func (h *house) lobby(change func(*lobby.Options)) (s *lobby.Service, stop func()) {
	h.t.Helper()
	o := lobby.Options{Env: h.Env(subject.Lobby)}
	if change != nil {
		change(&o)
	}
	s, err := lobby.New(o)
	if err != nil {
		h.t.Fatal(err)
	}
	return s, h.Run(s)
}

func key(name string) wire.Credential {
	return wire.Credential{PlayerKey: strings.Repeat(name, token.MinPlayerKey)}
}

func id(n uint16) table.CommandID { return table.CommandID{byte(n >> 8), byte(n)} }

// do sends a command under an id of its own.
func (h *house) do(c wire.Credential, tableID string, cmd table.Command) (wire.Reply, error) {
	h.t.Helper()
	h.next++
	return h.via.Do(h.t.Context(), wire.Request{TableID: tableID, ID: id(1000 + h.next), Credential: c, Command: cmd})
}

func (h *house) must(c wire.Credential, tableID string, cmd table.Command) wire.Reply {
	h.t.Helper()
	reply, err := h.do(c, tableID, cmd)
	if err != nil {
		h.t.Fatalf("%T: %v", cmd, err)
	}
	return reply
}

func (h *house) opens(preset string) string {
	h.t.Helper()
	return h.must(key("a"), "", table.OpenTable{Preset: preset}).TableID
}

// seat sits somebody at a table and returns the seat's token.
func (h *house) seat(name, tableID string) wire.Credential {
	h.t.Helper()
	return wire.Credential{SeatToken: h.must(key(name), tableID, table.Sit{Seat: domino.NoSeat, Player: name}).SeatToken}
}

func wantReason(t *testing.T, what string, err error, want string) *rpcerr.Rejection {
	t.Helper()
	r, ok := errors.AsType[*rpcerr.Rejection](err)
	if !ok || r.Reason != want {
		t.Errorf("%s: got %v, want %s", what, err, want)
		return &rpcerr.Rejection{}
	}
	return r
}

// state is what the log tells of a table.
func (h *house) state(tableID string) table.State {
	h.t.Helper()
	id, err := subject.ParseTableID(tableID)
	if err != nil {
		h.t.Fatal(err)
	}
	log, err := jetstream.New(h.Env(subject.Lobby).Conn, 0)
	if err != nil {
		h.t.Fatal(err)
	}
	last, err := log.Last(h.t.Context(), id)
	if err != nil {
		h.t.Fatal(err)
	}
	commit, err := wire.NewCodec().DecodeCommit(last.Body)
	if err != nil {
		h.t.Fatal(err)
	}
	return commit.State
}

// heads is how many commits the log of each shard holds.
func (h *house) heads() []uint64 {
	h.t.Helper()
	env := h.Env(subject.Lobby)
	log, err := jetstream.New(env.Conn, 0)
	if err != nil {
		h.t.Fatal(err)
	}
	var out []uint64
	for _, shard := range h.Shards {
		head, err := log.Head(h.t.Context(), shard)
		if err != nil {
			h.t.Fatal(err)
		}
		out = append(out, head)
	}
	return out
}

func TestTwentyCallersWithOneCommandIDGetOneTableFromTwoReplicas(t *testing.T) {
	h := newHouse(t, 0)
	h.lobby(nil)
	h.lobby(nil)
	got := make([]string, 20)
	var wg sync.WaitGroup
	for i := range got {
		wg.Go(func() {
			reply, err := h.via.Do(t.Context(), wire.Request{ID: id(7), Credential: key("a"), Command: table.OpenTable{Preset: "classic.draw"}})
			if err != nil {
				t.Error(err)
				return
			}
			if reply.Version != 1 || reply.Phase != table.PhaseOpen {
				t.Errorf("got %+v", reply)
			}
			got[i] = reply.TableID
		})
	}
	wg.Wait()
	for _, table := range got {
		if table == "" || table != got[0] {
			t.Fatalf("got tables %v", got)
		}
	}
	if entropy := h.state(got[0]).Options.Entropy; entropy != "crypto" {
		t.Errorf("got entropy %q", entropy)
	}
	if heads := h.heads(); heads[0] != 1 {
		t.Errorf("the log holds %d commits, want 1", heads[0])
	}
}

func TestAnotherKeyOrAnotherIDIsAnotherTable(t *testing.T) {
	h := newHouse(t, 0)
	h.lobby(nil)
	seen := map[string]bool{}
	for _, ask := range []wire.Request{
		{ID: id(1), Credential: key("a")}, {ID: id(2), Credential: key("a")}, {ID: id(1), Credential: key("b")},
	} {
		ask.Command = table.OpenTable{Preset: "classic.draw"}
		reply, err := h.via.Do(t.Context(), ask)
		if err != nil {
			t.Fatal(err)
		}
		seen[reply.TableID] = true
	}
	if len(seen) != 3 {
		t.Errorf("got %v, want 3 tables", seen)
	}
}

func TestACreationThatWasCutOffAfterItsRecordIsFinishedByARetry(t *testing.T) {
	h := newHouse(t, 0)
	env := h.Env(subject.Lobby)
	store, err := records.New(env.Conn, 0)
	if err != nil {
		t.Fatal(err)
	}
	hash, err := token.HashPlayerKey(key("a").PlayerKey)
	if err != nil {
		t.Fatal(err)
	}
	given, err := alloc.New(store, alloc.Random(env.Random, h.Shards)).TableID(t.Context(), hash, id(7))
	if err != nil {
		t.Fatal(err)
	}
	h.lobby(nil)
	reply, err := h.via.Do(t.Context(), wire.Request{ID: id(7), Credential: key("a"), Command: table.OpenTable{Preset: "classic.draw"}})
	if err != nil || reply.TableID != given.String() || reply.Version != 1 {
		t.Errorf("got table %s at %d, %v; want %s at 1", reply.TableID, reply.Version, err, given)
	}
}

func TestARetryFindsItsTableWhateverHappenedToItSince(t *testing.T) {
	h := newHouse(t, 0)
	h.lobby(nil)
	ask := wire.Request{ID: id(7), Credential: key("a"), Command: table.OpenTable{Preset: "classic.draw"}}
	first, err := h.via.Do(t.Context(), ask)
	if err != nil {
		t.Fatal(err)
	}
	seat := h.seat("a", first.TableID)
	h.must(key("a"), first.TableID, table.AddBot{Seat: 1, Policy: "greedy"})
	h.must(seat, first.TableID, table.Ready{})
	again, err := h.via.Do(t.Context(), ask)
	if err != nil || again.TableID != first.TableID || again.Phase != table.PhaseDealing {
		t.Errorf("started: got %+v, %v", again, err)
	}
	closed := h.opens("classic.draw")
	h.must(key("a"), closed, table.Close{})
	again, err = h.via.Do(t.Context(), wire.Request{ID: id(1000 + h.next - 1), Credential: key("a"), Command: table.OpenTable{Preset: "classic.draw"}})
	if err != nil || again.TableID != closed || again.Phase != table.PhaseClosed {
		t.Errorf("closed: got %+v, %v", again, err)
	}
}

func TestASeedIsRefusedUnlessItIsAllowed(t *testing.T) {
	h := newHouse(t, 0)
	o := lobby.Options{Env: h.Env(subject.Lobby), Seed: []byte("s")}
	if err := o.Validate(); !errors.Is(err, replica.ErrSeeded) {
		t.Errorf("got %v", err)
	}
	o.AllowSeeded = true
	if err := o.Validate(); err != nil {
		t.Errorf("allowed: got %v", err)
	}
}

func TestSeededIDsAreAFunctionOfSeedKeyAndCommand(t *testing.T) {
	var got [2]string
	for i := range got {
		h := newHouse(t, 0, 1)
		h.lobby(func(o *lobby.Options) { o.Seed, o.AllowSeeded = []byte("s"), true })
		reply, err := h.via.Do(t.Context(), wire.Request{ID: id(7), Credential: key("a"), Command: table.OpenTable{Preset: "classic.draw"}})
		if err != nil {
			t.Fatal(err)
		}
		if opened := h.state(reply.TableID); opened.Options.Entropy != "seeded" {
			t.Fatalf("got %+v", opened.Options)
		}
		got[i] = reply.TableID
		h.must(key("a"), reply.TableID, table.ChangeSettings{Preset: "classic.block4", Options: table.Options{Entropy: "crypto"}})
		if changed := h.state(reply.TableID); changed.Options.Entropy != "seeded" || changed.Rules.Preset != "classic.block4" {
			t.Errorf("after a change of settings: got %+v", changed.Options)
		}
	}
	if got[0] != got[1] {
		t.Errorf("got %v", got)
	}
}

func TestATableThatCannotBeOpenedSpendsNoID(t *testing.T) {
	h := newHouse(t, 0)
	h.lobby(nil)
	seat := h.seat("b", h.opens("classic.draw"))
	before := h.allocated()
	for name, c := range map[string]struct {
		who  wire.Credential
		open table.OpenTable
		want string
	}{
		"unknown preset":  {key("a"), table.OpenTable{Preset: "chess"}, "unknown_preset"},
		"unknown knob":    {key("a"), table.OpenTable{Preset: "classic.draw", Knobs: map[string]string{"dice": "2"}}, "unknown_knob"},
		"bad option":      {key("a"), table.OpenTable{Preset: "classic.draw", Options: table.Options{TurnLimit: -1}}, "bad_settings"},
		"too much":        {key("a"), table.OpenTable{Preset: "classic.draw", Properties: map[string]string{"a": strings.Repeat("x", 2000)}}, "properties_too_large"},
		"no key":          {wire.Credential{}, table.OpenTable{Preset: "classic.draw"}, "no_token"},
		"a bad key":       {wire.Credential{PlayerKey: "short"}, table.OpenTable{Preset: "classic.draw"}, "bad_token"},
		"a seat's holder": {seat, table.OpenTable{Preset: "classic.draw"}, "not_your_seat"},
	} {
		_, err := h.do(c.who, "", c.open)
		wantReason(t, name, err, c.want)
	}
	_, err := h.via.Do(t.Context(), wire.Request{Credential: key("a"), Command: table.OpenTable{Preset: "classic.draw"}})
	if r := wantReason(t, "no command id", err, "malformed"); r.Params["field"] != "command_id" {
		t.Errorf("got %+v", r)
	}
	if got := h.allocated(); got != before {
		t.Errorf("%d ids were spent", got-before)
	}
	if heads := h.heads(); heads[0] != 2 {
		t.Errorf("the log holds %d commits, want 2", heads[0])
	}
}

// allocated is how many ids were given so far.
func (h *house) allocated() uint64 {
	h.t.Helper()
	env := h.Env(subject.Lobby)
	reply, err := env.Conn.Request("$JS.API.STREAM.INFO."+subject.AllocStream, nil, replicatest.Patience)
	if err != nil {
		h.t.Fatal(err)
	}
	var n uint64
	_, after, _ := strings.Cut(string(reply.Data), `"messages":`)
	if _, err := fmt.Sscanf(after, "%d", &n); err != nil {
		h.t.Fatal(err)
	}
	return n
}

func TestOptionsSayAllThatIsMissing(t *testing.T) {
	_, err := lobby.New(lobby.Options{})
	for _, want := range []string{"no connection", "no name", "no shards", "no telemetry scope", "no clock", "no randomness", "no seat token keys", "no stores"} {
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("got %v, want it to contain %q", err, want)
		}
	}
	w := replicatest.New(t, 0)
	env := w.Env(subject.Lobby)
	env.Stores = func(string) (replica.Store, error) { return nil, errors.New("no room") }
	if _, err := lobby.New(lobby.Options{Env: env}); err == nil || !strings.Contains(err.Error(), "lobby: no room") {
		t.Errorf("got %v", err)
	}
}

func TestNewTablesArePutOnOpenShardsAndTheOthersGoOn(t *testing.T) {
	h := newHouse(t, 0, 1, 2)
	_, stop := h.lobby(func(o *lobby.Options) { o.Open = []subject.Shard{0} })
	old := h.opens("classic.draw")
	for range 5 {
		h.opens("classic.draw")
	}
	if heads := h.heads(); heads[0] == 0 || heads[1]+heads[2] != 0 {
		t.Fatalf("got commits %v, want them on shard 0 alone", heads)
	}
	stop()
	h.lobby(func(o *lobby.Options) { o.Open = []subject.Shard{1, 2} })
	before := h.heads()[0]
	for range 12 {
		h.opens("classic.draw")
	}
	if heads := h.heads(); heads[0] != before || heads[1] == 0 || heads[2] == 0 {
		t.Errorf("got commits %v, want new ones on shards 1 and 2 alone", heads)
	}
	h.seat("b", old)
	if h.heads()[0] == before {
		t.Error("a table on a closed shard does not go on")
	}
}

func TestAnOpenShardIsOneOfTheShards(t *testing.T) {
	w := replicatest.New(t, 0)
	_, err := lobby.New(lobby.Options{Env: w.Env(subject.Lobby), Open: []subject.Shard{0, 3}})
	if err == nil || !strings.Contains(err.Error(), "lobby: open shard 3: want one of [0]") {
		t.Errorf("got %v", err)
	}
}
