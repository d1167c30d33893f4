package main

import (
	"tranca.example/pkg/process"
	"tranca.example/pkg/replica"
	"tranca.example/pkg/subject"
	"tranca.example/services/scoring"
)

// version is stamped by the build.
var version = "dev"

func main() {
	process.Main(process.Program{
		Service: subject.Scoring, Version: version,
		Build: func(env replica.Env, _ *process.Settings) (process.Service, error) {
			return scoring.New(scoring.Options{Env: env})
		},
	})
}
