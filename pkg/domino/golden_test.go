package domino_test

import (
	"bufio"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"tranca.example/pkg/domino"
)

// goldenPlay is what a golden line says of play.
type goldenPlay struct {
	ID, Preset, Boneyard, End, Line string
	First                           bool
	Opener, Starter                 *int
	Closer                          *int
	Hands, Moves                    []string
	Eligible                        []domino.Pip
	BoneyardLeft                    string `json:"boneyard_left"`
	Pips                            []int
	Hung                            []struct {
		Double string
		By     int
	}
	AltExhaust *struct{ Pips []int } `json:"alt_exhaust"`
	AltBlank   []int                 `json:"alt_double_blank_50"`
}

func goldens(t *testing.T) (out []goldenPlay) {
	t.Helper()
	files, err := filepath.Glob("testdata/golden/*.jsonl")
	if err != nil || len(files) == 0 {
		t.Fatal("no golden files", err)
	}
	for _, name := range files {
		f, err := os.Open(name)
		if err != nil {
			t.Fatal(err)
		}
		defer f.Close()
		for lines := bufio.NewScanner(f); lines.Scan(); {
			var g goldenPlay
			if err := json.Unmarshal(lines.Bytes(), &g); err != nil {
				t.Fatal(name, err)
			}
			out = append(out, g)
		}
	}
	return out
}

func (r *goldenPlay) start(t *testing.T, pairs ...string) *game {
	t.Helper()
	g := &game{t: t}
	for s, hand := range r.Hands {
		g.deal.Hands[s] = domino.SetOf(tiles(t, hand)...)
	}
	g.deal.Boneyard = tiles(t, r.Boneyard)
	d := domino.RoundDealt{Round: 1, HandSize: len(tiles(t, r.Hands[0])), BoneyardSize: len(g.deal.Boneyard)}
	switch {
	case r.Starter != nil:
		d.Opener, d.Opening = domino.Seat(*r.Starter), domino.OpenForced
	case r.First:
		d.Opener, d.Opening = domino.Seat(*r.Opener), domino.OpenForced
	case strings.HasPrefix(r.Preset, "latin"):
		d.Opener, d.Opening = domino.Seat(*r.Opener), domino.OpenDoubleIfAny
	default:
		d.Opener = domino.Seat(*r.Opener)
	}
	for _, p := range r.Eligible {
		d.Eligible = d.Eligible.With(p)
	}
	if r.Preset == "classic.draw" {
		pairs = append(pairs, "seats", fmt.Sprint(len(r.Hands)))
	}
	g.dealt = d
	g.begin(domino.NewRound(rules(t, r.Preset, pairs...), d))
	return g
}

// replay sends the moves as they are written; a draw must give the tile that
// the transcript names, and a pass that leaves no choice is already made.
func (r *goldenPlay) replay(g *game) (last string) {
	g.t.Helper()
	for _, m := range r.Moves {
		if _, over := g.full.Over(); over {
			g.t.Fatalf("over before %q", m)
		}
		if strings.HasSuffix(m, " pass") && strings.HasSuffix(last, "passes"+next(g.full.Turn())) && m[:1] == last[:1] {
			last = ""
			continue
		}
		told := g.play(m)
		last = told[len(told)-1]
		var seat int
		var drawn string
		if n, _ := fmt.Sscanf(m, "%d + %s", &seat, &drawn); n == 2 {
			order := g.full.DrawOrder()
			if got := g.deal.Boneyard[len(order)-1]; got != tile(g.t, drawn) {
				g.t.Fatalf("%q: drew %v", m, got)
			}
		}
	}
	return last
}

func TestGoldenRoundsReplayWithTheirEndingsPipsLinesAndHungDoubles(t *testing.T) {
	rounds := goldens(t)
	if len(rounds) != 16 {
		t.Fatalf("%d golden rounds, want 16", len(rounds))
	}
	for _, r := range rounds {
		t.Run(r.ID, func(t *testing.T) {
			g := r.start(t)
			r.replay(g)
			checkReplay(t, g)
			e, over := g.full.Over()
			if !over {
				t.Fatal("not over after the last move")
			}
			want := map[string]domino.Ending{"domino": domino.EndDomino, "block": domino.EndBlocked}[r.End]
			if e.End != want || r.Closer != nil && int(e.Closer) != *r.Closer {
				t.Errorf("ends %d, closer %d; want %d, closer %v", e.End, e.Closer, want, r.Closer)
			}
			same(t, "pips", []string{fmt.Sprint(e.Pips)}, []string{fmt.Sprint(r.Pips)})
			if got := domino.SetOf(e.Boneyard...); got != domino.SetOf(tiles(t, r.BoneyardLeft)...) && r.Boneyard != "" {
				t.Errorf("boneyard left %v, want %s", got, r.BoneyardLeft)
			}
			if r.Line != "" && written(g.full.Line()) != r.Line {
				t.Errorf("line %s, want %s", written(g.full.Line()), r.Line)
			}
			if strings.HasPrefix(r.Preset, "latin") {
				r.checkHung(t, g)
			}
		})
	}
}

func written(line []domino.Laid) string {
	var words []string
	for _, l := range line {
		words = append(words, fmt.Sprintf("%d|%d", l.Left, l.Right))
	}
	return strings.Join(words, " ")
}

func (r *goldenPlay) checkHung(t *testing.T, g *game) {
	t.Helper()
	var got, want []string
	for _, e := range g.log {
		if h, ok := e.(domino.DoubleHung); ok {
			got = append(got, fmt.Sprintf("%v by %d", h.Double, h.By))
		}
	}
	for _, h := range r.Hung {
		want = append(want, fmt.Sprintf("%v by %d", h.Double, h.By))
	}
	same(t, "hung", got, want)
}

func TestGoldenRoundsKeepTheirAlternativePips(t *testing.T) {
	for _, r := range goldens(t) {
		if r.AltBlank != nil {
			t.Run(r.ID+" E-46 double_blank_value=50", func(t *testing.T) {
				g := r.start(t, "double_blank_value", "50")
				r.replay(g)
				e, _ := g.full.Over()
				same(t, "pips", []string{fmt.Sprint(e.Pips)}, []string{fmt.Sprint(r.AltBlank)})
			})
		}
		if r.AltExhaust != nil {
			t.Run(r.ID+" G-06 dead_rule=exhaust", func(t *testing.T) {
				g := r.start(t, "dead_rule", "exhaust")
				r.replay(g)
				for over := false; !over; _, over = g.full.Over() {
					if _, err := g.do(g.full.Default()); err != nil {
						t.Fatal(err)
					}
				}
				e, _ := g.full.Over()
				same(t, "pips", []string{fmt.Sprint(e.Pips)}, []string{fmt.Sprint(r.AltExhaust.Pips)})
			})
		}
	}
}
