package logtest_test

import (
	"fmt"
	"strings"
	"sync"
	"testing"

	"tranca.example/pkg/telemetry/logtest"
)

func TestLinesOfManyWritersAreAllThereAndWhole(t *testing.T) {
	var lines logtest.Lines
	var writers sync.WaitGroup
	for n := range 8 {
		writers.Go(func() {
			for range 50 {
				_, _ = fmt.Fprintf(&lines, "writer %d\n", n)
				_ = lines.String()
			}
		})
	}
	writers.Wait()
	for n := range 8 {
		if got := strings.Count(lines.String(), fmt.Sprintf("writer %d\n", n)); got != 50 {
			t.Errorf("%d lines of writer %d, want 50", got, n)
		}
	}
}
