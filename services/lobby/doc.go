// Package lobby is the service that owns tables before and after a match: it
// opens them, seats people and bots, starts the match with the last ready, and
// closes what is idle.
//
// It owns the ids of tables, the idempotency records of their creation and the
// list of open tables. It never deals, judges or scores, and it cannot read a
// secret of the deal.
package lobby
