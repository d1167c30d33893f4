package table_test

import (
	"testing"

	"tranca.example/pkg/table"
)

// delayedMatch is the log of a whole match with a delay, ten seconds for each commit.
func delayedMatch(t *testing.T, delay table.Millis, rounds uint32) []table.Commit {
	t.Helper()
	o := table.Options{SpectatorDelay: delay, SpectatorRounds: rounds}
	log := playing(t, "classic.draw", map[string]string{"target": "60"}, o).finishMatch().log
	for i := range log {
		log[i].At = table.Time(i) * 10_000
	}
	return log
}

// shown are the versions that may be shown of a log up to a moment.
func shown(log []table.Commit, now table.Time) (all []table.Mark) {
	s := &log[len(log)-1].State
	for i := range log {
		if ok, _ := s.Shows(table.MarkOf(&log[i]), now); ok {
			all = append(all, table.MarkOf(&log[i]))
		}
	}
	return all
}

func TestWhatMayBeShownOfADelayedMatchIsOldEnoughAndOfRoundsThatAreOver(t *testing.T) {
	for name, c := range map[string]struct {
		delay  table.Millis
		rounds uint32
	}{
		"time":   {delay: 95_000},
		"rounds": {rounds: 2},
		"both":   {delay: 25_000, rounds: 1},
	} {
		t.Run(name, func(t *testing.T) {
			log := delayedMatch(t, c.delay, c.rounds)
			before := 0
			for n := range log {
				last := &log[n]
				all := shown(log[:n+1], last.At)
				if len(all) < before || len(all) > 0 && all[len(all)-1].Version != uint32(len(all)) {
					t.Fatalf("at version %d: %d versions are shown after %d, not the first of them", n+1, len(all), before)
				}
				before = len(all)
				if !last.State.Delayed() {
					if len(all) != n+1 {
						t.Fatalf("at version %d, without a match: %d versions are shown", n+1, len(all))
					}
					continue
				}
				for _, m := range all {
					young := m.Played && m.At+table.Time(c.delay) > last.At
					if hidden := m.Round > 0 && m.Round+c.rounds > last.State.Match.Round+1; young || hidden {
						t.Fatalf("at version %d in round %d: %+v is shown", n+1, last.State.Match.Round, m)
					}
				}
			}
			if before != len(log) {
				t.Errorf("after the match %d of %d versions are shown", before, len(log))
			}
		})
	}
}

func TestAMatchIsShownFromItsBeginningAndARoundOnceItIsOver(t *testing.T) {
	log := delayedMatch(t, 0, 1)
	seen := map[uint32]bool{}
	for n := range log {
		s := &log[n].State
		all := shown(log[:n+1], log[n].At)
		if !s.Delayed() {
			continue
		}
		last := all[len(all)-1]
		want := s.Match.Round
		if s.Phase != table.PhaseDealing {
			want--
		}
		if last.Match != 1 || last.Round != want {
			t.Fatalf("version %d, phase %s of round %d: round %d is shown, want %d", n+1, s.Phase, s.Match.Round, last.Round, want)
		}
		seen[last.Round] = true
	}
	if len(seen) < 3 {
		t.Errorf("only the rounds %v were shown while the match ran", seen)
	}
}
