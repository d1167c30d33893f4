package table

import (
	"fmt"

	"tranca.example/pkg/domino"
)

// Decide judges a request: the events that it makes, or why it makes none. It
// is a pure function that changes nothing. Hidden may be nil unless NeedsHidden.
//
// The order of checks is: the command id (*AlreadyAnswered), the actor
// (*NotAllowed), the version (*Stale), then phase and rules (*WrongPhase,
// *Refused, *IllegalMove, and the errors of domino.NewRules). An id is looked
// up in the scope of its authenticated actor alone, so that it tells nothing
// to others; it comes first because a command that made its own token void
// still has an answer.
func Decide(s State, h *Hidden, req Request) ([]Event, error) {
	if v, ok := Recognise(s, req); ok {
		return nil, &AlreadyAnswered{Version: v}
	}
	j := &judge{State: &s, hidden: h, Request: &req}
	if err := j.authorise(); err != nil {
		return nil, err
	}
	if err := j.current(); err != nil {
		return nil, err
	}
	return j.decide()
}

// Refuse tells why a command is refused whatever the hidden tiles are, as Decide
// would: by who sends it, what he has seen, and whose turn it is. Whoever decides
// asks this first, so that no secret is read for a command that comes to nothing.
// Nil says nothing of the rest.
func Refuse(s State, req Request) error {
	if _, ok := Recognise(s, req); ok {
		return nil
	}
	j := &judge{State: &s, Request: &req}
	if err := j.authorise(); err != nil {
		return err
	}
	if err := j.current(); err != nil {
		return err
	}
	if s.Frozen && !j.worksFrozen() {
		return refuse(Frozen)
	}
	return j.outOfTurn()
}

// outOfTurn refuses a move of a seat that is not on turn (T-40).
func (j *judge) outOfTurn() error {
	if j.Phase != PhasePlaying || j.Round == nil {
		return nil
	}
	seat, _ := j.me()
	illegal := &domino.Illegal{Seat: seat, Why: domino.NotYourTurn}
	switch c := j.Command.(type) {
	case Play:
		illegal.Tile, illegal.Spot = c.Tile, c.Spot
	case Draw, Pass:
	default: // whoever does anything else need not be on turn
		return nil
	}
	if turn := j.Round.Public.Turn(); turn < 0 || turn == seat {
		return nil
	}
	return &IllegalMove{Illegal: illegal}
}

// judge is one request before one state.
type judge struct {
	*State
	*Request
	hidden *Hidden
}

// current refuses what was said to an older state.
func (j *judge) current() error {
	switch seen := j.Expected; {
	case seen == 0:
		return nil
	case seen > j.State.Version:
		return refuse(Malformed, "expected_version", fmt.Sprint(seen), "want", fmt.Sprintf("at most %d", j.State.Version))
	case seen < j.TurnVersion:
		return &Stale{Current: j.State.Version}
	}
	return nil
}

func (j *judge) decide() ([]Event, error) {
	if j.Phase == PhaseClosed || j.Rules == nil && j.Phase != PhaseNone {
		return nil, j.wrongPhase()
	}
	if j.State.Frozen && !j.worksFrozen() {
		return nil, refuse(Frozen)
	}
	switch c := j.Command.(type) {
	case OpenTable:
		return j.openTable(c)
	case Sit, MoveSeat, AddBot, RemoveBot, Ready, Unready, ChangeSettings:
		return j.open()
	case CommitDeal, Reveal, CancelStart, DealRound:
		return j.dealing()
	case Play, Draw, Pass, Annul:
		return j.playing()
	case Score:
		return j.score()
	case AskRematch:
		return j.askRematch()
	case Close:
		return j.closeTable()
	default:
		return j.any()
	}
}

// worksFrozen tells what may be done while the clocks stand still.
func (j *judge) worksFrozen() bool {
	switch j.Command.(type) {
	case Disconnect, Return, ReissueToken, RevokeToken, Freeze, Thaw, Annul, Void:
		return true
	case TakeOver:
		return j.official()
	default:
		return false
	}
}

func (j *judge) wrongPhase() error { return &WrongPhase{Phase: j.Phase, Owner: j.Phase.Owner()} }

// granted says that what the command wishes is so already.
func (j *judge) granted() error { return &AlreadyAnswered{Version: j.State.Version} }

// in makes the deadline d from now; none when d is none, or while the clocks stand
// still: thawing sets it.
func (j *judge) in(d Millis) Time {
	if _, thaws := j.Command.(Thaw); j.State.Frozen && !thaws {
		return 0
	}
	return after(j.Now, d)
}

// me is the acting seat.
func (j *judge) me() (domino.Seat, *SeatState) {
	i := j.Actor.Seat
	if j.Actor.Kind == ActorKey {
		i = j.SeatOf(j.Actor.KeyHash)
	}
	return i, j.at(i)
}
