// Package judges holds the tests of dealer and rules together, each on its own
// connection with its own rights to a real server: whole matches, restarts,
// lost wakes, lost secrets and the clock.
//
// It owns no product code. The lobby and scoring are played by the same host
// that the real ones are made of.
package judges
