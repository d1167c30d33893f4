package redis_test

import (
	"encoding/json"
	"log/slog"
	"strings"
	"testing"
	"time"

	goredis "github.com/redis/go-redis/v9"

	"tranca.example/pkg/projection/redis"
	"tranca.example/pkg/telemetry"
	"tranca.example/pkg/telemetry/logtest"
)

func TestWhatTheClientHasToSayIsAJSONLine(t *testing.T) {
	var out logtest.Lines
	redis.LogTo(telemetry.NewLogger(&out, slog.LevelDebug))
	// Nobody listens there: the pool complains about dials that fail.
	client := goredis.NewClient(&goredis.Options{Network: "unix", Addr: "/nonexistent/redis.sock", PoolSize: 1, MinIdleConns: 1, MaxRetries: -1})
	defer func() { _ = client.Close() }()
	for end := time.Now().Add(10 * time.Second); out.String() == ""; time.Sleep(time.Millisecond) {
		if time.Now().After(end) {
			t.Fatal("the client says nothing")
		}
		_ = client.Ping(t.Context()).Err()
	}
	for line := range strings.Lines(out.String()) {
		var got struct{ Level, Msg, Detail string }
		if err := json.Unmarshal([]byte(line), &got); err != nil || got.Msg != "redis client" || got.Level != "DEBUG" || got.Detail == "" {
			t.Errorf("got %s, %v", line, err)
		}
	}
}
