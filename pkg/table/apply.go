package table

import (
	"encoding/binary"
	"slices"

	"tranca.example/pkg/domino"
)

// Apply folds a whole commit into the state: its events, then the version, the
// answered command id and the idle deadline. It never fails and never writes
// into what s points to.
func Apply(s State, c Commit) State {
	if s.Phase.idles() {
		s.Overdue = false // whatever is committed, somebody is there
	}
	turned := false
	for _, e := range c.Events {
		s.evolve(e)
		turned = turned || turns(e)
	}
	s.Version, s.LastCommit = c.Version, c.At
	if turned {
		s.TurnVersion, s.TurnAt = c.Version, c.At
	}
	if c.Answers != nil {
		s.remember(*c.Answers, c.Version)
	}
	if s.Phase.idles() && !s.Frozen {
		s.Deadline = after(c.At, s.Options.IdleLimit)
	}
	return s
}

// turns tells whether an event changes board, hands, turn or phase.
func turns(e Event) bool {
	switch e.(type) {
	case InRound, RoundEnded, RoundDealt, RoundScored, MatchStarted, MatchEnded, StartCancelled,
		TableOpened, TableReopened, TableClosed, TableVoided:
		return true
	default:
		return false
	}
}

// remember keeps the answered id where Recognise looks for it.
func (s *State) remember(a Answer, version uint32) {
	entry := Answered{ID: a.ID, Gen: a.Gen, Version: version}
	if a.Seat == domino.NoSeat {
		s.OwnerRecent = recent(s.OwnerRecent, entry)
		return
	}
	if seat := s.edit(a.Seat); seat != nil {
		seat.Recent = recent(seat.Recent, entry)
	}
}

// recent is old and the entry without the oldest that are too many.
func recent(old []Answered, entry Answered) []Answered {
	if n := len(old) - RecentIDs + 1; n > 0 {
		old = old[n:]
	}
	out := make([]Answered, 0, len(old)+1)
	return append(append(out, old...), entry)
}

// after is the moment d after t; none when d is none.
func after(t Time, d Millis) Time {
	if d <= 0 {
		return 0
	}
	return t + Time(d)
}

// NewCommit makes the commit of accepted events: what the log stores next, the
// folded state included. The writer is the service that appends it.
func NewCommit(s State, req Request, events []Event, writer Service) Commit {
	c := Commit{Version: s.Version + 1, At: req.Now, Writer: writer, Events: events, Answers: answerOf(req, events)}
	c.State = Apply(s, c)
	return c
}

// answerOf scopes the command's id to its actor; services have no ids.
func answerOf(req Request, events []Event) *Answer {
	a := &Answer{Seat: domino.NoSeat, ID: req.ID}
	switch req.Actor.Kind {
	case ActorService:
		return nil
	case ActorSeat:
		a.Seat, a.Gen = req.Actor.Seat, req.Actor.Gen
	case ActorKey:
		a.Seat, a.Gen = seatOfKeyEvents(events), keyTag(req.Actor.KeyHash)
	case ActorReferee, ActorOperator:
		a.Gen = keyTag(req.Actor.KeyHash)
	}
	if a.ID == (CommandID{}) {
		return nil
	}
	return a
}

// seatOfKeyEvents is the seat that a player key took or got a token for.
func seatOfKeyEvents(events []Event) domino.Seat {
	for _, e := range events {
		switch e := e.(type) {
		case SeatTaken:
			return e.Seat
		case SeatTokenIssued:
			return e.Seat
		case SeatTakenOver:
			return e.Seat
		default:
		}
	}
	return domino.NoSeat
}

// Recognise tells whether the state remembers that the very command was
// accepted, and at which version. Ids are scoped to their actor: another
// holder's id is never recognised. An actor whose own command made its token
// void (leaving, moving) is still recognised.
func Recognise(s State, req Request) (version uint32, ok bool) {
	if req.ID == (CommandID{}) {
		return 0, false
	}
	switch a := req.Actor; a.Kind {
	case ActorSeat:
		if seat := s.at(a.Seat); seat != nil {
			return find(seat.Recent, Answered{ID: req.ID, Gen: a.Gen})
		}
	case ActorKey:
		want := Answered{ID: req.ID, Gen: keyTag(a.KeyHash)}
		for _, list := range s.keyLists() {
			if v, ok := find(list, want); ok {
				return v, true
			}
		}
	case ActorReferee, ActorOperator:
		return find(s.OwnerRecent, Answered{ID: req.ID, Gen: keyTag(a.KeyHash)})
	case ActorService:
	}
	return 0, false
}

// keyLists is where answers to player keys are remembered: at the seat that a
// key took, even after it left, or among the owner's.
func (s *State) keyLists() [][]Answered {
	out := [][]Answered{s.OwnerRecent}
	for i := range s.Seats {
		out = append(out, s.Seats[i].Recent)
	}
	return out
}

// keyTag stands for a player key where a token generation stands for a seat's
// holder; no generation gets so high.
func keyTag(key Hash) uint32 { return binary.BigEndian.Uint32(key[:]) | 1<<31 }

func find(list []Answered, want Answered) (version uint32, ok bool) {
	for _, a := range list {
		if a.ID == want.ID && a.Gen == want.Gen {
			return a.Version, true
		}
	}
	return 0, false
}

// MayHaveForgotten tells whether the command could have been accepted so long
// ago that the state forgot its id: then the log must be searched for it, from
// version req.Expected on, before the command is decided anew. A request that
// does not say which version it saw is protected by the remembered ids alone.
func MayHaveForgotten(s State, req Request) bool {
	if req.ID == (CommandID{}) || req.Expected == 0 {
		return false
	}
	lists := [][]Answered{s.OwnerRecent}
	switch req.Actor.Kind {
	case ActorService:
		return false
	case ActorSeat:
		lists[0] = nil
		if seat := s.at(req.Actor.Seat); seat != nil {
			lists[0] = seat.Recent
		}
	case ActorKey:
		if !s.mayHaveAnswered(req) {
			return false
		}
		lists = s.keyLists()
	case ActorReferee, ActorOperator:
	}
	return slices.ContainsFunc(lists, func(l []Answered) bool { return len(l) >= RecentIDs && req.Expected < l[0].Version })
}

// mayHaveAnswered tells whether any command of the key could have been accepted
// and is not refused now: a stranger must not have whole logs searched with the
// table waiting. Who left may have sat down, which an open table grants, and in a
// match one where a bot sits.
func (s *State) mayHaveAnswered(req Request) bool {
	if _, sits := req.Command.(Sit); sits && (s.Phase == PhaseOpen || s.Phase.InMatch() && s.hasBot()) {
		return true
	}
	return req.Actor.KeyHash == s.OwnerKey || s.SeatOf(req.Actor.KeyHash) != domino.NoSeat
}
