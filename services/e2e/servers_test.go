package e2e_test

import (
	"context"
	"crypto/rand"
	"encoding/hex"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/nats-io/nats.go/jetstream"

	"tranca.example/pkg/subject"
	"tranca.example/services/e2e/checker"
	"tranca.example/services/e2e/harness"
)

// What the writers write: about what a commit holds, and not to be compressed to
// nothing; how many there are; how much is acknowledged before each kill; and how
// long a server may take to hold everything again.
const (
	written    = 1200
	writers    = 16
	eachDeath  = 8 << 20
	wholeLimit = time.Minute
)

func TestAServerThatWasKilledUnderWritesHoldsTheSameLogAgain(t *testing.T) {
	cluster := programs.StartCluster(t, harness.ClusterOptions{})
	for i, victim := range cluster.Nodes {
		w := startWriting(t, cluster)
		harness.Eventually(t, limit(0), "so much is acknowledged", func() bool { return w.acked.Load()*written >= eachDeath })
		victim.Kill()
		victim.Launch()
		w.stop()
		became := "no server was asked"
		for until := time.Now().Add(wholeLimit); became != "" && time.Now().Before(until); time.Sleep(100 * time.Millisecond) {
			became = different(t, cluster)
		}
		if became != "" {
			t.Fatalf("%s after %s was killed (death %d): %s", wholeLimit, victim.Name, i+1, became)
		}
	}
}

// different tells what is not the same in the servers' copies of the log, "" when
// they are equal.
func different(t *testing.T, cluster *harness.Cluster) string {
	t.Helper()
	var servers []checker.Server
	for _, n := range cluster.Nodes {
		servers = append(servers, checker.Server{Name: n.Name, Monitor: n.HTTP})
	}
	v, err := checker.SameLog(t.Context(), servers, []string{subject.GameStream(0)}, nil)
	switch {
	case err != nil:
		return err.Error()
	case v.OK():
		return ""
	}
	return v.String()
}

// writing is what goes on until it is stopped.
type writing struct {
	acked atomic.Int64
	group sync.WaitGroup
	end   context.CancelFunc
}

func startWriting(t *testing.T, cluster *harness.Cluster) *writing {
	t.Helper()
	_, js := cluster.Admin()
	ctx, cancel := context.WithCancel(t.Context())
	w := &writing{end: cancel}
	for n := range byte(writers) {
		table, err := subject.NewTableID(0, [10]byte{n})
		if err != nil {
			t.Fatal(err)
		}
		w.group.Go(func() { w.write(ctx, js, subject.Game(table)) })
	}
	t.Cleanup(w.stop)
	return w
}

// write writes one message after the other; what is not acknowledged does not
// count, and nothing is expected of it.
func (w *writing) write(ctx context.Context, js jetstream.JetStream, subj string) {
	random := make([]byte, written/2)
	for ctx.Err() == nil {
		_, _ = rand.Read(random) // never fails
		if _, err := js.Publish(ctx, subj, []byte(hex.EncodeToString(random))); err == nil {
			w.acked.Add(1)
		}
	}
}

func (w *writing) stop() {
	w.end()
	w.group.Wait()
}
