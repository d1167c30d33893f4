// Package token makes and checks the two credentials of players: the seat
// token, which lets its bearer act for one seat of one table, and the player
// key, which a client makes itself and shows where no seat exists yet. For
// officials it makes and checks what a gateway says of them to the owner of a
// command, who need not believe a gateway that has not got the key.
//
// It owns their form and their cryptography. It never decides what a seat may
// do, and it keeps nothing: a token is void when the generation in it is not
// the one in the table's state, which the owner of the command checks.
package token
