package domino_test

import (
	"errors"
	"reflect"
	"strings"
	"testing"

	"tranca.example/pkg/domino"
)

// where is a position, or a fresh deal when board is empty: tiles as records
// write them, the board as placements "6-6, 6-4 L".
type where struct {
	board    string
	hands    []string
	boneyard string
	turn     int
	by       int // who placed the whole board
	opening  domino.Opening
	eligible string // pips, such as "640"
}

// game judges a round by commands, as a table does: Decide on a Full that is
// opened anew from the fold after every step.
type game struct {
	t     testing.TB
	deal  domino.Deal
	dealt domino.RoundDealt
	full  domino.Full
	all   domino.Set
	log   []domino.Event
}

// at makes the position. Every tile on the board and in the hands counts as
// drawn before the start, so that any position can be given.
func at(t testing.TB, r *domino.Rules, w where) *game {
	t.Helper()
	g := &game{t: t}
	s := domino.Snapshot{Turn: domino.Seat(w.turn), Dealt: domino.RoundDealt{
		Round: 1, Opener: domino.Seat(w.turn), Opening: w.opening, Eligible: r.Doubles(),
	}}
	if w.eligible != "" {
		s.Dealt.Eligible = 0
		for _, c := range w.eligible {
			s.Dealt.Eligible = s.Dealt.Eligible.With(domino.Pip(c - '0'))
		}
	}
	for text := range strings.SplitSeq(w.board, ",") {
		if words := strings.Fields(text); len(words) > 0 {
			p := domino.Placement{Seat: domino.Seat(w.by), Tile: tile(t, words[0])}
			if len(words) > 1 {
				p.Spot = spot(t, words[1])
			}
			s.Board = append(s.Board, p)
			s.DrawOrder = append(s.DrawOrder, p.Seat)
			g.deal.Boneyard = append(g.deal.Boneyard, p.Tile)
		}
	}
	for seat, hand := range w.hands {
		for _, x := range tiles(t, hand) {
			s.DrawOrder = append(s.DrawOrder, domino.Seat(seat))
			g.deal.Boneyard = append(g.deal.Boneyard, x)
		}
	}
	g.deal.Boneyard = append(g.deal.Boneyard, tiles(t, w.boneyard)...)
	s.Dealt.StartDraws, s.Dealt.BoneyardSize = s.DrawOrder, len(g.deal.Boneyard)
	p, err := domino.Restore(r, s)
	if err != nil {
		t.Fatal(err)
	}
	g.begin(p)
	return g
}

func (g *game) begin(p domino.Public) {
	g.t.Helper()
	f, err := domino.Open(p, g.deal)
	if err != nil {
		g.t.Fatal(err)
	}
	g.full = f
	g.all = domino.SetOf(g.deal.Boneyard...)
	for _, h := range g.deal.Hands {
		g.all = g.all.Or(h)
	}
	checkInvariants(g.t, &g.full, g.all)
}

// do judges a command, folds its events, opens the deal anew, and compares
// that with the same step done in place.
func (g *game) do(c domino.Command) ([]domino.Event, error) {
	g.t.Helper()
	before := g.full
	events, err := domino.Decide(&g.full, c)
	if !reflect.DeepEqual(before, g.full) {
		g.t.Fatalf("Decide(%v) changed the state", c)
	}
	if err != nil {
		return nil, err
	}
	p := g.full.Public
	for _, e := range events {
		p = domino.Evolve(p, e)
	}
	g.log = append(g.log, events...)
	stepped := inPlace(&before, events[0])
	if _, over := p.Over(); !over && !reflect.DeepEqual(before.Public, p) {
		g.t.Fatalf("%v in place gives\n%+v, its fold\n%+v", c, before.Public, p)
	}
	opened, err := domino.Open(p, g.deal)
	if err != nil {
		g.t.Fatal(err)
	}
	if stepped && (before.Hands != opened.Hands || before.Turn() != p.Turn() || before.Ended() != p.Ended()) {
		g.t.Fatalf("%v in place gives hands %v, the log %v", c, before.Hands, opened.Hands)
	}
	g.full = opened
	checkInvariants(g.t, &g.full, g.all)
	return events, nil
}

// inPlace does the step of a play, draw or pass; annulling and giving up have
// none.
func inPlace(f *domino.Full, first domino.Event) bool {
	switch e := first.(type) {
	case domino.TilePlayed:
		f.Place(domino.Move{Tile: e.Tile, Spot: e.Spot})
	case domino.TileDrawn:
		f.Draw()
	case domino.TurnPassed:
		f.Pass()
	default:
		return false
	}
	return true
}

// play does commands as records write them and tells the events in words. A
// command that ends in "! code" must be refused for that reason.
func (g *game) play(script ...string) (told []string) {
	g.t.Helper()
	for _, line := range script {
		text, want, refused := strings.Cut(line, " ! ")
		events, err := g.do(command(g.t, text))
		if refused {
			g.refused(text, err, domino.Reason(want))
			continue
		}
		if err != nil {
			g.t.Fatalf("%q: %v", text, err)
		}
		for _, e := range events {
			told = append(told, tell(e))
		}
	}
	return told
}

func (g *game) refused(text string, err error, want domino.Reason) {
	g.t.Helper()
	var illegal *domino.Illegal
	if !errors.As(err, &illegal) || !errors.Is(err, want) {
		g.t.Fatalf("%q: got %v, want %s", text, err, want)
	}
	mine := illegal.Seat == g.full.Turn() && illegal.Seat != domino.NoSeat
	if mine != (len(illegal.Legal) > 0 || illegal.MayDraw || illegal.MayPass) {
		g.t.Fatalf("%q: %+v tells what seat %d may do, or tells its own seat nothing", text, illegal, g.full.Turn())
	}
}
