package pipeline

import (
	"context"
	"crypto/rand"
	"time"

	"github.com/nats-io/nats.go"

	"tranca.example/pkg/client"
	"tranca.example/pkg/subject"
	"tranca.example/services/e2e/load"
)

// What is played, how many viewers a table has over HTTP, and how many steps of
// scripts are written down for a second of playing, at all tables together.
const (
	preset  = "latin.pairs"
	viewers = 4
	ahead   = 8000
)

func game() load.Game {
	return load.Game{Preset: preset, Seed: []byte(seed), Options: load.Options()}
}

// cell measures all doors at so many tables, and the floors before, between and
// after them: the machine is not the same from one second to the next.
func (r *rig) cell(tables int) Cell {
	r.t.Helper()
	c := Cell{Setup: r.setup, Tables: tables, Doors: map[string]Moves{}, Bare: map[string]Moves{}}
	var err error
	if c.Body, err = load.Body(game()); err != nil {
		r.t.Fatal(err)
	}
	f := r.newFloors(tables, c.Body)
	defer f.end()
	for _, door := range DoorsOf(r.setup) {
		f.measure()
		m := r.at(door, tables)
		c.Doors[door] = m
		if apart(r.setup) {
			c.Bare[door] = r.bareMoves(door, tables, c.Body, m)
		}
	}
	f.measure()
	c.Floor = f.floor()
	for _, doors := range []map[string]Moves{c.Doors, c.Bare} {
		for door, m := range doors {
			doors[door] = m.beside(c.Floor)
		}
	}
	return c
}

// at measures moves at a door, at tables that are opened for it.
func (r *rig) at(door string, tables int) Moves {
	r.t.Helper()
	ctx, cancel := context.WithCancel(r.t.Context())
	defer cancel()
	if door == OverHTTP {
		audience := load.NewAudience(r.url, viewers)
		return r.play(r.open(ctx, tables, load.NewHTTP(r.client(tables)), audience), audience)
	}
	conn := r.teller()
	defer conn.Close()
	var ask load.Door = load.NewHTTP(r.client(tables))
	if door == OverNATS {
		ask = load.NewDoor(r.t, conn, nil)
	}
	return r.play(r.open(ctx, tables, ask, load.Live(conn)), nil)
}

// teller tells players of commits where nobody views.
func (r *rig) teller() *nats.Conn {
	r.t.Helper()
	if r.up != nil {
		return r.up.Observer()
	}
	return r.gateway()
}

// beside compares moves with a floor.
func (m Moves) beside(f Floor) Moves {
	m.OfPublish = ratio(m.Rate, f.Publishes.Rate)
	m.OfLeast = ratio(m.P50, f.Requests.P50+f.Publishes.P50)
	return m
}

// client calls the API, at the first gateway.
func (r *rig) client(calls int) *client.Client {
	r.t.Helper()
	transport, err := client.HTTP(r.url, calls)
	if err != nil {
		r.t.Fatal(err)
	}
	c, err := client.New(client.Options{Transport: transport, Random: rand.Reader}) //nolint:forbidigo // ids of commands
	if err != nil {
		r.t.Fatal(err)
	}
	return c
}

// open opens tables, some at a time.
func (r *rig) open(ctx context.Context, tables int, door load.Door, watcher load.Watcher) []*load.Table {
	r.t.Helper()
	all := make([]*load.Table, tables)
	r.each(tables, func(i int) (err error) {
		all[i], err = load.Open(ctx, door, watcher, game())
		return err
	})
	return all
}

// each does something for every number below n, 32 at a time, and ends with the
// first failure.
func (r *rig) each(n int, do func(i int) error) {
	r.t.Helper()
	const together = 32
	next := make(chan int)
	failed := make(chan error, together)
	for range together {
		go func() {
			var err error
			for i := range next {
				if err == nil {
					err = do(i)
				}
			}
			failed <- err
		}()
	}
	for i := range n {
		next <- i
	}
	close(next)
	for range together {
		if err := <-failed; err != nil {
			r.t.Fatal(err)
		}
	}
}

// warm plays a little that is not measured.
func (r *rig) warm(all []*load.Table) { _ = r.measure(all, r.warming()) }

// warming is how long what is not measured takes.
func (r *rig) warming() time.Duration { return max(r.o.Time/8, 100*time.Millisecond) }

func (r *rig) measure(all []*load.Table, d time.Duration) load.Sample {
	r.t.Helper()
	return r.sample(len(all), d, func(i int) (bool, error) { return all[i].Next(r.t.Context()) })
}

// sample lets so many callers do something for a time.
func (r *rig) sample(callers int, d time.Duration, do func(caller int) (counts bool, err error)) load.Sample {
	r.t.Helper()
	s, err := load.Measure(callers, d, do)
	if err != nil {
		r.t.Fatal(err)
	}
	return s
}

// cost measures moves and what programs spend on them.
func (r *rig) cost(programs map[string]int, measure func() load.Sample) Moves {
	r.t.Helper()
	before := r.cpu(programs)
	s := measure()
	m := Moves{Timing: timing(s), CPU: map[string]float64{}, Load: s.CPU.Seconds()}
	total := 0.0
	for name, after := range r.cpu(programs) {
		m.CPU[name] = (after - before[name]).Seconds()
		total += m.CPU[name]
	}
	m.PerCPU = ratio(float64(m.Count), total)
	return m
}

// told is what weighs that of which players are told, on average.
func told(all []*load.Table) float64 {
	pushed, bytes := 0, 0
	for _, t := range all {
		pushed, bytes = pushed+t.Pushed, bytes+t.Bytes
	}
	return ratio(float64(bytes), float64(pushed))
}

// play measures moves after some that are not; audience is nil where nobody views.
func (r *rig) play(all []*load.Table, audience *load.Audience) Moves {
	r.t.Helper()
	r.warm(all)
	steps := int(ahead*r.o.Time.Seconds())/len(all) + 100
	r.each(len(all), func(i int) error { all[i].Noting = true; return all[i].Prepare(steps) })
	log := r.stream(subject.GameStream(0))
	var watch *projectionWatch
	if r.redis != nil {
		watch = r.watchProjections()
	}
	if audience != nil {
		audience.Note(true)
	}
	m := r.cost(r.processes(), func() load.Sample { return r.measure(all, r.o.Time) })
	m.Event = told(all)
	now := r.stream(subject.GameStream(0))
	m.Stored = ratio(float64(now.Bytes-log.Bytes), float64(m.Count))
	acks := acknowledged(all)
	if watch != nil {
		m.Projected = watch.lags(acks, r.sequences(log.LastSeq, now.LastSeq), now.LastSeq)
	}
	if audience != nil {
		audience.Note(false)
		m.Viewers, m.Pushed = viewers, pushed(acks, audience.Sights())
	}
	return m
}
