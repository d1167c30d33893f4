package process_test

import (
	"context"
	"errors"
	"io"
	"net"
	"net/http"
	"os"
	"strings"
	"testing"
	"time"

	"tranca.example/pkg/config"
	"tranca.example/pkg/lifecycle"
	"tranca.example/pkg/loopback"
	"tranca.example/pkg/natsboot"
	"tranca.example/pkg/process"
	"tranca.example/pkg/replica"
	"tranca.example/pkg/subject"
)

var (
	keyText = strings.Repeat("ab", 32)
	errSoon = errors.New("not yet")
)

// part is a service that serves until it is stopped, and tells so.
type part struct {
	ready   error
	began   chan struct{}
	stopped chan struct{}
}

func (p *part) Units() []lifecycle.Unit {
	return []lifecycle.Unit{{Name: "part", Run: func(ctx context.Context) error {
		close(p.began)
		<-ctx.Done()
		close(p.stopped)
		return nil
	}}}
}

func (p *part) Ready(context.Context) error { return p.ready }

func newPart() *part { return &part{began: make(chan struct{}), stopped: make(chan struct{})} }

// program builds the service that it is given, and shows what it was built from.
func program(s process.Service, seen *replica.Env) process.Program {
	return process.Program{
		Service: subject.Lobby, Version: "v1.2.3",
		Build: func(env replica.Env, _ *process.Settings) (process.Service, error) {
			if seen != nil {
				*seen = env
			}
			return s, env.ValidateKeyed()
		},
	}
}

func env(pairs ...string) func(string) (string, bool) {
	return func(name string) (string, bool) {
		for i := 0; i < len(pairs); i += 2 {
			if pairs[i] == name {
				return pairs[i+1], true
			}
		}
		return "", false
	}
}

// broker is a server that anybody may enter as observer, and its URL.
func broker(t *testing.T) string {
	t.Helper()
	server, err := natsboot.Start(natsboot.ServerConfig{
		Dir: t.TempDir(), Shards: []subject.Shard{0}, Random: strings.NewReader(strings.Repeat("r", 1<<12)), Port: natsboot.AnyPort,
	})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(server.Stop)
	return server.URL()
}

// captured is what f writes to stdout and stderr.
func captured(t *testing.T, f func()) string {
	t.Helper()
	r, w, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	out, errs := os.Stdout, os.Stderr
	os.Stdout, os.Stderr = w, w
	done := make(chan string, 1)
	go func() {
		text, _ := io.ReadAll(r)
		done <- string(text)
	}()
	f()
	os.Stdout, os.Stderr = out, errs
	_ = w.Close()
	return <-done
}

func get(t *testing.T, url string) (int, string) {
	t.Helper()
	resp, err := http.Get(url)
	if err != nil {
		return 0, err.Error()
	}
	defer func() { _ = resp.Body.Close() }()
	body, err := io.ReadAll(resp.Body)
	if err != nil {
		t.Fatal(err)
	}
	return resp.StatusCode, string(body)
}

func eventually(t *testing.T, complaint string, ok func() bool) {
	t.Helper()
	for end := time.Now().Add(10 * time.Second); !ok(); time.Sleep(5 * time.Millisecond) {
		if time.Now().After(end) {
			t.Fatal(complaint)
		}
	}
}

func TestAServiceServesItsAdminPortUntilItIsAskedToStop(t *testing.T) {
	url, admin, p := broker(t), loopback.Addr(t), newPart()
	var seen replica.Env
	printed := captured(t, func() {
		ctx, cancel := context.WithCancel(t.Context())
		ended := make(chan error, 1)
		go func() {
			ended <- process.Run(ctx, program(p, &seen), []string{"--admin-addr", admin, "--replica", "r1", "--shards", "2", "--nats-password", ""},
				env("NATS_URL", url, "TRANCA_TOKEN_KEYS", keyText+", "+strings.Repeat("cd", 32)))
		}()
		<-p.began
		var metrics string
		eventually(t, "no metrics", func() bool {
			code, body := get(t, "http://"+admin+"/metrics")
			metrics = body
			return code == http.StatusOK
		})
		if !strings.Contains(metrics, `tranca_build_info{`) || !strings.Contains(metrics, "v1.2.3") {
			t.Errorf("no build info in %s", metrics)
		}
		if code, body := get(t, "http://"+admin+"/livez"); code != http.StatusOK {
			t.Errorf("livez: got %d %s", code, body)
		}
		if code, body := get(t, "http://"+admin+"/readyz"); code != http.StatusOK || !strings.Contains(body, `"checks":{"nats":"ok","service":"ok"}`) {
			t.Errorf("readyz: got %d %s", code, body)
		}
		cancel()
		if err := <-ended; err != nil {
			t.Errorf("a gentle stop: got %v", err)
		}
		<-p.stopped
	})
	if seen.Name.String() != "r1" || len(seen.Shards) != 2 || !seen.Conn.IsClosed() {
		t.Errorf("got %+v", seen)
	}
	if strings.Contains(printed, keyText) || strings.Contains(printed, "cdcd") {
		t.Errorf("a key was printed: %s", printed)
	}
	if !strings.Contains(printed, `"token-keys":"********"`) || !strings.Contains(printed, `"msg":"service starts"`) {
		t.Errorf("the start was not logged: %s", printed)
	}
}

func TestAServiceIsNotReadyWithoutItsServiceOrNATS(t *testing.T) {
	admin, p := loopback.Addr(t), newPart()
	p.ready = errSoon
	url := broker(t)
	var seen replica.Env
	ctx, cancel := context.WithCancel(t.Context())
	ended := make(chan error, 1)
	go func() {
		ended <- process.Run(ctx, program(p, &seen), []string{"--admin-addr", admin, "--log-level", "error"}, env("NATS_URL", url, "TRANCA_TOKEN_KEYS", keyText))
	}()
	<-p.began
	ready := func(want string) {
		t.Helper()
		eventually(t, "readyz never tells "+want, func() bool {
			code, body := get(t, "http://"+admin+"/readyz")
			return code == http.StatusServiceUnavailable && strings.Contains(body, want)
		})
	}
	ready(`"nats":"ok","service":"not yet"`)
	seen.Conn.Close()
	ready(`"nats":"the connection is closed"`)
	cancel()
	if err := <-ended; err != nil {
		t.Error(err)
	}
}

// hanging is a service that does not stop until it is released.
type hanging struct {
	*part
	release chan struct{}
}

func (h *hanging) Units() []lifecycle.Unit {
	return []lifecycle.Unit{{Name: "hanging part", Run: func(ctx context.Context) error {
		close(h.began)
		<-ctx.Done()
		close(h.stopped)
		<-h.release
		return nil
	}}}
}

func TestAServiceThatStopsIsNotReadyAndNamesWhatHangs(t *testing.T) {
	url, admin, p := broker(t), loopback.Addr(t), &hanging{newPart(), make(chan struct{})}
	ctx, cancel := context.WithCancel(t.Context())
	ended := make(chan error, 1)
	go func() {
		ended <- process.Run(ctx, program(p, nil), []string{"--admin-addr", admin, "--log-level", "error", "--stop-limit", "4s"},
			env("NATS_URL", url, "TRANCA_TOKEN_KEYS", keyText))
	}()
	<-p.began
	cancel()
	<-p.stopped
	if code, body := get(t, "http://"+admin+"/readyz"); code != http.StatusServiceUnavailable || !strings.Contains(body, `"service":"it stops"`) {
		t.Errorf("readyz: got %d %s", code, body)
	}
	if err := <-ended; !errors.Is(err, lifecycle.ErrStuck) || !strings.Contains(err.Error(), "hanging part: did not stop in time") {
		t.Errorf("got %v", err)
	}
	close(p.release)
}

func TestBadSettingsAreAllToldAtOnceAndNoKeyIs(t *testing.T) {
	err := process.Run(t.Context(), program(nil, nil),
		[]string{"--shards", "many", "--admin-addr", "9090", "--log-level", "loud", "--token-keys", "hunter2", "--replica", "a.b", "--stop-limit", "9ms"},
		env("NATS_URL", "http://n", "REDIS_URL", "http://:hunter3@r"))
	for _, want := range []string{
		`"many": want a whole number`, `admin-addr "9090": want host:port`, `log-level "loud"`,
		"token-keys: key 1: want hexadecimal digits", `replica "a.b"`, "stop-limit 9ms: want 1s to 1h0m0s", `nats "http://n"`, `redis "********"`,
	} {
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("got %v, want it to contain %s", err, want)
		}
	}
	if strings.Contains(err.Error(), "hunter") {
		t.Errorf("a secret was told: %v", err)
	}
}

func TestSettingsThatCannotBeUsedAreTheCallersMistake(t *testing.T) {
	for name, c := range map[string]struct{ args, env []string }{
		"a flag that is none":      {[]string{"--speed", "3"}, nil},
		"a NATS server over FTP":   {[]string{"--nats", "ftp://x"}, nil},
		"a Redis over FTP":         {nil, []string{"REDIS_URL", "ftp://x"}},
		"sentinels without a name": {nil, []string{"REDIS_URL", "redis+sentinel://127.0.0.1:26379"}},
		"a seed that may not be":   {[]string{"--seed", "6b"}, []string{"NATS_URL", broker(t)}},
	} {
		var simulation process.Simulation
		p := program(newPart(), nil)
		p.Bind = simulation.Bind
		p.Build = func(env replica.Env, _ *process.Settings) (process.Service, error) {
			_, err := simulation.Seed(&env)
			return newPart(), err
		}
		err := process.Run(t.Context(), p, append(c.args, "--log-level", "error"), env(append(c.env, "TRANCA_TOKEN_KEYS", keyText)...))
		if _, usage := errors.AsType[*lifecycle.UsageError](err); !usage {
			t.Errorf("%s: got %v, want a *lifecycle.UsageError", name, err)
		}
	}
	err := process.Run(t.Context(), program(newPart(), nil), nil, env("NATS_URL", "nats://"+loopback.Addr(t), "TRANCA_TOKEN_KEYS", keyText))
	if _, usage := errors.AsType[*lifecycle.UsageError](err); usage || err == nil {
		t.Errorf("a NATS server that is away: got %v", err)
	}
}

func TestNobodyWaitsForEverForAProcessToStop(t *testing.T) {
	err := process.Run(t.Context(), program(nil, nil), []string{"--stop-limit", "1000000h"}, env("TRANCA_TOKEN_KEYS", keyText))
	if err == nil || !strings.Contains(err.Error(), "stop-limit 1000000h0m0s: want 1s to 1h0m0s") {
		t.Errorf("got %v", err)
	}
}

func TestKeysAreWantedOfServicesThatUseThem(t *testing.T) {
	for text, want := range map[string]string{
		"":            "token-keys: want at least one key of 32 bytes in hexadecimal",
		"abcd":        "seat token key 1 has 2 bytes: want at least 32",
		keyText + ",": "seat token key 2 has 0 bytes: want at least 32",
	} {
		err := process.Run(t.Context(), program(nil, nil), nil, env("TRANCA_TOKEN_KEYS", text))
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("got %v, want it to contain %s", err, want)
		}
	}
	p := program(nil, nil)
	p.Keyless = true
	err := process.Run(t.Context(), p, nil, env("NATS_URL", "nats://"+loopback.Addr(t)))
	if err == nil || strings.Contains(err.Error(), "token-keys") {
		t.Errorf("keyless: got %v", err)
	}
}

func TestKeysOfAuthorityAreOfOtherKinds(t *testing.T) {
	for text, want := range map[string]string{
		"abcd":                   "authority key 1 has 2 bytes: want at least 32",
		"x":                      "authority-keys: key 1: want hexadecimal digits",
		strings.ToUpper(keyText): "authority-keys: key 1 is one of token-keys too: want another",
	} {
		err := process.Run(t.Context(), program(nil, nil), nil, env("TRANCA_TOKEN_KEYS", keyText, "TRANCA_AUTHORITY_KEYS", text))
		if err == nil || !strings.Contains(err.Error(), want) || strings.Contains(err.Error(), keyText) {
			t.Errorf("%s: got %v, want it to contain %s", text, err, want)
		}
	}
}

func TestHelpListsEverySettingAndSecretsStayHidden(t *testing.T) {
	p := program(nil, nil)
	var extra config.Secret
	p.Bind = func(s *config.Set) { s.Var(&extra, "seed", "", "seed of a simulation") }
	printed := captured(t, func() {
		if err := process.Run(t.Context(), p, []string{"--help"}, env("TRANCA_TOKEN_KEYS", keyText)); err != nil {
			t.Error(err)
		}
	})
	for _, want := range []string{"-nats", "NATS_URL", "-nats-user", "-token-keys", "TRANCA_TOKEN_KEYS", "-redis", "-seed", "TRANCA_SEED"} {
		if !strings.Contains(printed, want) {
			t.Errorf("no %s in %s", want, printed)
		}
	}
	if strings.Contains(printed, keyText) {
		t.Error("a key was printed")
	}
}

func TestWhatIsNotThereAtTheStartIsToldInOneLine(t *testing.T) {
	taken, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = taken.Close() }()
	nobody, url := "nats://"+loopback.Addr(t), broker(t)
	keys := []string{"TRANCA_TOKEN_KEYS", keyText}
	for name, c := range map[string]struct {
		env  []string
		args []string
		want string
	}{
		"NATS":       {[]string{"NATS_URL", nobody}, nil, nobody + ": connect lobby to NATS: nats: no servers available for connection"},
		"admin port": {[]string{"NATS_URL", url}, []string{"--admin-addr", taken.Addr().String()}, "admin port: listen tcp " + taken.Addr().String()},
		"seed file":  {[]string{"NATS_URL", url}, []string{"--nats-seed-file", "/nonexistent"}, "connect lobby to NATS: seed file: "},
		"redis":      {[]string{"NATS_URL", url, "REDIS_URL", "redis://:hunter2@r/db"}, nil, "redis: want a URL such as redis://127.0.0.1:6379/0"},
	} {
		err := process.Run(t.Context(), program(newPart(), nil), append(c.args, "--log-level", "error"), env(append(c.env, keys...)...))
		if err == nil || !strings.Contains(err.Error(), c.want) || strings.Contains(err.Error(), "\n") || strings.Contains(err.Error(), "hunter2") {
			t.Errorf("%s: got %v, want %s", name, err, c.want)
		}
	}
	p := program(nil, nil)
	p.Build = func(replica.Env, *process.Settings) (process.Service, error) { return nil, errSoon }
	if err := process.Run(t.Context(), p, []string{"--log-level", "error"}, env(append(keys, "NATS_URL", url)...)); !errors.Is(err, errSoon) {
		t.Errorf("got %v", err)
	}
}
