package harness

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
)

// Services are the programs that run apart, in the order of their start.
func Services() []string {
	return []string{"lobby", "dealer", "scoring", "rules", "bots", "gateway"}
}

// Programs are built programs in one directory.
type Programs struct{ dir string }

// Build builds every program, and the NATS server that the modules pin; further
// packages of the services' module, too. They are kept beside the other tools, so that
// a program that did not change is not linked again.
func Build(further ...string) (Programs, error) { return build("e2e", further...) }

// build puts the programs into a directory of that name; further arguments are
// go build's own.
func build(name string, further ...string) (Programs, error) {
	return buildIn(moduleDir(), filepath.Join(moduleDir(), "..", ".bin", name), further...)
}

// buildIn builds what the services' module in a directory holds.
func buildIn(module, dir string, further ...string) (Programs, error) {
	args := append([]string{"build", "-ldflags", "-s -w", "-o", dir + string(os.PathSeparator)}, further...)
	args = append(args, "github.com/nats-io/nats-server/v2", "./tranca/cmd/tranca")
	for _, s := range Services() {
		args = append(args, "./"+s+"/cmd/"+s)
	}
	cmd := exec.Command("go", args...) //nolint:noctx // ends when it has built
	cmd.Dir = module
	if out, err := cmd.CombinedOutput(); err != nil {
		return Programs{}, fmt.Errorf("build the programs: %w: %s", err, out)
	}
	return Programs{dir}, nil
}

// Path is where a program is.
func (p Programs) Path(name string) string { return filepath.Join(p.dir, name) }

// moduleDir is the root of the services' module.
func moduleDir() string {
	_, file, _, _ := runtime.Caller(0)
	return filepath.Join(filepath.Dir(file), "..", "..")
}
