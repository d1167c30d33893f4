package pipeline

import (
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"tranca.example/pkg/table"
	"tranca.example/services/e2e/harness"
	"tranca.example/services/e2e/load"
)

// IdleOptions are the size of a look at tables whose players think for long.
type IdleOptions struct {
	Tables int              `json:"tables"`
	Every  time.Duration    `json:"every_ns"` // a move of each table
	Time   time.Duration    `json:"time_ns"`
	Now    func() time.Time `json:"-"`
}

// turnLimit is far longer than anybody thinks: clocks are armed, and never act.
const turnLimit = table.Millis(120_000)

// Idle is what many tables cost on which little happens.
type Idle struct {
	Machine  Machine          `json:"machine"`
	Options  IdleOptions      `json:"options"`
	Opening  float64          `json:"tables_opened_per_second"`
	Moves    Timing           `json:"moves"`
	Programs map[string]Usage `json:"programs"`
	Streams  map[string]Size  `json:"streams"`
	Redis    int64            `json:"redis_bytes"`
}

// Usage is what a program takes.
type Usage struct {
	RSS int64   `json:"rss_bytes"`
	CPU float64 `json:"cpu"` // share of one processor
}

// Size is how much a stream holds.
type Size struct {
	Messages uint64 `json:"messages"`
	Bytes    uint64 `json:"bytes"`
}

// MeasureIdle opens the tables on one nats-server, lets each make a move every so
// often, and looks at what all programs take meanwhile.
func MeasureIdle(t *testing.T, programs harness.Programs, o IdleOptions) *Idle {
	t.Helper()
	r := newRig(t, programs, Options{Now: o.Now}, SetupR1)
	r.serve(harness.ApartOptions{})
	begun := o.Now()
	all := r.begun(o.Tables)
	idle := &Idle{Machine: machine(), Options: o, Opening: ratio(float64(o.Tables), o.Now().Sub(begun).Seconds()), Programs: map[string]Usage{}}
	before, begun := r.cpu(r.processes()), o.Now()
	s := r.stroll(all, o)
	took := o.Now().Sub(begun)
	idle.Moves = timing(s)
	for name, after := range r.cpu(r.processes()) {
		idle.Programs[name] = Usage{RSS: r.rss(name), CPU: (after - before[name]).Seconds() / took.Seconds()}
	}
	idle.Streams, idle.Redis = r.sizes(), r.redisBytes()
	return idle
}

// moveOnce plays until one move is made.
func moveOnce(t *testing.T, one *load.Table) error {
	t.Helper()
	for {
		if moved, err := one.Next(t.Context()); moved || err != nil {
			return err
		}
	}
}

// stroll lets every table move once in every o.Every, one after the other.
func (r *rig) stroll(all []*load.Table, o IdleOptions) load.Sample {
	r.t.Helper()
	walkers := min(64, len(all))
	begun := o.Now()
	var group sync.WaitGroup
	times, errs := make([][]time.Duration, walkers), make([]error, walkers)
	for w := range walkers {
		group.Go(func() {
			for i, turn := w, 0; errs[w] == nil; i += walkers { // its own tables, in turns
				if i >= len(all) {
					i, turn = w, turn+1
				}
				due := time.Duration(turn*len(all)+i) * o.Every / time.Duration(len(all))
				if due >= o.Time {
					return
				}
				pause(r.t.Context(), due-o.Now().Sub(begun))
				sent := o.Now()
				errs[w] = moveOnce(r.t, all[i])
				times[w] = append(times[w], o.Now().Sub(sent))
			}
		})
	}
	group.Wait()
	if err := errors.Join(errs...); err != nil {
		r.t.Fatal(err)
	}
	s := load.Sample{Took: o.Now().Sub(begun), Times: slices.Concat(times...)}
	s.Done = int64(len(s.Times))
	return s
}

// sizes are those of all streams.
func (r *rig) sizes() map[string]Size {
	r.t.Helper()
	all := map[string]Size{}
	for _, c := range r.streams() {
		state := r.stream(c.Name)
		all[c.Name] = Size{state.Msgs, state.Bytes}
	}
	return all
}

// redisBytes is what Redis says that it uses.
func (r *rig) redisBytes() (bytes int64) {
	r.t.Helper()
	info, err := r.redis.Client().Info(r.t.Context(), "memory").Result()
	if err == nil {
		_, rest, _ := strings.Cut(info, "used_memory:")
		_, err = fmt.Sscan(rest, &bytes)
	}
	if err != nil {
		r.t.Fatal(err)
	}
	return bytes
}

// Text is the look for people.
func (i *Idle) Text() string {
	lines := []string{"program\tRSS\tof a processor"}
	var rss int64
	var cpu float64
	for name, u := range sorted(i.Programs) {
		lines = append(lines, fmt.Sprintf("%s\t%s\t%.1f%%", name, size(float64(u.RSS)), 100*u.CPU))
		rss, cpu = rss+u.RSS, cpu+u.CPU
	}
	lines = append(lines, fmt.Sprintf("all\t%s\t%.1f%%", size(float64(rss)), 100*cpu))
	streams := []string{"stream\tmessages\tbytes"}
	for name, s := range sorted(i.Streams) {
		streams = append(streams, fmt.Sprintf("%s\t%d\t%s", name, s.Messages, size(float64(s.Bytes))))
	}
	return fmt.Sprintf("%d tables, a move of each every %s, for %s, on %d cores; opened at %s a second\n%s moves a second, p50 %s ms, p99 %s ms\n\n%s\n%s\nRedis uses %s\n",
		i.Options.Tables, i.Options.Every, i.Options.Time, i.Machine.Cores, short(i.Opening), short(i.Moves.Rate), short(i.Moves.P50), short(i.Moves.P99),
		columns(lines), columns(streams), size(float64(i.Redis)))
}

// JSON is the look for programs.
func (i *Idle) JSON() ([]byte, error) { return json.MarshalIndent(i, "", "  ") }
