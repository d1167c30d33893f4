package domino

// Standing is all that a round needs to know from the match before it.
type Standing struct {
	First    bool   // no round was decided yet: the first-round opening applies
	Opener   Seat   // decided opener; NoSeat = found from the hands (open_first, start_double)
	Starter  Seat   // who opened the round before; NoSeat in the first (K-06 starts on his left)
	Eligible PipSet // where rounds start with a double: those that have not started a round
	Played   int    // rounds that counted so far
	Totals   []int  // points by side
}

// RoundScore is what an ended round is worth.
type RoundScore struct {
	Winner    Side     // NoSide: void, or a game in which every seat scores for itself
	Points    int      // of the winner
	Breakdown []int    // points added by side
	Next      Standing // totals after the round, opener of the next one
	Shuffler  Seat     // informational (L-08): this round's opener
	MatchOver bool
	Winners   []Side // when MatchOver; more than one when shared (K-20, E-47)
	Places    []int  // when MatchOver: place of each side, from 1, equal when tied
}
