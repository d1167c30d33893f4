package process_test

import (
	"context"
	"errors"
	"io"
	"net"
	"slices"
	"strings"
	"testing"
	"time"

	"tranca.example/pkg/lifecycle"
	"tranca.example/pkg/loopback"
	"tranca.example/pkg/process"
	"tranca.example/pkg/projection"
	"tranca.example/pkg/projection/redisproc"
	"tranca.example/pkg/telemetry"
	"tranca.example/pkg/telemetry/logtest"
)

func TestStoresAreInMemoryOrInRedisByTCPAndBySocket(t *testing.T) {
	client := redisproc.Start(t)
	const socket = "/nonexistent/redis.sock"
	for url, asks := range map[string]bool{"": false, "redis://" + client.Options().Addr + "/1": true, "unix://" + socket + "?db=2": false} {
		stores, err := process.OpenStores(url, scope(t, io.Discard), time.Now)
		if err != nil {
			t.Fatalf("%q: %v", url, err)
		}
		defer stores.Close()
		s, err := stores.Open("tables")
		if err != nil {
			t.Fatalf("%q: %v", url, err)
		}
		if url == "" || asks {
			err = s.Apply(t.Context(), 0, 0, 1, []projection.Change{{Key: "a", Value: []byte("b")}})
			if got, getErr := s.Get(t.Context(), 0, "a"); err != nil || getErr != nil || string(got) != "b" {
				t.Errorf("%q: got %q, %v, %v", url, got, err, getErr)
			}
		} else if _, err := s.Get(t.Context(), 0, "a"); err == nil || !strings.Contains(err.Error(), "unix "+socket) {
			t.Errorf("%q: got %v, want that the socket was tried", url, err)
		}
	}
}

func TestRedisIsAwaitedAtTheStartButNotForEver(t *testing.T) {
	t.Parallel()
	nobody := loopback.Addr(t)
	err := stores(t, "redis://:hunter2@"+nobody, io.Discard).AwaitRedis(t.Context())
	away, ok := errors.AsType[*process.RedisError](err)
	if !ok || away.Address != nobody || !strings.Contains(err.Error(), "connection refused") || strings.Contains(err.Error(), "hunter2") {
		t.Errorf("nobody there: got %v", err)
	}
	door, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	serve(t, door, redisproc.Start(t).Options().Addr, 4)
	if err := stores(t, "redis://"+door.Addr().String(), io.Discard).AwaitRedis(t.Context()); err != nil {
		t.Errorf("one that comes later: got %v", err)
	}
	if err := stores(t, "", io.Discard).AwaitRedis(t.Context()); err != nil {
		t.Errorf("in memory: got %v", err)
	}
}

func TestARunningServiceTellsThatRedisIsAwayAndWhereItIsSaid(t *testing.T) {
	t.Parallel()
	address, log := loopback.Addr(t), &logtest.Lines{}
	s := stores(t, "redis://"+address, log)
	if len(s.Units()) != 0 {
		t.Error("without a projection Redis is nobody's concern")
	}
	if _, err := s.Open("tables"); err != nil {
		t.Fatal(err)
	}
	ctx, stop := context.WithCancel(t.Context())
	ended := make(chan error, 1)
	go func() { ended <- lifecycle.Run(ctx, s.Units()...) }()
	tells := func(all ...string) func() bool {
		return func() bool {
			return slices.ContainsFunc(strings.Split(log.String(), "\n"), func(line string) bool {
				return !slices.ContainsFunc(all, func(want string) bool { return !strings.Contains(line, want) })
			})
		}
	}
	eventually(t, "it says nothing", tells(`"level":"WARN"`, "REDIS_URL", address, "connection refused"))
	door, err := net.Listen("tcp", address)
	if err != nil {
		t.Fatal(err)
	}
	serve(t, door, redisproc.Start(t).Options().Addr, 0)
	eventually(t, "it does not say that Redis is back", tells("Redis answers again"))
	stop()
	if err := <-ended; err != nil {
		t.Error(err)
	}
}

func stores(t *testing.T, url string, log io.Writer) *process.Stores {
	t.Helper()
	s, err := process.OpenStores(url, scope(t, log), time.Now)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(s.Close)
	return s
}

// serve forwards what comes to the door to a Redis, and cuts the first connections.
func serve(t *testing.T, door net.Listener, redis string, cut int) {
	t.Helper()
	t.Cleanup(func() { _ = door.Close() })
	go func() {
		for ; ; cut-- {
			in, err := door.Accept()
			if err != nil {
				return
			}
			out, err := net.Dial("tcp", redis)
			if err != nil || cut > 0 {
				_ = in.Close()
				continue
			}
			t.Cleanup(func() { _ = errors.Join(in.Close(), out.Close()) })
			go func() { _, _ = io.Copy(out, in) }()
			go func() { _, _ = io.Copy(in, out) }()
		}
	}()
}

func scope(t *testing.T, log io.Writer) telemetry.Scope {
	t.Helper()
	tel, err := telemetry.New(t.Context(), telemetry.Options{LogWriter: log})
	if err != nil {
		t.Fatal(err)
	}
	return tel.Service("test")
}
