// Package dealer owns the dealing phase: it binds itself to every deal of a
// match before anybody can know one, takes the client seeds, and deals rounds.
//
// It owns roots and seeds. The order is what makes a deal honest and safe: the
// root is stored before DealCommitted tells its tip, the seed before RoundDealt
// tells its commit. Woken for a table that plays, it makes sure that the seed of
// the running round is where rules looks for it.
//
// It never judges a move, and it never shows a root or a seed to anybody.
package dealer
