package harness

import (
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// Flaw is a fault in the product's code that a test wants to see found. It lives in
// programs of its own and in no file of the product.
type Flaw struct {
	Name  string // one word; the programs' directory is called after it
	Edits []Edit
}

// Edit replaces a text that stands in a file exactly once.
type Edit struct {
	File     string // from the root of the repository
	Old, New string
}

// Overlay writes the files with the flaw in them, and what tells go build to take
// these instead.
func (f Flaw) Overlay(tb testing.TB) string {
	tb.Helper()
	root, dir := filepath.Dir(moduleDir()), tb.TempDir()
	replace := map[string]string{}
	for i, e := range f.Edits {
		file := filepath.Join(root, e.File)
		from := file
		if earlier, twice := replace[file]; twice {
			from = earlier
		}
		text, err := os.ReadFile(from)
		if err != nil {
			tb.Fatal(err)
		}
		if n := strings.Count(string(text), e.Old); n != 1 {
			tb.Fatalf("flaw %s cannot be planted: %s has %q %d times, want once", f.Name, e.File, e.Old, n)
		}
		spoiled := filepath.Join(dir, fmt.Sprintf("%d.go", i))
		if err := os.WriteFile(spoiled, []byte(strings.Replace(string(text), e.Old, e.New, 1)), 0o600); err != nil {
			tb.Fatal(err)
		}
		replace[file] = spoiled
	}
	text, err := json.Marshal(map[string]any{"Replace": replace})
	if err != nil {
		tb.Fatal(err)
	}
	overlay := filepath.Join(dir, "overlay.json")
	if err := os.WriteFile(overlay, text, 0o600); err != nil {
		tb.Fatal(err)
	}
	return overlay
}

// Compile compiles the packages with the flaw in them, and builds no program.
func (f Flaw) Compile(tb testing.TB) {
	tb.Helper()
	args := []string{"build", "-overlay", f.Overlay(tb)}
	for _, e := range f.Edits {
		args = append(args, "./"+filepath.Dir(e.File))
	}
	cmd := exec.CommandContext(tb.Context(), "go", args...)
	cmd.Dir = filepath.Dir(moduleDir())
	if out, err := cmd.CombinedOutput(); err != nil {
		tb.Fatalf("flaw %s: %v: %s", f.Name, err, out)
	}
}

// BuildWith builds every program with the flaw in it.
func BuildWith(tb testing.TB, f Flaw) Programs {
	tb.Helper()
	p, err := build("e2e-"+f.Name, "-overlay", f.Overlay(tb))
	if err != nil {
		tb.Fatal(err)
	}
	return p
}
