package timekeeper_test

import (
	"context"
	"log/slog"
	"sync/atomic"
	"testing"
	"time"

	"github.com/prometheus/client_golang/prometheus"

	"tranca.example/pkg/natsboot/natstest"
	"tranca.example/pkg/records"
	"tranca.example/pkg/subject"
	"tranca.example/pkg/table"
	"tranca.example/services/rules/internal/timekeeper"
)

func TestAKeeperWhoseClockIsBehindTheServersLooksAFewTimesAndActsByItsOwn(t *testing.T) {
	w := newWorld(t)
	conn := natstest.Connect(t, w.server, string(subject.Rules))
	store, err := records.New(conn, 0)
	must(t, err)
	behind := func() time.Time { return time.Now().Add(-time.Second) }
	var looks atomic.Int32
	k, err := timekeeper.New(timekeeper.Options{
		Steady: w.steady,
		Conn:   conn, Records: store, Now: behind, Logger: slog.New(slog.DiscardHandler), Metrics: prometheus.NewRegistry(),
		Last: func(ctx context.Context, id subject.TableID) (table.State, error) {
			looks.Add(1)
			return w.last(ctx, id)
		},
		Act: w.act,
	})
	must(t, err)
	w.run(k)
	due := behind().Add(900 * time.Millisecond)
	must(t, k.Arm(t.Context(), w.id, w.until(due)))
	w.waits("it acts", func() bool { return len(w.acted()) > 0 })
	if acted := w.acted()[0].Add(-time.Second); acted.Before(due.Truncate(time.Millisecond)) {
		t.Errorf("acted %v early", due.Sub(acted))
	}
	if n := looks.Load(); n > 30 {
		t.Errorf("looked %d times", n)
	}
}
