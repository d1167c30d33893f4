package table

import (
	"slices"
	"strconv"

	"tranca.example/pkg/domino"
)

// at is the seat i; nil when there is none. It must not be written to.
func (s *State) at(i domino.Seat) *SeatState {
	if i < 0 || int(i) >= len(s.Seats) {
		return nil
	}
	return &s.Seats[i]
}

// edit is the seat i of a fresh copy of the seats; nil when there is none.
func (s *State) edit(i domino.Seat) *SeatState {
	if s.at(i) == nil {
		return nil
	}
	s.Seats = slices.Clone(s.Seats)
	return &s.Seats[i]
}

// each runs f on every seat of a fresh copy of the seats.
func (s *State) each(f func(i domino.Seat, seat *SeatState)) {
	s.Seats = slices.Clone(s.Seats)
	for i := range s.Seats {
		f(domino.Seat(i), &s.Seats[i])
	}
}

// SeatOf is the seat that the player key holds; NoSeat when it holds none.
func (s *State) SeatOf(key Hash) domino.Seat {
	if key == (Hash{}) {
		return domino.NoSeat
	}
	for i := range s.Seats {
		if s.Seats[i].Kind == SeatPlayer && s.Seats[i].KeyHash == key {
			return domino.Seat(i)
		}
	}
	return domino.NoSeat
}

// free is the lowest empty seat; NoSeat when the table is full.
func (s *State) free() domino.Seat {
	for i := range s.Seats {
		if s.Seats[i].Kind == SeatEmpty {
			return domino.Seat(i)
		}
	}
	return domino.NoSeat
}

func (s *State) hasBot() bool {
	return slices.ContainsFunc(s.Seats, func(seat SeatState) bool { return seat.Kind == SeatBot })
}

// allReady tells whether every seat is held and ready but for the one that the
// commit under way makes ready.
func (s *State) allReady(but domino.Seat) bool {
	for i := range s.Seats {
		if domino.Seat(i) != but && (s.Seats[i].Kind == SeatEmpty || !s.Seats[i].Ready) {
			return false
		}
	}
	return true
}

// vacant is a seat that nobody holds in a match: its holder left and no bot
// takes over; NoSeat when all are held.
func (s *State) vacant() domino.Seat { return s.free() }

// unrevealed lists the seats that committed to a client seed and did not
// reveal it yet.
func (s *State) unrevealed() []domino.Seat {
	var out []domino.Seat
	for i := range s.Seats {
		if s.Seats[i].ClientCommit != (Hash{}) && s.Seats[i].ClientSeed == nil {
			out = append(out, domino.Seat(i))
		}
	}
	return out
}

// vacate empties the seat; generation and answered ids outlive the holder, so
// that his token stays void and his retries get their answers. The secrets that
// a running match is bound to stay too.
func (seat *SeatState) vacate(inMatch bool) {
	left := SeatState{Gen: seat.Gen, Recent: seat.Recent}
	if inMatch {
		left.ClientCommit, left.ClientSeed = seat.ClientCommit, seat.ClientSeed
	}
	*seat = left
}

// unready takes a player's readiness and his commit back; bots stay ready.
func (seat *SeatState) unready() {
	seat.Ready = seat.Kind == SeatBot
	seat.ClientCommit, seat.ClientSeed = Hash{}, nil
}

// botName is the name of the bot that takes seat i at generation gen.
func botName(policy string, i domino.Seat, gen uint32) string {
	return "bot-" + policy + "-" + strconv.Itoa(int(i)) + "-" + strconv.FormatUint(uint64(gen), 10)
}
