package main

import (
	"tranca.example/pkg/process"
	"tranca.example/pkg/replica"
	"tranca.example/pkg/subject"
	"tranca.example/services/dealer"
)

// version is stamped by the build.
var version = "dev"

func main() {
	process.Main(process.Program{
		Service: subject.Dealer, Version: version,
		Build: func(env replica.Env, _ *process.Settings) (process.Service, error) {
			return dealer.New(dealer.Options{Env: env})
		},
	})
}
