package domino

// Seat is a place at the table, numbered clockwise seen from above from 0.
// Players face the centre: the seat on the left of s is s+1, on its right s-1.
type Seat int8

// NoSeat stands where no seat is meant.
const NoSeat Seat = -1

// MaxSeats bounds the seats of any table.
const MaxSeats = 10

// Side is a scoring party: a seat in individual play; in pairs side 0 (A) is
// the even seats and side 1 (B) the odd ones.
type Side int8

// NoSide stands where no side is meant: a void round has no winner.
const NoSide Side = -1
