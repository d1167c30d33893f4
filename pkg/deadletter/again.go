package deadletter

import "context"

// maxFailures is how many advisories may fail in one look before the rest is left to
// the next one; those that failed before and new ones are counted apart, so that
// neither holds up the others.
const maxFailures = 3

// maxPause is the longest pause between two tries, in looks.
const maxPause = 32

// again is when an advisory of which no letter could be made is tried once more.
type again struct{ pause, due int } // in looks, and the number of a look

// retry tries the advisories that failed before and are due.
func (c *Copier) retry(ctx context.Context) {
	failed := 0
	for seq, a := range c.stuck {
		if a.due > c.looks || failed == maxFailures || ctx.Err() != nil {
			continue
		}
		if !c.try(ctx, seq) {
			failed++
		}
	}
}

// advance tries the advisories from c.next to last, each once.
func (c *Copier) advance(ctx context.Context, last uint64) {
	for failed := 0; c.next <= last && failed < maxFailures && ctx.Err() == nil; c.next++ {
		if !c.try(ctx, c.next) {
			failed++
		}
	}
}

// try makes the letter of an advisory, or notes when to try again.
func (c *Copier) try(ctx context.Context, seq uint64) bool {
	err := c.advisory(ctx, seq)
	if err == nil {
		delete(c.stuck, seq)
		return true
	}
	a, before := c.stuck[seq]
	a.pause = min(max(2*a.pause, 1), maxPause)
	a.due = c.looks + a.pause
	c.stuck[seq] = a
	if !before && len(c.stuck) <= maxTold && ctx.Err() == nil {
		c.o.Logger.WarnContext(ctx, "no letter made of an advisory: it is tried again, the others go on", "advisory", seq, "error", err)
	}
	return false
}
