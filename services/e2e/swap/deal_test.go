package swap_test

import (
	"context"
	"math/rand/v2"
	"reflect"
	"slices"
	"sync"
	"sync/atomic"
	"testing"

	"github.com/nats-io/nats.go"
	dto "github.com/prometheus/client_model/go"

	"tranca.example/pkg/domino"
	"tranca.example/pkg/records"
	"tranca.example/pkg/secret"
	"tranca.example/pkg/subject"
	"tranca.example/pkg/table"
)

// opener opens rounds as the judge does, but for the tables whose hidden tiles
// are exchanged.
type opener struct {
	seeds     *secret.Store
	reads     atomic.Int64 // of seeds
	mu        sync.Mutex
	exchanged map[string]domino.Deal
}

func newOpener(t *testing.T, conn *nats.Conn) *opener {
	t.Helper()
	return &opener{seeds: secret.New(must(records.New(conn, 0))(t)), exchanged: map[string]domino.Deal{}}
}

func (o *opener) exchange(tableID string, d domino.Deal) {
	o.mu.Lock()
	defer o.mu.Unlock()
	o.exchanged[tableID] = d
}

// Open is what the judge sees of a running round.
func (o *opener) Open(ctx context.Context, s table.State) (*table.Hidden, error) {
	h, err := o.truth(ctx, s)
	if err != nil {
		return nil, err
	}
	o.mu.Lock()
	other, found := o.exchanged[s.ID]
	o.mu.Unlock()
	if !found {
		return h, nil
	}
	full, err := domino.Open(s.Round.Public, other)
	return &table.Hidden{Full: full, Seed: h.Seed}, err
}

func (o *opener) truth(ctx context.Context, s table.State) (*table.Hidden, error) {
	id, err := subject.ParseTableID(s.ID)
	if err != nil {
		return nil, err
	}
	o.reads.Add(1)
	sd, err := o.seeds.Seed(ctx, secret.Deal{Table: id, Match: s.Match.N, Round: s.Round.Dealt.Round})
	if err != nil {
		return nil, err
	}
	return table.OpenRound(s, sd)
}

// dealt is the deal that a round began with.
func dealt(t *testing.T, s table.State, h *table.Hidden) domino.Deal {
	t.Helper()
	order := must(table.DealParams(s, s.Round.Dealt.Round).Order(h.Seed))(t)
	return must(domino.NewDeal(s.Rules, order))(t)
}

// another is a deal under which the same moves are legal up to the state, with
// two tiles exchanged that lie outside the hand of the seat it returns.
func another(t *testing.T, s table.State, h *table.Hidden, r *rand.Rand) (d domino.Deal, outsider domino.Seat, ok bool) {
	t.Helper()
	truth := dealt(t, s, h)
	for range 40 {
		outsider = domino.Seat(r.IntN(len(s.Seats)))
		if d, ok = exchanged(truth, s, h, outsider, r); ok && explains(s, d) {
			return d, outsider, true
		}
	}
	return d, outsider, false
}

// exchanged moves a tile that somebody still holds to another hand, or into the
// boneyard.
func exchanged(truth domino.Deal, s table.State, h *table.Hidden, outsider domino.Seat, r *rand.Rand) (domino.Deal, bool) {
	unseen := func(seat domino.Seat) []domino.Tile { return truth.Hands[seat].And(h.Full.Hands[seat]).Tiles() }
	from, to := domino.Seat(r.IntN(len(s.Seats))), domino.Seat(r.IntN(len(s.Seats)))
	if from == outsider || to == outsider || len(unseen(from)) == 0 {
		return truth, false
	}
	out, mine := truth, unseen(from)[r.IntN(len(unseen(from)))]
	if from == to { // the boneyard instead
		left := len(h.Full.Boneyard())
		if left == 0 {
			return truth, false
		}
		k := len(truth.Boneyard) - 1 - r.IntN(left)
		out.Boneyard = slices.Clone(truth.Boneyard)
		out.Hands[from] = truth.Hands[from].Without(mine).With(truth.Boneyard[k])
		out.Boneyard[k] = mine
		return out, true
	}
	if len(unseen(to)) == 0 {
		return truth, false
	}
	theirs := unseen(to)[r.IntN(len(unseen(to)))]
	out.Hands[from] = truth.Hands[from].Without(mine).With(theirs)
	out.Hands[to] = truth.Hands[to].Without(theirs).With(mine)
	return out, true
}

// explains tells whether the start and all moves so far are legal with a deal,
// and lead to the same public state.
func explains(s table.State, d domino.Deal) bool {
	start, err := domino.FindStart(s.Rules, s.Match.Standing, d, nil)
	start.Round = s.Round.Dealt.Round
	if err != nil || !reflect.DeepEqual(start, s.Round.Dealt) {
		return false
	}
	p := domino.NewRound(s.Rules, s.Round.Dealt)
	for steps := s.Round.Steps; len(steps) > 0; {
		f, err := domino.Open(p, d)
		if err != nil {
			return false
		}
		facts, err := domino.Decide(&f, commandOf(steps[0]))
		if err != nil {
			return false
		}
		for _, e := range facts {
			p = domino.Evolve(p, e)
			switch e.(type) {
			case domino.TilePlayed, domino.TileDrawn, domino.TurnPassed:
				steps = steps[min(1, len(steps)):]
			}
		}
	}
	return reflect.DeepEqual(p, s.Round.Public)
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

// quitter is a seat whose side holds as many pips in both runs, so that they give
// the same points when it gives the match up; false where none does, and where
// nobody may.
func quitter(a, b *game) (domino.Seat, bool) {
	a.t.Helper()
	s, _ := a.state()
	one, other := a.pips(s), b.pips(s)
	for i := range s.Seats {
		seat := domino.Seat(i)
		if side := s.Rules.SideOf(seat); s.Rules.Sides() == 2 && one[side] == other[side] {
			return seat, true
		}
	}
	return domino.NoSeat, false
}

// pips are what the sides hold.
func (g *game) pips(s table.State) []int {
	g.t.Helper()
	h := must(g.opener.Open(g.t.Context(), s))(g.t)
	var all []int
	for i := range s.Seats {
		all = append(all, h.Full.Hands[i].Pips())
	}
	return domino.SidePips(s.Rules, all)
}

func labels(pairs []*dto.LabelPair) string {
	var text string
	for _, p := range pairs {
		text += p.GetName() + "=" + p.GetValue() + " "
	}
	return text
}
