// Package secret keeps what a running deal must not tell anybody: the root of a
// match, for the dealer alone, and the seed of a round, for the dealer and rules.
//
// It owns the two streams' records and the order in which they may change: a
// root belongs to one match and whoever writes second reads the first; a seed
// is written once. It never says whether a seed is the right one (the hash in
// the log does), and it never puts a secret into an error, a log or a metric.
package secret
