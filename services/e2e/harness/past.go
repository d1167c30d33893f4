package harness

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
)

// BuildAt builds the programs of a commit of this repository, once: they are kept
// beside the others. The commit must be in the clone.
func BuildAt(commit string) (Programs, error) {
	root := filepath.Dir(moduleDir())
	dir := filepath.Join(root, ".bin", "e2e-"+commit)
	if _, err := os.Stat(dir); err == nil {
		return Programs{dir}, nil
	}
	look := exec.Command("git", "-C", root, "cat-file", "-e", commit+"^{commit}") //nolint:noctx // ends at once
	if out, err := look.CombinedOutput(); err != nil {
		return Programs{}, fmt.Errorf("commit %s is not in this clone, and its programs are needed: run 'git fetch --unshallow' or clone without --depth: %w: %s",
			commit, err, out)
	}
	kept := filepath.Dir(dir)
	if err := os.MkdirAll(kept, 0o755); err != nil {
		return Programs{}, fmt.Errorf("build the programs of %s: %w", commit, err)
	}
	work, err := os.MkdirTemp(kept, "past-")
	if err != nil {
		return Programs{}, fmt.Errorf("build the programs of %s: %w", commit, err)
	}
	defer func() { _ = os.RemoveAll(work) }() // what is left of it is ignored by git
	return buildPast(root, commit, work, dir)
}

// buildPast builds in a directory of its own, so that a build that was broken off
// leaves no half of the programs behind.
func buildPast(root, commit, work, dir string) (Programs, error) {
	source, made := filepath.Join(work, "source"), filepath.Join(work, "made")
	script := `mkdir "$2" && git -C "$0" archive "$1" | tar -x -C "$2"`
	if out, err := exec.Command("sh", "-c", script, root, commit, source).CombinedOutput(); err != nil { //nolint:noctx,gosec // of the tests themselves
		return Programs{}, fmt.Errorf("files of commit %s: %w: %s", commit, err, out)
	}
	if _, err := buildIn(filepath.Join(source, "services"), made); err != nil {
		return Programs{}, fmt.Errorf("commit %s: %w", commit, err)
	}
	if err := os.Rename(made, dir); err != nil && !strings.Contains(err.Error(), "exist") { // another test was faster
		return Programs{}, fmt.Errorf("programs of commit %s: %w", commit, err)
	}
	return Programs{dir}, nil
}
