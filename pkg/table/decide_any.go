package table

import (
	"strconv"

	"tranca.example/pkg/domino"
)

// any judges what may happen in every phase.
func (j *judge) any() ([]Event, error) {
	switch c := j.Command.(type) {
	case Leave:
		i, _ := j.me()
		return j.leaves(i)
	case Disconnect:
		return j.disconnect()
	case Return:
		return j.comeBack()
	case ReissueToken:
		i, seat := j.me()
		return []Event{SeatTokenIssued{Seat: i, Gen: seat.Gen + 1}}, nil
	case Timeout:
		return j.timeout(c)
	case TakeOver:
		return j.takeOver(c)
	case Void:
		return j.void(c)
	case Freeze:
		return j.freeze(c)
	case Thaw:
		return j.thaw()
	default:
		return nil, refuse(UnknownCommand)
	}
}

// leaves gives the seat up: before and after a match it is free for others, in
// a match a bot takes over, or the match is forfeit.
func (j *judge) leaves(i domino.Seat) ([]Event, error) {
	left := SeatLeft{Seat: i}
	switch {
	case j.Phase.inMatch() && j.Options.BotPolicy != NoBots:
		return []Event{left, j.takenOver(i, ByLeave)}, nil
	case j.Phase.inMatch():
		return j.forfeits(i)
	case j.Phase == PhaseFinished && len(j.Rematch) > 0 && j.allWantRematch(j.Rematch, i):
		return []Event{left, j.reopened()}, nil
	}
	return []Event{left}, nil
}

// forfeits ends the round, or the match, of a side that has left for good.
// While a round is scored, scoring ends the match itself.
func (j *judge) forfeits(i domino.Seat) ([]Event, error) {
	switch j.Phase {
	case PhaseDealing:
		return []Event{SeatLeft{Seat: i}, j.forfeited(i)}, nil
	case PhasePlaying:
		facts, err := j.inRound(domino.Forfeit{Seat: i}, 0)
		if err != nil {
			return nil, err
		}
		return append([]Event{SeatLeft{Seat: i}}, facts...), nil
	default:
		return []Event{SeatLeft{Seat: i}}, nil
	}
}

func (j *judge) takenOver(i domino.Seat, by string) Event {
	seat := j.Seats[i]
	policy := j.Options.BotPolicy
	if policy == NoBots {
		policy = BotPolicies()[0]
	}
	return SeatTakenOver{
		Seat: i, From: seat.Player, To: botName(policy, i, seat.Gen+1),
		Kind: SeatBot, Policy: policy, Gen: seat.Gen + 1, Actor: by,
	}
}

func (j *judge) disconnect() ([]Event, error) {
	i, seat := j.me()
	if seat.Away || seat.Kind == SeatBot {
		return nil, j.granted()
	}
	e := SeatDisconnected{Seat: i}
	if !j.State.Frozen {
		e.GraceUntil = j.in(j.Options.Grace)
	}
	return []Event{e}, nil
}

func (j *judge) comeBack() ([]Event, error) {
	i, seat := j.me()
	if !seat.Away {
		return nil, j.granted()
	}
	return []Event{SeatReturned{Seat: i}}, nil
}

// timeout acts on the deadline of the phase or turn.
func (j *judge) timeout(c Timeout) ([]Event, error) {
	switch {
	case c.Version != 0 && c.Version < j.TurnVersion:
		return nil, &Stale{Current: j.State.Version}
	case j.Deadline == 0:
		return nil, refuse(NoDeadline)
	case j.Phase == PhaseDealing:
		return j.revealTimeout()
	case j.Phase == PhasePlaying:
		return j.turnRunsOut()
	}
	if e, err := j.due(j.Deadline, j.State.Overdue, j.phaseLimit()); e != nil || err != nil {
		return e, err
	}
	return []Event{TableClosed{Reason: ByIdleness}}, nil
}

// phaseLimit is a fresh limit of the phase's deadline, but for playing's.
func (j *judge) phaseLimit() Millis {
	switch j.Phase {
	case PhaseOpen, PhaseFinished:
		return j.Options.IdleLimit
	case PhaseDealing:
		if j.Match.RevealBy != 0 {
			return j.Options.RevealLimit
		}
	case PhaseNone, PhasePlaying, PhaseScoring, PhaseClosed:
	}
	return 0
}

// due refuses to act before a deadline, and grants a fresh limit once when it
// is handled late. Both results are nil when it is time to act.
func (j *judge) due(at Time, compensated bool, limit Millis) ([]Event, error) {
	if j.Now < at {
		return nil, j.notDue(at)
	}
	if !compensated && j.Now > at+Time(LateAfter) {
		return []Event{ClockCompensated{Deadline: j.in(limit)}}, nil
	}
	return nil, nil
}

func (j *judge) notDue(at Time) error {
	return refuse(NotDue, "at", strconv.FormatInt(int64(at), 10))
}

// takeOver gives the seat of somebody who stayed away to a bot, or frees it
// when no match runs. An operator may do so at once.
func (j *judge) takeOver(c TakeOver) ([]Event, error) {
	seat := j.at(c.Seat)
	if seat == nil {
		return nil, noSeat(j.State, c.Seat)
	}
	if seat.Kind != SeatPlayer {
		return nil, refuse(NotAway, "seat", strconv.Itoa(int(c.Seat)))
	}
	if j.Actor.Kind == ActorOperator {
		return j.replaced(c.Seat, ByOperator)
	}
	switch {
	case !seat.Away || seat.GraceUntil == 0:
		return nil, refuse(NotAway, "seat", strconv.Itoa(int(c.Seat)))
	case j.Now < seat.GraceUntil:
		return nil, j.notDue(seat.GraceUntil)
	case !seat.GraceOverdue && j.Now > seat.GraceUntil+Time(LateAfter):
		return []Event{ClockCompensated{Grace: j.in(j.Options.Grace)}}, nil
	}
	return j.replaced(c.Seat, ByGrace)
}

// replaced is leaving, but not of one's own will.
func (j *judge) replaced(i domino.Seat, by string) ([]Event, error) {
	if j.Phase.inMatch() && j.Options.BotPolicy != NoBots {
		return []Event{j.takenOver(i, by)}, nil
	}
	return j.leaves(i)
}

// void closes the table without a result; a running round is revealed first.
func (j *judge) void(c Void) ([]Event, error) {
	voided := TableVoided{Reason: c.Reason}
	switch {
	case j.Phase != PhasePlaying:
		return []Event{voided}, nil
	case j.hidden == nil:
		return append(j.lost(c.Reason), voided), nil
	}
	facts, err := j.annulled(c.Reason)
	if err != nil {
		return nil, err
	}
	return append(facts, voided), nil
}

func (j *judge) freeze(c Freeze) ([]Event, error) {
	if j.State.Frozen {
		return nil, j.granted()
	}
	return []Event{TableFrozen{Reason: c.Reason, BankUsed: j.used()}}, nil
}

func (j *judge) thaw() ([]Event, error) {
	if !j.State.Frozen {
		return nil, refuse(NotFrozen)
	}
	e := TableThawed{Deadline: j.in(j.phaseLimit()), Grace: j.in(j.Options.Grace)}
	if j.Phase == PhasePlaying {
		e.Deadline, e.LimitEnd = j.freshClock()
	}
	return []Event{e}, nil
}
