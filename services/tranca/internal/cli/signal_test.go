package cli_test

import (
	"bufio"
	"bytes"
	"errors"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"syscall"
	"testing"
)

// oneRecord is the first golden record.
func oneRecord(t *testing.T) []byte {
	t.Helper()
	files, err := filepath.Glob("../../../../pkg/domino/testdata/golden/*.jsonl")
	if err != nil || len(files) == 0 {
		t.Fatal("no golden records: ", err)
	}
	content, err := os.ReadFile(files[0])
	if err != nil {
		t.Fatal(err)
	}
	line, _, _ := bytes.Cut(content, []byte("\n"))
	return append(line, '\n')
}

func TestASignalEndsACommandThatWaitsForInput(t *testing.T) {
	cmd := exec.CommandContext(t.Context(), "tranca", "adjudicate", "-")
	var stderr bytes.Buffer
	cmd.Stderr = &stderr
	stdin, err := cmd.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	stdout, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	if _, err := stdin.Write(oneRecord(t)); err != nil {
		t.Fatal(err)
	}
	out := bufio.NewReader(stdout)
	if _, err := out.ReadString('\n'); err != nil { // it listens to signals by now, and wants more
		t.Fatal(err)
	}
	if err := cmd.Process.Signal(syscall.SIGTERM); err != nil {
		t.Fatal(err)
	}
	if rest, err := io.ReadAll(out); err != nil || len(rest) > 0 { // until it has ended
		t.Errorf("got %q, %v", rest, err)
	}
	err = cmd.Wait()
	if exit, ended := errors.AsType[*exec.ExitError](err); !ended || exit.ExitCode() != 1 || stderr.String() != "error: context canceled\n" {
		t.Errorf("got %v: %s", err, &stderr)
	}
}
