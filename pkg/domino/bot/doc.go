// Package bot holds policies for computer players.
//
// It owns the choice of one command from what one seat may know: a
// domino.SeatView and a number. The same view and number give the same command,
// in every process and at every time. A policy never sees another hand or the
// boneyard, draws no random number of its own and reads no clock; when to act
// and for whom is the caller's business.
package bot
