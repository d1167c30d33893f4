package table

import "tranca.example/pkg/domino"

// Event is a fact about a table. The set is closed.
//
//sumtype:decl
type Event interface{ isEvent() }

// Author is who decided about a table without being of it: its kind, ByOperator,
// ByReferee or ByService, and the pseudonym, or the name of the service.
type Author struct{ Kind, Name string }

// Events of the open phase (lobby).
type (
	// TableOpened is the first event of every table.
	TableOpened struct {
		ID         string
		Preset     string
		Knobs      map[string]string // what differs from the preset
		Options    Options
		Properties map[string]string
		OwnerKey   Hash
		Deadline   Time // of idleness
	}
	// SeatTaken gives a seat to a player.
	SeatTaken struct {
		Seat    domino.Seat
		Player  string
		KeyHash Hash
		Gen     uint32
	}
	// SeatMoved moves a holder to another, empty seat and makes him unready. Gen
	// is the generation of his token for the new seat.
	SeatMoved struct {
		From, To domino.Seat
		Gen      uint32
	}
	// SeatLeft says that the holder gave the seat up. While a match runs the
	// seat is then taken over (SeatTakenOver in the same commit), or the match is
	// forfeit where no bot may take over. By and Reason are those of an official
	// who took it away; else empty.
	SeatLeft struct {
		Seat   domino.Seat
		By     Author
		Reason string
	}
	// BotSeated gives a seat to a bot, which is always ready.
	BotSeated struct {
		Seat   domino.Seat
		Name   string
		Policy string
		Gen    uint32
	}
	// PlayerReady says that the holder wants to start.
	PlayerReady struct {
		Seat         domino.Seat
		ClientCommit Hash // zero: no say in the deal
	}
	// PlayerUnready takes that back.
	PlayerUnready struct{ Seat domino.Seat }
	// SettingsChanged replaces knobs and options; everybody is unready.
	SettingsChanged struct {
		Preset  string
		Knobs   map[string]string
		Options Options
	}
	// MatchStarted begins a match in the commit of the last PlayerReady and
	// hands the table to the dealer.
	MatchStarted struct {
		MatchID  string
		N        uint32
		Seating  []string // player or bot by seat
		TimeBank Millis   // what every seat starts with
	}
	// TableClosed ends a table for good.
	TableClosed struct{ Reason string }
)

// Events of the dealing phase (dealer).
type (
	// DealCommitted binds the dealer to every deal of the match.
	DealCommitted struct {
		Tip            Hash
		ClientCommits  []Hash // by seat; zero: none
		Fair           bool
		Entropy        string
		RevealDeadline Time // 0 when nobody committed
	}
	// ClientSeedRevealed shows the seed that a seat committed to.
	ClientSeedRevealed struct {
		Seat domino.Seat
		Seed []byte
	}
	// StartCancelled goes back to open because Seats did not reveal what they
	// had committed to; Lost lists those that lose the seat (the second time).
	// Every player is unready, and all client commits are void.
	StartCancelled struct {
		Seats    []domino.Seat
		Lost     []domino.Seat
		Deadline Time // of idleness
	}
	// RoundDealt hands the table to rules.
	RoundDealt struct {
		domino.RoundDealt
		Commit   Hash
		Lot      []domino.Tile
		Deadline Time // of the first turn; 0: none
		LimitEnd Time // of the first turn's limit, where the opener has a time bank; else 0
	}
	// MatchEnded closes the match and hands the table to the lobby.
	MatchEnded struct {
		Winners  []domino.Side
		Places   []int
		Reason   string // target, rounds, forfeit
		Deadline Time   // of idleness
	}
)

// Events of the playing phase (rules).
type (
	// InRound is a fact about the round: any domino.Event but RoundEnded.
	// Deadline is that of the seat on turn afterwards (0: unchanged or none), and
	// LimitEnd where the limit of its turn ends and its time bank begins to run
	// (0: it has none).
	InRound struct {
		domino.Event
		Deadline  Time
		LimitEnd  Time
		BankUsed  Millis // by the seat that ended its turn with this
		BankAdded Millis // to the same seat
	}
	// BankOpened says that the limit of the turn is over and that the time bank of
	// Seat runs since Since, until Deadline.
	BankOpened struct {
		Seat     domino.Seat
		Since    Time
		Deadline Time
	}
	// TurnTimedOut says that the table acts for Seat; what it does follows in
	// the same commit.
	TurnTimedOut struct {
		Seat     domino.Seat
		Action   string // play, draw, pass
		BankUsed Millis
	}
	// ClockCompensated grants a fresh limit once because a deadline was handled
	// too late for reasons that are not the seat's. Deadline is the new one of
	// the phase or turn (0: unchanged), LimitEnd that of the turn's limit where
	// the seat has a time bank, which stays as it was, and Grace that of every
	// away seat that a bot would take over (0: unchanged).
	ClockCompensated struct {
		Deadline Time
		LimitEnd Time
		Grace    Time
	}
	// RoundEnded reveals the round and hands the table to scoring. Actor is who
	// annulled it, for EndVoid. Seed is zero only when the deal was lost: then
	// nothing is revealed and the table is voided in the same commit.
	RoundEnded struct {
		domino.RoundEnded
		Seed  Seed
		Actor string
	}
)

// Events of the scoring phase (scoring).
type (
	// RoundScored adds the round's points. Without MatchEnded in the same
	// commit the table goes back to the dealer.
	RoundScored struct {
		Score    domino.RoundScore
		NextDeal Time
	}
)

// Events of the finished phase (lobby).
type (
	// RematchAsked says that a seat wants to play again.
	RematchAsked struct{ Seat domino.Seat }
	// TableReopened goes back to open with the same seats, unready.
	TableReopened struct{ Deadline Time }
)

// Events of any phase, appended by the phase's owner.
type (
	// SeatDisconnected starts the grace time of a seat.
	SeatDisconnected struct {
		Seat       domino.Seat
		GraceUntil Time // 0: never taken over
	}
	// SeatReturned ends it.
	SeatReturned struct{ Seat domino.Seat }
	// SeatTakenOver gives a seat to another holder. Actor is who decided:
	// "grace", "leave", "referee" or "operator"; "sit" is a player who sits down for a
	// bot, and whose key KeyHash is of. Name and Reason are the pseudonym of a referee
	// or an operator and what they said.
	SeatTakenOver struct {
		Seat    domino.Seat
		From    string
		To      string
		Kind    HolderKind
		Policy  string
		KeyHash Hash
		Gen     uint32
		Actor   string
		Name    string
		Reason  string
	}
	// SeatTokenIssued makes all tokens of earlier generations void. By and Reason
	// are those of an official; empty where the holder wished it.
	SeatTokenIssued struct {
		Seat   domino.Seat
		Gen    uint32
		By     Author
		Reason string
	}
	// TableFrozen stops the clocks; the phase stays. BankUsed is what the seat on
	// turn had taken from its time bank until then.
	TableFrozen struct {
		Reason   string
		BankUsed Millis
		By       Author
	}
	// TableThawed starts them again with fresh limits; LimitEnd is as in
	// ClockCompensated, Grace the new grace of every away seat (0: never taken over).
	TableThawed struct {
		Deadline Time
		LimitEnd Time
		Grace    Time
		Reason   string
		By       Author
	}
	// TableVoided closes the table without a result.
	TableVoided struct {
		Reason string
		By     Author
	}
)

func (TableOpened) isEvent()        {}
func (SeatTaken) isEvent()          {}
func (SeatMoved) isEvent()          {}
func (SeatLeft) isEvent()           {}
func (BotSeated) isEvent()          {}
func (PlayerReady) isEvent()        {}
func (PlayerUnready) isEvent()      {}
func (SettingsChanged) isEvent()    {}
func (MatchStarted) isEvent()       {}
func (TableClosed) isEvent()        {}
func (DealCommitted) isEvent()      {}
func (ClientSeedRevealed) isEvent() {}
func (StartCancelled) isEvent()     {}
func (RoundDealt) isEvent()         {}
func (MatchEnded) isEvent()         {}
func (InRound) isEvent()            {}
func (BankOpened) isEvent()         {}
func (TurnTimedOut) isEvent()       {}
func (ClockCompensated) isEvent()   {}
func (RoundEnded) isEvent()         {}
func (RoundScored) isEvent()        {}
func (RematchAsked) isEvent()       {}
func (TableReopened) isEvent()      {}
func (SeatDisconnected) isEvent()   {}
func (SeatReturned) isEvent()       {}
func (SeatTakenOver) isEvent()      {}
func (SeatTokenIssued) isEvent()    {}
func (TableFrozen) isEvent()        {}
func (TableThawed) isEvent()        {}
func (TableVoided) isEvent()        {}
