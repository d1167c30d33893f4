package table

import "tranca.example/pkg/domino"

// Time is a moment in Unix milliseconds; 0 is none.
type Time int64

// Millis is a length of time in milliseconds; 0 is none.
type Millis int64

// Hash is a SHA-256 digest.
type Hash [32]byte

// Seed is the secret of one round's deal; in the log only after the round.
type Seed [32]byte

// CommandID is the UUID of a command, scoped to its actor.
type CommandID [16]byte

// Options are the settings of a table that no rule of the game knows.
type Options struct {
	TurnLimit    Millis // of one turn; 0: a turn ends by itself only after IdleLimit, if that is set
	FirstMove    Millis // TurnLimit of the first turn of each round; 0: TurnLimit
	TimeBank     Millis // each seat's reserve for a match: it runs when the limit of a turn is over
	Increment    Millis // added to the time bank of a seat that ends its turn itself
	Intermission Millis // between a round's score and the next deal
	RevealLimit  Millis // for client seeds
	IdleLimit    Millis // an open or finished table is closed after so long without a commit; 0: never. See TurnLimit
	Grace        Millis // a seat that is disconnected is taken over by a bot after so long; 0: never
	BotPolicy    string // policy of bots that take over a leaver's seat: random, greedy, heuristic; none: leaving forfeits the match
	BotThinking  Millis // a bot's time for one turn, whatever it holds
	Entropy      string // "crypto" or "seeded"
	Emotes       string // when seats may say words to the table, EmotesPauses or EmotesNever; "": always

	SpectatorDelay  Millis // whoever has no seat sees a running match so much later
	SpectatorRounds uint32 // and of its rounds neither the running one nor the others of the last so many

	Private bool // no list tells of the table; set when it is opened
}

// HolderKind says who holds a seat.
type HolderKind uint8

// The kinds of holder.
const (
	SeatEmpty HolderKind = iota
	SeatPlayer
	SeatBot
)

// Answered is a command that a commit answered, so that its retry gets the
// same answer.
type Answered struct {
	ID      CommandID
	Gen     uint32 // of the actor's seat token, or a tag of the player key: ids are scoped to their actor
	Version uint32
}

// SeatState is one seat and its holder.
type SeatState struct {
	Kind         HolderKind
	Player       string // pseudonym of the player, or the name of a bot
	Policy       string // of a bot
	KeyHash      Hash   // SHA-256 of the player key that took the seat; zero for a bot
	Gen          uint32 // token generation: a token of another generation is void
	Ready        bool
	Away         bool // disconnected
	GraceUntil   Time // when Away: a bot takes over then; 0: never
	GraceOverdue bool // the grace was compensated once (ClockCompensated)
	ClientCommit Hash // commitment to a client seed; zero: none
	ClientSeed   []byte
	Cancelled    int        // starts that this holder let fail by not revealing
	Recent       []Answered // newest last, at most RecentIDs; survives the holder
}

// RecentIDs is how many answered command ids a state keeps for each seat.
const RecentIDs = 8

// Match is the part of the state that starts anew with every match.
type Match struct {
	ID        string // <table>.<n>
	N         uint32
	Standing  domino.Standing
	Tip       Hash // of the deal's hash chain; zero until DealCommitted
	Committed bool
	Fair      bool   // at least one human seat committed to a client seed
	RevealBy  Time   // reveals are due; 0 when none is awaited
	Round     uint32 // number of the round that is played or was played last; 0: none yet
	NextDeal  Time   // no earlier than this the next round is dealt
	PrevSeed  Hash   // seed of the round before as revealed, or Tip: what this round's seed hashes to
	Winners   []domino.Side
	Places    []int
	EndReason string
	Players   []string // pseudonyms of the people who sat there when the match began, by seat; "" for a bot
	Banks     []Millis // time banks by seat, as the running turn found them; nil: all are empty
}

// Round is a round as the log tells it: its premises and what happened. Public
// is the fold of both.
type Round struct {
	Dealt  domino.RoundDealt
	Commit Hash // of the round's seed
	Lot    []domino.Tile
	Steps  []Step
	Public domino.Public
	Ended  *Ended             // nil while it runs
	Score  *domino.RoundScore // nil until it is scored
}

// StepKind says what a seat did in a step.
type StepKind uint8

// The kinds of step.
const (
	StepPlay StepKind = iota
	StepDraw
	StepPass
)

// Step is one thing that a seat did in a round, as public knowledge.
type Step struct {
	Kind StepKind
	Seat domino.Seat
	Tile domino.Tile // of a play
	Spot domino.Spot // of a play
	Next domino.Seat // of a play or a pass
}

// Ended is how a round ended and the seed that opens it.
type Ended struct {
	domino.RoundEnded
	Seed  Seed
	Actor string // who annulled it
}

// State is a table as its log tells it. It is a value: Evolve never changes
// the state that it is given.
type State struct {
	ID          string
	Version     uint32 // number of commits
	TurnVersion uint32 // version of the last commit that changed board, hands, turn or phase
	TurnAt      Time   // when that was
	Phase       Phase
	Rules       *domino.Rules
	Options     Options
	Properties  map[string]string // the opener's own, at most PropertiesMax bytes
	OwnerKey    Hash              // SHA-256 of the key that opened the table
	OwnerRecent []Answered        // commands of the owner's key outside any seat and of operators, newest last, at most RecentIDs
	Seats       []SeatState
	Matches     uint32 // MatchStarted so far
	Match       *Match // nil before the first
	Round       *Round // the last dealt round, kept until the next one is dealt
	Deadline    Time   // of the phase, or when the turn ends for good; 0: none
	LimitEnd    Time   // when the turn's limit ends and the seat's time bank begins to run; 0: the bank is empty, or there is no limit
	BankRuns    bool   // the time bank was opened (BankOpened): nothing but Deadline is awaited
	Overdue     bool   // the clock was compensated once (ClockCompensated); the next expiry acts
	Frozen      bool
	Rematch     []domino.Seat // seats that asked for a rematch
	LastCommit  Time
}

// PropertiesMax bounds a caller's properties, in bytes of keys and values.
const PropertiesMax = 1024
