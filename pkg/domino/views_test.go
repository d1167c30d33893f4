package domino_test

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"reflect"
	"strings"
	"testing"

	"tranca.example/pkg/domino"
)

func TestASeatSeesItsHandAndTheTableAndNothingElseE50(t *testing.T) {
	r := rules(t, "classic.draw", "seats", "3")
	rng := rand.New(rand.NewPCG(50, 1))
	for range 100 {
		g := deal(t, r, rng, domino.OpenAny)
		for steps := rng.IntN(25); steps > 0 && g.full.Turn() != domino.NoSeat; steps-- {
			g.play1(choose(&g.full, rng))
		}
		for s := range domino.Seat(3) {
			if twin, ok := swapHidden(g, s, rng); ok && !reflect.DeepEqual(g.full.View(s), twin.View(s)) {
				t.Fatalf("seat %d sees the hidden tiles:\n%+v\n%+v", s, g.full.View(s), twin.View(s))
			}
		}
	}
}

func (g *game) play1(c domino.Command) {
	g.t.Helper()
	if _, err := g.do(c); err != nil {
		g.t.Fatal(err)
	}
}

// swapHidden is another truth that looks the same to seat s: what the others
// hold now and what is left in the boneyard is mixed anew.
func swapHidden(g *game, s domino.Seat, rng *rand.Rand) (*domino.Full, bool) {
	g.t.Helper()
	var hidden []domino.Tile
	for o := range domino.Seat(g.full.Rules().Seats) {
		if o != s {
			hidden = append(hidden, g.full.Hands[o].Tiles()...)
		}
	}
	hidden = append(hidden, g.full.Boneyard()...)
	if _, over := g.full.Over(); over || len(g.full.DrawOrder()) > 0 {
		return nil, false // the boneyard is told, or already partly in hands
	}
	mixed := append([]domino.Tile(nil), hidden...)
	rng.Shuffle(len(mixed), func(i, j int) { mixed[i], mixed[j] = mixed[j], mixed[i] })
	d := g.deal
	for o := range domino.Seat(g.full.Rules().Seats) {
		if o == s {
			continue
		}
		n := g.full.Hands[o].Len()
		d.Hands[o] = d.Hands[o].Minus(g.full.Hands[o]).Or(domino.SetOf(mixed[:n]...))
		mixed = mixed[n:]
	}
	d.Boneyard = mixed
	f, err := domino.Open(g.full.Public, d)
	if err != nil {
		g.t.Fatal(err)
	}
	return &f, true
}

func TestOnlyTheSeatOnTurnSeesWhatItMayDoT17(t *testing.T) {
	g := at(t, rules(t, "classic.draw"), where{board: "6-4", hands: []string{"4-3 1-1", "2-2 6-1"}, boneyard: "5-5"})
	mine, other := g.full.View(0), g.full.View(1)
	if mine.Hand != domino.SetOf(tiles(t, "4-3 1-1")...) || len(mine.Plays(nil)) != 1 || mine.MayDraw || mine.MayPass {
		t.Errorf("seat 0 sees %v, may play %v, draw %v, pass %v", mine.Hand, mine.Plays(nil), mine.MayDraw, mine.MayPass)
	}
	if other.Hand != domino.SetOf(tiles(t, "2-2 6-1")...) || len(other.Plays(nil)) != 0 || other.MayDraw || other.MayPass {
		t.Errorf("seat 1 sees %v, may play %v", other.Hand, other.Plays(nil))
	}
	if nobody := g.full.View(7); !nobody.Hand.Empty() || !nobody.Moves.Empty() || nobody.Turn() != 0 {
		t.Errorf("an unknown seat sees %+v", nobody)
	}
}

func TestTheSeatOnTurnCanAlwaysActT06(t *testing.T) {
	// checkTurn asserts it in every position of every random round; here are the three ways
	for _, c := range []struct {
		name             string
		hand, boneyard   string
		plays            int
		mayDraw, mayPass bool
		timeOut          domino.Command
	}{
		{"a play", "4-3 6-2", "5-5", 2, false, false, domino.Play{Seat: 0, Tile: domino.NewTile(4, 3), Spot: domino.Left}},
		{"a draw", "1-1", "5-5", 0, true, false, domino.Draw{Seat: 0}},
		{"a pass", "1-1", "", 0, false, true, domino.Pass{Seat: 0}},
	} {
		t.Run(c.name, func(t *testing.T) {
			g := at(t, rules(t, "classic.draw"), where{board: "6-4", hands: []string{c.hand, "6-1"}, boneyard: c.boneyard})
			v := g.full.View(0)
			if len(v.Plays(nil)) != c.plays || v.MayDraw != c.mayDraw || v.MayPass != c.mayPass {
				t.Errorf("plays %v, draw %v, pass %v", v.Plays(nil), v.MayDraw, v.MayPass)
			}
			if got := g.full.Default(); got != c.timeOut {
				t.Errorf("a time-out does %v, want %v", got, c.timeOut)
			}
		})
	}
}

func TestARefusalTellsItsSeatAloneWhatIsLegal(t *testing.T) {
	g := at(t, rules(t, "classic.draw"), where{board: "6-4", hands: []string{"4-3 1-1", "2-2 6-1"}, boneyard: "5-5"})
	_, err := domino.Decide(&g.full, domino.Play{Seat: 0, Tile: tile(t, "1-1"), Spot: domino.Right})
	var e *domino.Illegal
	if !errors.As(err, &e) || e.Seat != 0 || e.Tile != tile(t, "1-1") || e.Spot != domino.Right || e.Why != domino.DoesNotFit {
		t.Fatalf("got %+v", err)
	}
	if want := (domino.Play{Seat: 0, Tile: tile(t, "4-3"), Spot: domino.Left}); len(e.Legal) != 1 || e.Legal[0] != want {
		t.Errorf("legal %v", e.Legal)
	}
	if text := err.Error(); text != "seat 0: does_not_fit: the tile matches no open value there" {
		t.Errorf("text %q", text)
	}
	_, err = domino.Decide(&g.full, domino.Play{Seat: 1, Tile: tile(t, "6-1")})
	if !errors.As(err, &e) || e.Legal != nil || e.MayDraw || e.MayPass {
		t.Errorf("seat 1 is told %+v", e)
	}
	if !errors.Is(err, domino.NotYourTurn) || domino.NotYourTurn.Reason() != "not_your_turn" {
		t.Errorf("reason %v", err)
	}
}

func TestEveryReasonSaysWhatWasAllowed(t *testing.T) {
	for _, r := range []domino.Reason{
		domino.UnknownCommand, domino.UnknownSeat, domino.RoundOver, domino.NotYourTurn, domino.UnknownTile, domino.NotInHand,
		domino.MustOpenWith, domino.NoSuchSpot, domino.FootFirst, domino.DoesNotFit, domino.AmbiguousSide, domino.MustPlay,
		domino.MustDraw, domino.CannotDraw, domino.BoneyardEmpty,
	} {
		if code, meaning, ok := strings.Cut(r.Error(), ": "); !ok || code != r.Reason() || meaning == "not legal" {
			t.Errorf("%s: %q", r.Reason(), r.Error())
		}
	}
}

func TestARoundIsAnnulledOrGivenUp(t *testing.T) {
	start := where{board: "6-4", hands: []string{"4-3 0-0", "2-2"}, boneyard: "5-5", by: 1}
	g := at(t, rules(t, "classic.draw", "double_blank_value", "50"), start)
	events, err := g.do(domino.Annul{Reason: "no valid seed"})
	if err != nil || len(events) != 1 {
		t.Fatal(events, err)
	}
	want := domino.RoundEnded{
		End: domino.EndVoid, Closer: 1, Forfeits: domino.NoSeat, Reason: "no valid seed", Pips: []int{57, 4},
		Hands:    []domino.Set{domino.SetOf(tiles(t, "4-3 0-0")...), domino.SetOf(tiles(t, "2-2")...)},
		Boneyard: tiles(t, "5-5"),
	}
	if !reflect.DeepEqual(events[0], want) {
		t.Errorf("annulled: %+v", events[0])
	}
	if e, over := g.full.Over(); !over || !reflect.DeepEqual(e, want) || g.full.Turn() != domino.NoSeat || g.full.Default() != nil {
		t.Errorf("over %v: %+v", over, e)
	}
	if _, err := g.do(domino.Annul{}); !errors.Is(err, domino.RoundOver) {
		t.Errorf("annulled twice: %v", err)
	}
	g = at(t, rules(t, "classic.draw"), start)
	same(t, "events", g.play("1 forfeits"), []string{"forfeit, closer 1, pips [7 4]"})
	if e, _ := g.full.Over(); e.Forfeits != 1 {
		t.Errorf("gave up: %+v", e)
	}
	if _, err := domino.Decide(&g.full, nil); !errors.Is(err, domino.UnknownCommand) {
		t.Errorf("nil command: %v", err)
	}
}

func TestBeforeTheOpeningNobodyHasClosed(t *testing.T) {
	g := at(t, rules(t, "classic.block4"), where{hands: []string{"6-6", "5-5", "4-4", "3-3"}, turn: 2})
	same(t, "events", g.play("0 forfeits"), []string{"forfeit, closer -1, pips [12 10 8 6]"})
}

func TestTheTableKnowsWhatASeatCannotHold(t *testing.T) {
	g := at(t, rules(t, "classic.draw"), where{board: "6-4", hands: []string{"1-1", "2-2 6-1 5-2"}, boneyard: "5-5 6-2 3-3 0-0"})
	void := func(want string) {
		t.Helper()
		if got := fmt.Sprintf("%07b %07b", g.full.Void(0), g.full.Void(1)); got != want {
			t.Errorf("after %d events: void %s, want %s", len(g.log), got, want)
		}
	}
	void("0000000 0000000")
	g.play("0 +") // 5-5 may be anything yet
	void("0000000 0000000")
	g.play("0 +", "0 6-2") // none of 6 and 4 but the tile that was played
	void("1010000 0000000")
	g.play("1 2-2 R", "0 +", "0 +", "0 pass") // ends 4|2: each found nothing
	void("0010100 0000000")
	g.play("1 5-2", "0 5-5") // what is played away adds nothing
	void("0010100 0000000")
	if got := fmt.Sprintf("%07b", g.full.Void(-1)); got != "0000000" {
		t.Errorf("no seat: %s", got)
	}
}
