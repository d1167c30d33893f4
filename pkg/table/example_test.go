package table_test

import (
	"reflect"
	"testing"

	"tranca.example/pkg/domino"
	"tranca.example/pkg/table"
)

// example is one given/when/then: exactly these events, or exactly this error.
type example struct {
	name  string
	given func(t *testing.T) *desk
	when  func(d *desk) (table.Actor, table.Command)
	then  []table.Event
	err   error
}

func run(t *testing.T, examples []example) {
	t.Helper()
	for _, x := range examples {
		t.Run(x.name, func(t *testing.T) {
			d := x.given(t)
			before := d.state
			actor, command := x.when(d)
			events, err := d.try(actor, command)
			if !reflect.DeepEqual(err, x.err) {
				t.Fatalf("error %#v, want %#v", err, x.err)
			}
			if !reflect.DeepEqual(events, x.then) {
				t.Fatalf("events\n%+v, want\n%+v", events, x.then)
			}
			if !reflect.DeepEqual(d.state, before) {
				t.Fatal("deciding changed the state")
			}
			if err == nil {
				d.do(actor, command) // what was decided can be folded
				checkFold(t, d.log)
			}
		})
	}
}

// as lets a fixed actor speak.
func as(a table.Actor, c table.Command) func(*desk) (table.Actor, table.Command) {
	return func(*desk) (table.Actor, table.Command) { return a, c }
}

// at lets the holder of a seat speak.
func at(seat int, c table.Command) func(*desk) (table.Actor, table.Command) {
	return func(d *desk) (table.Actor, table.Command) { return d.seat(seat), c }
}

func refused(why table.Why, details ...string) error {
	r := &table.Refused{Why: why}
	for i := 0; i < len(details); i += 2 {
		if r.Details == nil {
			r.Details = map[string]string{}
		}
		r.Details[details[i]] = details[i+1]
	}
	return r
}

func notAllowed(why table.Why, seat domino.Seat) error {
	return &table.NotAllowed{Why: why, Seat: seat}
}

func wrongPhase(p table.Phase) error { return &table.WrongPhase{Phase: p, Owner: p.Owner()} }

func granted(version uint32) error { return &table.AlreadyAnswered{Version: version} }

// Tables to start from. All have two seats and every limit set.
var limits = table.Options{
	TurnLimit: 10_000, Intermission: 3000, RevealLimit: 5000, IdleLimit: 60_000, Grace: 20_000, BotPolicy: "greedy",
}

// filledIn is limits as the table keeps them.
func filledIn(o table.Options) table.Options {
	o.Entropy = "crypto"
	return o
}

func noTable(t *testing.T) *desk { return newDesk(t) }

func opened(t *testing.T) *desk {
	return newDesk(t).open("classic.draw", nil, limits)
}

func seatedTable(t *testing.T) *desk { return opened(t).seated() }

// oneReady has seat 1 ready and seat 0 not.
func oneReady(t *testing.T) *desk {
	d := seatedTable(t)
	d.do(d.seat(1), table.Ready{})
	return d
}

func startedTable(t *testing.T) *desk { return seatedTable(t).started() }

// revealing has both seats committed and the dealer bound.
func revealing(t *testing.T) *desk {
	d := seatedTable(t).committed(0, 1)
	d.do(dealer, d.commitDeal())
	return d
}

func dealtTable(t *testing.T) *desk { return startedTable(t).dealt() }

func endedRound(t *testing.T) *desk { return dealtTable(t).finishRound() }

func finished(t *testing.T) *desk { return startedTable(t).finishMatch() }

func closed(t *testing.T) *desk {
	d := opened(t)
	d.do(key(0), table.Close{})
	return d
}

func frozen(given func(*testing.T) *desk) func(*testing.T) *desk {
	return func(t *testing.T) *desk {
		d := given(t)
		d.do(operator, table.Freeze{Reason: "look"})
		return d
	}
}

// later moves the clock after given.
func later(given func(*testing.T) *desk, by table.Millis) func(*testing.T) *desk {
	return func(t *testing.T) *desk {
		d := given(t)
		d.now += table.Time(by)
		return d
	}
}

// with does one more thing after given.
func with(given func(*testing.T) *desk, when func(*desk) (table.Actor, table.Command)) func(*testing.T) *desk {
	return func(t *testing.T) *desk {
		d := given(t)
		d.do(when(d))
		return d
	}
}
