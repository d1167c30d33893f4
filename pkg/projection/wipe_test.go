package projection_test

import (
	"testing"

	"tranca.example/pkg/eventlog/jetstream"
	"tranca.example/pkg/natsboot/natstest"
	"tranca.example/pkg/projection/redis"
	"tranca.example/pkg/projection/redisproc"
	"tranca.example/pkg/subject"
)

// One table's worth of everything real: commits through JetStream into Redis.
func TestAProjectionOfARealLogSurvivesAWipe(t *testing.T) {
	log, err := jetstream.New(natstest.Connect(t, natstest.Start(t), string(subject.Rules)), 0)
	if err != nil {
		t.Fatal(err)
	}
	client := redisproc.Start(t)
	s, err := redis.New(client, "tables")
	if err != nil {
		t.Fatal(err)
	}
	src := growing(t, log)
	src.grow(t, 60)
	p := start(t, options(src, s))
	eventually(t, "it does not catch up", func() bool { return p.CaughtUp(t.Context()) == nil })
	if err := client.FlushAll(t.Context()).Err(); err != nil {
		t.Fatal(err)
	}
	src.grow(t, 10)
	reaches(t, s, 70)
	if got, want := content(t, s, src), expected(t, src); got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}

// The store is wiped while commits come in and once more while nothing happens.
// Each time the projection is rebuilt, and equal to a fresh one.
func TestAProjectionIsRebuiltWhenRedisIsFlushedUnderIt(t *testing.T) {
	client := redisproc.Start(t)
	s, err := redis.New(client, "tables")
	if err != nil {
		t.Fatal(err)
	}
	src := newSource(t)
	o := options(src, s)
	o.MaxBatch = 16
	p := start(t, o)
	for range 10 {
		src.grow(t, 200)
		if err := client.FlushAll(t.Context()).Err(); err != nil {
			t.Fatal(err)
		}
		src.grow(t, 100)
	}
	reaches(t, s, 3000)
	want := expected(t, src)
	if got := content(t, s, src); got != want {
		t.Errorf("after flushes under load: got\n%s\nwant\n%s", got, want)
	}

	for range 2 {
		if err := client.FlushAll(t.Context()).Err(); err != nil {
			t.Fatal(err)
		}
		reaches(t, s, 3000)
		if got := content(t, s, src); got != want {
			t.Errorf("after a flush at rest: got\n%s\nwant\n%s", got, want)
		}
	}
	eventually(t, "it does not become ready again", func() bool { return p.CaughtUp(t.Context()) == nil && p.Lag() == 0 })
}
