package harness

import (
	"context"
	"fmt"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"
)

// How long a program may take to be ready and to stop, and how often it is
// looked at.
const (
	startLimit = 60 * time.Second
	stopLimit  = 20 * time.Second
	lookEvery  = 10 * time.Millisecond
)

// Process is one program that can be killed and started again.
type Process struct {
	tb         testing.TB
	name, path string
	args, env  []string
	readyURL   string // "" when nobody waits for it
	log        string // file of everything that it ever wrote to stderr
	cmd        *exec.Cmd
	done       chan struct{}
	err        error // after done
	out        output
}

// Start starts a program and waits until readyURL answers 200, if it is given.
func (p Programs) Start(tb testing.TB, name string, env []string, readyURL string, args ...string) *Process {
	tb.Helper()
	r := p.launch(tb, name, env, readyURL, args...)
	r.WaitReady()
	return r
}

// launch is Start without the waiting.
func (p Programs) launch(tb testing.TB, name string, env []string, readyURL string, args ...string) *Process {
	tb.Helper()
	r := &Process{
		tb: tb, name: name, path: p.Path(name), args: args, env: env, readyURL: readyURL,
		log: filepath.Join(tb.TempDir(), name+".log"),
	}
	tb.Cleanup(func() {
		r.Kill()
		if tb.Failed() {
			tb.Logf("end of the log of %s:\n%s", name, r.tail())
		}
	})
	r.Launch()
	return r
}

// Restart starts the program again with the same arguments.
func (r *Process) Restart() {
	r.tb.Helper()
	r.Launch()
	r.WaitReady()
}

// Launch is Restart without the waiting.
func (r *Process) Launch() {
	r.tb.Helper()
	log, err := os.OpenFile(r.log, os.O_CREATE|os.O_APPEND|os.O_WRONLY, 0o600)
	if err != nil {
		r.tb.Fatal(err)
	}
	defer func() { _ = log.Close() }()           // the child has it
	r.cmd = exec.Command(r.path, r.args...)      //nolint:noctx // it is killed by hand
	r.cmd.Env = append(plainEnviron(), r.env...) // nothing of the tester's own settings
	r.cmd.Stderr, r.cmd.Stdout = log, &r.out     // stdout is short
	r.cmd.SysProcAttr = &syscall.SysProcAttr{Pdeathsig: syscall.SIGKILL}
	if err := r.cmd.Start(); err != nil {
		r.tb.Fatalf("start %s: %v", r.name, err)
	}
	cmd, done := r.cmd, make(chan struct{})
	r.done = done
	go func() { r.err = cmd.Wait(); close(done) }()
}

// plainEnviron is what programs need of the environment.
func plainEnviron() []string {
	return []string{"PATH=" + os.Getenv("PATH"), "HOME=" + os.Getenv("HOME"), "TMPDIR=" + os.TempDir()} //nolint:forbidigo // of the tests themselves
}

// WaitReady waits until the program says that it is ready.
func (r *Process) WaitReady() {
	r.tb.Helper()
	if r.readyURL == "" {
		return
	}
	again := true // once, for a port that somebody else had for a moment
	Eventually(r.tb, startLimit, r.name+" is ready", func() bool {
		switch {
		case !r.Ended():
		case again && strings.Contains(r.LastLine(), "address already in use"):
			again = false
			r.Launch()
		default:
			r.tb.Fatalf("%s ended at once: %v\n%s", r.name, r.err, r.tail())
		}
		return answers(r.tb.Context(), r.readyURL)
	})
}

func answers(ctx context.Context, url string) bool {
	ctx, cancel := context.WithTimeout(ctx, time.Second)
	defer cancel()
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, url, http.NoBody)
	if err != nil {
		return false
	}
	res, err := (&http.Client{Transport: &http.Transport{DisableKeepAlives: true}}).Do(req)
	if err != nil {
		return false
	}
	return res.Body.Close() == nil && res.StatusCode == http.StatusOK
}

// PID is the id of the process that was started last.
func (r *Process) PID() int { return r.cmd.Process.Pid }

// Become makes the program the one of that name among others, from its next start on.
func (r *Process) Become(p Programs) { r.path = p.Path(r.name) }

// Ready tells whether the program says now that it is ready.
func (r *Process) Ready() bool { return !r.Ended() && answers(r.tb.Context(), r.readyURL) }

// Kill ends the program as kill -9 does.
func (r *Process) Kill() {
	if r.cmd == nil || r.cmd.Process == nil {
		return
	}
	_ = r.cmd.Process.Kill() // it may have ended
	<-r.done
}

// Stop asks the program to stop, and fails the test if it does not do so gently.
func (r *Process) Stop() {
	r.tb.Helper()
	r.Terminate()
	if err := r.WaitFor(stopLimit); err != nil {
		r.tb.Errorf("stop %s: %v\n%s", r.name, err, r.tail())
	}
}

// Pause stops the program in the middle of whatever it does.
func (r *Process) Pause() { r.signal(syscall.SIGSTOP) }

// Resume lets a paused program go on.
func (r *Process) Resume() { r.signal(syscall.SIGCONT) }

// Leave asks a NATS server to hand over what it leads and to end, the lame-duck way.
func (r *Process) Leave() { r.signal(syscall.SIGUSR2) }

// Terminate asks the program to stop and does not wait for it.
func (r *Process) Terminate() { r.signal(syscall.SIGTERM) }

func (r *Process) signal(s syscall.Signal) { _ = r.cmd.Process.Signal(s) } // it may have ended

// WaitFor waits until the program ends and returns how it did.
func (r *Process) WaitFor(limit time.Duration) error {
	if r.Ended() {
		return r.err
	}
	select {
	case <-r.done:
		return r.err
	case <-time.After(limit):
		r.Kill()
		return fmt.Errorf("%s ran longer than %s", r.name, limit)
	}
}

// Ended tells whether the program has ended.
func (r *Process) Ended() bool {
	select {
	case <-r.done:
		return true
	default:
		return false
	}
}

// Stdout is what the program wrote to its standard output so far.
func (r *Process) Stdout() string { return r.out.String() }

// output takes what a program writes while a test reads it.
type output struct {
	mu   sync.Mutex
	text strings.Builder
}

// Write implements io.Writer.
func (o *output) Write(b []byte) (int, error) {
	o.mu.Lock()
	defer o.mu.Unlock()
	return o.text.Write(b)
}

// String is everything so far.
func (o *output) String() string {
	o.mu.Lock()
	defer o.mu.Unlock()
	return o.text.String()
}

// Log is everything that the program wrote to its log so far.
func (r *Process) Log() string {
	text, err := os.ReadFile(r.log)
	if err != nil {
		return err.Error()
	}
	return string(text)
}

// LastLine is the last line of the log.
func (r *Process) LastLine() string {
	lines := strings.Split(strings.TrimSpace(r.Log()), "\n")
	return lines[len(lines)-1]
}

// Panicked is where the log tells of a panic, "" when it tells of none.
func (r *Process) Panicked() string {
	text := r.Log()
	for _, sign := range []string{"panic: ", "fatal error: ", "DATA RACE"} {
		if at := strings.Index(text, sign); at >= 0 {
			return text[at:min(len(text), at+2000)]
		}
	}
	return ""
}

func (r *Process) tail() string {
	text := r.Log()
	return text[max(0, len(text)-4000):]
}

// Eventually waits until ok, and fails the test when that takes too long.
func Eventually(tb testing.TB, limit time.Duration, what string, ok func() bool) {
	tb.Helper()
	for until := time.Now().Add(limit); !ok(); { //nolint:forbidigo // of the tests themselves
		if time.Now().After(until) { //nolint:forbidigo // of the tests themselves
			tb.Fatalf("waited %s in vain: %s", limit, what)
		}
		time.Sleep(lookEvery)
	}
}
