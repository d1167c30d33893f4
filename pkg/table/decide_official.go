package table

import (
	"strconv"
	"strings"
	"unicode/utf8"
)

// officiate judges what referees and operators decide about a table.
func (j *judge) officiate() ([]Event, error) {
	if _, reason := j.verdict(); !sayable(reason) {
		return nil, unsayable()
	}
	switch c := j.Command.(type) {
	case RevokeToken:
		return j.revoke(c)
	case Void:
		return j.void(c)
	case Freeze:
		return j.freeze(c)
	case Thaw:
		return j.thaw(c)
	default:
		return nil, refuse(UnknownCommand)
	}
}

func sayable(reason string) bool {
	return len(reason) <= MaxReasonBytes && utf8.ValidString(reason) && !strings.ContainsFunc(reason, unprintable)
}

func unsayable() error {
	return refuse(Malformed, "field", "reason", "want", "at most "+strconv.Itoa(MaxReasonBytes)+" bytes of printable text")
}

// author is who speaks, where that is nobody of the table.
func (j *judge) author() Author {
	switch j.Actor.Kind {
	case ActorOperator:
		return Author{Kind: ByOperator, Name: j.Actor.Name}
	case ActorReferee:
		return Author{Kind: ByReferee, Name: j.Actor.Name}
	case ActorService:
		return Author{Kind: ByService, Name: string(j.Actor.Service)}
	case ActorKey, ActorSeat:
	}
	return Author{}
}

// verdict is which official decided, and why; both are empty for everybody else.
func (j *judge) verdict() (by Author, reason string) {
	if !j.official() {
		return by, ""
	}
	switch c := j.Command.(type) {
	case TakeOver:
		reason = c.Reason
	case RevokeToken:
		reason = c.Reason
	case Void:
		reason = c.Reason
	case Freeze:
		reason = c.Reason
	case Thaw:
		reason = c.Reason
	default: // no other command is an official's
	}
	return j.author(), reason
}

// removed takes a player's seat away by an official's word.
func (j *judge) removed(c TakeOver) ([]Event, error) {
	if !sayable(c.Reason) {
		return nil, unsayable()
	}
	if j.at(c.Seat).Kind != SeatPlayer {
		return nil, refuse(NoPlayerThere, "seat", strconv.Itoa(int(c.Seat)))
	}
	return j.replaced(c.Seat, j.author().Kind)
}

// revoke makes a player's tokens void. Who holds the seat gets a new one with what
// the seat was taken with.
func (j *judge) revoke(c RevokeToken) ([]Event, error) {
	seat := j.at(c.Seat)
	if seat == nil {
		return nil, noSeat(j.State, c.Seat)
	}
	if seat.Kind != SeatPlayer {
		return nil, refuse(NoPlayerThere, "seat", strconv.Itoa(int(c.Seat)))
	}
	return []Event{SeatTokenIssued{Seat: c.Seat, Gen: seat.Gen + 1, By: j.author(), Reason: c.Reason}}, nil
}

// void closes the table without a result; a running round is revealed first.
func (j *judge) void(c Void) ([]Event, error) {
	voided := TableVoided{Reason: c.Reason, By: j.author()}
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
	return []Event{TableFrozen{Reason: c.Reason, BankUsed: j.used(), By: j.author()}}, nil
}

func (j *judge) thaw(c Thaw) ([]Event, error) {
	if !j.State.Frozen {
		return nil, refuse(NotFrozen)
	}
	e := TableThawed{Deadline: j.in(j.phaseLimit()), Grace: j.in(j.Options.Grace), Reason: c.Reason, By: j.author()}
	if j.Phase == PhasePlaying {
		e.Deadline, e.LimitEnd = j.freshClock()
	}
	return []Event{e}, nil
}
