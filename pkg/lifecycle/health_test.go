package lifecycle_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"os"
	"syscall"
	"testing"
	"time"

	"tranca.example/pkg/lifecycle"
)

func TestProbesTellWhichCheckFails(t *testing.T) {
	var h lifecycle.Health
	mux := http.NewServeMux()
	h.Mount(mux)
	var lagging error
	h.AddCheck("nats", func(context.Context) error { return nil })
	h.AddCheck("projection", func(context.Context) error { return lagging })

	for _, c := range []struct {
		given error
		path  string
		code  int
		body  string
	}{
		{nil, "/livez", 200, `{"checks":null,"ok":true}`},
		{nil, "/readyz", 200, `{"checks":{"nats":"ok","projection":"ok"},"ok":true}`},
		{errors.New("7 behind"), "/readyz", 503, `{"checks":{"nats":"ok","projection":"7 behind"},"ok":false}`},
		{errors.Join(errors.New("7 behind"), errBroken), "/readyz", 503, `{"checks":{"nats":"ok","projection":"7 behind; broken"},"ok":false}`},
		{errors.New("7 behind"), "/livez", 200, `{"checks":null,"ok":true}`},
	} {
		lagging = c.given
		rec := httptest.NewRecorder()
		mux.ServeHTTP(rec, httptest.NewRequest(http.MethodGet, c.path, nil))
		if got := string(bytes.TrimSpace(rec.Body.Bytes())); rec.Code != c.code || got != c.body {
			t.Errorf("%s: got %d %s, want %d %s", c.path, rec.Code, got, c.code, c.body)
		}
	}
}

func TestASignalEndsTheContextOfMain(t *testing.T) {
	var stderr bytes.Buffer
	code := lifecycle.Exit(t.Context(), &stderr, func(ctx context.Context) error {
		if err := syscall.Kill(os.Getpid(), syscall.SIGTERM); err != nil {
			return err
		}
		<-ctx.Done()
		return nil
	})
	if code != 0 || stderr.Len() != 0 {
		t.Errorf("got exit code %d and %q", code, stderr.String())
	}
}

func TestAnErrorIsOneLineAndExitCodeOne(t *testing.T) {
	var stderr bytes.Buffer
	code := lifecycle.Exit(t.Context(), &stderr, func(context.Context) error { return errors.Join(errBroken, errBroken) })
	if code != 1 || stderr.String() != "error: broken; broken\n" {
		t.Errorf("got exit code %d and %q", code, stderr.String())
	}
}

func TestACallThatCannotBeUsedIsExitCodeTwo(t *testing.T) {
	var stderr bytes.Buffer
	code := lifecycle.Exit(t.Context(), &stderr, func(context.Context) error {
		return fmt.Errorf("start: %w", &lifecycle.UsageError{Err: errBroken})
	})
	if code != 2 || stderr.String() != "error: start: broken\n" {
		t.Errorf("got exit code %d and %q", code, stderr.String())
	}
}

func TestAnHTTPUnitEndsStreamsAndFinishesRequests(t *testing.T) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	streaming := make(chan struct{})
	handler := http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		close(streaming)
		<-r.Context().Done()
		_, _ = io.WriteString(w, "bye")
	})
	ctx, cancel := context.WithCancel(t.Context())
	done := make(chan error, 1)
	go func() { done <- lifecycle.Run(ctx, lifecycle.HTTPUnit("http", l, handler, 5*time.Second)) }()
	go func() { <-streaming; cancel() }()

	resp, err := http.Get("http://" + l.Addr().String())
	if err != nil {
		t.Fatal(err)
	}
	defer resp.Body.Close()
	if body, err := io.ReadAll(resp.Body); err != nil || string(body) != "bye" {
		t.Errorf("got %q, %v", body, err)
	}
	if err := <-done; err != nil {
		t.Errorf("got %v", err)
	}
}

func TestAnHTTPUnitFailsWhenItsListenerDoes(t *testing.T) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	l.Close()
	if err := lifecycle.Run(t.Context(), lifecycle.HTTPUnit("http", l, http.NotFoundHandler(), time.Second)); err == nil {
		t.Error("serving on a closed listener is no error")
	}
}
