// Package scoring is the service that owns ended rounds: it turns a round into
// points and a match into winners, and keeps the results of matches.
//
// It owns the projection "results" and the ladder made of it. It never decides
// a play, and it cannot read a secret of the deal.
package scoring
