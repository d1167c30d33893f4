package gateway_test

import (
	"io"
	"net/http"
	"strings"
	"testing"
)

func TestBrowsersGetTheTableAtTheFirstPath(t *testing.T) {
	w := newWorld(t)
	page := w.do(http.MethodGet, "/", who{"Accept": "text/html,application/xhtml+xml,*/*;q=0.8"}, nil)
	defer page.Body.Close()
	text, err := io.ReadAll(page.Body)
	if err != nil || page.StatusCode != http.StatusOK || !strings.Contains(string(text), "<title>Tranca</title>") {
		t.Fatalf("got %d %q, %v", page.StatusCode, text, err)
	}
	for name, want := range map[string]string{
		"Content-Type": "text/html; charset=utf-8", "Cache-Control": "no-cache", "Vary": "Accept",
		"X-Content-Type-Options": "nosniff", "Referrer-Policy": "no-referrer",
	} {
		if got := page.Header.Get(name); got != want {
			t.Errorf("%s: got %q, want %q", name, got, want)
		}
	}
	if got := page.Header.Get("Content-Security-Policy"); !strings.HasPrefix(got, "default-src 'self';") {
		t.Errorf("policy %q", got)
	}
	index := w.do(http.MethodGet, "/", who{"Accept": "*/*"}, nil)
	defer index.Body.Close()
	if index.Header.Get("Content-Type") != "application/json" || index.Header.Get("Vary") != "Accept" {
		t.Errorf("a program got %v", index.Header)
	}
}

func TestAnUnknownAssetIsNotThere(t *testing.T) {
	w := newWorld(t)
	status, out := w.send(http.MethodGet, "/assets/index-0.js", nil, nil)
	if status != http.StatusNotFound || out["code"] != "not_found" {
		t.Errorf("got %d %v", status, out)
	}
}
