package process

import (
	"encoding/hex"
	"errors"

	"tranca.example/pkg/config"
	"tranca.example/pkg/lifecycle"
	"tranca.example/pkg/replica"
)

// Simulation are the settings of a service that a seed can make repeatable.
type Simulation struct {
	seed  config.Secret
	allow bool
}

// Bind binds the settings to a set.
func (s *Simulation) Bind(set *config.Set) {
	set.Var(&s.seed, "seed", "", "seed of a simulation, in hexadecimal: all deals can be foreseen; never where people play")
	set.Bool(&s.allow, "allow-seeded", "", "accept the seed; without it a seed is refused")
}

// Seed is the seed, nil when there is none; env is told whether one is allowed. The
// error is a *lifecycle.UsageError.
func (s *Simulation) Seed(env *replica.Env) ([]byte, error) {
	seed, err := hex.DecodeString(s.seed.Reveal())
	if err != nil {
		return nil, &lifecycle.UsageError{Err: errors.New("seed: want hexadecimal digits, two for a byte")}
	}
	env.AllowSeeded = s.allow
	if err := env.CheckSeeded(len(seed) > 0); err != nil {
		return nil, &lifecycle.UsageError{Err: err}
	}
	return seed, nil
}
