package rules_test

import (
	"strings"
	"testing"
	"time"

	"tranca.example/services/rules"
)

func TestNewNamesEverythingThatIsMissing(t *testing.T) {
	_, err := rules.New(rules.Options{SweepEvery: -time.Second})
	for _, want := range []string{
		"no connection", "no clock", "rules: no stores for projections",
		"rules: sweep every -1s, give up after 10s, settle for 2.25s, remember 16384: want none negative",
	} {
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("got %v, want it to name %q", err, want)
		}
	}
}
