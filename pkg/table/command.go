package table

import "tranca.example/pkg/domino"

// Command is a wish of an actor. The set is closed. Which actor may send it is
// part of Decide.
//
//sumtype:decl
type Command interface{ isCommand() }

// Commands of people and their bots. The seat is the actor's, never a field.
type (
	// OpenTable makes the table; the actor's key becomes its owner.
	OpenTable struct {
		ID         string
		Preset     string
		Knobs      map[string]string
		Options    Options
		Properties map[string]string
	}
	// Sit takes a seat: a certain one, or any for domino.NoSeat. The key that
	// already sits there gets the same seat again.
	Sit struct {
		Seat   domino.Seat
		Player string
	}
	// MoveSeat goes to another empty seat.
	MoveSeat struct{ To domino.Seat }
	// Leave gives the seat up; in a match a bot takes over.
	Leave struct{}
	// AddBot seats a bot; the owner's or any seated player's wish. An empty
	// policy is the one of the table's options.
	AddBot struct {
		Seat   domino.Seat
		Policy string
	}
	// RemoveBot empties a bot's seat before the match.
	RemoveBot struct{ Seat domino.Seat }
	// Ready asks to start.
	Ready struct{ ClientCommit Hash }
	// Unready takes that back.
	Unready struct{}
	// ChangeSettings is the owner's.
	ChangeSettings struct {
		Preset  string
		Knobs   map[string]string
		Options Options
	}
	// Close is the owner's, before or after a match.
	Close struct{}
	// Reveal shows the client seed.
	Reveal struct{ Seed []byte }
	// Play puts a tile.
	Play struct {
		Tile domino.Tile
		Spot domino.Spot
	}
	// Draw takes a boneyard tile.
	Draw struct{}
	// Pass gives the turn away.
	Pass struct{}
	// AskRematch wants to play again.
	AskRematch struct{}
	// ReissueToken makes the seat's older tokens void.
	ReissueToken struct{}
	// Disconnect and Return are presence, told by the gateway for a seat.
	Disconnect struct{}
	// Return ends a disconnection.
	Return struct{}
)

// Commands of services and operators.
type (
	// CommitDeal is the dealer's first word in a match.
	CommitDeal struct {
		Tip     Hash
		Entropy string
	}
	// CancelStart acts on a missed reveal deadline.
	CancelStart struct{}
	// DealRound deals the next round.
	DealRound struct {
		Dealt  domino.RoundDealt
		Commit Hash
		Lot    []domino.Tile
	}
	// Timeout acts on a missed deadline; it means nothing when the deadline
	// that it saw (Version) is not the state's any more.
	Timeout struct{ Version uint32 }
	// TakeOver gives a seat whose grace is over to a bot; an official's gives any
	// player's, and says why.
	TakeOver struct {
		Seat   domino.Seat
		Reason string
	}
	// RevokeToken makes the tokens of a player's seat void, by an official's word.
	RevokeToken struct {
		Seat   domino.Seat
		Reason string
	}
	// Score is scoring's only word.
	Score struct{}
	// Annul ends a round without points.
	Annul struct{ Reason string }
	// Void closes the table without a result.
	Void struct{ Reason string }
	// Freeze stops the clocks.
	Freeze struct{ Reason string }
	// Thaw starts them again.
	Thaw struct{ Reason string }
)

func (OpenTable) isCommand()      {}
func (Sit) isCommand()            {}
func (MoveSeat) isCommand()       {}
func (Leave) isCommand()          {}
func (AddBot) isCommand()         {}
func (RemoveBot) isCommand()      {}
func (Ready) isCommand()          {}
func (Unready) isCommand()        {}
func (ChangeSettings) isCommand() {}
func (Close) isCommand()          {}
func (Reveal) isCommand()         {}
func (Play) isCommand()           {}
func (Draw) isCommand()           {}
func (Pass) isCommand()           {}
func (AskRematch) isCommand()     {}
func (ReissueToken) isCommand()   {}
func (Disconnect) isCommand()     {}
func (Return) isCommand()         {}
func (CommitDeal) isCommand()     {}
func (CancelStart) isCommand()    {}
func (DealRound) isCommand()      {}
func (Timeout) isCommand()        {}
func (TakeOver) isCommand()       {}
func (RevokeToken) isCommand()    {}
func (Score) isCommand()          {}
func (Annul) isCommand()          {}
func (Void) isCommand()           {}
func (Freeze) isCommand()         {}
func (Thaw) isCommand()           {}

// ActorKind says what authenticated a command.
type ActorKind uint8

// The kinds of actor.
const (
	ActorKey      ActorKind = iota // a player key: nobody has a seat token yet
	ActorSeat                      // a seat token
	ActorService                   // a service of ours
	ActorOperator                  // an operator; never holds a seat at the table
	ActorReferee                   // a referee; neither does
)

// Actor is who sends a command, as authenticated; never taken from a body.
type Actor struct {
	Kind    ActorKind
	KeyHash Hash        // ActorKey; of an official the one that a seat of theirs would have
	Seat    domino.Seat // ActorSeat
	Gen     uint32      // ActorSeat: generation of its token
	Service Service     // ActorService
	Name    string      // ActorReferee, ActorOperator: the pseudonym
}

// Request is a command with all that its verdict depends on, but the state.
type Request struct {
	Actor    Actor
	ID       CommandID
	Expected uint32 // version that the actor saw; 0: any
	Command  Command
	Now      Time // for deadlines and time banks: no verdict on a seat's command depends on it
	Arrived  Time // when the command reached our system, for what its seat's time bank is charged; 0: Now
}

// Commit is what one accepted command appends: one message in the log.
type Commit struct {
	Version uint32
	At      Time
	Writer  Service
	Events  []Event
	Answers *Answer // nil for a service's own command
	State   State   // the fold of all events up to and with this commit
}

// Answer names the command that a commit answers, in the scope of its actor:
// the holder of a seat (Seat and Gen as in the token), a player key (Seat is
// the one that it took, or NoSeat; Gen is a tag of the key), or an official
// (NoSeat; Gen is a tag of the key).
type Answer struct {
	Seat domino.Seat
	Gen  uint32
	ID   CommandID
}
