package main

import (
	"encoding/hex"
	"errors"

	"tranca.example/pkg/config"
	"tranca.example/pkg/process"
	"tranca.example/pkg/replica"
	"tranca.example/pkg/subject"
	"tranca.example/services/dealer"
)

// version is stamped by the build.
var version = "dev"

func main() {
	var seed config.Secret
	process.Main(process.Program{
		Service: subject.Dealer, Version: version,
		Bind: func(s *config.Set) {
			s.Var(&seed, "seed", "", "seed of a simulation, in hexadecimal: all deals can be foreseen; never where people play")
		},
		Build: func(env replica.Env, _ *process.Settings) (process.Service, error) {
			raw, err := hex.DecodeString(seed.Reveal())
			if err != nil {
				return nil, errors.New("seed: want hexadecimal digits")
			}
			o := dealer.Options{Env: env}
			if len(raw) > 0 {
				o.Entropy, o.AllowSeeded = dealer.Seeded(raw), true
			}
			return dealer.New(o)
		},
	})
}
