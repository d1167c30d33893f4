package process_test

import (
	"errors"
	"strings"
	"testing"

	"tranca.example/pkg/config"
	"tranca.example/pkg/process"
	"tranca.example/pkg/replica"
)

func TestASeedIsAcceptedOnlyWhereItIsAllowed(t *testing.T) {
	for name, c := range map[string]struct {
		args    []string
		want    string
		allowed bool
		err     string
	}{
		"none":          {},
		"allowed alone": {args: []string{"--allow-seeded"}, allowed: true},
		"allowed":       {args: []string{"--seed", "6b", "--allow-seeded"}, want: "k", allowed: true},
		"not allowed":   {args: []string{"--seed", "6b"}, want: "k", err: replica.ErrSeeded.Error()},
		"no digits":     {args: []string{"--seed", "hunter2", "--allow-seeded"}, err: "seed: want hexadecimal digits, two for a byte"},
	} {
		var s process.Simulation
		set := config.NewSet("x")
		s.Bind(set)
		if err := set.Load(c.args, env()); err != nil {
			t.Fatal(err)
		}
		var e replica.Env
		seed, err := s.Seed(&e)
		if text := errorText(err); text != c.err || strings.Contains(text, "hunter2") {
			t.Errorf("%s: got error %q, want %q", name, text, c.err)
		}
		if c.err == "" && (string(seed) != c.want || e.AllowSeeded != c.allowed) {
			t.Errorf("%s: got %q, allowed %t", name, seed, e.AllowSeeded)
		}
		if name == "not allowed" && !errors.Is(err, replica.ErrSeeded) {
			t.Errorf("%s: got %v", name, err)
		}
	}
}

func errorText(err error) string {
	if err == nil {
		return ""
	}
	return err.Error()
}
