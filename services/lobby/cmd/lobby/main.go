package main

import (
	"encoding/hex"
	"errors"

	"tranca.example/pkg/config"
	"tranca.example/pkg/process"
	"tranca.example/pkg/replica"
	"tranca.example/pkg/subject"
	"tranca.example/services/lobby"
)

// version is stamped by the build.
var version = "dev"

func main() {
	var seed config.Secret
	process.Main(process.Program{
		Service: subject.Lobby, Version: version,
		Bind: func(s *config.Set) {
			s.Var(&seed, "seed", "", "seed of a simulation, in hexadecimal; never where people play")
		},
		Build: func(env replica.Env, _ *process.Settings) (process.Service, error) {
			raw, err := hex.DecodeString(seed.Reveal())
			if err != nil {
				return nil, errors.New("seed: want hexadecimal digits")
			}
			return lobby.New(lobby.Options{Env: env, Seed: raw})
		},
	})
}
