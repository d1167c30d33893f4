package cli_test

import (
	"crypto/rand"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/rogpeppe/go-internal/testscript"

	"tranca.example/services/tranca/internal/cli"
)

// The test binary is the program, too: scripts and tests run it as a child under
// the name tranca.
func TestMain(m *testing.M) {
	testscript.Main(m, map[string]func(){"tranca": func() {
		os.Exit(cli.Main(cli.World{
			Program: os.Args[0],
			Version: "1.2.3", Stdin: os.Stdin, Stdout: os.Stdout, Stderr: os.Stderr,
			Getenv: os.LookupEnv, Now: time.Now, Random: rand.Reader,
		}, os.Args[1:]))
	}})
}

func TestTheCommandLineBehavesAsTheScriptsSay(t *testing.T) {
	golden, err := filepath.Abs("../../../../pkg/domino/testdata/golden")
	if err != nil {
		t.Fatal(err)
	}
	testscript.Run(t, testscript.Params{
		Dir: "testdata/script",
		Setup: func(env *testscript.Env) error {
			env.Setenv("GOLDEN", golden)
			return nil
		},
		Cmds: map[string]func(*testscript.TestScript, bool, []string){"corrupt": corrupt, "exits": exits, "replays": replays},
	})
}

// corrupt FILE RECORD OLD NEW writes the golden record to FILE with OLD, which
// must stand in it once, replaced by NEW.
func corrupt(ts *testscript.TestScript, _ bool, args []string) {
	if len(args) != 4 {
		ts.Fatalf("usage: corrupt FILE RECORD OLD NEW")
	}
	files, err := filepath.Glob(filepath.Join(ts.Getenv("GOLDEN"), "*.jsonl"))
	ts.Check(err)
	for _, file := range files {
		for line := range strings.Lines(ts.ReadFile(file)) {
			if !strings.HasPrefix(line, fmt.Sprintf(`{"id":%q,`, args[1])) {
				continue
			}
			if strings.Count(line, args[2]) != 1 {
				ts.Fatalf("%q does not stand once in %s", args[2], line)
			}
			line = strings.Replace(line, args[2], args[3], 1)
			ts.Check(os.WriteFile(ts.MkAbs(args[0]), []byte(line), 0o600))
			return
		}
	}
	ts.Fatalf("no golden record %s", args[1])
}

// exits CODE PROGRAM ARG... wants just this exit code.
func exits(ts *testscript.TestScript, _ bool, args []string) {
	err := ts.Exec(args[1], args[2:]...)
	got := "0"
	if err != nil {
		got = strings.TrimPrefix(err.Error(), "exit status ")
	}
	if got != args[0] {
		ts.Fatalf("got exit code %s, want %s", got, args[0])
	}
}
