// Package swap plays the same public moves twice, the second time with hidden
// tiles exchanged, and compares every byte that anybody but the holders of those
// tiles can get.
//
// It owns no product code. All services but the judge's source of hidden tiles
// are the real ones, over a real broker; the deal's seed, commit and chain are
// the same in both runs, so that not even a hash has an excuse to differ.
package swap
