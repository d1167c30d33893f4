package domino

// Command is a wish of the seat on turn, or of the table for it. The set is
// closed. Who is allowed to speak for a seat is not decided here.
//
//sumtype:decl
type Command interface{ isCommand() }

// Play puts a tile on the board. Spot may be Unnamed where only one distinct
// placement is possible (E-01, E-02).
type Play struct {
	Seat Seat
	Tile Tile
	Spot Spot
}

// Draw takes the next tile of the boneyard.
type Draw struct{ Seat Seat }

// Pass gives the turn away.
type Pass struct{ Seat Seat }

// Annul ends the round without points; Reason is recorded.
type Annul struct{ Reason string }

// Forfeit ends the round because Seat's side gave up.
type Forfeit struct{ Seat Seat }

func (Play) isCommand()    {}
func (Draw) isCommand()    {}
func (Pass) isCommand()    {}
func (Annul) isCommand()   {}
func (Forfeit) isCommand() {}
