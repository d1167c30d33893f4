package redisproc

import (
	"context"
	"os/exec"
	"slices"
	"syscall"
	"testing"
	"time"

	goredis "github.com/redis/go-redis/v9"

	"tranca.example/pkg/loopback"
)

// startLimit is how long a server may take to answer its first PING.
const startLimit = 10 * time.Second

// Server is a redis-server.
type Server struct {
	Addr   string
	tb     testing.TB
	path   string
	args   []string
	cmd    *exec.Cmd
	exited chan struct{}
}

// Start starts a server and returns a client of it. Both end with the test.
func Start(tb testing.TB) *goredis.Client {
	tb.Helper()
	return StartServer(tb).Client()
}

// StartServer starts a server without persistence; it ends with the test.
// Further arguments are redis-server's own.
func StartServer(tb testing.TB, further ...string) *Server {
	tb.Helper()
	return start(tb, append([]string{"--save", "", "--appendonly", "no", "--dir", tb.TempDir(), "--daemonize", "no"}, further...)...)
}

func start(tb testing.TB, args ...string) *Server {
	tb.Helper()
	path, err := exec.LookPath("redis-server")
	if err != nil {
		tb.Fatal("redis-server is not installed: apt-get install -y redis-server")
	}
	const tries = 5 // another process may take the free port first
	for range tries {
		addr := loopback.Addr(tb)
		_, port := split(tb, addr)
		s := &Server{
			Addr: addr, tb: tb, path: path,
			args: slices.Concat(args, []string{"--bind", "127.0.0.1", "--port", port}),
		}
		s.launch()
		if s.answers() {
			tb.Cleanup(s.Kill)
			return s
		}
		s.Kill()
	}
	tb.Fatalf("redis-server did not start in %d tries", tries)
	return nil
}

// URL is what clients are given.
func (s *Server) URL() string { return "redis://" + s.Addr }

// Client is a client until the test ends.
func (s *Server) Client() *goredis.Client {
	s.tb.Helper()
	client := goredis.NewClient(&goredis.Options{Addr: s.Addr})
	s.tb.Cleanup(func() { _ = client.Close() })
	return client
}

// PID is the id of the process that was started last.
func (s *Server) PID() int { return s.cmd.Process.Pid }

// Kill ends the server as kill -9 does; it may have ended already.
func (s *Server) Kill() {
	_ = s.cmd.Process.Kill()
	<-s.exited
}

// Pause stops the server in the middle of whatever it does, Resume lets it go on.
func (s *Server) Pause() { s.signal(syscall.SIGSTOP) }

// Resume lets a stopped server go on.
func (s *Server) Resume() { s.signal(syscall.SIGCONT) }

func (s *Server) signal(sig syscall.Signal) { _ = s.cmd.Process.Signal(sig) } // it may have ended

// Restart starts the server again, empty, on the same port.
func (s *Server) Restart() {
	s.tb.Helper()
	s.launch()
	if !s.answers() {
		s.tb.Fatalf("redis-server on %s did not start again", s.Addr)
	}
}

func (s *Server) launch() {
	s.tb.Helper()
	s.cmd = exec.Command(s.path, s.args...) //nolint:noctx // the process ends in the cleanup, after the test's context
	s.cmd.SysProcAttr = &syscall.SysProcAttr{Pdeathsig: syscall.SIGKILL}
	if err := s.cmd.Start(); err != nil {
		s.tb.Fatalf("start redis-server: %v", err)
	}
	cmd, exited := s.cmd, make(chan struct{})
	s.exited = exited
	go func() { _ = cmd.Wait(); close(exited) }() // it is killed, so the state tells nothing
}

// answers waits until the server answers or has exited.
func (s *Server) answers() bool {
	client := goredis.NewClient(&goredis.Options{Addr: s.Addr})
	defer func() { _ = client.Close() }()
	return eventually(s.tb.Context(), s.exited, func(ctx context.Context) bool { return client.Ping(ctx).Err() == nil })
}

// eventually waits until ok, and returns false after startLimit or when gone is
// closed; nil never is.
func eventually(ctx context.Context, gone <-chan struct{}, ok func(context.Context) bool) bool {
	ctx, cancel := context.WithTimeout(ctx, startLimit)
	defer cancel()
	tick := time.NewTicker(5 * time.Millisecond)
	defer tick.Stop()
	for !ok(ctx) {
		select {
		case <-gone:
			return false
		case <-ctx.Done():
			return false
		case <-tick.C:
		}
	}
	return true
}
