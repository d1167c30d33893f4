package e2e_test

import (
	"bytes"
	"testing"

	"tranca.example/pkg/projection/redisproc"
	"tranca.example/services/e2e/harness"
)

func TestOneProcessAndSixGiveTheSameRecords(t *testing.T) {
	nats := programs.StartNATS(t)
	redis := redisproc.Start(t)
	apart := programs.StartApart(t, harness.ApartOptions{NATS: nats, Redis: "redis://" + redis.Options().Addr, Seed: "same", LogLevel: "warn"})
	conn, _ := nats.Admin()
	for _, preset := range []string{"latin.pairs", "classic.draw", "chickie"} {
		t.Run(preset, func(t *testing.T) {
			o := harness.SimulationOptions{Preset: preset, Seed: "same", Matches: size(t, 3)}
			one := programs.Simulate(t, o)
			one.Finish(limit(o.Matches))
			o.Server, o.Concurrency = apart.URL, 2
			six := programs.Simulate(t, o)
			sum := six.Finish(limit(o.Matches))
			a, b := one.Records(), six.Records()
			if len(a) == 0 || !bytes.Equal(a, b) {
				t.Errorf("records of one process: %d bytes, of six: %d bytes; they differ", len(a), len(b))
			}
			judged(t, six)
			if audit := harness.Compare(t, conn, six.Acks()); audit.Later != 0 || audit.Tables != o.Matches {
				t.Errorf("got %+v; nothing was sent again", audit)
			}
			t.Logf("%+v", sum)
		})
	}
}

// judged has every record judged anew, and its deal proven.
func judged(t *testing.T, s *harness.Simulation) {
	t.Helper()
	for _, command := range []string{"adjudicate", "verify"} {
		p := programs.Start(t, "tranca", nil, "", command, s.RecordsFile())
		if err := p.WaitFor(limit(1)); err != nil {
			t.Errorf("%s: %v: %.2000s", command, err, p.Stdout()+p.Log())
		}
	}
}
