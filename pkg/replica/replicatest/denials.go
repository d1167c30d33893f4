package replicatest

import (
	"context"
	"log/slog"
	"slices"
	"strings"
	"sync"
)

// denials keeps the lines of a server's log that tell of missing rights. It is a
// slog.Handler.
type denials struct {
	mu    sync.Mutex
	lines []string
}

// Enabled implements slog.Handler.
func (d *denials) Enabled(context.Context, slog.Level) bool { return true }

// Handle implements slog.Handler.
func (d *denials) Handle(_ context.Context, r slog.Record) error {
	r.Attrs(func(a slog.Attr) bool {
		if strings.Contains(strings.ToLower(a.Value.String()), "violation") {
			d.mu.Lock()
			defer d.mu.Unlock()
			d.lines = append(d.lines, a.Value.String())
		}
		return true
	})
	return nil
}

// WithAttrs implements slog.Handler; the server adds none.
func (d *denials) WithAttrs([]slog.Attr) slog.Handler { return d }

// WithGroup implements slog.Handler; the server opens none.
func (d *denials) WithGroup(string) slog.Handler { return d }

func (d *denials) seen() []string {
	d.mu.Lock()
	defer d.mu.Unlock()
	return slices.Clone(d.lines)
}
