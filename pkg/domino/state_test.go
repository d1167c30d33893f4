package domino_test

import (
	"errors"
	"math/rand/v2"
	"reflect"
	"strings"
	"testing"

	"tranca.example/pkg/domino"
)

func TestADealIsOneBoxSplitInOrder(t *testing.T) {
	r := rules(t, "classic.draw")
	order := domino.FullSet(6)
	d, err := domino.NewDeal(r, order)
	if err != nil {
		t.Fatal(err)
	}
	if d.Hands[0] != domino.SetOf(order[:7]...) || d.Hands[1] != domino.SetOf(order[7:14]...) || !reflect.DeepEqual(d.Boneyard, order[14:]) {
		t.Errorf("deal %+v", d)
	}
	twice := append([]domino.Tile(nil), order...)
	twice[3] = twice[9]
	foreign := append([]domino.Tile(nil), order...)
	foreign[20] = 40
	crowded := *r
	crowded.HandSize = 15
	for name, bad := range map[string]struct {
		rules *domino.Rules
		order []domino.Tile
	}{
		"a tile short": {r, order[1:]}, "a tile twice": {r, twice}, "a tile of a bigger box": {r, foreign},
		"more hands than tiles": {&crowded, order}, "nobody": {&domino.Rules{SetMax: 6, HandSize: 7}, order},
	} {
		if _, err := domino.NewDeal(bad.rules, bad.order); !errors.Is(err, domino.ErrBadDeal) {
			t.Errorf("%s: %v", name, err)
		}
	}
}

func TestOpenRefusesADealOfAnotherRoundAndNamesNoTile(t *testing.T) {
	r := rules(t, "classic.draw")
	rng := rand.New(rand.NewPCG(1, 1))
	g := deal(t, r, rng, domino.OpenAny)
	for range 6 {
		g.play1(choose(&g.full, rng))
	}
	other, short, long, thin := deal(t, r, rng, domino.OpenAny).deal, g.deal, g.deal, g.deal
	short.Boneyard = short.Boneyard[1:]
	long.Hands[0] = long.Hands[0].Or(domino.SetOf(g.deal.Boneyard[13]))
	thin.Hands[0] = thin.Hands[0].Without(thin.Hands[0].Minus(g.full.Played()).First())
	for name, d := range map[string]domino.Deal{"another deal": other, "a short boneyard": short, "a bigger hand": long, "a smaller hand": thin} {
		_, err := domino.Open(g.full.Public, d)
		if !errors.Is(err, domino.ErrBadDeal) || strings.ContainsRune(err.Error(), '-') {
			t.Errorf("%s: %v", name, err)
		}
	}
	tree := rules(t, "chickie", "seats", "2")
	p := domino.NewRound(tree, domino.RoundDealt{Opener: 0, Opening: domino.OpenForced, HandSize: 1, BoneyardSize: 0, Eligible: tree.Doubles()})
	var d domino.Deal
	d.Hands[0], d.Hands[1] = domino.SetOf(tile(t, "6-5")), domino.SetOf(tile(t, "6-6"))
	if _, err := domino.Open(p, d); !errors.Is(err, domino.ErrBadDeal) {
		t.Errorf("an opener without a starting double: %v", err)
	}
}

func TestANewRoundRemembersNothingT33(t *testing.T) {
	r := rules(t, "latin.pairs")
	g := at(t, r, where{board: sixesBeforeHung, hands: []string{"6-1 3-3", "4-0", "4-4", "6-6"}, by: 1})
	g.play("0 6-1 R")
	if g.full.Hung() != domino.PipSet(0).With(6) {
		t.Errorf("hung %b", g.full.Hung())
	}
	p := domino.NewRound(r, domino.RoundDealt{Round: 2, Opener: 3, Opening: domino.OpenDoubleIfAny, HandSize: 7})
	_, _, line := p.Ends()
	_, pending := p.Pending()
	if line || pending || p.Hung() != 0 || p.OpenPips() != 0 || len(p.Board()) != 0 || p.Line() != nil || p.Nodes() != nil ||
		p.Closer() != domino.NoSeat || p.Played() != 0 || p.Void(3) != 0 {
		t.Errorf("new round %+v", p)
	}
	if p.Rules() != r || p.Round() != 2 || p.Turn() != 3 || p.Opener() != 3 || p.Opening() != domino.OpenDoubleIfAny || p.HandSize(0) != 7 ||
		p.HandSize(9) != 0 || p.BoneyardLeft() != 0 || p.Drawable() != 0 || p.Drew() != 0 || p.StartDraws() != 0 || p.Ended() != domino.EndNone {
		t.Errorf("new round %+v", p)
	}
}

func TestStartDrawsAreHandsBeforeTheFirstTurnK06(t *testing.T) {
	r := rules(t, "chickie", "seats", "5")
	p := domino.NewRound(r, domino.RoundDealt{
		Round: 7, Opener: 3, Opening: domino.OpenForced, Eligible: domino.PipSet(0).With(0),
		HandSize: 1, BoneyardSize: 3, StartDraws: []domino.Seat{1, 2, 3},
	})
	d := domino.Deal{Boneyard: tiles(t, "6-5 4-2 0-0")}
	for s, text := range []string{"6-1", "6-2", "6-3", "6-4", "5-1"} {
		d.Hands[s] = domino.SetOf(tile(t, text))
	}
	f, err := domino.Open(p, d)
	if err != nil {
		t.Fatal(err)
	}
	same(t, "E-44: legal", plays(&f), []string{"0-0"})
	if p.HandSize(3) != 2 || p.HandSize(4) != 1 || p.BoneyardLeft() != 0 || p.Drew() != 0 || p.StartDraws() != 3 || p.Void(1) != 0 {
		t.Errorf("hands %d %d, boneyard %d", p.HandSize(3), p.HandSize(4), p.BoneyardLeft())
	}
}

func TestASnapshotOutOfBoundsIsRefused(t *testing.T) {
	r := rules(t, "classic.draw")
	rng := rand.New(rand.NewPCG(4, 9))
	g := deal(t, r, rng, domino.OpenAny)
	for range 12 {
		g.play1(choose(&g.full, rng))
	}
	for name, spoil := range map[string]func(*domino.Snapshot){
		"hand size":              func(s *domino.Snapshot) { s.Dealt.HandSize = -1 },
		"hand or boneyard":       func(s *domino.Snapshot) { s.Dealt.HandSize = 300 },
		"boneyard size":          func(s *domino.Snapshot) { s.Dealt.BoneyardSize = 27 },
		"more draws":             func(s *domino.Snapshot) { s.DrawOrder = make([]domino.Seat, 15) },
		"fewer than start draws": func(s *domino.Snapshot) { s.Dealt.StartDraws = make([]domino.Seat, 14) },
		"drawn this turn":        func(s *domino.Snapshot) { s.Drew = 15 },
		"voids":                  func(s *domino.Snapshot) { s.Void = make([]domino.PipSet, 3) },
		"turn":                   func(s *domino.Snapshot) { s.Turn = 2 },
		"who drew":               func(s *domino.Snapshot) { s.DrawOrder = []domino.Seat{5} },
		"who played":             func(s *domino.Snapshot) { s.Board[0].Seat = 5 },
		"a foreign tile":         func(s *domino.Snapshot) { s.Board[0].Tile = 28 },
		"a tile twice":           func(s *domino.Snapshot) { s.Board[0].Tile = s.Board[1].Tile },
	} {
		s := g.full.Snapshot()
		spoil(&s)
		if _, err := domino.Restore(r, s); !errors.Is(err, domino.ErrBadSnapshot) {
			t.Errorf("%s: %v", name, err)
		}
	}
	if _, err := domino.Restore(&domino.Rules{Seats: 11}, domino.Snapshot{}); !errors.Is(err, domino.ErrBadSnapshot) {
		t.Errorf("eleven seats: %v", err)
	}
}

func TestEvolveIgnoresEventsThatCannotBe(t *testing.T) {
	p := domino.NewRound(rules(t, "chickie"), domino.RoundDealt{HandSize: 5, BoneyardSize: 8})
	for _, e := range []domino.Event{
		domino.TilePlayed{Seat: 9, Tile: 27}, domino.TileDrawn{Seat: -1}, domino.TurnPassed{Seat: 4, Next: 0},
		domino.ChickieCalled{}, domino.FootCompleted{}, domino.DoubleHung{}, nil,
	} {
		if got := domino.Evolve(p, e); !reflect.DeepEqual(got, p) {
			t.Errorf("%T changed the state", e)
		}
	}
}
