package main

import (
	"tranca.example/pkg/process"
	"tranca.example/pkg/replica"
	"tranca.example/pkg/subject"
	"tranca.example/services/bots"
)

// version is stamped by the build.
var version = "dev"

func main() {
	var simulation process.Simulation
	process.Main(process.Program{
		Service: subject.Bots, Version: version, Bind: simulation.Bind,
		Build: func(env replica.Env, _ *process.Settings) (process.Service, error) {
			seed, err := simulation.Seed(&env)
			if err != nil {
				return nil, err
			}
			return bots.New(bots.Options{Env: env, Seed: seed})
		},
	})
}
