package table

import (
	"fmt"

	"tranca.example/pkg/domino"
)

// Task is something that a table waits for a service to do.
type Task string

// The tasks.
const (
	TaskCommitDeal  Task = "commit_deal"
	TaskCancelStart Task = "cancel_start"
	TaskDealRound   Task = "deal_round"
	TaskTimeout     Task = "timeout"
	TaskBotTurn     Task = "bot_turn"
	TaskScore       Task = "score"
	TaskTakeOver    Task = "take_over"
	TaskCloseIdle   Task = "close_idle"
)

// Due is one task, who does it and when.
type Due struct {
	Owner   Service
	Task    Task
	Seat    domino.Seat // of a bot's turn or a take-over; else NoSeat
	At      Time        // not before; a moment in the past means now
	Version uint32      // the state's turn version
}

// Command is the command that does the task, where it needs no secret and no
// choice; ok is false for commit_deal, deal_round and bot_turn.
func (d Due) Command() (c Command, ok bool) {
	switch d.Task {
	case TaskCancelStart:
		return CancelStart{}, true
	case TaskTimeout, TaskCloseIdle:
		return Timeout{Version: d.Version}, true
	case TaskScore:
		return Score{}, true
	case TaskTakeOver:
		return TakeOver{Seat: d.Seat}, true
	case TaskCommitDeal, TaskDealRound, TaskBotTurn:
	}
	return nil, false
}

// Agenda lists what the table waits for besides people. It is a pure function
// of the last commit: whoever is woken runs it, so that a wake may come twice,
// late or never. A frozen table waits for nothing.
func Agenda(s State) []Due {
	if s.Frozen || s.Rules == nil {
		return nil
	}
	var out []Due
	if d, ok := s.phaseDue(); ok {
		out = append(out, d)
	}
	if s.Phase == PhasePlaying && s.Deadline != 0 {
		out = append(out, s.due(Rules, TaskTimeout, s.runsOut()))
	}
	if s.Phase == PhaseClosed {
		return out
	}
	for i := range s.Seats {
		if until := s.Seats[i].GraceUntil; s.Seats[i].Away && until != 0 {
			d := s.due(s.Phase.Owner(), TaskTakeOver, until)
			d.Seat = domino.Seat(i)
			out = append(out, d)
		}
	}
	return out
}

// NextDue is the task of the agenda that is due first; ok is false when the
// table waits for people alone.
func NextDue(s State) (first Due, ok bool) {
	for _, d := range Agenda(s) {
		if !ok || d.At < first.At {
			first, ok = d, true
		}
	}
	return first, ok
}

// phaseDue is what the phase itself waits for.
func (s *State) phaseDue() (Due, bool) {
	switch s.Phase {
	case PhaseOpen, PhaseFinished:
		return s.due(Lobby, TaskCloseIdle, s.Deadline), s.Deadline != 0
	case PhaseDealing:
		return s.dealingDue(), true
	case PhasePlaying:
		return s.botDue()
	case PhaseScoring:
		return s.due(Scoring, TaskScore, s.LastCommit), true
	case PhaseNone, PhaseClosed:
	}
	return Due{}, false
}

func (s *State) dealingDue() Due {
	switch {
	case s.Match == nil || !s.Match.Committed:
		return s.due(Dealer, TaskCommitDeal, s.LastCommit)
	case s.Match.RevealBy != 0:
		return s.due(Dealer, TaskCancelStart, s.Match.RevealBy)
	}
	return s.due(Dealer, TaskDealRound, max(s.TurnAt, s.Match.NextDeal))
}

// botDue is the turn of a bot, after its thinking time.
func (s *State) botDue() (Due, bool) {
	if s.Round == nil {
		return Due{}, false
	}
	turn := s.Round.Public.Turn()
	seat := s.at(turn)
	if seat == nil || seat.Kind != SeatBot {
		return Due{}, false
	}
	d := s.due(Bots, TaskBotTurn, s.TurnAt+Time(s.Options.BotThinking))
	d.Seat = turn
	return d, true
}

func (s *State) due(owner Service, task Task, at Time) Due {
	return Due{Owner: owner, Task: task, Seat: domino.NoSeat, At: at, Version: s.TurnVersion}
}

// NextMatchID is the id of the match that starts next: what a client commits
// to.
func NextMatchID(s State) string { return matchID(s.ID, s.Matches+1) }

func matchID(table string, n uint32) string { return fmt.Sprintf("%s.%d", table, n) }
