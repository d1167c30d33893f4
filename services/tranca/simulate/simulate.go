package simulate

import (
	"context"
	"sync"
)

// Run plays all matches. The error is about the options, the output or the end
// of ctx; matches that failed are told by the summary.
func Run(ctx context.Context, o Options) (Summary, error) {
	o, err := o.normal()
	if err != nil {
		return Summary{}, err
	}
	l := &ledger{acks: o.Acks, seen: o.Seen, tell: o.Progress, records: make([][]string, o.Matches), sum: Summary{Seats: o.Seats}}
	begun := o.Now()
	playAll(ctx, o, l)
	sum := l.finish(o.Now().Sub(begun))
	if err := ctx.Err(); err != nil {
		return sum, err
	}
	if o.Records == nil {
		return sum, nil
	}
	return sum, l.writeRecords(o.Records)
}

// playAll hands the matches out in their order.
func playAll(ctx context.Context, o Options, l *ledger) {
	var players sync.WaitGroup
	next, from := make(chan int), newSource(o)
	for range min(o.Concurrency, o.Matches) {
		players.Go(func() {
			for i := range next {
				records, err := (&match{o: o, from: from, ledger: l, ordinal: i}).run(ctx)
				l.ended(i, records, err)
			}
		})
	}
	for i := range o.Matches {
		if ctx.Err() != nil {
			break
		}
		next <- i
	}
	close(next)
	players.Wait()
}
