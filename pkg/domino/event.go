package domino

// Event is a fact about one round. The set is closed. No event tells a tile
// that is not on the board, except RoundEnded, which reveals all.
//
//sumtype:decl
type Event interface{ isEvent() }

// TilePlayed says that a tile lies on the board. Spot is always named but for
// the opening placement; Next is the seat on turn afterwards (NoSeat when the
// round ends in the same commit).
type TilePlayed struct {
	Seat Seat
	Tile Tile
	Spot Spot
	Next Seat
}

// TileDrawn says that Seat took the next boneyard tile. The turn stays.
type TileDrawn struct {
	Seat         Seat
	BoneyardLeft int
}

// TurnPassed says that Seat gave the turn to Next.
type TurnPassed struct {
	Seat Seat
	Next Seat
}

// ChickieCalled accompanies a double that is played on a leaf (K-12).
type ChickieCalled struct {
	Seat   Seat
	Double Tile
}

// FootCompleted says that the double at Node has all its toes (K-17).
type FootCompleted struct {
	Seat Seat
	Node Spot
}

// DoubleHung says that Double can never be played any more: By played the last
// other tile of its suit and left no open end (L-12).
type DoubleHung struct {
	Double Tile
	By     Seat
}

// Ending is why a round ended.
type Ending uint8

// The endings. A tied block is EndBlocked with no winner; EndVoid is an
// annulled round.
const (
	EndNone Ending = iota
	EndDomino
	EndBlocked
	EndForfeit
	EndVoid
)

// RoundEnded closes the round and reveals every tile.
type RoundEnded struct {
	End      Ending
	Closer   Seat // who placed the last tile; NoSeat when none lies
	Forfeits Seat // who gave up, for EndForfeit; else NoSeat
	Reason   string
	Pips     []int  // by seat, under double_blank_value
	Hands    []Set  // by seat, the tiles left
	Boneyard []Tile // what is left, in drawing order
}

func (TilePlayed) isEvent()    {}
func (TileDrawn) isEvent()     {}
func (TurnPassed) isEvent()    {}
func (ChickieCalled) isEvent() {}
func (FootCompleted) isEvent() {}
func (DoubleHung) isEvent()    {}
func (RoundEnded) isEvent()    {}

// RoundDealt is the first fact of a round and makes the first Public state.
type RoundDealt struct {
	Round        uint32
	Opener       Seat    // who plays first
	Opening      Opening // what the opener may lead
	Eligible     PipSet  // where rounds start with a double: those that have not started a round yet
	HandSize     int     // tiles dealt to each seat, before StartDraws
	BoneyardSize int     // before StartDraws
	StartDraws   []Seat  // K-06: who drew a tile each, in order, before the start
}

// Opening says which tiles the opener may lead.
type Opening uint8

// The openings. Forced is the tile that earned the opening (T-12, C-05); for a
// game that starts with a double it is that one (K-03).
const (
	OpenAny Opening = iota
	OpenForced
	OpenDoubleIfAny
	OpenHighestDouble
)

// PipSet is a set of pip values: bit p is value p.
type PipSet uint32

// Has tells whether p is in the set.
func (s PipSet) Has(p Pip) bool { return s>>(p&31)&1 != 0 }

// With returns the set and p.
func (s PipSet) With(p Pip) PipSet { return s | 1<<(p&31) }

// Without returns the set less p.
func (s PipSet) Without(p Pip) PipSet { return s &^ (1 << (p & 31)) }
