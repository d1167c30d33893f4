package domino_test

import (
	"slices"
	"testing"
	"time"

	"tranca.example/pkg/domino"
	"tranca.example/pkg/domino/internal/kernel"
)

// positions are running positions of random rounds.
func positions(b testing.TB, preset string) []domino.Full {
	s := newSimulator(b, preset)
	var out []domino.Full
	for len(out) < 1024 {
		var f domino.Full
		s.start(b, &f)
		steps := len(out) % 20
		for ended := false; !ended && steps > 0; steps-- {
			switch m := f.Legal(); {
			case !m.Empty():
				ended = f.Place(f.Pick(m, len(out)%m.Len()))
			case f.MayDraw():
				ended = f.Draw()
			default:
				f.Pass()
			}
		}
		if f.Turn() != domino.NoSeat {
			out = append(out, f)
		}
	}
	return out
}

var sink int

// few is the number of positions that the caches hold: what is measured is the
// judging, not the memory. Each batch goes over them so many times.
const few = 64

// fastest does work, which is n operations, again and again and reports the
// time of one in the fastest batch, so that a busy machine does not blur it.
func fastest(b *testing.B, n int, unit string, work func()) {
	best := time.Hour.Seconds()
	b.ReportAllocs()
	for b.Loop() {
		best = min(best, seconds(work))
	}
	b.ReportMetric(best*1e9/float64(n), unit)
}

func BenchmarkLegalMasks(b *testing.B) {
	for _, preset := range domino.Presets() {
		b.Run(preset, func(b *testing.B) {
			at := positions(b, preset)[:few]
			fastest(b, few*few, "ns/legal", func() {
				for range few {
					for i := range at {
						sink += int(at[i].Legal().Tiles())
					}
				}
			})
		})
	}
}

func BenchmarkPlaysExpanded(b *testing.B) {
	for _, preset := range domino.Presets() {
		b.Run(preset, func(b *testing.B) {
			at := positions(b, preset)
			dst := make([]domino.Play, 0, 64)
			fastest(b, len(at), "ns/plays", func() {
				for i := range at {
					sink += len(at[i].Plays(dst))
				}
			})
		})
	}
}

// BenchmarkApply plays rounds without choosing: the first move of the masks.
func BenchmarkApply(b *testing.B) {
	for _, preset := range []string{"latin.pairs", "classic.draw", "chickie"} {
		b.Run(preset, func(b *testing.B) {
			var start, f domino.Full
			newSimulator(b, preset).start(b, &start)
			script := firstMoves(start)
			fastest(b, few*len(script), "ns/move", func() {
				for range few {
					f = start
					for _, m := range script {
						play(&f, m)
					}
				}
			})
		})
	}
}

type scripted struct {
	kind byte
	move domino.Move
}

func firstMoves(f domino.Full) (out []scripted) {
	for f.Turn() != domino.NoSeat {
		s := scripted{kind: 'p'}
		if m := f.Legal(); !m.Empty() {
			s = scripted{'m', f.Pick(m, 0)}
		} else if f.MayDraw() {
			s.kind = 'd'
		}
		play(&f, s)
		out = append(out, s)
	}
	return out
}

func play(f *domino.Full, s scripted) {
	switch s.kind {
	case 'm':
		f.Place(s.move)
	case 'd':
		f.Draw()
	default:
		f.Pass()
	}
}

func BenchmarkDecideAndEvolve(b *testing.B) {
	for _, preset := range []string{"latin.pairs", "classic.draw", "chickie"} {
		b.Run(preset, func(b *testing.B) {
			at := positions(b, preset)
			commands := make([]domino.Command, len(at))
			for i := range at {
				commands[i] = at[i].Default()
			}
			b.ReportAllocs()
			for i := 0; b.Loop(); i++ {
				f := &at[i&1023]
				events, err := domino.Decide(f, commands[i&1023])
				if err != nil {
					b.Fatal(err)
				}
				p := f.Public
				for _, e := range events {
					p = domino.Evolve(p, e)
				}
				sink += int(p.Turn())
			}
		})
	}
}

// BenchmarkRandomRounds plays whole rounds, deal and pips included, in turns
// with the fixed-rule kernel, the same rounds on both sides. What counts is
// of_floor, the median of the ratios of neighbouring batches: a busy machine
// slows down both.
func BenchmarkRandomRounds(b *testing.B) {
	for _, c := range []struct {
		preset string
		floor  fixedRules
	}{
		{"latin.pairs", kernel.Block}, {"classic.draw", kernel.Draw}, {"chickie", nil},
	} {
		b.Run(c.preset, func(b *testing.B) {
			s := newSimulator(b, c.preset)
			var order [kernel.Tiles]uint8
			var engine, floor, ratio []float64
			for b.Loop() {
				word := s.word
				took := seconds(func() { s.batch(b) })
				engine = append(engine, took)
				if c.floor != nil {
					least := seconds(func() { floorBatch(c.floor, &order, word) })
					floor, ratio = append(floor, least), append(ratio, least/took)
				}
			}
			b.ReportMetric(batch/median(engine), "rounds/s")
			if c.floor != nil {
				b.ReportMetric(batch/median(floor), "floor_rounds/s")
				b.ReportMetric(median(ratio), "of_floor")
			}
		})
	}
}

func seconds(work func()) float64 {
	begin := time.Now()
	work()
	return time.Since(begin).Seconds()
}

func median(of []float64) float64 {
	slices.Sort(of)
	return of[len(of)/2]
}

// fixedRules is a game of the kernel.
type fixedRules func(*[kernel.Tiles]uint8, uint64) (kernel.Result, uint64)

// batch is the number of rounds between two looks at the clock.
const batch = 64

func (s *simulator) batch(b *testing.B) {
	var f domino.Full
	for range batch {
		s.start(b, &f)
		placed, _ := s.finish(&f)
		sink += placed
		for seat := range s.rules.Seats {
			sink += f.Pips(domino.Seat(seat))
		}
	}
}

func floorBatch(play fixedRules, order *[kernel.Tiles]uint8, word uint64) {
	for range batch {
		word = kernel.Shuffle(order, word)
		var r kernel.Result
		r, word = play(order, word)
		sink += r.Placed
		for _, pips := range r.Pips {
			sink += pips
		}
	}
}
