package table_test

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"reflect"
	"slices"
	"testing"

	"tranca.example/pkg/domino"
	"tranca.example/pkg/table"
)

// swap is another deal that explains the same public history: two tiles that
// nobody has shown are exchanged between places that seat Actor cannot see.
type swap struct {
	h     *table.Hidden
	actor domino.Seat
}

func TestG07E50NothingThatASeatGetsDependsOnTilesHiddenFromIt(t *testing.T) {
	everyTable(t, func(t *testing.T, preset string, knobs map[string]string, seats int) {
		r := rand.New(rand.NewPCG(5, uint64(seats)))
		tried := 0
		for root := byte(1); tried < 150; root++ {
			d := newDesk(t)
			d.root[0] = root
			d.open(preset, knobs, limits).seated().started().dealt()
			for d.state.Phase == table.PhasePlaying {
				if x, ok := trySwap(d, r); ok {
					tried++
					compareSwap(t, d, x, r)
				}
				d.do(d.randomMove(r))
			}
		}
	})
}

// trySwap exchanges two unseen tiles and replays the round: the same public
// moves must be legal, and lead to the same public state.
func trySwap(d *desk, r *rand.Rand) (swap, bool) {
	h := d.hidden()
	actor := domino.Seat(r.IntN(len(d.state.Seats)))
	dealt := originalDeal(d, h)
	other, ok := exchange(d, h, dealt, actor, r)
	if !ok {
		return swap{}, false
	}
	public, ok := replay(d, other)
	if !ok {
		return swap{}, false
	}
	if !reflect.DeepEqual(public, d.state.Round.Public) {
		d.t.Fatalf("version %d: the same moves with other hidden tiles lead to another public state", d.state.Version)
	}
	full, err := domino.Open(d.state.Round.Public, other)
	if err != nil {
		d.t.Fatal(err)
	}
	return swap{h: &table.Hidden{Full: full, Seed: h.Seed}, actor: actor}, true
}

func originalDeal(d *desk, h *table.Hidden) domino.Deal {
	order, err := table.DealParams(d.state, d.state.Round.Dealt.Round).Order(h.Seed)
	if err != nil {
		d.t.Fatal(err)
	}
	dealt, err := domino.NewDeal(d.state.Rules, order)
	if err != nil {
		d.t.Fatal(err)
	}
	return dealt
}

// exchange swaps a tile in another hand, as it was dealt, with one in a third
// hand or deep in the boneyard.
func exchange(d *desk, h *table.Hidden, dealt domino.Deal, actor domino.Seat, r *rand.Rand) (domino.Deal, bool) {
	from := domino.Seat(r.IntN(len(d.state.Seats)))
	to := domino.Seat(r.IntN(len(d.state.Seats)))
	unseen := func(s domino.Seat) []domino.Tile { return dealt.Hands[s].And(h.Full.Hands[s]).Tiles() }
	if from == actor || len(unseen(from)) == 0 {
		return dealt, false
	}
	mine := pick(r, unseen(from))
	out := dealt
	out.Boneyard = slices.Clone(dealt.Boneyard)
	if to != actor && to != from && len(unseen(to)) > 0 {
		theirs := pick(r, unseen(to))
		out.Hands[from] = out.Hands[from].Without(mine).With(theirs)
		out.Hands[to] = out.Hands[to].Without(theirs).With(mine)
		return out, true
	}
	deep := len(out.Boneyard) - len(h.Full.Boneyard()) + 1
	if d.state.Rules.Draw == domino.DrawNone || deep >= len(out.Boneyard) {
		return dealt, false
	}
	k := deep + r.IntN(len(out.Boneyard)-deep)
	out.Hands[from] = out.Hands[from].Without(mine).With(out.Boneyard[k])
	out.Boneyard[k] = mine
	return out, true
}

func pick(r *rand.Rand, tiles []domino.Tile) domino.Tile { return tiles[r.IntN(len(tiles))] }

// replay judges the round's public moves with another deal; ok is false when
// one of them would not have been legal.
func replay(d *desk, dealt domino.Deal) (p domino.Public, ok bool) {
	start, err := domino.FindStart(d.state.Rules, d.state.Match.Standing, dealt, nil)
	start.Round = d.state.Round.Dealt.Round
	if err != nil || !reflect.DeepEqual(start, d.state.Round.Dealt) {
		return p, false
	}
	p = domino.NewRound(d.state.Rules, d.state.Round.Dealt)
	steps := d.state.Round.Steps
	for len(steps) > 0 {
		f, err := domino.Open(p, dealt)
		if err != nil {
			return p, false
		}
		facts, err := domino.Decide(&f, commandOf(steps[0]))
		if err != nil {
			return p, false
		}
		for _, e := range facts {
			p = domino.Evolve(p, e)
			switch e.(type) {
			case domino.TilePlayed, domino.TileDrawn, domino.TurnPassed:
				steps = steps[1:]
			}
		}
	}
	return p, true
}

func commandOf(s table.Step) domino.Command {
	switch s.Kind {
	case table.StepPlay:
		return domino.Play{Seat: s.Seat, Tile: s.Tile, Spot: s.Spot}
	case table.StepDraw:
		return domino.Draw{Seat: s.Seat}
	}
	return domino.Pass{Seat: s.Seat}
}

// compareSwap sends everything that the actor could send, with both deals.
func compareSwap(t *testing.T, d *desk, x swap, r *rand.Rand) {
	t.Helper()
	one, err := table.View(d.state, d.hidden(), x.actor)
	if err != nil {
		t.Fatal(err)
	}
	two, err := table.View(d.state, x.h, x.actor)
	if err != nil || !reflect.DeepEqual(one, two) {
		t.Fatalf("version %d: the view of seat %d depends on hidden tiles (%v)", d.state.Version, x.actor, err)
	}
	actor := d.seat(int(x.actor))
	commands := []table.Command{table.Draw{}, table.Pass{}, table.Disconnect{}, table.Leave{}, table.ReissueToken{}, table.Timeout{}}
	for range 6 {
		commands = append(commands, table.Play{Tile: domino.Tile(r.IntN(28)), Spot: domino.Spot(r.IntN(8))})
	}
	for _, p := range one.Plays {
		commands = append(commands, table.Play{Tile: p.Tile, Spot: p.Spot})
	}
	requests := []table.Request{}
	for _, c := range commands {
		requests = append(requests, d.request(actor, c))
	}
	if x.actor == d.state.Round.Public.Turn() { // what the table does for it
		late := d.request(rules, table.Timeout{})
		late.Now = d.state.Deadline
		requests = append(requests, late)
	}
	for _, req := range requests {
		c := req.Command
		events, refusal := table.Decide(d.state, d.hidden(), req)
		others, otherRefusal := table.Decide(d.state, x.h, req)
		if !reflect.DeepEqual(concealed(events), concealed(others)) || !reflect.DeepEqual(refusal, otherRefusal) {
			t.Fatalf("version %d, seat %d: %T %+v depends on hidden tiles:\n%+v %v\n%+v %v",
				d.state.Version, x.actor, c, c, events, refusal, others, otherRefusal)
		}
	}
}

// concealed is the events without what the end of a round reveals.
func concealed(events []table.Event) []table.Event {
	out := slices.Clone(events)
	for i, e := range out {
		if ended, ok := e.(table.RoundEnded); ok {
			ended.Hands, ended.Boneyard, ended.Pips = nil, nil, nil
			out[i] = ended
		}
	}
	return out
}

func TestARejectionTellsOnlyTheSeatOnTurnWhatWouldBeLegalAndNeverInItsText(t *testing.T) {
	d := after(1)(t)
	for seat, want := range [][]string{{}, {"5-0 R"}} {
		_, err := d.try(d.seat(seat), play(6, 6, domino.Unnamed))
		move, ok := errors.AsType[*table.IllegalMove](err)
		if !ok || !slices.Equal(move.Legal(), want) {
			t.Errorf("seat %d: %v", seat, err)
		}
		if text := err.Error(); text != "seat 0: not_your_turn: another seat is on turn" && text != "seat 1: not_in_hand: the seat does not hold the tile" {
			t.Errorf("seat %d: %q", seat, text)
		}
	}
}

func TestHiddenRefusesToBePrinted(t *testing.T) {
	h := dealtTable(t).hidden()
	for _, text := range []string{fmt.Sprint(h), fmt.Sprintf("%+v", *h), fmt.Sprintf("%#v", h), fmt.Sprintf("%x", *h)} {
		if text != "hidden(withheld)" {
			t.Errorf("printed %q", text)
		}
	}
	k := h.Known()
	for _, text := range []string{fmt.Sprint(k), fmt.Sprintf("%+v", *k), fmt.Sprintf("%#v", k), fmt.Sprintf("%x", *k)} {
		if text != "deal(withheld)" {
			t.Errorf("printed %q", text)
		}
	}
}
