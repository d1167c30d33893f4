package lifecycle_test

import (
	"runtime/debug"
	"testing"

	"tranca.example/pkg/lifecycle"
)

func TestGarbageIsCollectedLessUnlessTheEnvironmentSaysHowOften(t *testing.T) { //nolint:paralleltest // of the process
	before := debug.SetGCPercent(100)
	defer debug.SetGCPercent(before)
	for set, want := range map[bool]int{true: 100, false: 300} {
		debug.SetGCPercent(100)
		lifecycle.CollectLess(func(name string) (string, bool) { return "100", set && name == "GOGC" })
		if got := debug.SetGCPercent(100); got != want {
			t.Errorf("GOGC set: %v: got %d, want %d", set, got, want)
		}
	}
}
