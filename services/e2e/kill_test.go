package e2e_test

import (
	"bytes"
	"testing"

	"tranca.example/services/e2e/harness"
)

func TestKilledInTheMiddleOfMatchesNothingAcknowledgedIsLostOrDoubled(t *testing.T) {
	o := harness.SimulationOptions{Preset: "latin.pairs", Seed: "killed", Matches: size(t, 8)}
	up := programs.StartUp(t, t.TempDir(), o.Seed)
	o.Server = up.URL
	s := programs.Simulate(t, o)
	for _, commands := range []int{20, 60, 120} {
		s.WaitAcks(commands*o.Matches, limit(o.Matches))
		up.Kill()
		up.Restart()
	}
	sum := s.Finish(limit(o.Matches))
	audit := harness.Compare(t, up.Observer(), s.Acks())
	if audit.Tables != o.Matches || audit.Acks != sum.Commands {
		t.Errorf("got %+v, want %d tables and %d commands", audit, o.Matches, sum.Commands)
	}
	t.Logf("%+v; %+v", sum, audit)
	judged(t, s)

	o.Server = ""
	calm := programs.Simulate(t, o)
	calm.Finish(limit(o.Matches))
	if !bytes.Equal(s.Records(), calm.Records()) {
		t.Error("the records differ from those of a run that nobody disturbed")
	}
}
