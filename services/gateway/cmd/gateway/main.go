package main

import (
	"tranca.example/pkg/lifecycle"
	"tranca.example/pkg/process"
	"tranca.example/pkg/replica"
	"tranca.example/pkg/subject"
	"tranca.example/services/gateway"
)

// version is stamped by the build.
var version = "dev"

func main() {
	var settings gateway.Settings
	process.Main(process.Program{
		Service: subject.Gateway, Version: version, Keyless: true,
		Bind: settings.Bind,
		Build: func(env replica.Env, _ *process.Settings) (process.Service, error) {
			o, err := settings.Options(env)
			if err == nil {
				err = o.Validate()
			}
			if err != nil {
				return nil, &lifecycle.UsageError{Err: err}
			}
			o.Version = version
			return gateway.New(o)
		},
	})
}
