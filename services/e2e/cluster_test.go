package e2e_test

import (
	"bytes"
	"testing"
	"time"

	"tranca.example/pkg/projection/redisproc"
	"tranca.example/pkg/subject"
	"tranca.example/services/e2e/harness"
)

func TestTwoReplicasOnAClusterGiveTheRecordsOfOneProcessWhateverBecomesOfItsNodes(t *testing.T) {
	cluster := programs.StartCluster(t, harness.ClusterOptions{})
	apart := programs.StartApart(t, harness.ApartOptions{
		NATS: cluster, Redis: redisproc.StartServer(t).URL(), Seed: "cluster", Replicas: 2, LogLevel: "info",
	})
	games := map[string]*harness.Simulation{}
	o := harness.SimulationOptions{Seed: "cluster", Matches: size(t, 2)}
	for i, preset := range []string{"latin.pairs", "classic.draw"} { // each at a gateway of its own
		o.Preset, o.Server = preset, apart.URLs[i]
		games[preset] = programs.Simulate(t, o)
	}
	disturb(t, cluster, games["latin.pairs"])

	conn, _ := cluster.Admin()
	for preset, s := range games {
		sum := s.Finish(limit(o.Matches))
		audit := harness.Compare(t, conn, s.Acks())
		if audit.Tables != o.Matches || audit.Acks != sum.Commands {
			t.Errorf("%s: got %+v, want %d tables and %d commands", preset, audit, o.Matches, sum.Commands)
		}
		t.Logf("%s: %+v; %+v", preset, sum, audit)
		o.Preset, o.Server = preset, ""
		one := programs.Simulate(t, o)
		one.Finish(limit(o.Matches))
		if a, b := one.Records(), s.Records(); len(a) == 0 || !bytes.Equal(a, b) {
			t.Errorf("%s: records of one process: %d bytes, of the cluster: %d bytes; they differ", preset, len(a), len(b))
		}
	}
}

// disturb takes its place from the leader of the log: by asking, by kill -9 and
// by the gentle stop that upgrades use.
func disturb(t *testing.T, cluster *harness.Cluster, s *harness.Simulation) {
	t.Helper()
	game, done := subject.GameStream(0), 0
	next := func() *harness.Node {
		t.Helper()
		done += 20
		s.WaitAcks(done, limit(1))
		var leader *harness.Node
		harness.Eventually(t, time.Minute, game+" has a leader", func() bool {
			leader = cluster.Leader(game)
			return leader != nil
		})
		return leader
	}
	old := next()
	if err := cluster.StepDown(game); err != nil {
		t.Error(err)
	}
	harness.Eventually(t, time.Minute, "another server leads", func() bool {
		leader := cluster.Leader(game)
		return leader != nil && leader != old
	})
	killed := next()
	killed.Kill()
	killed.Restart()
	leaving := next()
	leaving.Leave()
	if err := leaving.WaitFor(time.Minute); err != nil {
		t.Errorf("a server that left: %v", err)
	}
	leaving.Restart()
}
