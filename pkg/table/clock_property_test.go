package table_test

import (
	"math/rand/v2"
	"slices"
	"testing"

	"tranca.example/pkg/domino"
	"tranca.example/pkg/domino/deal"
	"tranca.example/pkg/table"
)

// clocks follows the time of a log by its own reckoning.
type clocks struct {
	t      testing.TB
	before table.State
	banks  []table.Millis
	bound  []table.Millis // start and increments
	since  table.Time     // the limit of the turn ends, or the bank was opened
	opened bool
	grants int // in this turn
}

// checkClocks finds a log whose time banks or deadlines do not add up.
func checkClocks(t testing.TB, log []table.Commit) {
	t.Helper()
	k := &clocks{t: t}
	for _, c := range log {
		for _, e := range c.Events {
			k.check(c, e)
		}
		s := c.State
		for i := range k.banks {
			seat := domino.Seat(i)
			if got := s.Bank(seat); got != k.banks[i] || got < 0 || got > k.bound[i] {
				t.Fatalf("version %d: the bank of seat %d is %d, want %d, between 0 and %d", c.Version, i, got, k.banks[i], k.bound[i])
			}
		}
		if s.Phase == table.PhasePlaying && s.LimitEnd != 0 && s.Deadline != s.LimitEnd+table.Time(k.banks[s.Round.Public.Turn()]) {
			t.Fatalf("version %d: the turn ends at %d, its limit at %d, its bank is %d", c.Version, s.Deadline, s.LimitEnd, k.banks[s.Round.Public.Turn()])
		}
		k.before = s
	}
}

func (k *clocks) check(c table.Commit, e table.Event) {
	k.t.Helper()
	switch e := e.(type) {
	case table.MatchStarted:
		k.banks = slices.Repeat([]table.Millis{e.TimeBank}, len(c.State.Seats))
		k.bound = slices.Clone(k.banks)
	case table.RoundDealt:
		k.turn(e.LimitEnd)
	case table.InRound:
		if e.BankUsed != 0 || e.BankAdded != 0 {
			k.charge(c, k.before.Round.Public.Turn(), e.BankUsed, e.BankAdded)
		}
		if e.Deadline != 0 {
			k.turn(e.LimitEnd)
		}
	case table.BankOpened:
		if late := c.At - k.since; late < 0 || k.opened || e.Since != k.since && (late <= table.Time(table.LateAfter) || e.Since != c.At) {
			k.t.Fatalf("version %d at %d: %+v; the limit ended at %d", c.Version, c.At, e, k.since)
		}
		k.since, k.opened = e.Since, true
	case table.TurnTimedOut:
		if c.At < k.before.Deadline {
			k.t.Fatalf("version %d: the turn of seat %d ended at %d, before %d", c.Version, e.Seat, c.At, k.before.Deadline)
		}
		k.charge(c, e.Seat, e.BankUsed, 0)
	case table.ClockCompensated:
		if e.Deadline != 0 && k.before.Phase == table.PhasePlaying {
			k.grant(c, e)
		}
	case table.TableFrozen:
		if k.before.Phase == table.PhasePlaying {
			k.charge(c, k.before.Round.Public.Turn(), e.BankUsed, 0)
		}
	case table.TableThawed:
		if c.State.Phase == table.PhasePlaying {
			k.turn(e.LimitEnd)
		}
	}
}

// turn begins a turn, or one anew.
func (k *clocks) turn(limitEnd table.Time) { k.since, k.opened, k.grants = limitEnd, false, 0 }

func (k *clocks) grant(c table.Commit, e table.ClockCompensated) {
	k.t.Helper()
	due := k.before.Deadline
	if k.since != 0 && !k.opened {
		due = k.since
	}
	grants := k.grants + 1
	if c.At <= due+table.Time(table.LateAfter) || grants > 1 {
		k.t.Fatalf("version %d at %d: grant no. %d of a clock that was due at %d", c.Version, c.At, grants, due)
	}
	k.turn(e.LimitEnd)
	k.grants = grants
}

// charge takes no more than there is, and no more than ran.
func (k *clocks) charge(c table.Commit, seat domino.Seat, used, added table.Millis) {
	k.t.Helper()
	ran := table.Millis(0)
	if k.since != 0 {
		ran = max(0, table.Millis(c.At-k.since))
	}
	if used < 0 || used > k.banks[seat] || used > ran || added < 0 {
		k.t.Fatalf("version %d: seat %d is charged %d of %d, %d ms ran", c.Version, seat, used, k.banks[seat], ran)
	}
	k.banks[seat] += added - used
	k.bound[seat] += added
}

// randomClock is a clock with any of its parts.
func randomClock(r *rand.Rand) table.Options {
	o := table.Options{TurnLimit: table.Millis(200 + r.IntN(3000)), BotPolicy: "greedy"}
	for _, part := range []*table.Millis{&o.FirstMove, &o.TimeBank, &o.Increment} {
		if r.IntN(3) > 0 {
			*part = table.Millis(1 + r.IntN(4000))
		}
	}
	return o
}

// While timers come in time and no move waits, every millisecond beyond a limit
// is charged, and none else.
func TestWhatIsChargedIsWhatWasUsedBeyondTheLimits(t *testing.T) {
	opened, out := 0, 0
	for game := range uint64(90) {
		r := rand.New(rand.NewPCG(game, 9))
		d := newDesk(t)
		d.root = deal.Seed{byte(game), 5}
		o := randomClock(r)
		d.open([]string{"classic.draw", "latin.solo", "latin.pairs"}[game%3], nil, o).seated().started().dealt()
		want := slices.Repeat([]table.Millis{o.TimeBank}, len(d.state.Seats))
		for d.state.Phase == table.PhasePlaying {
			seat, began, limit := d.hidden().Full.Turn(), d.now, o.TurnLimit
			if o.FirstMove > 0 && turns(d.state) == 0 {
				limit = o.FirstMove
			}
			bank := want[seat]
			timedOut, itself := d.playTurn(r, began+table.Time(r.Int64N(int64(limit+bank)*5/4)))
			if want[seat] = 0; !timedOut {
				want[seat] = bank - min(bank, max(0, table.Millis(d.now-began)-limit))
			} else {
				out++
			}
			if itself {
				want[seat] += o.Increment
			}
			if got := d.state.Bank(seat); got != want[seat] {
				t.Fatalf("game %d, version %d: seat %d has %d after %d ms of limit %d and bank %d, want %d",
					game, d.state.Version, seat, got, d.now-began, limit, bank, want[seat])
			}
		}
		opened += count[table.BankOpened](d.log)
		checkFold(t, d.log)
		checkClocks(t, d.log)
	}
	if opened < 100 || out < 100 {
		t.Errorf("%d banks were opened, %d turns ran out: too few to tell anything", opened, out)
	}
}

// turns counts the turns of the running round that are over.
func turns(s table.State) (n int) {
	for _, step := range s.Round.Steps {
		if step.Kind != table.StepDraw {
			n++
		}
	}
	return n
}

// playTurn leads through one turn: the timer comes at most LateAfter late, and at
// moveAt the seat ends its turn itself, if it still can.
func (d *desk) playTurn(r *rand.Rand, moveAt table.Time) (timedOut, itself bool) {
	turn := turns(d.state)
	goesOn := func() bool { return d.state.Phase == table.PhasePlaying && turns(d.state) == turn }
	for goesOn() {
		due, ok := table.NextDue(d.state)
		if at := due.At + table.Time(r.Int64N(int64(table.LateAfter)+1)); ok && at <= moveAt {
			d.now = at
			d.do(rules, table.Timeout{})
			timedOut = timedOut || count[table.TurnTimedOut](d.log[len(d.log)-1:]) > 0
			continue
		}
		d.now = max(d.now, moveAt)
		d.do(d.move())
		itself = !goesOn()
	}
	return timedOut, itself
}

// count counts the events of a kind.
func count[E table.Event](log []table.Commit) (n int) {
	for _, c := range log {
		for _, e := range c.Events {
			if _, ok := e.(E); ok {
				n++
			}
		}
	}
	return n
}
