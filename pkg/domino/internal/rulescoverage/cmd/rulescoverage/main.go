package main

import (
	"errors"
	"fmt"
	"os"

	"tranca.example/pkg/domino/internal/rulescoverage"
)

func main() {
	report, err := check(os.Args[1:])
	if err != nil {
		fmt.Fprintln(os.Stderr, "rulescoverage:", err)
		os.Exit(2)
	}
	report.Print(os.Stdout)
	if !report.OK() {
		os.Exit(1)
	}
}

func check(roots []string) (rulescoverage.Report, error) {
	if len(roots) == 0 {
		return rulescoverage.Report{}, errors.New("give it the folders whose tests count, such as pkg services")
	}
	rules, err := rulescoverage.Rules()
	if err != nil {
		return rulescoverage.Report{}, err
	}
	return rulescoverage.Check(rules, os.DirFS("."), roots...)
}
