package gamestream_test

import (
	"testing"
	"time"

	"tranca.example/pkg/archive"
	"tranca.example/pkg/archive/gamestream"
	"tranca.example/pkg/natsboot"
	"tranca.example/pkg/natsboot/natstest"
)

// BenchmarkArchive archives a stream of 64 tables that play at once, verifies the
// archive, and restores it into a fresh server.
func BenchmarkArchive(b *testing.B) {
	const commits = 50_000
	old := natstest.Start(b)
	newPlayer(b, natstest.Connect(b, old, "rules")).play(b, commits, 64)
	s := open(b, old, natsboot.ObserverUser)
	limits := gamestream.Limits{Now: time.Now().Add(time.Hour), PerFile: 250_000}
	var write, verify, restore time.Duration
	var size int64
	for b.Loop() {
		dir, begun := archive.Dir(b.TempDir()), time.Now()
		if _, err := gamestream.Write(b.Context(), s, dir, limits, func(e archive.Entry) { size = e.Bytes }); err != nil {
			b.Fatal(err)
		}
		write += time.Since(begun)
		begun = time.Now()
		if _, err := dir.Verify(b.Context(), 0, gamestream.Decode); err != nil {
			b.Fatal(err)
		}
		verify += time.Since(begun)
		to := open(b, restorer(b), natsboot.RestorerUser)
		begun = time.Now()
		if _, err := gamestream.Restore(b.Context(), to, dir, natsboot.DefaultSettings()); err != nil {
			b.Fatal(err)
		}
		restore += time.Since(begun)
	}
	done := float64(commits) * float64(b.N)
	b.ReportMetric(done/write.Seconds(), "written/s")
	b.ReportMetric(done/verify.Seconds(), "verified/s")
	b.ReportMetric(done/restore.Seconds(), "restored/s")
	b.ReportMetric(float64(size)/commits, "B/commit")
}
