package pipeline

import (
	"context"
	"fmt"
	"strconv"
	"sync"
	"time"

	"github.com/nats-io/nats.go/jetstream"

	"tranca.example/pkg/eventlog"
	"tranca.example/pkg/subject"
	"tranca.example/services/e2e/harness"
	"tranca.example/services/e2e/load"
)

// How often projections are looked at, and how long they may take for the last
// moves.
const (
	lookEvery = 2 * time.Millisecond
	lookLimit = 30 * time.Second
)

// projections are those in Redis by the service that keeps each.
func projections() map[string]string {
	return map[string]string{"lobby": "lobby", "scoring": "results", rules: "tables"}
}

// rules is the service that judges moves.
const rules = string(subject.Rules)

// checkpoint is the key of a projection's checkpoint in Redis.
func checkpoint(projection string) string { return "{tranca:" + projection + ":0}:checkpoint" }

// move names a commit.
type move struct {
	table   string
	version uint32
}

// acknowledged takes the acks of all tables.
func acknowledged(all []*load.Table) map[move]time.Time {
	acks := map[move]time.Time{}
	for _, t := range all {
		for _, a := range t.Acks {
			acks[move{t.ID, a.Version}] = a.At
		}
		t.Acks = nil
	}
	return acks
}

// pushed is how long after their acks moves were seen.
func pushed(acks map[move]time.Time, sights []load.Sight) Lag {
	var all []time.Duration
	for _, s := range sights {
		if at, found := acks[move{s.Table, s.Version}]; found {
			all = append(all, s.At.Sub(at))
		}
	}
	return lag(all)
}

// projectionWatch notes when projections reached which sequence.
type projectionWatch struct {
	r       *rig
	stop    context.CancelFunc
	ended   chan struct{}
	mu      sync.Mutex
	reached map[string][]mark
}

func (r *rig) watchProjections() *projectionWatch {
	ctx, cancel := context.WithCancel(r.t.Context())
	w := &projectionWatch{r: r, stop: cancel, ended: make(chan struct{}), reached: map[string][]mark{}}
	client := r.redis.Client()
	var names, keys []string
	for _, name := range sorted(projections()) {
		names, keys = append(names, name), append(keys, checkpoint(name))
	}
	go func() {
		defer close(w.ended)
		ticker := time.NewTicker(lookEvery)
		defer ticker.Stop()
		for {
			select {
			case <-ctx.Done():
				return
			case <-ticker.C:
			}
			values, err := client.MGet(ctx, keys...).Result()
			if err != nil {
				continue // it is seen by who waits for the last one
			}
			w.note(names, values)
		}
	}()
	return w
}

func (w *projectionWatch) note(names []string, values []any) {
	w.mu.Lock()
	defer w.mu.Unlock()
	now := w.r.o.Now()
	for i, name := range names {
		text, _ := values[i].(string)
		seq, err := strconv.ParseUint(text, 10, 64)
		if all := w.reached[name]; err == nil && (len(all) == 0 || all[len(all)-1].seq < seq) {
			w.reached[name] = append(all, mark{now, seq})
		}
	}
}

// lags waits until all projections have reached a sequence.
func (w *projectionWatch) lags(acks map[move]time.Time, sequences map[move]uint64, last uint64) map[string]Lag {
	w.r.t.Helper()
	harness.Eventually(w.r.t, lookLimit, fmt.Sprintf("all projections are at %d", last), func() bool {
		w.mu.Lock()
		defer w.mu.Unlock()
		for _, name := range projections() {
			if all := w.reached[name]; len(all) == 0 || all[len(all)-1].seq < last {
				return false
			}
		}
		return true
	})
	w.stop()
	<-w.ended
	var wanted []mark
	for m, at := range acks {
		wanted = append(wanted, mark{at, sequences[m]})
	}
	lags := map[string]Lag{}
	for name, reached := range w.reached {
		lags[name] = lag(behind(wanted, reached))
	}
	return lags
}

// sequences finds the commits after a sequence in the log, up to another.
func (r *rig) sequences(after, to uint64) map[move]uint64 {
	r.t.Helper()
	all := make(map[move]uint64, to-after)
	r.read(jetstream.OrderedConsumerConfig{
		DeliverPolicy: jetstream.DeliverByStartSequencePolicy, OptStartSeq: after + 1, HeadersOnly: true,
	}, int(to-after), func(m jetstream.Msg) error { //nolint:gosec // a run's messages are few
		meta, err := m.Metadata()
		if err != nil {
			return err
		}
		id, err := subject.ParseGame(m.Subject())
		if err != nil {
			return err
		}
		version, err := strconv.ParseUint(m.Headers().Get(eventlog.HeaderVersion), 10, 32)
		all[move{id.String(), uint32(version)}] = meta.Sequence.Stream
		return err
	})
	return all
}

// read reads so many messages of the log.
func (r *rig) read(c jetstream.OrderedConsumerConfig, messages int, each func(jetstream.Msg) error) {
	r.t.Helper()
	if messages == 0 {
		return
	}
	consumer, err := r.log.OrderedConsumer(r.t.Context(), subject.GameStream(0), c)
	if err != nil {
		r.t.Fatal(err)
	}
	iterator, err := consumer.Messages()
	if err != nil {
		r.t.Fatal(err)
	}
	defer iterator.Stop()
	for range messages {
		m, err := iterator.Next()
		if err == nil {
			err = each(m)
		}
		if err != nil {
			r.t.Fatal(err)
		}
	}
}
