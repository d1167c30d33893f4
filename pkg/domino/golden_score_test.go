package domino_test

import (
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"tranca.example/pkg/domino"
)

// bySide reads totals that are written by side letter or by seat.
type bySide []int

func (b *bySide) UnmarshalJSON(text []byte) error {
	if text[0] == '[' {
		return json.Unmarshal(text, (*[]int)(b))
	}
	var letters map[string]int
	if err := json.Unmarshal(text, &letters); err != nil {
		return err
	}
	*b = bySide{letters["A"], letters["B"]}
	return nil
}

// side reads a winner: a side letter, a seat, or null for a void round.
type side domino.Side

func (s *side) UnmarshalJSON(text []byte) error {
	switch string(text) {
	case `null`:
		*s = side(domino.NoSide)
	case `"A"`:
		*s = 0
	case `"B"`:
		*s = 1
	default:
		return json.Unmarshal(text, (*domino.Side)(s))
	}
	return nil
}

// goldenRound is what a golden line says about start and score.
type goldenRound struct {
	ID          string
	Preset      string
	First       bool
	TotalBefore bySide `json:"total_before"`
	Opener      domino.Seat
	Starter     domino.Seat
	Eligible    []domino.Pip
	Root        string
	Hands       []string
	Boneyard    string
	Moves       []string
	End         string
	Pips        []int
	SidePips    *bySide `json:"side_pips"`
	Winner      json.RawMessage
	Points      int
	Total       bySide
	NextOpener  domino.Seat      `json:"next_opener"`
	Shuffler    *domino.Seat     `json:"shuffler"`
	AltTie      map[string]*side `json:"alt_tie"`
	AltPoints   map[string]int   `json:"alt_points"`
	AltExhaust  *struct {
		Pips   []int
		Winner side
		Points int
	} `json:"alt_exhaust"`
}

func goldenRounds(t *testing.T) []goldenRound {
	t.Helper()
	files, err := filepath.Glob(filepath.Join("testdata", "golden", "*.jsonl"))
	if err != nil || len(files) != 4 {
		t.Fatalf("golden files: %v, %v", files, err)
	}
	var out []goldenRound
	for _, name := range files {
		text, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		for line := range bytes.Lines(text) {
			var g goldenRound
			if err := json.Unmarshal(line, &g); err != nil {
				t.Fatalf("%s: %v", name, err)
			}
			out = append(out, g)
		}
	}
	if len(out) != 16 {
		t.Fatalf("%d golden rounds, want 16", len(out))
	}
	return out
}

func (g goldenRound) rules(t *testing.T, pairs ...string) *domino.Rules {
	t.Helper()
	return rules(t, g.Preset, append(pairs, "seats", strconv.Itoa(len(g.Hands)))...)
}

func (g goldenRound) opener(r *domino.Rules) domino.Seat {
	if r.StartsWithDouble() {
		return g.Starter
	}
	return g.Opener
}

// closer is the seat of the last placement: the last line that is no pass.
func (g goldenRound) closer() domino.Seat {
	seat, _, _ := strings.Cut(g.Moves[len(g.Moves)-1], " ")
	n, _ := strconv.Atoi(seat)
	return domino.Seat(n)
}

func (g goldenRound) before(r *domino.Rules) domino.Standing {
	s := domino.NewStanding(r)
	s.First, s.Totals = g.First, slices.Clone(g.TotalBefore)
	if r.StartsWithDouble() {
		s.Eligible = values(g.Eligible...)
		s.Played = 7 - len(g.Eligible)
	}
	return s
}

func (g goldenRound) ended(pips []int) domino.RoundEnded {
	end := domino.EndDomino
	if g.End == "block" {
		end = domino.EndBlocked
	}
	return ended(end, g.closer(), pips...)
}

func (g goldenRound) score(t *testing.T, r *domino.Rules, pips []int) domino.RoundScore {
	t.Helper()
	var lead domino.Tile
	if r.StartsWithDouble() {
		lead = tiles(t, g.Root)[0]
	}
	return domino.ScoreRound(r, g.before(r), g.opener(r), lead, g.ended(pips))
}

func TestGoldenRoundsStartWhereTheySay(t *testing.T) {
	for _, g := range goldenRounds(t) {
		t.Run(g.ID, func(t *testing.T) {
			r := g.rules(t)
			order := tiles(t, strings.Join(g.Hands, " ")+" "+g.Boneyard)
			d, err := domino.NewDeal(r, order)
			if err != nil {
				t.Fatal(err)
			}
			s := g.before(r)
			if !g.First && !r.StartsWithDouble() {
				s.Opener = g.Opener
			}
			start, err := domino.FindStart(r, s, d, nil)
			if err != nil || start.Opener != g.opener(r) || start.StartDraws != nil {
				t.Fatalf("%+v, %v; want opener %d", start, err, g.opener(r))
			}
			lead := strings.Fields(g.Moves[0])[1]
			may := strings.Fields(leads(t, r, d, start))
			if !slices.Contains(may, lead) || ((g.First || r.StartsWithDouble()) && len(may) != 1) {
				t.Errorf("may lead %v, led %s", may, lead)
			}
		})
	}
}

func TestGoldenRoundsScoreWhatTheySay(t *testing.T) {
	for _, g := range goldenRounds(t) {
		t.Run(g.ID, func(t *testing.T) {
			r := g.rules(t)
			got := g.score(t, r, g.Pips)
			if !slices.Equal(got.Next.Totals, g.Total) || got.Points != g.Points {
				t.Errorf("%d points, totals %v; want %d, %v", got.Points, got.Next.Totals, g.Points, g.Total)
			}
			winner := side(domino.NoSide)
			if g.Winner != nil {
				if err := winner.UnmarshalJSON(g.Winner); err != nil {
					t.Fatal(err)
				}
			}
			if got.Winner != domino.Side(winner) || got.Shuffler != g.opener(r) {
				t.Errorf("side %d won, seat %d shuffles; want side %d", got.Winner, got.Shuffler, winner)
			}
			if g.Shuffler != nil && got.Shuffler != *g.Shuffler {
				t.Errorf("shuffler %d, want %d", got.Shuffler, *g.Shuffler)
			}
			if !r.StartsWithDouble() && got.Next.Opener != g.NextOpener {
				t.Errorf("next opener %d, want %d", got.Next.Opener, g.NextOpener)
			}
			if over := !r.StartsWithDouble() && slices.Max(g.Total) >= 100; got.MatchOver != over {
				t.Errorf("match over: %t, want %t", got.MatchOver, over)
			}
			if g.SidePips != nil && !slices.Equal(domino.SidePips(r, g.Pips), *g.SidePips) {
				t.Errorf("side pips %v, want %v", domino.SidePips(r, g.Pips), *g.SidePips)
			}
		})
	}
}

func TestGoldenRoundsScoreOtherwiseUnderOtherKnobs(t *testing.T) {
	checked := 0
	for _, g := range goldenRounds(t) {
		for tie, want := range g.AltTie {
			checked++
			if got := g.score(t, g.rules(t, "block_tie", tie), g.Pips); got.Winner != domino.Side(*want) {
				t.Errorf("%s block_tie=%s: side %d, want %d", g.ID, tie, got.Winner, *want)
			}
		}
		for formula, want := range g.AltPoints {
			checked++
			if got := g.score(t, g.rules(t, "score_domino", formula), g.Pips); got.Points != want {
				t.Errorf("%s score_domino=%s: %d points, want %d", g.ID, formula, got.Points, want)
			}
		}
		if alt := g.AltExhaust; alt != nil {
			checked++
			got := g.score(t, g.rules(t, "dead_rule", "exhaust"), alt.Pips)
			if got.Winner != domino.Side(alt.Winner) || got.Points != alt.Points {
				t.Errorf("%s exhaust: side %d wins %d, want %d, %d", g.ID, got.Winner, got.Points, alt.Winner, alt.Points)
			}
		}
	}
	if checked != 7 {
		t.Errorf("%d alternatives checked, want 7", checked)
	}
}

// G-08, E-46: 0-0 counts 0, or 50 where double_blank_value says so.
func TestG08E46DoubleBlankCountsWhatTheKnobSays(t *testing.T) {
	hands := []string{"0-0 4-0 6-0 4-2 6-3", "3-0 5-0 3-1 3-2 6-5"}
	for value, want := range map[string][]int{"0": {25, 28}, "50": {75, 28}} {
		r := rules(t, "chickie", "seats", "2", "double_blank_value", value)
		d := dealt(t, r, "6-6 5-5", hands...)
		start := domino.RoundDealt{Opener: 0, Opening: domino.OpenForced, Eligible: values(0), HandSize: 5, BoneyardSize: len(d.Boneyard)}
		f, err := domino.Open(domino.NewRound(r, start), d)
		if err != nil {
			t.Fatal(err)
		}
		for seat, pips := range want {
			if got := f.Pips(domino.Seat(seat)); got != pips {
				t.Errorf("double_blank_value=%s: seat %d holds %d pips, want %d", value, seat, got, pips)
			}
		}
	}
}
