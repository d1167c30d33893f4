package torture_test

import (
	"os"
	"strconv"
	"strings"
	"testing"
	"time"

	"tranca.example/services/e2e/harness"
	"tranca.example/services/e2e/torture"
)

// before is the version that is upgraded from: without time banks, and with commands
// that are answered with whole tables.
const before = "a4402f3dddf40205e9fe776e4ec9470065e5c581"

// upgrade is played at few tables, or at UPGRADE_TABLES whole matches each.
func upgrade(t *testing.T, back bool) {
	t.Helper()
	old, err := harness.BuildAt(before)
	if err != nil {
		t.Fatal(err)
	}
	o := torture.Options{
		Seed: "upgrade", Tables: 8, Pace: time.Hour, Short: true, Now: time.Now, Upgrade: &torture.Upgrade{From: old, Back: back},
		Plan: func(torture.Targets) []torture.Fault { return nil },
	}
	if text := os.Getenv("UPGRADE_TABLES"); text != "" {
		if o.Tables, err = strconv.Atoi(text); err != nil || o.Tables < 1 {
			t.Fatalf("UPGRADE_TABLES=%q: want a number of tables", text)
		}
		o.Short = false
	}
	report := torture.Run(t, programs, o)
	t.Log("\n" + report.String())
	if !report.OK() {
		t.Error("a rule is broken")
	}
}

func TestReplicasAreUpgradedOneAfterTheOtherUnderPlayedTables(t *testing.T) { upgrade(t, false) }

func TestAnUpgradeIsTakenBackUnderPlayedTables(t *testing.T) { upgrade(t, true) }

func TestACommitThatIsNotInTheCloneIsNamedWithWhatHelps(t *testing.T) {
	missing := strings.Repeat("0", 40)
	_, err := harness.BuildAt(missing)
	if err == nil || !strings.Contains(err.Error(), missing+" is not in this clone") || !strings.Contains(err.Error(), "git fetch --unshallow") {
		t.Errorf("got %v", err)
	}
}
