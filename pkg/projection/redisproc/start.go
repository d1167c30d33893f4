package redisproc

import (
	"context"
	"net"
	"os/exec"
	"testing"
	"time"

	goredis "github.com/redis/go-redis/v9"
)

// startLimit is how long a server may take to answer its first PING.
const startLimit = 10 * time.Second

// Start starts a server without persistence and returns a client of it. Both end
// with the test.
func Start(tb testing.TB) *goredis.Client {
	tb.Helper()
	path, err := exec.LookPath("redis-server")
	if err != nil {
		tb.Fatal("redis-server is not installed: apt-get install -y redis-server")
	}
	const tries = 5 // another process may take the free port first
	for range tries {
		if client := try(tb, path); client != nil {
			return client
		}
	}
	tb.Fatalf("redis-server did not start in %d tries", tries)
	return nil
}

func try(tb testing.TB, path string) *goredis.Client {
	tb.Helper()
	port := freePort(tb)
	//nolint:noctx // the process ends in the cleanup, after the test's context
	cmd := exec.Command(path, "--port", port, "--bind", "127.0.0.1", "--save", "",
		"--appendonly", "no", "--dir", tb.TempDir(), "--daemonize", "no")
	if err := cmd.Start(); err != nil {
		tb.Fatalf("start redis-server: %v", err)
	}
	exited := make(chan struct{})
	go func() { _ = cmd.Wait(); close(exited) }() // it is killed, so the state tells nothing
	tb.Cleanup(func() { _ = cmd.Process.Kill(); <-exited })
	client := goredis.NewClient(&goredis.Options{Addr: net.JoinHostPort("127.0.0.1", port)})
	tb.Cleanup(func() { _ = client.Close() })
	if answers(tb.Context(), client, exited) {
		return client
	}
	return nil
}

// answers waits until the server answers or has exited.
func answers(ctx context.Context, client *goredis.Client, exited <-chan struct{}) bool {
	ctx, cancel := context.WithTimeout(ctx, startLimit)
	defer cancel()
	tick := time.NewTicker(5 * time.Millisecond)
	defer tick.Stop()
	for client.Ping(ctx).Err() != nil {
		select {
		case <-exited:
			return false
		case <-ctx.Done():
			return false
		case <-tick.C:
		}
	}
	return true
}

func freePort(tb testing.TB) string {
	tb.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		tb.Fatalf("find a free port: %v", err)
	}
	defer func() { _ = l.Close() }()
	_, port, err := net.SplitHostPort(l.Addr().String())
	if err != nil {
		tb.Fatalf("find a free port: %v", err)
	}
	return port
}
