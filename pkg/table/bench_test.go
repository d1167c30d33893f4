package table_test

import (
	"testing"

	"tranca.example/pkg/domino"
	"tranca.example/pkg/table"
)

// BenchmarkMove is one accepted play: what a rules replica does between two
// commits, but for encoding and the log.
func BenchmarkMove(b *testing.B) {
	d := playing(b, "classic.draw", nil, limits)
	d.do(d.move())
	h := d.hidden()
	req := d.request(d.seat(1), play(5, 0, domino.Right))
	b.Run("decide", func(b *testing.B) {
		b.ReportAllocs()
		for b.Loop() {
			if _, err := table.Decide(d.state, h, req); err != nil {
				b.Fatal(err)
			}
		}
	})
	b.Run("decide and fold", func(b *testing.B) {
		b.ReportAllocs()
		for b.Loop() {
			events, err := table.Decide(d.state, h, req)
			if err != nil {
				b.Fatal(err)
			}
			for _, e := range events {
				table.Evolve(d.state, e)
			}
		}
	})
	b.Run("decide and commit", func(b *testing.B) {
		b.ReportAllocs()
		for b.Loop() {
			events, err := table.Decide(d.state, h, req)
			if err != nil {
				b.Fatal(err)
			}
			table.NewCommit(d.state, req, events, table.Rules)
		}
	})
	b.Run("open the round again", func(b *testing.B) {
		b.ReportAllocs()
		for b.Loop() {
			if _, err := h.Known().At(d.state); err != nil {
				b.Fatal(err)
			}
		}
	})
	b.Run("agenda", func(b *testing.B) {
		b.ReportAllocs()
		for b.Loop() {
			table.Agenda(d.state)
		}
	})
}
