package redis_test

import (
	"bytes"
	"encoding/json"
	"log/slog"
	"sync"
	"testing"
	"time"

	goredis "github.com/redis/go-redis/v9"

	"tranca.example/pkg/projection/redis"
	"tranca.example/pkg/telemetry"
)

// lines collects what is logged, from any goroutine.
type lines struct {
	mu   sync.Mutex
	text bytes.Buffer
}

func (l *lines) Write(p []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.text.Write(p)
}

func (l *lines) all() []byte {
	l.mu.Lock()
	defer l.mu.Unlock()
	return bytes.Clone(l.text.Bytes())
}

func TestWhatTheClientHasToSayIsAJSONLine(t *testing.T) {
	var out lines
	redis.LogTo(telemetry.NewLogger(&out, slog.LevelDebug))
	// Nobody listens there: the pool complains about dials that fail.
	client := goredis.NewClient(&goredis.Options{Network: "unix", Addr: "/nonexistent/redis.sock", PoolSize: 1, MinIdleConns: 1, MaxRetries: -1})
	defer func() { _ = client.Close() }()
	for end := time.Now().Add(10 * time.Second); len(out.all()) == 0; time.Sleep(time.Millisecond) {
		if time.Now().After(end) {
			t.Fatal("the client says nothing")
		}
		_ = client.Ping(t.Context()).Err()
	}
	for line := range bytes.Lines(out.all()) {
		var got struct{ Level, Msg, Detail string }
		if err := json.Unmarshal(line, &got); err != nil || got.Msg != "redis client" || got.Level != "DEBUG" || got.Detail == "" {
			t.Errorf("got %s, %v", line, err)
		}
	}
}
