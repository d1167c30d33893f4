package domino_test

import (
	"testing"
	"time"

	"tranca.example/pkg/domino"
	"tranca.example/pkg/domino/internal/kernel"
)

// positions are running positions of random rounds.
func positions(b *testing.B, preset string) []domino.Full {
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

func BenchmarkLegalMasks(b *testing.B) {
	for _, preset := range domino.Presets() {
		b.Run(preset, func(b *testing.B) {
			at := positions(b, preset)
			b.ReportAllocs()
			for i := 0; b.Loop(); i++ {
				sink += int(at[i&1023].Legal().Tiles())
			}
		})
	}
}

func BenchmarkPlaysExpanded(b *testing.B) {
	for _, preset := range domino.Presets() {
		b.Run(preset, func(b *testing.B) {
			at := positions(b, preset)
			dst := make([]domino.Play, 0, 64)
			b.ReportAllocs()
			for i := 0; b.Loop(); i++ {
				sink += len(at[i&1023].Plays(dst))
			}
		})
	}
}

// BenchmarkApply plays rounds without choosing: the first move of the masks.
func BenchmarkApply(b *testing.B) {
	for _, preset := range []string{"latin.pairs", "classic.draw", "chickie"} {
		b.Run(preset, func(b *testing.B) {
			var start domino.Full
			newSimulator(b, preset).start(b, &start)
			script := firstMoves(start)
			b.ReportAllocs()
			n := 0
			for b.Loop() {
				f := start
				for _, m := range script {
					play(&f, m)
				}
				n += len(script)
			}
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(n), "ns/move")
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
// with the fixed-rule kernel. The ratio is what counts; it is of the fastest
// batches of both, so that a busy machine does not blur it.
func BenchmarkRandomRounds(b *testing.B) {
	for _, c := range []struct {
		preset string
		floor  func(*[kernel.Tiles]uint8, uint64) kernel.Result
	}{
		{"latin.pairs", kernel.Block}, {"classic.draw", kernel.Draw}, {"chickie", nil},
	} {
		b.Run(c.preset, func(b *testing.B) {
			s := newSimulator(b, c.preset)
			b.ReportAllocs()
			engine, floor := time.Hour, time.Hour
			for b.Loop() {
				word := s.word
				begin := time.Now()
				s.batch(b)
				engine = min(engine, time.Since(begin))
				if c.floor == nil {
					continue
				}
				begin = time.Now()
				floorBatch(c.floor, word)
				floor = min(floor, time.Since(begin))
			}
			b.ReportMetric(batch/engine.Seconds(), "rounds/s")
			if c.floor != nil {
				b.ReportMetric(batch/floor.Seconds(), "floor_rounds/s")
				b.ReportMetric(floor.Seconds()/engine.Seconds(), "of_floor")
			}
		})
	}
}

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

func floorBatch(play func(*[kernel.Tiles]uint8, uint64) kernel.Result, word uint64) {
	var order [kernel.Tiles]uint8
	for range batch {
		word = kernel.Shuffle(&order, word)
		r := play(&order, word)
		word = kernel.Step(word)
		sink += r.Placed + r.Pips[0]
	}
}
