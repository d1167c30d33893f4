package table_test

import (
	"fmt"
	"math/rand/v2"
	"reflect"
	"slices"
	"testing"

	"tranca.example/pkg/domino"
	"tranca.example/pkg/domino/deal"
	"tranca.example/pkg/table"
)

// crowd plays whole matches with noise: wrong actors, stale versions, repeats,
// leavers, take-overs, lost connections, time-outs, freezes, annulments.
type crowd struct {
	*desk
	r    *rand.Rand
	last table.Request // accepted last, to be repeated
	at   uint32        // version of the answer to it
}

// everyTable runs f for every preset and number of seats, and once for each
// that can have it with four arms on the opening double (C-08).
func everyTable(t *testing.T, f func(t *testing.T, preset string, knobs map[string]string, seats int)) {
	for _, preset := range domino.Presets() {
		seats, err := domino.PresetSeats(preset)
		if err != nil {
			t.Fatal(err)
		}
		for _, n := range seats {
			knobs := map[string]string{"seats": fmt.Sprint(n)}
			t.Run(fmt.Sprintf("%s with %d seats", preset, n), func(t *testing.T) { f(t, preset, knobs, n) })
		}
		knobs, n := map[string]string{"seats": fmt.Sprint(seats[0]), "spinner": "opening_double"}, seats[0]
		if _, err := domino.NewRules(preset, knobs); err == nil {
			t.Run(fmt.Sprintf("%s with %d seats and four arms", preset, n), func(t *testing.T) { f(t, preset, knobs, n) })
		}
	}
}

func TestT14E49FoldOfTheLogIsTheLiveStateInNoisyMatches(t *testing.T) {
	everyTable(t, func(t *testing.T, preset string, knobs map[string]string, seats int) {
		for game := range uint64(4) {
			c := &crowd{desk: newDesk(t), r: rand.New(rand.NewPCG(game, uint64(seats)))}
			c.root = deal.Seed{byte(game), byte(seats), 3}
			c.openNoisy(preset, knobs, seats)
			c.run(4000)
			if c.state.Phase != table.PhaseFinished && c.state.Phase != table.PhaseClosed {
				t.Fatalf("game %d did not end: %s at version %d", game, c.state.Phase, c.state.Version)
			}
			checkFold(t, c.log)
			checkFacts(t, c.log)
			checkClocks(t, c.log)
		}
	})
}

// request is sometimes one that waited for a while, or says so.
func (c *crowd) request(a table.Actor, cmd table.Command) table.Request {
	req := c.desk.request(a, cmd)
	if c.r.IntN(3) == 0 {
		req.Arrived = c.now - table.Time(c.r.IntN(20_000)-2000)
	}
	return req
}

func (c *crowd) openNoisy(preset string, knobs map[string]string, seats int) {
	o := table.Options{}
	switch c.r.IntN(3) {
	case 0:
		o.TurnLimit = 10_000
	case 1:
		o = randomClock(c.r)
	}
	o.RevealLimit, o.Grace, o.BotPolicy = 5000, table.Millis(c.r.IntN(2))*8000, "greedy"
	o.Intermission, o.IdleLimit = 100, 3_600_000
	c.open(preset, knobs, o)
	for _, i := range c.r.Perm(seats) { // T-18: seats are taken in any order
		if c.r.IntN(4) == 0 {
			c.do(key(0), table.AddBot{Seat: domino.Seat(i), Policy: "random"})
			continue
		}
		c.do(key(i), table.Sit{Seat: domino.Seat(i), Player: player(i)})
	}
}

// run takes steps until the match is over, or the table is.
func (c *crowd) run(steps int) {
	for range steps {
		if c.state.Phase == table.PhaseFinished || c.state.Phase == table.PhaseClosed {
			return
		}
		if c.r.IntN(3) == 0 {
			c.noise()
			continue
		}
		c.now += table.Time(c.r.IntN(300))
		c.progress()
	}
}

// progress does one thing that the table waits for.
func (c *crowd) progress() {
	switch {
	case c.state.Frozen:
		c.must(operator, table.Thaw{})
	case c.state.Phase == table.PhaseOpen:
		c.getReady()
	case c.state.Phase == table.PhasePlaying:
		c.must(c.randomMove(c.r))
	default:
		c.due()
	}
}

func (c *crowd) getReady() {
	for i, seat := range c.state.Seats {
		switch {
		case seat.Kind == table.SeatEmpty && c.state.SeatOf(keyHash(i)) == domino.NoSeat:
			c.must(key(i), table.Sit{Seat: domino.Seat(i), Player: player(i)})
			return
		case seat.Kind == table.SeatEmpty:
			c.must(key(0), table.AddBot{Seat: domino.Seat(i), Policy: "random"})
			return
		case !seat.Ready:
			r := table.Ready{}
			if c.r.IntN(2) == 0 {
				r.ClientCommit = c.commitOf(i)
			}
			c.must(c.seat(i), r)
			return
		}
	}
	c.must(key(0), table.ChangeSettings{Preset: c.state.Rules.Preset, Knobs: c.state.Rules.Overrides(), Options: c.state.Options})
	c.must(key(0), table.Close{}) // bots alone are left
}

// due does the first task of the agenda at its time.
func (c *crowd) due() {
	d, ok := table.NextDue(c.state)
	if !ok {
		c.t.Fatalf("version %d: phase %s waits for nothing", c.state.Version, c.state.Phase)
	}
	switch d.Task {
	case table.TaskCommitDeal:
		c.must(dealer, c.commitDeal())
	case table.TaskDealRound:
		c.now = max(c.now, d.At)
		c.must(dealer, c.dealRound())
	case table.TaskCancelStart:
		c.reveal(d)
	default:
		c.now = max(c.now, d.At)
		cmd, _ := d.Command()
		c.must(service(d.Owner), cmd)
	}
}

// reveal shows the next seed, sometimes a wrong one, sometimes too late.
func (c *crowd) reveal(d table.Due) {
	for i, seat := range c.state.Seats {
		if seat.ClientCommit == (table.Hash{}) || seat.ClientSeed != nil {
			continue
		}
		if seat.Kind == table.SeatBot || c.r.IntN(8) == 0 {
			c.now = max(c.now, d.At)
			c.must(dealer, table.CancelStart{})
			return
		}
		seed := clientSeed(i)
		if c.r.IntN(12) == 0 {
			seed = seed[:4]
		}
		c.must(c.seat(i), table.Reveal{Seed: seed})
		return
	}
}

func (c *crowd) must(a table.Actor, cmd table.Command) {
	c.t.Helper()
	req := c.request(a, cmd)
	if _, err := c.send(req); err != nil {
		c.t.Fatalf("version %d, %s: %T by %+v: %v", c.state.Version, c.state.Phase, cmd, a, err)
	}
	c.last, c.at = req, c.state.Version
}

// noise sends something that may be refused, or changes nothing of the game.
func (c *crowd) noise() {
	seat := c.seat(c.r.IntN(len(c.state.Seats)))
	wrong := seat
	wrong.Gen++
	switch c.r.IntN(14) {
	case 0:
		c.maybe(seat, table.Disconnect{})
	case 1:
		c.maybe(seat, table.Return{})
	case 2:
		c.refused(wrong, table.Pass{})
	case 3:
		c.refused(key(99), table.Close{})
	case 4:
		c.repeat()
	case 5:
		c.stale(seat)
	case 6:
		c.maybe(seat, table.ReissueToken{})
	case 7:
		c.maybe(rules, table.Timeout{})
		c.now += table.Time(c.r.IntN(4000))
	case 8:
		c.maybe(service(c.state.Phase.Owner()), table.TakeOver{Seat: seat.Seat})
	case 9:
		c.maybe(seat, table.Draw{})
	case 10:
		c.maybe(seat, table.Play{Tile: domino.Tile(c.r.IntN(30)), Spot: domino.Spot(c.r.IntN(6))})
	default:
		c.rareNoise(seat)
	}
}

func (c *crowd) rareNoise(seat table.Actor) {
	if c.r.IntN(6) != 0 {
		return
	}
	switch c.r.IntN(6) {
	case 0:
		c.maybe(seat, table.Leave{})
	case 1:
		c.maybe(operator, table.Freeze{Reason: "look"})
	case 2:
		c.maybe(operator, table.Annul{Reason: "doubt"})
	case 3:
		c.maybe(operator, table.TakeOver{Seat: seat.Seat})
	case 4:
		c.maybe(scoring, table.Score{})
	case 5:
		c.maybe(seat, table.MoveSeat{To: domino.Seat(c.r.IntN(len(c.state.Seats)))})
	}
}

func (c *crowd) maybe(a table.Actor, cmd table.Command) {
	req := c.request(a, cmd)
	if _, err := c.send(req); err == nil {
		c.last, c.at = req, c.state.Version
	}
}

func (c *crowd) refused(a table.Actor, cmd table.Command) {
	c.t.Helper()
	if events, err := c.try(a, cmd); err == nil {
		c.t.Fatalf("version %d: %T by %+v was accepted: %+v", c.state.Version, cmd, a, events)
	}
}

// repeat sends the last accepted command again (E-48).
func (c *crowd) repeat() {
	if c.last.Actor.Kind == table.ActorService || c.last.Command == nil {
		return
	}
	_, err := table.Decide(c.state, c.hidden(), c.last)
	if !answered(err) {
		c.t.Fatalf("version %d: repeat of %T: %v", c.state.Version, c.last.Command, err)
	}
	if got := err.(*table.AlreadyAnswered).Version; got > c.at {
		c.t.Fatalf("repeat of %T: answered at %d, was %d", c.last.Command, got, c.at)
	}
}

func (c *crowd) stale(seat table.Actor) {
	if c.state.TurnVersion < 2 || c.state.Seats[seat.Seat].Kind == table.SeatEmpty {
		return
	}
	req := c.request(seat, table.Pass{})
	req.Expected = c.state.TurnVersion - 1
	_, err := table.Decide(c.state, c.hidden(), req)
	if want := (&table.Stale{Current: c.state.Version}); !reflect.DeepEqual(err, want) {
		c.t.Fatalf("expected version %d of %d: %v, want %v", req.Expected, c.state.TurnVersion, err, want)
	}
}

// checkFold folds the log anew and compares the state after every commit: it
// finds facts that no event carries, and states that were changed afterwards.
func checkFold(t testing.TB, log []table.Commit) {
	t.Helper()
	checkFoldEvery(t, log, 1)
}

// checkFoldEvery compares the last state and every n-th one before it.
func checkFoldEvery(t testing.TB, log []table.Commit, n int) {
	t.Helper()
	var s table.State
	for i, c := range log {
		if owner := s.Phase.Owner(); c.Writer != owner {
			t.Fatalf("version %d was written by %s in a phase of %s", c.Version, c.Writer, owner)
		}
		live := c.State
		c.State = table.State{}
		s = table.Apply(s, c)
		if int(s.Version) != i+1 {
			t.Fatalf("commit %d has version %d", i+1, s.Version)
		}
		if (i+1 == len(log) || i%n == 0) && !reflect.DeepEqual(s, live) {
			t.Fatalf("version %d: fold and live state differ after %+v:\nfold %+v\nlive %+v", c.Version, c.Events, s, live)
		}
	}
}

// facts is what a whole log adds up to.
type facts struct {
	sums   map[string][]int // points by match and side
	match  string
	rounds uint32
	ended  int
}

func checkFacts(t testing.TB, log []table.Commit) {
	t.Helper()
	f := facts{sums: map[string][]int{}}
	for _, c := range log {
		for _, e := range c.Events {
			f.check(t, c, e)
		}
	}
	if last := log[len(log)-1].State; last.Match != nil && last.Match.Round > 0 {
		if got := last.Match.Standing.Totals; !slices.Equal(got, f.sums[last.Match.ID]) {
			t.Fatalf("totals %v, the rounds add up to %v", got, f.sums[last.Match.ID])
		}
	}
}

func (f *facts) check(t testing.TB, c table.Commit, e table.Event) {
	t.Helper()
	switch e := e.(type) {
	case table.MatchStarted:
		f.match, f.rounds = e.MatchID, 0
		f.sums[f.match] = make([]int, c.State.Rules.Sides())
	case table.RoundDealt:
		if e.Round != f.rounds+1 {
			t.Fatalf("round %d follows %d", e.Round, f.rounds)
		}
		f.rounds = e.Round
	case table.RoundEnded:
		m := c.State.Match
		if !deal.InChain(deal.Seed(e.Seed), f.rounds, deal.Hash(m.Tip)) || m.PrevSeed != table.Hash(e.Seed) {
			t.Fatalf("round %d of %s: the revealed seed is not in the chain", f.rounds, f.match)
		}
		f.verifyDeal(t, c.State, e)
	case table.RoundScored:
		for side, p := range e.Score.Breakdown {
			f.sums[f.match][side] += p
		}
	case table.MatchEnded:
		f.ended++
		if len(e.Winners) == 0 || len(e.Places) != c.State.Rules.Sides() {
			t.Fatalf("match ended without winners or places: %+v", e)
		}
	}
}

// verifyDeal recomputes the whole deal from what the log reveals.
func (f *facts) verifyDeal(t testing.TB, s table.State, e table.RoundEnded) {
	t.Helper()
	params := table.DealParams(s, s.Round.Dealt.Round)
	order, err := params.Order(deal.Seed(e.Seed))
	if err != nil {
		t.Fatal(err)
	}
	var all domino.Set
	for _, h := range e.Hands {
		all = all.Or(h)
	}
	for _, b := range e.Boneyard {
		all = all.With(b)
	}
	all = all.Or(s.Round.Public.Played())
	if all.Len() != len(order) {
		t.Fatalf("the round reveals %d tiles of %d", all.Len(), len(order))
	}
}
