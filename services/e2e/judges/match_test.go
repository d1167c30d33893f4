package judges_test

import (
	"encoding/base64"
	"encoding/hex"
	"errors"
	"fmt"
	"regexp"
	"strings"
	"testing"

	"tranca.example/pkg/domino"
	"tranca.example/pkg/domino/deal"
	"tranca.example/pkg/rpcerr"
	"tranca.example/pkg/table"
	"tranca.example/pkg/wire"
)

func TestAMatchIsDealtJudgedAndRevealedWhileEveryServiceIsReplacedInTheMiddle(t *testing.T) {
	t.Parallel()
	r := newRig(t, nil)
	stopDealer, stopRules, stopScoring := r.dealer(), r.rules(), r.scoring()
	g := r.newGame(table.Options{}, 0)
	g.reaches("the commitment", func(s table.State) bool { return s.Match.Committed })
	_, err := g.ask(0, wire.Request{Command: table.Reveal{Seed: clientSeed(0)}})
	must(t, err)

	s := g.playing()
	turn := s.Round.Public.Turn()
	if _, err := g.ask(1-turn, wire.Request{Command: table.Pass{}}); !errors.Is(err, rpcerr.New("not_your_turn", "")) {
		t.Errorf("a pass out of turn: got %v", err)
	}
	for range 3 {
		g.move(g.state())
	}
	stopRules()
	stopDealer()
	r.rules()
	r.dealer()
	g.playOn(func(s table.State) bool { return s.Match.Round == 2 })
	stopScoring()
	r.scoring()
	g.playOn(never)

	commits := g.history()
	if n := count[table.RoundEnded](commits); n != 2 {
		t.Errorf("%d rounds ended, want 2", n)
	}
	provable(t, commits)
	g.silent(commits)
}

// provable checks every deal as an outsider would.
func provable(t *testing.T, commits []table.Commit) {
	t.Helper()
	var state table.State
	previous := [32]byte{}
	for _, c := range commits {
		for _, e := range c.Events {
			switch e := e.(type) {
			case table.DealCommitted:
				previous = e.Tip
				if !e.Fair || e.Entropy != "crypto" {
					t.Errorf("fair %v, entropy %q: want a fair deal of crypto", e.Fair, e.Entropy)
				}
			case table.RoundEnded:
				commit, err := table.DealParams(state, state.Round.Dealt.Round).Commit(deal.Seed(e.Seed))
				must(t, err)
				if table.Hash(commit) != state.Round.Commit || !deal.Follows(deal.Seed(e.Seed), previous) {
					t.Errorf("round %d: the seed is not the committed one", state.Round.Dealt.Round)
				}
				previous = e.Seed
			}
		}
		state = c.State
	}
}

// silent looks for seeds and tiles where everybody may look: log lines and
// spans of all services.
func (g *game) silent(commits []table.Commit) {
	g.t.Helper()
	told := g.logs.String()
	for _, s := range g.spans.Ended() {
		told += fmt.Sprint(s.Name(), s.Attributes(), s.Events(), s.Status(), "\n")
	}
	if len(g.spans.Ended()) == 0 {
		g.t.Error("no spans were recorded")
	}
	for _, c := range commits {
		for _, e := range c.Events {
			if ended, ok := e.(table.RoundEnded); ok {
				for _, text := range spellings(ended.Seed) {
					if strings.Contains(told, text) {
						g.t.Errorf("a seed was told as %q", text)
					}
				}
			}
		}
	}
	if tile := regexp.MustCompile(`\b\d{1,2}-\d{1,2}\b`).FindString(told); tile != "" {
		g.t.Errorf("what looks like the tile %s was told", tile)
	}
}

func spellings(s table.Seed) []string {
	return []string{
		hex.EncodeToString(s[:8]), strings.ToUpper(hex.EncodeToString(s[:8])), string(s[:8]),
		base64.StdEncoding.EncodeToString(s[:6]), base64.RawURLEncoding.EncodeToString(s[:6]), fmt.Sprint(s[:4]),
	}
}

func TestASeatThatDoesNotRevealInTimeCancelsTheStart(t *testing.T) {
	t.Parallel()
	r := newRig(t, nil)
	r.dealer()
	r.rules()
	g := r.newGame(table.Options{RevealLimit: 300}, 0, 1)
	g.reaches("the commitment", func(s table.State) bool { return s.Match.Committed })
	_, err := g.ask(0, wire.Request{Command: table.Reveal{Seed: clientSeed(0)}})
	must(t, err)
	s := g.reaches("the cancelled start", func(s table.State) bool { return s.Phase == table.PhaseOpen })
	if s.Seats[0].Cancelled != 0 || s.Seats[1].Cancelled != 1 || s.Seats[1].Ready {
		t.Errorf("got %+v", s.Seats)
	}
	g.ready()
	if s := g.playing(); s.Match.N != 2 || s.Match.Fair {
		t.Errorf("got match %d, fair %v: want the second, with nobody's say", s.Match.N, s.Match.Fair)
	}
}

func TestASeatSeesItsOwnHandAlone(t *testing.T) {
	t.Parallel()
	r := newRig(t, nil)
	r.dealer()
	r.rules()
	g := r.newGame(table.Options{})
	s := g.playing()
	var hands [2]domino.Set
	for i := range domino.Seat(2) {
		reply, err := g.ask(i, wire.Request{Query: wire.GetSeatView{AtLeast: s.Version}})
		must(t, err)
		hands[i] = reply.View.Hand
	}
	if hands[0] == hands[1] || hands[0].Len() != 7 || hands[1].Len() != 7 {
		t.Errorf("got hands of %d and %d tiles, want two different ones of 7", hands[0].Len(), hands[1].Len())
	}
	reply, err := g.ask(0, wire.Request{Query: wire.GetState{AtLeast: s.Version}})
	must(t, err)
	if reply.View != nil || reply.State == nil || reply.State.Version != s.Version {
		t.Errorf("the public state holds a view, or is another: %d", reply.Version)
	}
}
