package table_test

import (
	"testing"

	"tranca.example/pkg/domino"
	"tranca.example/pkg/table"
)

// moment is something that comes to a turn, in milliseconds from its start.
type moment struct {
	at      table.Time
	play    bool       // of the seat on turn; else the timer
	arrived table.Time // of a play that waited inside our system; 0: at once
}

func timer(at table.Time) moment { return moment{at: at} }

func plays(at table.Time) moment { return moment{at: at, play: true} }

func waited(arrived, at table.Time) moment { return moment{at: at, play: true, arrived: arrived} }

func (m moment) send(d *desk, t0 table.Time) error {
	d.now = t0 + m.at
	req := d.request(rules, table.Timeout{})
	if m.play {
		req = d.request(d.seat(0), play(5, 5, domino.Unnamed))
	}
	if m.arrived != 0 {
		req.Arrived = t0 + m.arrived
	}
	_, err := d.send(req)
	return err
}

// The turn has a limit of 10 s and the seat a bank of 30 s. Whatever fails of
// ours, nobody is charged for time that he could not use.
func TestNobodyPaysForAnOutage(t *testing.T) {
	for _, x := range []struct {
		name    string
		moments []moment
		bank    table.Millis // of seat 0 afterwards
		granted int          // fresh limits
		acted   int          // time-outs
	}{
		{"in time", []moment{plays(9000)}, 30_000, 0, 0},
		{"at the last moment", []moment{plays(10_000)}, 30_000, 0, 0},
		{"just before the timer", []moment{plays(10_250)}, 29_750, 0, 0},
		{"after it", []moment{timer(10_250), plays(10_300)}, 29_700, 0, 0},
		{"well into the bank", []moment{timer(10_250), plays(25_000)}, 15_000, 0, 0},
		{"not at all", []moment{timer(10_250), timer(40_100)}, 0, 0, 1},
		{"too late, but before the timer", []moment{timer(10_250), plays(40_100)}, 0, 0, 0},

		{"an outage within the limit", []moment{waited(3000, 8000)}, 30_000, 0, 0},
		{"a move waits beyond the limit", []moment{waited(9500, 14_500)}, 30_000, 0, 0},
		{"a move waits beyond the limit, the timer is first", []moment{timer(14_500), waited(9500, 14_600)}, 30_000, 1, 0},
		{"the limit ends in an outage", []moment{timer(16_000), plays(20_000)}, 30_000, 1, 0},
		{"the limit ends in an outage, a move is first", []moment{plays(16_000)}, 30_000, 0, 0},
		{"and the fresh limit is used up", []moment{timer(16_000), timer(26_100), plays(30_000)}, 26_000, 1, 0},
		{"and the bank too", []moment{timer(16_000), timer(26_100), timer(56_000)}, 0, 1, 1},

		{"a move waits in the bank", []moment{timer(10_250), waited(20_000, 25_000)}, 20_000, 0, 0},
		{"a move waits beyond the bank", []moment{timer(10_250), waited(39_000, 44_000)}, 1000, 0, 0},
		{"an outage in the bank while the seat thinks", []moment{timer(10_250), plays(36_000)}, 4000, 0, 0},
		{"the bank ends in an outage", []moment{timer(10_250), timer(45_000), plays(50_000)}, 30_000, 1, 0},
		{"the bank ends in an outage, a move is first", []moment{timer(10_250), plays(45_000)}, 30_000, 0, 0},
		{"limit and bank end in one outage", []moment{timer(90_000), plays(95_000)}, 30_000, 1, 0},

		{"a second outage in one turn opens the bank late", []moment{timer(16_000), timer(31_000), plays(36_000)}, 25_000, 1, 0},
		{"a second outage in one turn ends it, free of charge", []moment{timer(16_000), timer(26_100), timer(60_000)}, 30_000, 1, 1},

		{"a stamp from before the turn", []moment{timer(10_250), waited(-5000, 20_000)}, 30_000, 0, 0},
		{"a stamp from the future", []moment{timer(10_250), waited(99_000, 20_000)}, 20_000, 0, 0},
	} {
		t.Run(x.name, func(t *testing.T) {
			o := limits
			o.TimeBank = 30_000
			d := newDesk(t).open("classic.draw", nil, o).seated().started().dealt()
			t0, before := d.now, len(d.log)
			for _, m := range x.moments {
				if err := m.send(d, t0); err != nil {
					t.Fatalf("%+v: %v", m, err)
				}
			}
			granted, acted := count[table.ClockCompensated](d.log[before:]), count[table.TurnTimedOut](d.log[before:])
			if got := d.state.Bank(0); got != x.bank || granted != x.granted || acted != x.acted {
				t.Errorf("bank %d, %d fresh limits, %d time-outs; want %d, %d, %d", got, granted, acted, x.bank, x.granted, x.acted)
			}
			checkFold(t, d.log)
			checkClocks(t, d.log)
		})
	}
}
