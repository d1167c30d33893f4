// Package cli is the command line of the program tranca.
//
// It owns commands, flags, what is printed and the exit codes: one file a
// command. It decides nothing about games, and whatever it needs of the process
// it is handed in a World.
//
// Exit codes are 0 for success, 1 when what was asked for failed or a check
// found something wrong, and 2 when the call or its input was unusable.
package cli
