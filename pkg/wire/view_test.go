package wire_test

import (
	"bytes"
	"encoding/base64"
	"encoding/hex"
	"encoding/json"
	"regexp"
	"slices"
	"testing"

	"google.golang.org/protobuf/encoding/protojson"
	"google.golang.org/protobuf/proto"

	"tranca.example/pkg/domino"
	"tranca.example/pkg/table"
	"tranca.example/pkg/wire"
	apiv1 "tranca.example/proto/gen/tranca/api/v1"
)

// asJSON is a message as a client gets it, without the random spaces.
func asJSON(t *testing.T, m proto.Message) []byte {
	t.Helper()
	body, err := protojson.Marshal(m)
	if err != nil {
		t.Fatal(err)
	}
	var out bytes.Buffer
	if err := json.Compact(&out, body); err != nil {
		t.Fatal(err)
	}
	return out.Bytes()
}

// leaks fails when a secret stands in body, raw or as text.
func leaks(t *testing.T, body []byte, what string, secret []byte) {
	t.Helper()
	for _, form := range [][]byte{
		secret, []byte(hex.EncodeToString(secret)), []byte(base64.StdEncoding.EncodeToString(secret)),
	} {
		if bytes.Contains(body, form) {
			t.Fatalf("a %s leaks", what)
		}
	}
}

// tilesIn lists every tile that stands in a JSON text.
func tilesIn(t *testing.T, body []byte) domino.Set {
	t.Helper()
	var out domino.Set
	for _, m := range regexp.MustCompile(`"(\d{1,2}-\d{1,2})"`).FindAllSubmatch(body, -1) {
		tile, err := domino.ParseTile(string(m[1]))
		if err != nil {
			t.Fatal(err)
		}
		out = out.With(tile)
	}
	return out
}

func TestNoViewOfARunningRoundTellsAHiddenTile(t *testing.T) {
	codec := wire.NewCodec()
	everyGame(t, func(t *testing.T, d *desk) {
		for len(d.log) < 120 && d.state.Phase != table.PhaseFinished {
			d.step()
			if d.state.Phase != table.PhasePlaying {
				continue
			}
			public := d.state.Round.Public.Played().Or(domino.SetOf(d.state.Round.Lot...))
			for p := range domino.MaxPip { // a hanging double is named, wherever it is: the board tells it
				if d.state.Round.Public.Hung().Has(p) {
					public = public.With(domino.Double(p))
				}
			}
			last := d.log[len(d.log)-1]
			for _, m := range []proto.Message{
				codec.TableView(d.state), codec.TableSummary(d.state), codec.LiveUpdate(last),
			} {
				body := asJSON(t, m)
				if hidden := tilesIn(t, body).Minus(public); hidden != 0 {
					t.Fatalf("version %d, %T: %v is told and does not lie", d.state.Version, m, hidden)
				}
				leaks(t, body, "running seed", d.hidden.Seed[:])
			}
			for i := range d.state.Seats {
				v := d.view(domino.Seat(i))
				if got := tilesIn(t, asJSON(t, codec.SeatView(v))).Minus(public); got != v.Hand.Minus(public) {
					t.Fatalf("version %d: seat %d sees %v, want its hand %v", d.state.Version, i, got, v.Hand)
				}
			}
		}
	})
}

func TestNoViewTellsKeyHashesOrCommandIDs(t *testing.T) {
	codec := wire.NewCodec()
	d := midGame(t)
	var all []byte
	for _, c := range d.log {
		all = append(all, asJSON(t, codec.LiveUpdate(c))...)
	}
	all = append(all, asJSON(t, codec.SeatView(d.view(0)))...)
	checkNoSecrets(t, d, all)
}

func TestZerosAreWrittenInJSON(t *testing.T) {
	codec := wire.NewCodec()
	state := table.State{Rules: rulesOf(t, "classic.draw"), Seats: make([]table.SeatState, 2)}
	play := domino.TilePlayed{Seat: 0, Tile: 0, Next: 1}
	dealt := domino.RoundDealt{Round: 1, Opener: 0, HandSize: 7, BoneyardSize: 14}
	state.Round = &table.Round{
		Dealt: dealt, Steps: []table.Step{{Seat: 0, Tile: 0, Next: 1}},
		Public: domino.Evolve(domino.NewRound(state.Rules, dealt), play),
	}
	body := asJSON(t, codec.TableView(state).GetRound())
	for _, want := range []string{
		`"opener":0`, `"line":[{"tile":"0-0","left":0,"right":0,"seat":0,"placement":0}]`, `"ends":{"left":0,"right":0}`,
		`"moves":[{"kind":"play","seat":0,"tile":"0-0"}]`, `"turn":1`,
	} {
		if !bytes.Contains(body, []byte(want)) {
			t.Errorf("%s misses %s", body, want)
		}
	}
}

// A client tells from limitEnd, deadline and bankMs what is left of both.
func TestTheClockOfATurnIsShown(t *testing.T) {
	codec := wire.NewCodec()
	plain := newMatch(t, "classic.draw", nil, 2)
	plain.step()
	if v := codec.TableView(plain.state); !proto.Equal(v.GetLimitEnd(), v.GetDeadline()) || v.GetLimitEnd() == nil || v.GetSeats()[0].BankMs != nil {
		t.Errorf("without banks: limit until %v, turn until %v, %v", v.GetLimitEnd(), v.GetDeadline(), v.GetSeats()[0])
	}
	d := newMatchWith(t, "classic.draw", nil, table.Options{TurnLimit: 2000, FirstMove: 3000, TimeBank: 9000, Increment: 300}, 2)
	d.step()
	d.now = d.due()
	d.do(service(table.Rules), table.Timeout{})
	d.step()
	v := codec.TableView(d.state)
	limit, deadline := v.GetLimitEnd().AsTime().UnixMilli(), v.GetDeadline().AsTime().UnixMilli()
	opener := d.state.Round.Dealt.Opener
	if at := int64(d.now); limit != at+2000 || deadline != at+11_000 || v.GetSeats()[opener].GetBankMs() != 9000-1400+300 {
		t.Errorf("limit until %d, turn until %d at %d; %v", limit, deadline, at, v.GetSeats()[opener])
	}
	if o := v.GetOptions(); o.GetFirstMoveMs() != 3000 || o.GetTimeBankMs() != 9000 || o.GetIncrementMs() != 300 {
		t.Errorf("options %v", o)
	}
	for d.state.Phase == table.PhasePlaying {
		d.step()
	}
	if v := codec.TableView(d.state); v.GetLimitEnd() != nil || v.GetSeats()[0].BankMs == nil {
		t.Errorf("after the round: limit until %v, %v", v.GetLimitEnd(), v.GetSeats()[0])
	}
}

func rulesOf(t *testing.T, preset string) *domino.Rules {
	t.Helper()
	r, err := domino.NewRules(preset, nil)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

func TestALineReadsFromLeftToRight(t *testing.T) {
	codec := wire.NewCodec()
	everyGame(t, func(t *testing.T, d *desk) {
		for d.state.Phase != table.PhaseScoring {
			d.step()
		}
		line := codec.TableView(d.state).GetRound().GetLine()
		for i := range len(line) - 1 {
			if line[i].GetRight() != line[i+1].GetLeft() {
				t.Fatalf("place %d: %s and %s do not match", i, line[i], line[i+1])
			}
		}
		if len(line) != d.state.Round.Public.Played().Len() && !d.state.Rules.Tree() {
			t.Fatalf("the line has %d tiles, want %d", len(line), d.state.Round.Public.Played().Len())
		}
	})
}

func TestATreeHangsTogether(t *testing.T) {
	d := newMatch(t, "chickie", nil, 2)
	for d.state.Phase != table.PhaseScoring {
		d.step()
	}
	nodes := wire.NewCodec().TableView(d.state).GetRound().GetNodes()
	for i, n := range nodes {
		if i == 0 {
			continue
		}
		parent := nodes[n.GetParent()]
		tile, err := domino.ParseTile(n.GetTile())
		if err != nil || n.Parent == nil || n.GetInner() != parent.GetOuter() || !tile.Has(domino.Pip(n.GetInner())) {
			t.Fatalf("node %d: %v at %v: %v", i, n, parent, err)
		}
		if tile.Other(domino.Pip(n.GetInner())) != domino.Pip(n.GetOuter()) {
			t.Fatalf("node %d: %v faces away with %d", i, n, n.GetOuter())
		}
	}
}

// C-08: the view of a line game with four arms is a tree, whose inner halves
// tell which half of a root that is no double a tile touches.
func TestC08FourArmsAreShownAsNodes(t *testing.T) {
	roots := map[bool]int{} // most tiles on the root, by whether it is a double
	for seed := range uint64(12) {
		d := newMatch(t, "classic.block4", map[string]string{"spinner": "opening_double", "open_first_tile": "any"}, seed)
		for d.state.Phase != table.PhaseScoring {
			d.step()
		}
		round := wire.NewCodec().TableView(d.state).GetRound()
		nodes := round.GetNodes()
		if round.GetLine() != nil || round.GetEnds() != nil || len(nodes) != d.state.Round.Public.Played().Len() {
			t.Fatalf("line %v, ends %v, %d nodes", round.GetLine(), round.GetEnds(), len(nodes))
		}
		root := tileOf(t, nodes[0])
		on := 0
		for i, n := range nodes[1:] {
			parent, tile, inner := nodes[n.GetParent()], tileOf(t, n), domino.Pip(n.GetInner())
			if n.Parent == nil || !tileOf(t, parent).Has(inner) || !tile.Has(inner) || tile.Other(inner) != domino.Pip(n.GetOuter()) {
				t.Fatalf("node %d: %v at %v", i+1, n, parent)
			}
			if n.GetParent() == 0 {
				on++
			} else if n.GetInner() != parent.GetOuter() {
				t.Fatalf("node %d: %v touches the inner half of %v", i+1, n, parent)
			}
		}
		roots[root.IsDouble()] = max(roots[root.IsDouble()], on)
	}
	if roots[true] != 4 || roots[false] != 2 {
		t.Errorf("at most %v tiles on a root, want 4 on a double, 2 on another", roots)
	}
}

func tileOf(t *testing.T, n *apiv1.Node) domino.Tile {
	t.Helper()
	tile, err := domino.ParseTile(n.GetTile())
	if err != nil {
		t.Fatal(err)
	}
	return tile
}

func TestPublicEventsBearTheNamesOfTheLog(t *testing.T) {
	codec := wire.NewCodec()
	var got, want []string
	for _, e := range samples() {
		for _, p := range codec.PublicEvents(table.Commit{Events: []table.Event{e}}) {
			got = append(got, p.GetType())
		}
		want = append(want, sampleName(e))
	}
	if !slices.Equal(got, want) {
		t.Fatalf("got %v, want %v", got, want)
	}
}

func TestAnEndedRoundIsRevealedInTheView(t *testing.T) {
	d := newMatch(t, "classic.block4", nil, 4)
	for d.state.Phase != table.PhaseScoring {
		d.step()
	}
	m := wire.NewCodec().TableView(d.state).GetRound()
	seed := d.state.Round.Ended.Seed
	if m.Turn != nil || m.GetResult().GetEnd() == "" || m.GetResult().GetSeed() != hex.EncodeToString(seed[:]) {
		t.Fatalf("turn %v, result %v", m.Turn, m.GetResult())
	}
	tiles := d.state.Round.Public.Played()
	for _, h := range m.GetResult().GetHands() {
		for _, text := range h.GetTiles() {
			tile, err := domino.ParseTile(text)
			if err != nil {
				t.Fatal(err)
			}
			tiles = tiles.With(tile)
		}
	}
	if tiles != domino.SetOf(domino.FullSet(d.state.Rules.SetMax)...) {
		t.Fatalf("board and hands are %v, want the whole box", tiles)
	}
}

func TestAScoredRoundTellsItsPointsUntilTheNextIsDealt(t *testing.T) {
	codec := wire.NewCodec()
	d := newMatch(t, "classic.block4", nil, 4)
	for d.state.Phase != table.PhaseScoring {
		d.step()
	}
	if got := codec.TableView(d.state).GetRound().GetPoints(); got != nil {
		t.Errorf("points before they are counted: %v", got)
	}
	d.step()
	live := codec.LiveUpdate(d.log[len(d.log)-1]).GetEvents()[0].GetPoints()
	if got := codec.TableView(d.state).GetRound().GetPoints(); live == nil || !proto.Equal(got, live) {
		t.Errorf("the table tells %v, the live event %v", got, live)
	}
	for d.state.Phase != table.PhasePlaying {
		d.step()
	}
	if got := codec.TableView(d.state).GetRound().GetPoints(); got != nil {
		t.Errorf("the next round begins with the points %v", got)
	}
}
