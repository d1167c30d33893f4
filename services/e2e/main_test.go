package e2e_test

import (
	"fmt"
	"os"
	"strconv"
	"testing"
	"time"

	"tranca.example/services/e2e/harness"
)

// programs are built once for all tests.
var programs harness.Programs

func TestMain(m *testing.M) { os.Exit(run(m)) }

func run(m *testing.M) int {
	var err error
	if programs, err = harness.Build(); err != nil {
		fmt.Fprintln(os.Stderr, err)
		return 1
	}
	return m.Run()
}

// size is how many tables a test plays at: few, or E2E_TABLES.
func size(t *testing.T, few int) int {
	t.Helper()
	text := os.Getenv("E2E_TABLES")
	if text == "" {
		return few
	}
	n, err := strconv.Atoi(text)
	if err != nil || n < 1 {
		t.Fatalf("E2E_TABLES=%q: want a number of tables", text)
	}
	return n
}

// limit is how long so many matches may take on a busy machine.
func limit(matches int) time.Duration { return 2*time.Minute + time.Duration(matches)*3*time.Second }
