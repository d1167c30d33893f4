package table

// sentence says to people what a refusal means. The code itself is the
// refusal's Reason.
func (w Why) sentence() string {
	switch w {
	case NoToken:
		return "this is for whoever holds a seat, with the seat's token"
	case TokenRevoked:
		return "the seat has another holder or a newer token"
	case NotOwner:
		return "this is for whoever opened the table"
	case NotOperator:
		return "this is for an operator"
	case HoldsSeat:
		return "whoever has a seat at a table decides nothing about it"
	case Forbidden:
		return "this is not for a caller of this kind"
	case UnknownCommand:
		return "there is no such command"
	case UnknownSeat:
		return "there is no such seat"
	case BadSettings:
		return "the settings cannot be used"
	case PropertiesTooLarge:
		return "the properties are too large"
	case Malformed:
		return "the command is malformed"
	case UnknownTable:
		return "there is no such table"
	default:
		return w.moment()
	}
}

// moment says what is in the way of a command now.
func (w Why) moment() string {
	switch w {
	case Frozen:
		return "the table is frozen"
	case SeatOccupied:
		return "the seat is taken"
	case TableFull:
		return "no seat is free"
	case PlayerSeated:
		return "a player of that name sits here already"
	case SeatsInUse:
		return "a seat that would go is taken"
	case NoBotThere:
		return "no bot sits there"
	case NoPlayerThere:
		return "no player sits there"
	case NothingCommitted, NotCommitted, AlreadyCommitted, AlreadyRevealed, RevealsMissing, BadRound, DealMissing:
		return w.deal()
	case NoDeadline:
		return "there is no deadline"
	case NotDue:
		return "the deadline has not passed"
	case NotAway:
		return "nobody is away from the seat"
	case NotFrozen:
		return "the table is not frozen"
	case EmotesOff:
		return "nothing may be said at this table now"
	case EmoteNotNow:
		return "this may not be said while partners play a round"
	default:
		return string(w)
	}
}

// deal says what is in the way of a deal.
func (w Why) deal() string {
	switch w {
	case NothingCommitted:
		return "the seat has committed to no seed"
	case NotCommitted:
		return "the dealer has not committed to the deal yet"
	case AlreadyCommitted:
		return "the dealer has committed to the deal already"
	case AlreadyRevealed:
		return "the seat has revealed its seed already"
	case RevealsMissing:
		return "seats have still to reveal their seeds"
	case BadRound:
		return "the round does not follow from the table"
	case DealMissing:
		return "the round has to be opened first"
	default:
		return string(w)
	}
}
