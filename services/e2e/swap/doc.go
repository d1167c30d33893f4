// Package swap plays the same public moves twice, the second time with hidden
// tiles exchanged, and compares every byte that anybody but the holders of those
// tiles can get: commits, answers, refusals, records and live streams, the rows
// of all projections, and at the end what the logs, spans and metrics say.
//
// It looks for hidden tiles, seeds, roots, tokens and keys at every way out, too.
//
// It owns no product code. Lobby, dealer, scoring and gateway are the real ones,
// over a real broker; of rules there are the judge, with another source of hidden
// tiles, and the unit that keeps the projection. The deal's seed, commit and
// chain are the same in both runs, so that not even a hash has an excuse to
// differ.
//
// Matches end in both runs where a seat can give up for the same points: only
// then are there results to compare. What the end of a round reveals differs, and
// is compared no further.
package swap
