package pipeline

import (
	"slices"
	"time"

	goredis "github.com/redis/go-redis/v9"

	"github.com/nats-io/nats.go/jetstream"

	log "tranca.example/pkg/eventlog/jetstream"
	"tranca.example/pkg/subject"
	"tranca.example/services/e2e/harness"
	"tranca.example/services/e2e/load"
)

// How many tables are written at a time when the log is filled, and how long the
// building of a projection may take.
const (
	fillTogether = 256
	fillTable    = 1000 // commits for each of them, at least
	buildLimit   = 10 * time.Minute
)

// rebuilds fills the log and has each projection built from it, by its service
// alone on an empty Redis.
func (r *rig) rebuilds() (all []Rebuild) {
	r.t.Helper()
	writer, err := log.New(r.broker.Connect(rules), 10*time.Second)
	if err != nil {
		r.t.Fatal(err)
	}
	filler := load.NewFiller(writer, game())
	for _, n := range slices.Sorted(slices.Values(r.o.Events)) {
		done, err := filler.Fill(r.t.Context(), n, int(max(1, min(n/fillTable, fillTogether))))
		if err != nil {
			r.t.Fatal(err)
		}
		b := Rebuild{Events: done, Reader: r.reader(int(done)), Projections: map[string]Projected{}}
		for service, name := range sorted(projections()) {
			p := r.rebuild(service, name)
			p.Of = ratio(p.Rate, b.Reader)
			b.Projections[name] = p
		}
		all = append(all, b)
	}
	return all
}

// reader is how many events an ordered consumer reads that does nothing else.
func (r *rig) reader(events int) float64 {
	r.t.Helper()
	begun := r.o.Now()
	r.read(jetstream.OrderedConsumerConfig{}, events, func(jetstream.Msg) error { return nil })
	return ratio(float64(events), r.o.Now().Sub(begun).Seconds())
}

// rebuild lets one service build its projection, and starts it once more when the
// projection is there.
func (r *rig) rebuild(service, name string) Projected {
	r.t.Helper()
	client, head := r.redis.Client(), r.stream(subject.GameStream(0)).LastSeq
	if err := client.FlushAll(r.t.Context()).Err(); err != nil {
		r.t.Fatal(err)
	}
	begun := r.o.Now()
	apart := r.programs.LaunchApart(r.t, harness.ApartOptions{
		NATS: r.broker, Redis: r.redis.URL(), Seed: seed, LogLevel: "info", Services: []string{service},
	})
	program := apart.Parts[service]
	defer program.Kill()
	var p Projected
	if service == rules { // is ready before its projection is
		program.WaitReady()
		p.Ready = ms(r.o.Now().Sub(begun))
	}
	p.Rate = r.built(client, name, begun, head)
	if service != rules {
		program.WaitReady()
		p.Ready = ms(r.o.Now().Sub(begun))
	}
	p.Rows = client.HLen(r.t.Context(), "{tranca:"+name+":0}:rows").Val()
	program.Kill()
	begun = r.o.Now()
	program.Restart()
	p.Again = ms(r.o.Now().Sub(begun))
	return p
}

// built waits for a projection and returns the events a second from its first
// batch to its last; from the beginning when it took one batch only.
func (r *rig) built(client *goredis.Client, name string, begun time.Time, head uint64) float64 {
	r.t.Helper()
	var first mark
	var now time.Time
	harness.Eventually(r.t, buildLimit, "projection "+name+" is there", func() bool {
		seq, err := client.Get(r.t.Context(), checkpoint(name)).Uint64()
		now = r.o.Now()
		if err == nil && first.seq == 0 {
			first = mark{now, seq}
		}
		return err == nil && seq >= head
	})
	if first.seq == head {
		first = mark{begun, 0}
	}
	return ratio(float64(head-first.seq), now.Sub(first.at).Seconds())
}
