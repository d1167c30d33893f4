package table

import "tranca.example/pkg/domino"

// clock is a turn that begins now: when it ends for good, and when its limit
// ends and the bank begins to run (0 for an empty bank).
func (j *judge) clock(limit, bank Millis) (deadline, limitEnd Time) {
	end := j.in(limit)
	if end == 0 || bank == 0 {
		return end, 0
	}
	return end + Time(bank), end
}

// freshClock gives the running turn its limit anew and leaves the bank alone.
func (j *judge) freshClock() (deadline, limitEnd Time) {
	return j.clock(j.turnLimit(), j.Bank(j.turn()))
}

// endsTurn is a fact that ends a turn: the seat's time bank is charged, and the
// clock of the next one begins.
func (j *judge) endsTurn(f domino.Event, next domino.Seat) Event {
	e := InRound{Event: f}
	if _, timedOut := j.Command.(Timeout); !timedOut { // else TurnTimedOut tells what was used, and nothing is earned
		e.BankUsed, e.BankAdded = j.used(), j.Options.Increment
	}
	if next != domino.NoSeat { // another seat, whose bank is as it was
		e.Deadline, e.LimitEnd = j.clock(j.Options.turnLimit(), j.Bank(next))
	}
	return e
}

// used is what the running turn takes from its seat's time bank if it ends with
// this command. Only time counts in which we were there to end it: when the
// command came so late that its clock should have been acted on long before,
// nothing is charged.
func (j *judge) used() Millis {
	t := j.arrived()
	if j.LimitEnd == 0 || t <= j.LimitEnd || t > j.runsOut()+Time(LateAfter) {
		return 0
	}
	return min(Millis(t-j.LimitEnd), j.Bank(j.turn()))
}

// arrived is when the command reached our system: what it waited inside costs
// nobody time. A stamp from before the turn, from the future or from longer ago
// than anything waits is not believed.
func (j *judge) arrived() Time {
	if j.Arrived == 0 {
		return j.Now
	}
	return min(max(j.Arrived, j.TurnAt, j.Now-Time(MaxWait)), j.Now)
}

// turnRunsOut acts on the end of a turn's limit, or of the time bank after it.
func (j *judge) turnRunsOut() ([]Event, error) {
	at := j.runsOut()
	late := j.Now > at+Time(LateAfter)
	switch {
	case j.Now < at:
		return nil, j.notDue(at)
	case late && !j.Overdue:
		e := ClockCompensated{}
		e.Deadline, e.LimitEnd = j.freshClock()
		return []Event{e}, nil
	case j.LimitEnd != 0 && !j.BankRuns:
		return []Event{j.bankOpened(late)}, nil
	}
	return j.turnTimeout()
}

// bankOpened lets the time bank run from the end of the limit, or from now where
// we come late: nobody pays for that.
func (j *judge) bankOpened(late bool) Event {
	e := BankOpened{Seat: j.turn(), Since: j.LimitEnd}
	if late {
		e.Since = j.Now
	}
	e.Deadline = e.Since + Time(j.Bank(e.Seat))
	return e
}
