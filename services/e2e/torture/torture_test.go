package torture_test

import (
	"fmt"
	"os"
	"slices"
	"strconv"
	"testing"
	"time"

	"github.com/rs/zerolog"

	"tranca.example/services/e2e/harness"
	"tranca.example/services/e2e/torture"
)

// programs are built once for all tests.
var programs harness.Programs

func TestMain(m *testing.M) { os.Exit(build(m)) }

func build(m *testing.M) int {
	zerolog.SetGlobalLevel(zerolog.Disabled) // of the network's own lines
	var err error
	if programs, err = harness.Build(); err != nil {
		fmt.Fprintln(os.Stderr, err)
		return 1
	}
	return m.Run()
}

// options are a run of seconds, or what TORTURE_TIME, TORTURE_SEED, TORTURE_TABLES
// and the other variables say.
func options(t *testing.T) torture.Options {
	t.Helper()
	o := torture.Options{Seed: "1", Time: 10 * time.Second, Tables: 8, Pace: 1200 * time.Millisecond, Short: true, Now: time.Now}
	if text := os.Getenv("TORTURE_TIME"); text != "" {
		length, err := time.ParseDuration(text)
		if err != nil || length < time.Second {
			t.Fatalf("TORTURE_TIME=%q: want a time such as 15m", text)
		}
		o.Time, o.Tables, o.Short = length, 32, length < time.Minute
	}
	if text := os.Getenv("TORTURE_SEED"); text != "" {
		o.Seed = text
	}
	if text := os.Getenv("TORTURE_TABLES"); text != "" {
		n, err := strconv.Atoi(text)
		if err != nil || n < 1 {
			t.Fatalf("TORTURE_TABLES=%q: want a number of tables", text)
		}
		o.Tables = n
	}
	if o.Redis = os.Getenv("TORTURE_REDIS"); o.Redis != "" && !slices.Contains(torture.Redises(), o.Redis) {
		t.Fatalf("TORTURE_REDIS=%q: want one of %v", o.Redis, torture.Redises())
	}
	switch text := os.Getenv("TORTURE_POWER"); text {
	case "":
	case "always", "default":
		o.Disks, o.Lazy = true, text == "default"
	default:
		t.Fatalf("TORTURE_POWER=%q: want how the servers sync: always or default", text)
	}
	return o
}

func TestNothingIsLostWhateverBreaks(t *testing.T) {
	o := options(t)
	t.Logf("TORTURE_SEED=%s TORTURE_TIME=%s TORTURE_TABLES=%d", o.Seed, o.Time, o.Tables)
	report := torture.Run(t, programs, o)
	t.Log("\n" + report.String())
	if file := os.Getenv("TORTURE_REPORT"); file != "" {
		text, err := report.JSON()
		if err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(file, text, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	if !report.OK() {
		t.Error("a rule is broken")
	}
}
