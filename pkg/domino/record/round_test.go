package record_test

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"tranca.example/pkg/domino"
	"tranca.example/pkg/domino/deal"
	"tranca.example/pkg/domino/record"
)

// match plays one match with random moves and deals by domino-deal/1, and
// gives every round as a log would tell it.
type match struct {
	t     *testing.T
	rules *domino.Rules
	rng   *rand.Rand
	id    string
	root  deal.Seed
	// odd says what ends a round before its time; nil plays all of them out.
	odd func(round uint32, turn domino.Seat) domino.Command
}

func newMatch(t *testing.T, preset string, knobs map[string]string, seed uint64) *match {
	t.Helper()
	r, err := domino.NewRules(preset, knobs)
	if err != nil {
		t.Fatal(err)
	}
	m := &match{t: t, rules: r, rng: rand.New(rand.NewPCG(seed, 1)), id: fmt.Sprintf("0c-%s-%d.1", preset, seed)}
	binary.BigEndian.PutUint64(m.root[:], seed)
	return m
}

// rounds plays to the end of the match, or for at most n rounds.
func (m *match) rounds(n int) []record.Round {
	var out []record.Round
	standing := domino.NewStanding(m.rules)
	for round := uint32(1); len(out) < n; round++ {
		in, ok := m.round(round, standing)
		if !ok {
			continue // start_none=redeal
		}
		out = append(out, in)
		if standing = in.Score.Next; in.Score.MatchOver {
			break
		}
	}
	return out
}

func (m *match) round(round uint32, before domino.Standing) (record.Round, bool) {
	in := record.Round{ID: fmt.Sprintf("%s.%d", m.id, round), Rules: m.rules, Before: before}
	lot := m.deal(&in, round)
	dealt, err := domino.FindStart(m.rules, before, in.Deal, lot)
	if errors.Is(err, domino.ErrRedeal) {
		return in, false
	}
	m.must(err)
	dealt.Round = round
	in.Dealt = dealt
	full, err := domino.Open(domino.NewRound(m.rules, dealt), in.Deal)
	m.must(err)
	for full.Turn() != domino.NoSeat {
		events, err := domino.Decide(&full, m.command(&full))
		m.must(err)
		for _, e := range events {
			full.Public = domino.Evolve(full.Public, e)
		}
		in.Events = append(in.Events, events...)
		full, err = domino.Open(full.Public, in.Deal)
		m.must(err)
	}
	var lead domino.Tile
	if board := full.Board(); len(board) > 0 {
		lead = board[0].Tile
	}
	ended, _ := full.Over()
	in.Score = domino.ScoreRound(m.rules, before, dealt.Opener, lead, ended)
	return in, true
}

// deal deals and proves it; it returns the lot.
func (m *match) deal(in *record.Round, round uint32) []domino.Tile {
	seed, err := deal.RoundSeed(m.root, round)
	m.must(err)
	p := deal.Params{
		MatchID: m.id, Round: round, MaxPip: m.rules.SetMax, Players: m.rules.Seats, HandSize: m.rules.HandSize,
		Opening: deal.NoOpening, Clients: [][]byte{[]byte("sixteen bytes 00"), nil},
	}
	order, err := p.Order(seed)
	m.must(err)
	in.Deal, err = domino.NewDeal(m.rules, order)
	m.must(err)
	commit, err := p.Commit(seed)
	m.must(err)
	in.Proof = &record.Deal{
		MatchID: m.id, Round: round, Seed: seed, Commit: commit, Tip: deal.Tip(m.root), Clients: p.Clients,
	}
	lot, err := p.Lot(seed)
	m.must(err)
	return lot
}

func (m *match) command(f *domino.Full) domino.Command {
	if m.odd != nil {
		if c := m.odd(f.Round(), f.Turn()); c != nil {
			return c
		}
	}
	plays := f.Plays(nil)
	if len(plays) == 0 {
		return f.Default()
	}
	return plays[m.rng.IntN(len(plays))]
}

func (m *match) must(err error) {
	m.t.Helper()
	if err != nil {
		m.t.Fatal(err)
	}
}

// written is the record as a line, and as it is read again.
func (m *match) written(in record.Round) (string, record.Record) {
	m.t.Helper()
	rec, err := record.FromRound(in)
	m.must(err)
	var out bytes.Buffer
	m.must(record.Write(&out, rec))
	again, err := record.Parse(out.Bytes())
	if err != nil {
		m.t.Fatalf("%v in %s", err, out.String())
	}
	return out.String(), again
}

// judged fails the test unless the record of the round is right in all it says.
func (m *match) judged(in record.Round) {
	m.t.Helper()
	line, rec := m.written(in)
	v, err := record.Judge(rec, record.Options{})
	if err != nil || !v.OK() {
		m.t.Fatalf("%v, %s\nof %s", err, marshal(m.t, v), line)
	}
	if len(rec.Claims) < 9 || v.Outcomes == nil {
		m.t.Fatalf("only %d outcomes in %s", len(rec.Claims), line)
	}
	if second, _ := m.written(in); second != line {
		m.t.Fatalf("written twice, differs:\n%s%s", line, second)
	}
}

func TestRandomMatchesOfEveryPresetAndSeatCountAreWrittenReadAndJudgedEqual(t *testing.T) {
	for _, preset := range domino.Presets() {
		seats, err := domino.PresetSeats(preset)
		if err != nil {
			t.Fatal(err)
		}
		for _, n := range seats {
			t.Run(fmt.Sprintf("%s for %d", preset, n), func(t *testing.T) {
				for seed := range uint64(4) {
					m := newMatch(t, preset, map[string]string{"seats": fmt.Sprint(n)}, seed)
					for _, in := range m.rounds(60) {
						m.judged(in)
					}
				}
			})
		}
	}
}

// C-08: a round with four arms is written with its nodes and without a line.
func TestC08MatchesWithFourArmsAreWrittenReadAndJudgedEqual(t *testing.T) {
	for _, preset := range domino.Presets() {
		if preset == "chickie" {
			continue
		}
		t.Run(preset, func(t *testing.T) {
			for seed := range uint64(4) {
				m := newMatch(t, preset, map[string]string{"spinner": "opening_double"}, 200+seed)
				for _, in := range m.rounds(40) {
					m.judged(in)
					line, rec := m.written(in)
					_, ends := rec.Claims["line"]
					_, hung := rec.Claims["hung"]
					if ends || !hung || rec.Root != nil || !strings.Contains(line, `"spinner":"opening_double"`) || !strings.Contains(line, ` n0"`) {
						t.Fatalf("written as %s", line)
					}
				}
			}
		})
	}
}

func TestRandomMatchesUnderOtherKnobsAreJudgedEqual(t *testing.T) {
	for _, tc := range []struct {
		preset string
		knobs  map[string]string
	}{
		{"classic.block4", map[string]string{"teams": "pairs"}},
		{"classic.draw", map[string]string{"open_first": "lot"}},
		{"classic.draw", map[string]string{"dead_rule": "exhaust", "seats": "3"}},
		{"classic.draw", map[string]string{"rounds": "3", "target": "0"}},
		{"classic.draw", map[string]string{"set_max": "9", "seats": "5"}},
		{"latin.pairs", map[string]string{"void_next_opener": "holder_66", "target": "300"}},
		{"latin.pairs", map[string]string{"block_tie": "closer_side", "open_next": "winner"}},
		{"latin.solo", map[string]string{"draw": "until", "draw_reserve": "2", "seats": "2"}},
		{"classic.draw", map[string]string{"spinner": "opening_double", "dead_rule": "exhaust", "seats": "3"}},
		{"classic.draw4", map[string]string{"spinner": "opening_double", "set_max": "9", "draw": "one"}},
		{"latin.pairs", map[string]string{"spinner": "opening_double", "open_next_tile": "highest_double"}},
		{"chickie", map[string]string{"dead_rule": "exhaust", "seats": "2"}},
		{"chickie", map[string]string{"start_order": "descending", "double_blank_value": "50"}},
		{"chickie", map[string]string{"start_double": "strict", "start_none": "all_draw", "seats": "3"}},
		{"chickie", map[string]string{"start_none": "redeal", "rounds": "4", "seats": "2"}},
	} {
		t.Run(fmt.Sprint(tc.preset, tc.knobs), func(t *testing.T) {
			for seed := range uint64(4) {
				m := newMatch(t, tc.preset, tc.knobs, 100+seed)
				for _, in := range m.rounds(40) {
					m.judged(in)
				}
			}
		})
	}
}

func TestRoundsThatWereAnnulledOrGivenUpAreJudgedEqual(t *testing.T) {
	for _, preset := range domino.Presets() {
		m := newMatch(t, preset, nil, 7)
		m.odd = func(round uint32, turn domino.Seat) domino.Command {
			switch {
			case round == 1:
				return domino.Annul{Reason: "lost seed"}
			case m.rng.IntN(40) == 0:
				return domino.Forfeit{Seat: turn}
			case m.rng.IntN(60) == 0:
				return domino.Annul{Reason: "operator"}
			}
			return nil
		}
		ends := map[domino.Ending]int{}
		for _, in := range m.rounds(40) {
			m.judged(in)
			ends[in.Events[len(in.Events)-1].(domino.RoundEnded).End]++
		}
		if ends[domino.EndVoid] == 0 {
			t.Errorf("%s: no round was annulled: %v", preset, ends)
		}
	}
}

func TestStartDrawsStandBeforeTheRootAndAreJudged(t *testing.T) {
	m := newMatch(t, "chickie", map[string]string{"seats": "2"}, 3)
	var drawn []record.Round
	for seed := uint64(0); len(drawn) < 5; seed++ {
		m.root[31] = byte(seed)
		for _, in := range m.rounds(7) {
			if len(in.Dealt.StartDraws) > 1 {
				drawn = append(drawn, in)
			}
		}
	}
	for _, in := range drawn {
		m.judged(in)
		_, rec := m.written(in)
		if rec.Start != "drawn" || rec.Moves[0].Kind != record.MoveDraw {
			t.Fatalf("got %s", marshal(t, rec))
		}
		swapped := rec
		swapped.Moves = slices.Clone(rec.Moves)
		swapped.Moves[0].Tile, swapped.Moves[1].Tile = swapped.Moves[1].Tile, swapped.Moves[0].Tile
		wantFault(t, swapped, 1, record.DrawOrder)
		swapped.Moves = slices.Clone(rec.Moves)
		swapped.Moves[1].Seat = swapped.Moves[0].Seat
		wantFault(t, swapped, 2, domino.NotYourTurn)
		swapped.Moves[1] = record.Move{Kind: record.MovePass, Seat: rec.Moves[1].Seat}
		wantFault(t, swapped, 2, domino.MustDraw)
	}
}

func TestARunningRoundIsNeverWritten(t *testing.T) {
	m := newMatch(t, "latin.pairs", nil, 1)
	in := m.rounds(1)[0]
	in.Events = in.Events[:len(in.Events)-1]
	rec, err := record.FromRound(in)
	if !errors.Is(err, record.ErrRunning) || len(rec.Hands) != 0 {
		t.Fatalf("got %v, %v", rec, err)
	}
}

func TestADealThatDoesNotFollowFromItsSeedIsAFault(t *testing.T) {
	m := newMatch(t, "classic.draw", map[string]string{"open_first": "lot"}, 5)
	in := m.rounds(1)[0]
	for step, cheat := range map[error]func(*record.Deal){
		deal.ErrCommit: func(d *record.Deal) { d.Seed[0] ^= 1 },
		deal.ErrChain:  func(d *record.Deal) { d.Tip[0] ^= 1 },
		deal.ErrHand:   func(d *record.Deal) { d.Clients = nil },
	} {
		_, rec := m.written(in)
		cheat(rec.Deal)
		if err := record.Verify(rec); !errors.Is(err, step) {
			t.Errorf("got %v, want %v", err, step)
		}
		wantFault(t, rec, 0, record.DealMismatch)
	}
	_, rec := m.written(in)
	rec.Deal.MatchID = strings.Repeat("x", 256)
	var e *record.InputError
	if err := record.Verify(rec); !errors.As(err, &e) || e.Field != "deal" {
		t.Errorf("got %v", err)
	}
	_, rec = m.written(in)
	rec.Opener = 1 - rec.Opener // the lot follows from the seed, and with it the opener
	if _, err := record.Judge(rec, record.Options{}); !errors.As(err, &e) || e.Field != "opener" {
		t.Errorf("got %v", err)
	}
}

func wantFault(t *testing.T, rec record.Record, move int, why domino.Reason) {
	t.Helper()
	v := judge(t, rec, record.Options{})
	if v.Fault == nil || v.Fault.Move != move || v.Fault.Reason != why {
		t.Fatalf("got %s, want %s at %d", marshal(t, v), why, move)
	}
}

func BenchmarkJudge(b *testing.B) {
	rec := golden(b)["LAT-1"]
	for b.Loop() {
		if v, err := record.Judge(rec, record.Options{}); err != nil || !v.OK() {
			b.Fatal(v, err)
		}
	}
}
