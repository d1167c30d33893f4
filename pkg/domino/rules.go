package domino

// Rules is one rule set: a preset with its knobs set. It is made by NewRules,
// never changed afterwards, and shared freely.
type Rules struct {
	Preset string

	SetMax   Pip
	Seats    int
	Teams    Teams
	HandSize int
	Rotation Rotation

	OpenFirst     OpenFirst
	OpenFirstTile OpeningTile
	OpenNext      OpenNext
	OpenNextTile  OpeningTile
	TileRank      TileRank
	Shuffler      Shuffler

	Draw          DrawMode
	DrawReserve   int
	MustPlayDrawn bool
	VoluntaryDraw bool
	VoluntaryPass bool

	Spinner     Spinner
	RootArms    int // sides of the starting double; 0: rounds have no such double
	Toes        int
	StartDouble StartDouble
	StartOrder  StartOrder
	StartNone   StartNone
	ChickieCall ChickieCall

	DeadRule         DeadRule
	ScoreDomino      Scoring
	ScoreBlock       Scoring
	ScoreInPlay      ScoreInPlay
	BlockWinner      BlockWinner
	BlockTie         BlockTie
	VoidNextOpener   VoidNextOpener
	DoubleBlankValue int
	Target           int // 0: no target
	Rounds           int // 0: no fixed number
	MatchTie         MatchTie
}

// Teams says who plays together (L-01).
type Teams uint8

// Rotation is the direction of turns (L-05, C-06).
type Rotation uint8

// OpenFirst finds the first opener of a match (L-03, C-03).
type OpenFirst uint8

// OpeningTile says what an opener may lead (L-07, C-05).
type OpeningTile uint8

// OpenNext finds the opener of later rounds (L-06, C-17).
type OpenNext uint8

// TileRank orders tiles when nobody holds a double (C-03).
type TileRank uint8

// Shuffler says who mixes for the next round (L-08).
type Shuffler uint8

// DrawMode says what a seat that cannot play does (L-11, C-11, K-10).
type DrawMode uint8

// Spinner says which double takes tiles on four sides (C-08).
type Spinner uint8

// StartDouble finds the starting double of a round (K-03, K-04).
type StartDouble uint8

// StartOrder is the order in which doubles start rounds (K-05).
type StartOrder uint8

// StartNone says what happens when nobody holds a starting double (K-06).
type StartNone uint8

// ChickieCall says how a double on a leaf is announced (K-12).
type ChickieCall uint8

// DeadRule says when a dead position ends the round (G-06).
type DeadRule uint8

// Scoring is a formula for round points (C-13, C-15, K-19).
type Scoring uint8

// ScoreInPlay is a formula for points during play (C-14).
type ScoreInPlay uint8

// BlockWinner finds who wins a block (L-16).
type BlockWinner uint8

// BlockTie settles equal lowest totals (L-17, L-18a, L-18b).
type BlockTie uint8

// VoidNextOpener finds the opener after a tied block (L-19, C-16).
type VoidNextOpener uint8

// MatchTie settles equal totals at the end of a match (K-20).
type MatchTie uint8

// The values of the knobs, named as the knob values are.
const (
	TeamsNone Teams = iota
	TeamsPairs
)

// Directions of turns.
const (
	Clockwise Rotation = iota
	CounterClockwise
)

// Ways to find the first opener. OpenFirstStartDouble stands where
// start_double decides.
const (
	OpenHolder66 OpenFirst = iota
	OpenFirstHighestDouble
	OpenLot
	OpenFirstStartDouble
)

// What an opener may lead.
const (
	OpeningTileAny OpeningTile = iota
	OpeningTileForced
	OpeningTileDoubleIfAny
	OpeningTileHighestDouble
)

// Ways to find later openers. OpenNextStartDouble stands where
// start_double decides.
const (
	OpenNextRotate OpenNext = iota
	OpenNextWinner
	OpenNextCloser
	OpenNextSame
	OpenNextStartDouble
)

// Orders of tiles.
const (
	SumThenHigh TileRank = iota
	HighThenLow
)

// ShufflerPrevOpener is the only shuffler.
const ShufflerPrevOpener Shuffler = 0

// Draw modes.
const (
	DrawNone DrawMode = iota
	DrawOne
	DrawUntil
)

// Spinners.
const (
	SpinnerNone Spinner = iota
	SpinnerOpeningDouble
)

// Starting doubles. StartDoubleNone stands in line games.
const (
	StartDoubleNone StartDouble = iota
	StartHighestUnusedHeld
	StartStrict
)

// Orders of starting doubles.
const (
	StartHighestUnused StartOrder = iota
	StartDescending
)

// What happens when nobody holds a starting double.
const (
	StartDrawInTurn StartNone = iota
	StartAllDraw
	StartRedeal
)

// ChickieAuto announces every double on a leaf.
const ChickieAuto ChickieCall = 0

// Dead rules.
const (
	DeadImmediate DeadRule = iota
	DeadExhaust
)

// Scoring formulas.
const (
	ScoreOpponents Scoring = iota
	ScoreOpponentsMinusOwn
	ScoreAllRemaining
	ScoreOwnPips
)

// ScoreInPlayNone gives no points during play.
const ScoreInPlayNone ScoreInPlay = 0

// Ways to win a block.
const (
	BlockSideTotal BlockWinner = iota
	BlockIndividualLowest
	BlockCloserVsNext
)

// Ways to settle a tied block.
const (
	BlockTieVoid BlockTie = iota
	BlockTieOpenerSide
	BlockTieCloserSide
)

// Openers after a tied block.
const (
	VoidRotate VoidNextOpener = iota
	VoidSame
	VoidHolder66
)

// MatchTieShared lets all tied sides win.
const MatchTieShared MatchTie = 0

// Next is the seat that plays after s.
func (r *Rules) Next(s Seat) Seat {
	next, past, wrapped := s+1, Seat(r.Seats), Seat(0)
	if r.Rotation == CounterClockwise {
		next, past, wrapped = s-1, -1, Seat(r.Seats-1)
	}
	if next == past {
		next = wrapped
	}
	return next
}

// SideOf is the side that s plays for.
func (r *Rules) SideOf(s Seat) Side {
	if r.Teams == TeamsPairs {
		return Side(s & 1)
	}
	return Side(s)
}

// Sides is the number of scoring sides.
func (r *Rules) Sides() int {
	if r.Teams == TeamsPairs {
		return 2
	}
	return r.Seats
}

// Tree tells whether the board is a tree, on which a tile is attached to a node,
// and not a line with two ends: where a round starts with a double of its own
// (K-08), and where the opening double has four arms (C-08).
func (r *Rules) Tree() bool { return r.StartsWithDouble() || r.Spinner == SpinnerOpeningDouble }

// StartsWithDouble tells whether each round starts with a double of its own,
// which takes all its arms before anything else is played (K-03, K-08).
func (r *Rules) StartsWithDouble() bool { return r.RootArms > 0 }
