package table

import (
	"slices"

	"tranca.example/pkg/domino"
)

// Evolve folds one event into the state. It decides nothing and never fails:
// what is in the log happened. It never writes into what s points to.
func Evolve(s State, e Event) State {
	s.evolve(e)
	return s
}

func (s *State) evolve(e Event) {
	switch e := e.(type) {
	case TableOpened, SettingsChanged, TableReopened, TableClosed, TableVoided, TableFrozen, TableThawed:
		s.evolveTable(e)
	case SeatTaken, SeatMoved, SeatLeft, BotSeated, PlayerReady, PlayerUnready,
		SeatDisconnected, SeatReturned, SeatTakenOver, SeatTokenIssued, RematchAsked:
		s.evolveSeats(e)
	case MatchStarted, DealCommitted, ClientSeedRevealed, StartCancelled, RoundScored, MatchEnded:
		s.evolveMatch(e)
	case RoundDealt, InRound, RoundEnded:
		s.evolveRound(e)
	case ClockCompensated:
		s.compensate(e)
	case BankOpened:
		s.setClock(e.Deadline, e.Since, true)
	case TurnTimedOut: // what the table did follows as events of its own
		s.charge(e.Seat, e.BankUsed, 0)
	}
}

func (s *State) evolveTable(e Event) {
	switch e := e.(type) {
	case TableOpened:
		s.ID, s.OwnerKey, s.Properties = e.ID, e.OwnerKey, e.Properties
		s.Phase, s.Deadline = PhaseOpen, e.Deadline
		s.settle(e.Preset, e.Knobs, e.Options)
	case SettingsChanged:
		s.settle(e.Preset, e.Knobs, e.Options)
	case TableReopened:
		s.Phase, s.Deadline, s.Rematch = PhaseOpen, e.Deadline, nil
		s.each(func(_ domino.Seat, seat *SeatState) { seat.unready() })
	case TableClosed, TableVoided:
		s.close()
	case TableFrozen:
		s.charge(s.turn(), e.BankUsed, 0)
		s.setClock(0, 0, false)
		s.Frozen, s.Overdue = true, false
	case TableThawed:
		s.setClock(e.Deadline, e.LimitEnd, false)
		s.Frozen = false
		s.moveReveal(e.Deadline)
		s.each(func(_ domino.Seat, seat *SeatState) {
			if seat.Away && seat.Kind == SeatPlayer {
				seat.GraceUntil, seat.GraceOverdue = e.Grace, false
			}
		})
	default: // Evolve sends nothing else here
	}
}

// settle makes the rule set, the seats and the options that the log names. The
// log names only what Decide has checked; should the rule set be unknown to
// this program, the table keeps none and refuses everything.
func (s *State) settle(preset string, knobs map[string]string, o Options) {
	s.Options, s.Rules = o, nil
	rules, err := domino.NewRules(preset, knobs)
	if err != nil {
		return
	}
	seats := make([]SeatState, rules.Seats)
	// A seat that comes back after the table was smaller counts its holders on
	// from the version, which no generation ever exceeds: else a token of one who
	// held it before would be good again.
	for i := copy(seats, s.Seats); i < len(seats); i++ {
		seats[i].Gen = s.Version
	}
	for i := range seats {
		seats[i].unready()
	}
	s.Rules, s.Seats = rules, seats
}

func (s *State) close() {
	s.setClock(0, 0, false)
	s.Phase, s.Overdue, s.Frozen = PhaseClosed, false, false
}

func (s *State) evolveSeats(e Event) {
	switch e := e.(type) {
	case SeatTaken:
		s.hold(e.Seat, SeatState{Kind: SeatPlayer, Player: e.Player, KeyHash: e.KeyHash, Gen: e.Gen})
	case BotSeated:
		s.hold(e.Seat, SeatState{Kind: SeatBot, Player: e.Name, Policy: e.Policy, Gen: e.Gen, Ready: true})
	case SeatTakenOver:
		s.hold(e.Seat, SeatState{Kind: e.Kind, Player: e.To, Policy: e.Policy, KeyHash: e.KeyHash, Gen: e.Gen, Ready: true})
	case SeatMoved:
		s.move(e)
	case SeatLeft:
		s.leave(e.Seat)
	case RematchAsked:
		s.Rematch = append(slices.Clip(s.Rematch), e.Seat)
	default:
		s.evolveHolder(e)
	}
}

// evolveHolder folds what changes of a seat while its holder stays.
func (s *State) evolveHolder(e Event) {
	switch e := e.(type) {
	case PlayerReady:
		if seat := s.edit(e.Seat); seat != nil {
			seat.Ready, seat.ClientCommit, seat.ClientSeed = true, e.ClientCommit, nil
		}
	case PlayerUnready:
		if seat := s.edit(e.Seat); seat != nil {
			seat.unready()
		}
	case SeatDisconnected:
		if seat := s.edit(e.Seat); seat != nil {
			seat.Away, seat.GraceUntil, seat.GraceOverdue = true, e.GraceUntil, false
		}
	case SeatReturned:
		if seat := s.edit(e.Seat); seat != nil {
			seat.Away, seat.GraceUntil, seat.GraceOverdue = false, 0, false
		}
	case SeatTokenIssued:
		if seat := s.edit(e.Seat); seat != nil {
			seat.Gen = e.Gen
		}
	default: // evolveSeats sends nothing else here
	}
}

// hold gives a seat to another holder. What the seat is bound to in a running
// match, and the ids that were answered there, outlive the holder before.
func (s *State) hold(i domino.Seat, holder SeatState) {
	seat := s.edit(i)
	if seat == nil {
		return
	}
	holder.Recent = seat.Recent
	if s.Phase.InMatch() {
		holder.ClientCommit, holder.ClientSeed = seat.ClientCommit, seat.ClientSeed
	}
	*seat = holder
}

func (s *State) move(e SeatMoved) {
	from := s.edit(e.From)
	if from == nil || s.at(e.To) == nil {
		return
	}
	holder := *from
	holder.Gen = e.Gen
	holder.unready()
	from.vacate(false)
	holder.Recent = s.Seats[e.To].Recent
	s.Seats[e.To] = holder
}

func (s *State) leave(i domino.Seat) {
	if seat := s.edit(i); seat != nil {
		seat.vacate(s.Phase.InMatch())
	}
	if at := slices.Index(s.Rematch, i); at >= 0 {
		s.Rematch = slices.Delete(slices.Clone(s.Rematch), at, at+1)
	}
}

// compensate gives the fresh limit and notes that it was the last one.
func (s *State) compensate(e ClockCompensated) {
	if e.Deadline != 0 {
		s.setClock(e.Deadline, e.LimitEnd, false)
		s.Overdue = true
		s.moveReveal(e.Deadline)
	}
	if e.Grace == 0 {
		return
	}
	s.each(func(_ domino.Seat, seat *SeatState) {
		if seat.Away && seat.GraceUntil != 0 {
			seat.GraceUntil, seat.GraceOverdue = e.Grace, true
		}
	})
}

// moveReveal moves the moment at which reveals are due, if any is awaited.
func (s *State) moveReveal(to Time) {
	if s.Match != nil && s.Match.RevealBy != 0 {
		s.match().RevealBy = to
	}
}
