package limit_test

import (
	"context"
	"errors"
	"net/http"
	"net/http/httptest"
	"testing"
	"time"

	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/client_golang/prometheus/testutil"

	"tranca.example/pkg/rpcerr"
	"tranca.example/services/gateway/internal/limit"
)

// clock is moved by hand.
type clock struct{ at time.Time }

func (c *clock) now() time.Time { return c.at }

func gate(t *testing.T, o limit.Options) (*limit.Gate, *clock, *prometheus.Registry) {
	t.Helper()
	c, reg := &clock{time.Unix(1_800_000_000, 0)}, prometheus.NewRegistry()
	g, err := limit.New(o, reg, c.now)
	if err != nil {
		t.Fatal(err)
	}
	return g, c, reg
}

func rejection(t *testing.T, err error) *rpcerr.Rejection {
	t.Helper()
	r, ok := errors.AsType[*rpcerr.Rejection](err)
	if !ok {
		t.Fatalf("got %v, want a rejection", err)
	}
	return r
}

func TestAnActorHasABurstAndThenARate(t *testing.T) {
	g, c, reg := gate(t, limit.Options{Actor: limit.Rate{Each: 0.25, Burst: 3}, Remember: 8})
	ada, bob := g.Actor("Bearer ada"), g.Actor("Bearer bob")
	for range 3 {
		if err := g.Call(ada); err != nil {
			t.Fatal(err)
		}
	}
	r := rejection(t, g.Call(ada))
	if r.Code != rpcerr.ResourceExhausted || r.Reason != "actor_rate" || r.Params["retry_after"] != "4" ||
		r.Params["limit"] != "0.25" || r.Params["window"] != "1s" || r.Params["burst"] != "3" {
		t.Errorf("got %+v", r)
	}
	if err := errors.Join(g.Call(bob), g.Call(g.Actor(""))); err != nil {
		t.Errorf("others are refused too: %v", err)
	}
	c.at = c.at.Add(4 * time.Second)
	if err := g.Call(ada); err != nil {
		t.Errorf("after the time that was told: %v", err)
	}
	if n := testutil.CollectAndCount(reg, "tranca_gateway_limited_total"); n != 7 {
		t.Errorf("%d limits are counted, want 7", n)
	}
}

func TestWhatIsRememberedIsBounded(t *testing.T) {
	g, _, _ := gate(t, limit.Options{Actor: limit.Rate{Each: 0.001, Burst: 1}, Remember: 2})
	for _, who := range []string{"a", "b", "c"} {
		if err := g.Call(g.Actor(who)); err != nil {
			t.Fatal(err)
		}
	}
	if g.Call(g.Actor("c")) == nil {
		t.Error("the last one was forgotten")
	}
	if err := g.Call(g.Actor("a")); err != nil {
		t.Errorf("the first one of three is still remembered: %v", err)
	}
}

func TestStreamsCountWhileTheyAreOpen(t *testing.T) {
	g, _, _ := gate(t, limit.Options{AddressStreams: 3, ActorStreams: 1})
	r := httptest.NewRequest(http.MethodGet, "/", nil)
	done, err := g.Stream(r, 7)
	if err != nil {
		t.Fatal(err)
	}
	_, err = g.Stream(r, 7)
	if r := rejection(t, err); r.Reason != "actor_streams" || r.Params["limit"] != "1" || r.Params["window"] != "open" || r.Params["retry_after"] == "" {
		t.Errorf("got %+v", r)
	}
	for range 2 {
		if _, err := g.Stream(r, 0); err != nil {
			t.Fatal(err)
		}
	}
	if _, err = g.Stream(r, 0); rejection(t, err).Reason != "address_streams" {
		t.Errorf("got %v", err)
	}
	done()
	if _, err := g.Stream(r, 7); err != nil {
		t.Errorf("one was closed: %v", err)
	}
}

func TestOnlyWhoSitsAtATableUsesItsShare(t *testing.T) {
	g, _, _ := gate(t, limit.Options{Table: limit.Rate{Each: 0.001, Burst: 2}, Remember: 8})
	ctx := g.Guarded(httptest.NewRequest(http.MethodGet, "/", nil)).Context()
	send := func(ctx context.Context, table string, answer error) error {
		_, err := limit.Command(ctx, table, func() (int, error) { return 0, answer })
		return err
	}
	for _, stranger := range []string{"bad_token", "no_token", "token_revoked", "not_your_seat", "not_owner", "unknown_table"} {
		if err := send(ctx, "t", rpcerr.New(stranger, "")); rejection(t, err).Reason != stranger {
			t.Errorf("%s: got %v", stranger, err)
		}
	}
	if err := errors.Join(send(ctx, "t", nil), send(ctx, "other", nil)); err != nil {
		t.Errorf("strangers used it up: %v", err)
	}
	if err := send(ctx, "t", rpcerr.New("must_play", "")); rejection(t, err).Reason != "must_play" {
		t.Errorf("got %v", err)
	}
	if err := send(ctx, "t", nil); rejection(t, err).Reason != "table_rate" {
		t.Errorf("got %v", err)
	}
	if err := errors.Join(send(ctx, "other", nil), send(t.Context(), "t", nil)); err != nil {
		t.Errorf("another table, or a caller of this process: %v", err)
	}
}

func TestNoLimitIsNone(t *testing.T) {
	g, _, _ := gate(t, limit.Options{})
	r := httptest.NewRequest(http.MethodGet, "/", nil)
	for range 100 {
		_, err := g.Stream(r, 5)
		if err := errors.Join(err, g.Call(5), g.Request(r)); err != nil {
			t.Fatal(err)
		}
	}
}

func TestRatesAreReadAndWritten(t *testing.T) {
	for text, want := range map[string]limit.Rate{
		"50": {Each: 50, Burst: 50}, "0.5": {Each: 0.5, Burst: 1}, "2:10": {Each: 2, Burst: 10}, "0": {}, "0:0": {}, "0:9": {},
	} {
		var r limit.Rate
		if err := r.Set(text); err != nil || r != want {
			t.Errorf("%s: got %+v, %v", text, r, err)
		}
		var again limit.Rate
		if err := again.Set(r.String()); err != nil || again != r {
			t.Errorf("%s: written as %s: got %+v, %v", text, r, again, err)
		}
	}
	for _, bad := range []string{"", "x", "-1", "1:0", "1:x", "NaN", "Inf", "1e9", "1:2:3"} {
		if err := new(limit.Rate).Set(bad); err == nil {
			t.Errorf("%q was taken", bad)
		}
	}
}
