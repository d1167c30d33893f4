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
	default:
		return j.officiate()
	}
}

// leaves gives the seat up: before and after a match it is free for others, in
// a match a bot takes over, or the match is forfeit.
func (j *judge) leaves(i domino.Seat) ([]Event, error) {
	left := j.left(i)
	switch {
	case j.Phase.InMatch() && j.Options.BotPolicy != NoBots:
		return []Event{left, j.takenOver(i, ByLeave)}, nil
	case j.Phase.InMatch():
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
		return []Event{j.left(i), j.forfeited(i)}, nil
	case PhasePlaying:
		facts, err := j.inRound(domino.Forfeit{Seat: i}, 0)
		if err != nil {
			return nil, err
		}
		return append([]Event{j.left(i)}, facts...), nil
	default:
		return []Event{j.left(i)}, nil
	}
}

// left says who was behind it, where that was not the holder.
func (j *judge) left(i domino.Seat) Event {
	by, reason := j.verdict()
	return SeatLeft{Seat: i, By: by, Reason: reason}
}

func (j *judge) takenOver(i domino.Seat, by string) Event {
	seat := j.Seats[i]
	policy := j.Options.BotPolicy
	if policy == NoBots {
		policy = BotPolicies()[0]
	}
	author, reason := j.verdict()
	return SeatTakenOver{
		Seat: i, From: seat.Player, To: botName(policy, i, seat.Gen+1),
		Kind: SeatBot, Policy: policy, Gen: seat.Gen + 1, Actor: by, Name: author.Name, Reason: reason,
	}
}

func (j *judge) disconnect() ([]Event, error) {
	i, seat := j.me()
	if seat.Away || seat.Kind == SeatBot {
		return nil, j.granted()
	}
	return []Event{SeatDisconnected{Seat: i, GraceUntil: j.in(j.Options.Grace)}}, nil
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
// when no match runs. An official may do so at once.
func (j *judge) takeOver(c TakeOver) ([]Event, error) {
	seat := j.at(c.Seat)
	if seat == nil {
		return nil, noSeat(j.State, c.Seat)
	}
	if j.official() {
		return j.removed(c)
	}
	if seat.Kind != SeatPlayer {
		return nil, refuse(NotAway, "seat", strconv.Itoa(int(c.Seat)))
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
	if j.Phase.InMatch() && j.Options.BotPolicy != NoBots {
		return []Event{j.takenOver(i, by)}, nil
	}
	return j.leaves(i)
}
