package judges_test

import (
	"testing"

	"github.com/nats-io/nats.go/jetstream"

	"tranca.example/pkg/domino"
	"tranca.example/pkg/rpcerr"
	"tranca.example/pkg/subject"
	"tranca.example/pkg/table"
	"tranca.example/pkg/wire"
)

// forgetful streams hold one secret each: writing another one loses it.
func forgetful(c *jetstream.StreamConfig) {
	if c.Name == subject.RootStream(0) || c.Name == subject.SecretStream(0) {
		c.MaxMsgs = 1
	}
}

// lose makes a forgetful stream forget what it holds.
func (g *game) lose(subj string) {
	g.t.Helper()
	_, err := g.conn(subject.Dealer).RequestWithContext(g.t.Context(), subj, []byte("x"))
	must(g.t, err)
}

func (g *game) loseSeed()      { g.t.Helper(); g.lose(subject.Secret(otherTable(g.t), 1, 1)) }
func (g *game) loseRoot()      { g.t.Helper(); g.lose(subject.Root(otherTable(g.t))) }
func (r *rig) alarms() float64 { return r.metric("tranca_deal_alarms_total") }

func otherTable(t testing.TB) subject.TableID {
	t.Helper()
	id, err := subject.NewTableID(0, [10]byte{1})
	must(t, err)
	return id
}

// view asks once for the hand of seat 0.
func (g *game) view() error {
	_, err := g.askOnce(0, wire.Request{Query: wire.GetSeatView{}})
	return err
}

func TestASeedThatIsGoneIsWrittenAgainFromTheRoot(t *testing.T) {
	t.Parallel()
	r := newRig(t, forgetful)
	stop := r.dealer()
	g := r.newGame(table.Options{})
	g.playing()
	g.loseSeed()
	stop()
	r.rules()
	if err := g.view(); rpcerr.Outcome(err) != "unavailable" {
		t.Errorf("without a seed: got %v", err)
	}
	r.dealer()
	eventually(t, "the hand is seen again", func() bool { return g.view() == nil })
	g.playOn(func(s table.State) bool { return s.Phase == table.PhaseScoring })
	if n := r.alarms(); n != 1 {
		t.Errorf("got %v alarms, want the one for the missing seed", n)
	}
}

func TestASeedThatIsNotTheCommittedOneIsNeverUsedAndReplaced(t *testing.T) {
	t.Parallel()
	r := newRig(t, nil)
	r.dealer()
	g := r.newGame(table.Options{})
	s := g.playing()
	bogus := append([]byte{1}, make([]byte, 32)...)
	_, err := r.conn(subject.Dealer).RequestWithContext(t.Context(), subject.Secret(g.id, s.Match.N, s.Round.Dealt.Round), bogus)
	must(t, err)
	r.rules()
	if err := g.view(); rpcerr.Outcome(err) != "unavailable" {
		t.Errorf("with another seed: got %v", err)
	}
	eventually(t, "the hand is seen again", func() bool { return g.view() == nil })
	if n := r.alarms(); n != 2 {
		t.Errorf("got %v alarms, want one of rules and one of the dealer", n)
	}
}

func TestARoundThatNobodyCanOpenIsAnnulledOnRecord(t *testing.T) {
	t.Parallel()
	r := newRig(t, forgetful)
	stop := r.dealer()
	g := r.newGame(table.Options{})
	g.playing()
	stop()
	g.loseSeed()
	g.loseRoot()
	r.rules()
	r.dealer()
	eventually(t, "the table is closed", func() bool {
		_ = g.view() // somebody must want the round opened
		return g.state().Phase == table.PhaseClosed
	})
	commits := g.history()
	last := commits[len(commits)-1]
	ended, ok := last.Events[0].(table.RoundEnded)
	if !ok || ended.End != domino.EndVoid || ended.Reason != table.DealLost || ended.Actor != "rules" || ended.Seed != (table.Seed{}) {
		t.Errorf("got %+v", last.Events)
	}
	if _, ok := last.Events[1].(table.TableVoided); !ok {
		t.Errorf("got %+v", last.Events)
	}
	if n := r.alarms(); n < 3 {
		t.Errorf("got %v alarms, want missing seed, lost root and lost deal", n)
	}
}

func TestAMatchWhoseRootIsGoneIsVoidedBeforeItsNextRound(t *testing.T) {
	t.Parallel()
	r := newRig(t, forgetful)
	stop := r.dealer()
	r.rules()
	r.scoring()
	g := r.newGame(table.Options{})
	g.playOn(func(s table.State) bool { return s.Phase == table.PhasePlaying })
	stop()
	g.playOn(func(s table.State) bool { return s.Phase == table.PhaseDealing && s.Match.Round == 1 })
	g.loseRoot()
	r.dealer()
	s := g.reaches("the end of the table", func(s table.State) bool { return s.Phase == table.PhaseClosed })
	if s.Match.Round != 1 {
		t.Errorf("round %d was dealt from nothing", s.Match.Round)
	}
	if n := r.alarms(); n < 2 {
		t.Errorf("got %v alarms, want lost root and lost deal", n)
	}
}
