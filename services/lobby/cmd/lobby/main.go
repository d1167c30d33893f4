package main

import (
	"tranca.example/pkg/config"
	"tranca.example/pkg/lifecycle"
	"tranca.example/pkg/process"
	"tranca.example/pkg/replica"
	"tranca.example/pkg/subject"
	"tranca.example/services/lobby"
)

// version is stamped by the build.
var version = "dev"

func main() {
	var simulation process.Simulation
	var open subject.ShardSet
	process.Main(process.Program{
		Service: subject.Lobby, Version: version,
		Bind: func(set *config.Set) {
			simulation.Bind(set)
			set.Var(&open, "open-shards", "", "shards of new tables, such as 0,2-3; none: all. Tables that exist go on wherever they are")
		},
		Build: func(env replica.Env, _ *process.Settings) (process.Service, error) {
			seed, err := simulation.Seed(&env)
			if err != nil {
				return nil, err
			}
			o := lobby.Options{Env: env, Seed: seed, Open: open}
			if err := o.Validate(); err != nil {
				return nil, &lifecycle.UsageError{Err: err}
			}
			return lobby.New(o)
		},
	})
}
