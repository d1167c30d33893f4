package domino

import "fmt"

// Reason is the stable code of a rejection. It is an error, so that
// errors.Is(err, NotYourTurn) finds it in an Illegal.
type Reason string

// The reasons.
const (
	UnknownCommand Reason = "unknown_command"
	UnknownSeat    Reason = "unknown_seat"
	RoundOver      Reason = "round_over"
	NotYourTurn    Reason = "not_your_turn"
	UnknownTile    Reason = "unknown_tile"
	NotInHand      Reason = "not_in_hand"
	MustOpenWith   Reason = "must_open_with"
	NoSuchSpot     Reason = "no_such_spot"
	FootFirst      Reason = "foot_first"
	DoesNotFit     Reason = "does_not_fit"
	AmbiguousSide  Reason = "ambiguous_side"
	MustPlay       Reason = "must_play"
	MustDraw       Reason = "must_draw"
	CannotDraw     Reason = "cannot_draw"
	BoneyardEmpty  Reason = "boneyard_empty"
)

// Reason is the code itself.
func (r Reason) Reason() string { return string(r) }

// Error is the code and what it means.
func (r Reason) Error() string { return string(r) + ": " + r.meaning() }

func (r Reason) meaning() string {
	switch r {
	case UnknownCommand:
		return "want a play, a draw, a pass, an annulment or a forfeit"
	case UnknownSeat:
		return "no such seat at this table"
	case RoundOver:
		return "the round is over"
	case NotYourTurn:
		return "another seat is on turn"
	case UnknownTile:
		return "the box has no such tile"
	case NotInHand:
		return "the seat does not hold the tile"
	case MustOpenWith:
		return "the opening calls for another tile"
	case NoSuchSpot:
		return "the board has no such end or node"
	case FootFirst:
		return "another double must be filled first"
	case DoesNotFit:
		return "the tile matches no open value there"
	case AmbiguousSide:
		return "the tile fits in several ways; name the end or node"
	case MustPlay:
		return "a tile of the hand fits and must be played"
	case MustDraw:
		return "nothing fits, and the boneyard still gives a tile"
	case CannotDraw:
		return "the rules allow no draw now"
	case BoneyardEmpty:
		return "nothing is left to draw"
	}
	return "not legal"
}

// Illegal is the rejection of a command: the state is unchanged. Tile and Spot
// are those of a rejected Play. Legal, MayDraw and MayPass tell what the seat
// could do instead; they are the seat's secret and filled only when the seat
// that is on turn was rejected. The text of the error has none of it.
type Illegal struct {
	Seat    Seat
	Tile    Tile
	Spot    Spot
	Why     Reason
	Legal   []Play
	MayDraw bool
	MayPass bool
}

// Error names the seat and the reason, and no tile.
func (e *Illegal) Error() string { return fmt.Sprintf("seat %d: %v", e.Seat, e.Why) }

// Unwrap is the reason.
func (e *Illegal) Unwrap() error { return e.Why }
