// Package chains keeps the hash chains of the matches that were dealt last, so
// that a round does not walk down from the root again. It owns memory alone: a
// chain that is forgotten is computed anew.
package chains
