package tablehost_test

import (
	"context"
	"testing"
	"time"

	"tranca.example/pkg/domino"
	"tranca.example/pkg/domino/deal"
	"tranca.example/pkg/table"
)

// known is an opener that knows the root of every match.
type known struct{ root deal.Seed }

func (k known) Open(_ context.Context, s table.State) (*table.Hidden, error) {
	seed, err := deal.RoundSeed(k.root, s.Round.Dealt.Round)
	if err != nil {
		return nil, err
	}
	return table.OpenRound(s, seed)
}

func TestAMoveIsChargedUntilItArrivedHoweverLongItWaited(t *testing.T) {
	w := newWorld(t)
	w.accepted(w.request(key(alice), table.OpenTable{
		ID: w.id.String(), Preset: "classic.draw", Options: table.Options{TurnLimit: 10_000, TimeBank: 30_000},
	}))
	tokens := map[domino.Seat]string{}
	for i, k := range []string{alice, bob} {
		tokens[domino.Seat(i)] = w.accepted(w.request(key(k), table.Sit{Seat: domino.Seat(i), Player: k[:1]})).SeatToken
	}
	for _, tok := range tokens {
		w.accepted(w.request(seatToken(tok), table.Ready{}))
	}
	w.dealt()
	rules := w.host(table.Rules, known{deal.Seed{1}})
	dealt := w.now
	w.now = dealt.Add(10_200 * time.Millisecond)
	if err := rules.React(t.Context(), w.id, 0, nil); err != nil {
		t.Fatal(err)
	}
	s, err := rules.LastState(t.Context(), w.id)
	if err != nil || !s.BankRuns {
		t.Fatalf("the bank is not opened: %+v, %v", s.Options, err)
	}
	h, err := known{deal.Seed{1}}.Open(t.Context(), s)
	if err != nil {
		t.Fatal(err)
	}
	turn := h.Full.Turn()
	move := h.Full.Default().(domino.Play)
	r := w.request(seatToken(tokens[turn]), table.Play{Tile: move.Tile, Spot: move.Spot})
	r.Arrived = table.Time(dealt.Add(13 * time.Second).UnixMilli())
	w.now = dealt.Add(20 * time.Second)
	reply, err := rules.Command(t.Context(), r)
	if err != nil {
		t.Fatal(err)
	}
	if s, err = rules.State(t.Context(), w.id, reply.Version); err != nil || s.Bank(turn) != 27_000 {
		t.Fatalf("got %+v, %v; want 27000 left", s, err)
	}
}
