package limit_test

import (
	"testing"
	"time"

	"tranca.example/services/gateway/internal/limit"
)

func TestInNoStretchOfAWindowsLengthDoesMoreHappenThanMay(t *testing.T) {
	w, err := limit.NewWindow[string](3, 10*time.Second, 2)
	if err != nil {
		t.Fatal(err)
	}
	begun := time.Unix(1_800_000_000, 0)
	for _, step := range []struct {
		at   time.Duration
		key  string
		wait time.Duration
	}{
		{0, "a", 0}, {4 * time.Second, "a", 0}, {8 * time.Second, "a", 0},
		{9 * time.Second, "a", time.Second}, {9 * time.Second, "b", 0},
		{10 * time.Second, "a", 0}, {13 * time.Second, "a", time.Second}, {14 * time.Second, "a", 0},
		{14 * time.Second, "c", 0}, {14 * time.Second, "d", 0}, {14 * time.Second, "a", 0}, // it was forgotten
	} {
		if got := w.Take(step.key, begun.Add(step.at)); got != step.wait {
			t.Errorf("%s after %v: got %v, want %v", step.key, step.at, got, step.wait)
		}
	}
}

func TestWhatHappenedElsewhereCounts(t *testing.T) {
	w, err := limit.NewWindow[string](2, time.Second, 1)
	if err != nil {
		t.Fatal(err)
	}
	now := time.Unix(1_800_000_000, 0)
	for range 5 {
		w.Note("a", now)
	}
	if got := w.Take("a", now.Add(400*time.Millisecond)); got != 600*time.Millisecond {
		t.Errorf("got %v", got)
	}
	if _, err := limit.NewWindow[string](1, time.Second, 0); err == nil {
		t.Error("a window that remembers nobody was made")
	}
}
