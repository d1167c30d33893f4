package main

import (
	"crypto/rand"
	"os"
	"time"

	"tranca.example/services/tranca/internal/cli"
)

// version is stamped by the build.
var version = "dev"

func main() {
	os.Exit(cli.Main(cli.World{
		Program: os.Args[0], Version: version, Stdin: os.Stdin, Stdout: os.Stdout, Stderr: os.Stderr,
		Getenv: os.LookupEnv, Now: time.Now, Random: rand.Reader,
	}, os.Args[1:]))
}
