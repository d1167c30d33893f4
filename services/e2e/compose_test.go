package e2e_test

import (
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"go.yaml.in/yaml/v3"

	"tranca.example/services/e2e/harness"
)

// container is what matters of a service in docker-compose.yml.
type container struct {
	Build struct {
		Args struct {
			Service string `yaml:"SERVICE"`
		} `yaml:"args"`
	} `yaml:"build"`
	Command     []string          `yaml:"command"`
	EnvFile     string            `yaml:"env_file"`
	Environment map[string]string `yaml:"environment"`
}

func containers(t *testing.T) map[string]container {
	t.Helper()
	text, err := os.ReadFile("../../docker-compose.yml")
	if err != nil {
		t.Fatal(err)
	}
	var file struct {
		Services map[string]container `yaml:"services"`
	}
	if err := yaml.Unmarshal(text, &file); err != nil {
		t.Fatal(err)
	}
	return file.Services
}

// settings are the variables that a container has, those of its secrets too.
func (c container) settings(t *testing.T, root string) []string {
	t.Helper()
	all := slices.Collect(maps.Keys(c.Environment))
	secrets, err := os.ReadFile(filepath.Join(root, filepath.FromSlash(c.EnvFile)))
	if err != nil {
		t.Fatal(err)
	}
	for line := range strings.Lines(string(secrets)) {
		variable, value, _ := strings.Cut(strings.TrimSpace(line), "=")
		if len(value) < 32 {
			t.Errorf("%s in %s has %d characters", variable, c.EnvFile, len(value))
		}
		all = append(all, variable)
	}
	return all
}

// prepared is a copy of what deploy/prepare reads and writes, after it ran.
func prepared(t *testing.T) string {
	t.Helper()
	root := t.TempDir()
	if err := os.Mkdir(filepath.Join(root, "deploy"), 0o700); err != nil {
		t.Fatal(err)
	}
	script, err := os.ReadFile("../../deploy/prepare")
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(root, "deploy", "prepare"), script, 0o600); err != nil {
		t.Fatal(err)
	}
	bin, err := filepath.Abs(programs.Path(""))
	if err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink(bin, filepath.Join(root, "bin")); err != nil {
		t.Fatal(err)
	}
	if out, err := exec.CommandContext(t.Context(), "bash", filepath.Join(root, "deploy", "prepare")).CombinedOutput(); err != nil {
		t.Fatalf("deploy/prepare: %v: %s", err, out)
	}
	return root
}

// help is what a program says about its settings.
func help(t *testing.T, program string, args ...string) string {
	t.Helper()
	out, err := exec.CommandContext(t.Context(), programs.Path(program), append(args, "--help")...).CombinedOutput()
	if err != nil {
		t.Fatalf("%s: %v", program, err)
	}
	return string(out)
}

func TestTheContainersUseSettingsThatTheProgramsHave(t *testing.T) {
	all, root := containers(t), prepared(t)
	for _, name := range append(harness.Services(), "streams") {
		c, program := all[name], name
		var known string
		if name == "streams" {
			program = "tranca"
			known = help(t, program, c.Command[0])
		} else {
			known = help(t, program)
		}
		if c.Build.Args.Service != program {
			t.Errorf("%s is built from %q", name, c.Build.Args.Service)
		}
		for _, word := range c.Command {
			if strings.HasPrefix(word, "-") && !strings.Contains(known, word+" ") {
				t.Errorf("%s has no flag %s", name, word)
			}
		}
		settings := c.settings(t, root)
		if !slices.Contains(settings, "NATS_PASSWORD") {
			t.Errorf("%s has no password", name)
		}
		for _, variable := range settings {
			if !strings.Contains(known, variable) {
				t.Errorf("%s knows no %s", name, variable)
			}
		}
	}
}
