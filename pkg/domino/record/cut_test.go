package record_test

import (
	"slices"
	"strings"
	"testing"

	"tranca.example/pkg/domino"
	"tranca.example/pkg/domino/record"
)

// cut is a golden round that is ended after its first moves.
type cut struct {
	name, round string
	moves       int // that stay
	end         string
	knobs       string
	want        string // "field=value …"
}

var cuts = []cut{
	{"pairs: seat 3 gives up, side A wins as if it had gone out", "LAT-1", 2, "3 forfeit", "",
		`end="forfeit" closer=1 pips=[41,26,41,38] side_pips={"A":82,"B":64} winner="A" points=64 total={"A":64,"B":0} next_opener=1 shuffler=2 hung=[] capicua=false match_end=false match_winners=[]`},
	{"pairs: the seat on turn gives up", "LAT-1", 2, "0 forfeit", "",
		`end="forfeit" winner="B" points=82 total={"A":0,"B":82} next_opener=1`},
	{"pairs: all_remaining ends the match", "LAT-1", 2, "3 forfeit", "score_domino=all_remaining",
		`winner="A" points=146 total={"A":146,"B":0} match_end=true match_winners=["A"]`},
	{"pairs: the winner opens, nearest to the opener", "LAT-1", 2, "3 forfeit", "open_next=winner", `winner="A" next_opener=2`},
	{"pairs: the closer opens", "LAT-1", 2, "0 forfeit", "open_next=closer", `winner="B" next_opener=1`},
	{"before a tile lies nobody closed", "LAT-1", 0, "0 forfeit", "", `closer=null line="" winner="B" points=94 total={"A":0,"B":94}`},
	{"four seats: nobody scores, the opening goes on", "BLK-1", 1, "1 forfeit", "",
		`end="forfeit" closer=3 pips=[42,45,36,33] winner=null points=0 total=[0,0,0,0] next_opener=0 shuffler=3 match_end=false`},
	{"four seats: void_next_opener is followed", "BLK-1", 1, "1 forfeit", "void_next_opener=same", `winner=null next_opener=3`},
	{"two seats: the other one wins", "DRW-1", 1, "1 forfeit", "",
		`pips=[40,36] winner=0 points=36 total=[36,0] next_opener=0 match_end=false`},
	{"two seats: the target is reached", "DRW-1", 1, "1 forfeit", "target=36", `total=[36,0] match_end=true match_winners=[0]`},
	{"chickie: only who gave up writes down", "CHK-1", 1, "2 forfeit", "",
		`end="forfeit" closer=2 pips=[25,28,18,27] total=[0,0,18,0] chickies=[] match_end=false match_winners=[]`},
	{"chickie: before the root lies", "CHK-1", 0, "1 forfeit", "", `closer=null pips=[25,28,28,27] total=[0,28,0,0]`},
	{"chickie: the last round", "CHK-1", 1, "2 forfeit", "rounds=1", `match_end=true match_winners=[0,1,3]`},
	{"void in pairs: nothing counts, the first opening comes again", "LAT-1", 2, "void", "",
		`end="void" closer=1 winner=null points=0 total={"A":0,"B":0} next_opener=null shuffler=2 match_end=false`},
	{"void in a later round: the same opener", "LAT-2", 3, "void", "", `end="void" winner=null points=0 next_opener=1 shuffler=1`},
	{"void does not count as one of the rounds", "LAT-1", 2, "void", "target=0 rounds=1", `match_end=false match_winners=[]`},
	{"void in chickie: nobody writes down", "CHK-2", 1, "void", "", `end="void" total=[16,0,31,16] chickies=[] match_end=false`},
	{"void before a tile lies", "BLK-1", 0, "void", "", `end="void" closer=null line="" next_opener=null`},
}

func TestARoundThatWasNotPlayedOutIsJudged(t *testing.T) {
	rounds := golden(t)
	for _, c := range cuts {
		t.Run(c.name, func(t *testing.T) {
			got := fields(t, judge(t, c.record(t, rounds[c.round]), record.Options{}))
			for word := range strings.FieldsSeq(c.want) {
				field, want, _ := strings.Cut(word, "=")
				if got[field] != want {
					t.Errorf("%s: got %s, want %s", field, got[field], want)
				}
			}
		})
	}
}

func (c cut) record(t *testing.T, rec record.Record) record.Record {
	t.Helper()
	rec = under{knobs: c.knobs}.record(t, rec)
	rec.Moves = append(rec.Moves[:c.moves:c.moves], moves(t, c.end)...)
	return rec
}

// Nothing may follow the move that ended the round, and nobody may end it twice.
func TestNothingFollowsAForfeitOrAnAnnulment(t *testing.T) {
	rounds := golden(t)
	for _, c := range cuts {
		for _, after := range []string{"0 pass", "1 forfeit", "void"} {
			rec := c.record(t, rounds[c.round])
			rec.Moves = append(rec.Moves, moves(t, after)...)
			wantFault(t, rec, c.moves+2, domino.RoundOver)
		}
	}
}

// A record that is cut off at any place is unfinished there, and tells what the
// seat on turn could do.
func TestAGoldenRoundCutOffAnywhereIsUnfinished(t *testing.T) {
	for name, rec := range golden(t) {
		rec.Claims = nil
		all := rec.Moves
		for n := range all {
			rec.Moves = all[:n]
			v := judge(t, rec, record.Options{})
			if v.Fault == nil || v.Fault.Reason != record.Unfinished || v.Fault.Move != n+1 || len(v.Fault.Legal) == 0 {
				t.Errorf("%s cut after %d moves: %s", name, n, marshal(t, v))
			}
		}
	}
}

// Every move of every golden round is one of the legal ones that the record cut
// off before it is told.
func TestEveryGoldenMoveIsAmongTheLegalOnesTold(t *testing.T) {
	for name, rec := range golden(t) {
		all := rec.Moves
		for n, next := range all {
			rec.Moves = all[:n]
			fault := judge(t, rec, record.Options{}).Fault
			if fault == nil {
				t.Fatalf("%s is over after %d moves", name, n)
			}
			if text := next.String(); !slices.Contains(fault.Legal, text) {
				t.Errorf("%s, move %d: %s is not among %v", name, n+1, text, fault.Legal)
			}
		}
	}
}

// A chickie block has no winner to tie for: of the alternatives it has the
// boneyard drawn first and the double blank alone.
func TestTheAlternativesOfAChickieBlock(t *testing.T) {
	seen := map[string]int{}
	for seed := range uint64(12) {
		m := newMatch(t, "chickie", nil, seed)
		for _, in := range m.rounds(7) {
			ended, ok := in.Events[len(in.Events)-1].(domino.RoundEnded)
			if !ok || ended.End != domino.EndBlocked {
				continue
			}
			_, rec := m.written(in)
			names := strings.Fields(keys(t, judge(t, rec, record.Options{Alternatives: true})))
			want := map[string]bool{"alt_exhaust": len(ended.Boneyard) > 0, "alt_double_blank_50": holdsBlank(ended.Hands)}
			for _, name := range []string{"alt_tie", "alt_points", "alt_exhaust", "alt_double_blank_50"} {
				if got := slices.Contains(names, name); got != want[name] {
					t.Errorf("%s: %s told: %t, want %t", rec.ID, name, got, want[name])
				} else if got {
					seen[name]++
				}
			}
		}
	}
	if seen["alt_exhaust"] < 5 || seen["alt_double_blank_50"] < 5 {
		t.Errorf("too few blocks to tell: %v", seen)
	}
}

func holdsBlank(hands []domino.Set) bool {
	return slices.ContainsFunc(hands, func(h domino.Set) bool { return h.Has(domino.Double(0)) })
}
