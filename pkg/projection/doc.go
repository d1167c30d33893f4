// Package projection owns live read models that are rebuilt from the log.
//
// A projection is a set of rows per shard. A Projector follows the shard's
// commits, folds each into changes of rows and gives them in batches to a
// Writer. The writer stores the changes and the checkpoint (the sequence up to
// which the log is applied) in one atomic step, and accepts a batch only when it
// continues exactly at the checkpoint. So a batch may be sent twice, two
// projectors may run by mistake, and a store may be wiped at any time: the
// content is always that of a prefix of the log, and the projector starts over
// from whatever checkpoint it finds.
//
// Rows may stand in lists, each ordered by a text (see OrderUint), and are read
// by key or page by page.
//
// The packages memory and redis implement the store; both pass contract.Run.
//
// What it never does: it is not written by a command, it skips no commit (a
// missing sequence stops it with an alarm), and it stores nothing that the log
// does not tell everybody.
package projection
