package steady_test

import (
	"testing"
	"time"

	"tranca.example/services/rules/internal/steady"
)

func TestAReplicaIsSteadyAWhileAfterItsStartAndAfterEveryGap(t *testing.T) {
	t.Parallel()
	now, connected := time.Unix(100, 0), true
	p := steady.New(steady.Options{
		Now: func() time.Time { return now }, Connected: func() bool { return connected }, For: 2 * time.Second,
	})
	beats := func(d time.Duration) {
		for end := now.Add(d); now.Before(end); now = now.Add(250 * time.Millisecond) {
			p.Beat()
		}
	}
	for _, step := range []struct {
		when string
		then func()
		want bool
	}{
		{"before it begins", func() {}, false},
		{"short after its start", func() { beats(1750 * time.Millisecond) }, false},
		{"after a while", func() { beats(500 * time.Millisecond) }, true},
		{"when a beat is late", func() { now = now.Add(500 * time.Millisecond) }, true},
		{"in the moment in which a process that stood still goes on", func() { now = now.Add(time.Second) }, false},
		{"short after that", func() { beats(time.Second) }, false},
		{"a while after that", func() { beats(1250 * time.Millisecond) }, true},
		{"when the broker is away for a moment", func() { connected = false; beats(500 * time.Millisecond) }, true},
		{"when it stays away", func() { beats(time.Second) }, false},
		{"short after it is back", func() { connected = true; beats(time.Second) }, false},
		{"a while after that, too", func() { beats(1250 * time.Millisecond) }, true},
	} {
		if step.then(); p.Steady() != step.want {
			t.Errorf("%s: got %v", step.when, p.Steady())
		}
	}
}
