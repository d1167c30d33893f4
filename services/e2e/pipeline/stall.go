package pipeline

import (
	"context"
	"slices"
	"sync"
	"time"

	"tranca.example/services/e2e/harness"
	"tranca.example/services/e2e/load"
)

// What stands still: tables whose players think for a while before each move. A
// kill is looked at for some time, and until every table goes on; then the replica
// is started again and gets its tables back.
const (
	stallTables = 32
	stallThink  = 5 * time.Millisecond
	stallLook   = 1500 * time.Millisecond
	stallLimit  = 30 * time.Second
	comeBack    = 1200 * time.Millisecond
)

// crowd plays on while replicas are killed, and notes when moves were acknowledged.
type crowd struct {
	r     *rig
	stop  context.CancelFunc
	group sync.WaitGroup
	mu    sync.Mutex
	acks  [][]time.Time // of each table
	err   error
}

func (r *rig) newCrowd() *crowd {
	r.t.Helper()
	conn := r.gateway()
	all := r.open(r.t.Context(), stallTables, load.NewDoor(r.t, conn, nil), load.Live(conn))
	r.warm(all)
	ctx, cancel := context.WithCancel(r.t.Context())
	c := &crowd{r: r, stop: cancel, acks: make([][]time.Time, len(all))}
	for i, t := range all {
		c.group.Go(func() {
			for ctx.Err() == nil {
				moved, err := t.Next(ctx)
				if err != nil {
					c.failed(ctx, err)
					return
				}
				if moved {
					c.note(i)
					pause(ctx, stallThink)
				}
			}
		})
	}
	return c
}

func (c *crowd) failed(ctx context.Context, err error) {
	if ctx.Err() != nil {
		return // it was told to stop
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	c.err = err
}

func (c *crowd) note(table int) {
	now := c.r.o.Now()
	c.mu.Lock()
	defer c.mu.Unlock()
	c.acks[table] = append(c.acks[table], now)
}

// look waits and returns how long a table stood still since from, at most.
func (c *crowd) look(from time.Time) time.Duration {
	c.r.t.Helper()
	pause(c.r.t.Context(), stallLook)
	harness.Eventually(c.r.t, stallLimit, "all tables go on", func() bool {
		c.mu.Lock()
		defer c.mu.Unlock()
		return !slices.ContainsFunc(c.acks, func(acks []time.Time) bool {
			return len(acks) == 0 || !acks[len(acks)-1].After(from)
		}) || c.err != nil
	})
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.err != nil {
		c.r.t.Fatal(c.err)
	}
	return longest(c.acks, from, c.r.o.Now())
}

func (c *crowd) moves() (n int) {
	for _, acks := range c.acks {
		n += len(acks)
	}
	return n
}

func pause(ctx context.Context, d time.Duration) {
	timer := time.NewTimer(d)
	defer timer.Stop()
	select {
	case <-ctx.Done():
	case <-timer.C:
	}
}

// stalls kills one replica of rules after the other.
func (r *rig) stalls() Stall {
	r.t.Helper()
	c := r.newCrowd()
	defer c.stop()
	pause(r.t.Context(), comeBack)
	s := Stall{Setup: r.setup, Tables: stallTables, Calm: ms(c.look(r.o.Now()))}
	for n := range r.o.Kills {
		victim := r.apart.Parts[harness.ReplicaName(rules, n%2)]
		from := r.o.Now()
		victim.Kill()
		s.Kills = append(s.Kills, ms(c.look(from)))
		victim.Restart()
		pause(r.t.Context(), comeBack)
	}
	c.stop()
	c.group.Wait()
	s.Moves, s.P50 = c.moves(), middle(s.Kills)
	if len(s.Kills) > 0 {
		s.Max = slices.Max(s.Kills)
	}
	return s
}
