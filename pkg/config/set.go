package config

import (
	"errors"
	"flag"
	"fmt"
	"io"
	"log/slog"
	"strings"
	"time"
)

// Set binds settings to flags and environment variables.
type Set struct {
	flags *flag.FlagSet
	env   map[string]string // flag name → variable
}

// NewSet makes an empty set for a program.
func NewSet(program string) *Set {
	fs := flag.NewFlagSet(program, flag.ContinueOnError)
	fs.SetOutput(io.Discard)
	return &Set{flags: fs, env: map[string]string{}}
}

// Flags is the set's flag set, for a command-line library to adopt.
func (s *Set) Flags() *flag.FlagSet { return s.flags }

// Var binds v, which holds its default, to the flag name and the variable env.
// An empty env means TRANCA_ and the flag's name in capitals.
func (s *Set) Var(v flag.Value, name, env, usage string) {
	if env == "" {
		env = "TRANCA_" + strings.ToUpper(strings.ReplaceAll(name, "-", "_"))
	}
	s.env[name] = env
	s.flags.Var(v, name, usage+" ("+env+")")
}

// String binds a text; its present value is the default. The same holds for the
// other kinds.
func (s *Set) String(p *string, name, env, usage string) { s.Var(text{p}, name, env, usage) }

// Duration binds a duration, such as 30s.
func (s *Set) Duration(p *time.Duration, name, env, usage string) {
	s.Var(duration{p}, name, env, usage)
}

// Int binds a whole number.
func (s *Set) Int(p *int, name, env, usage string) { s.Var(number{p}, name, env, usage) }

// Float binds a number.
func (s *Set) Float(p *float64, name, env, usage string) { s.Var(fraction{p}, name, env, usage) }

// Bool binds a switch.
func (s *Set) Bool(p *bool, name, env, usage string) { s.Var(toggle{p}, name, env, usage) }

// LoadEnv sets what the environment says; lookup is os.LookupEnv. A variable
// that is set but empty counts as not set. All complaints are joined.
func (s *Set) LoadEnv(lookup func(string) (string, bool)) error {
	var errs []error
	s.flags.VisitAll(func(f *flag.Flag) {
		raw, ok := lookup(s.env[f.Name])
		if !ok || raw == "" {
			return
		}
		if err := f.Value.Set(raw); err != nil {
			errs = append(errs, fmt.Errorf("%s: %w", s.env[f.Name], err))
		}
	})
	return errors.Join(errs...)
}

// Load sets what the environment and then the arguments say. It returns
// flag.ErrHelp when help is asked for; Usage writes that help.
func (s *Set) Load(args []string, lookup func(string) (string, bool)) error {
	envErr := s.LoadEnv(lookup)
	flagErr := s.parse(args)
	if errors.Is(flagErr, flag.ErrHelp) {
		return flag.ErrHelp
	}
	return errors.Join(envErr, flagErr)
}

// parse goes on behind a flag that is wrong, so that all complaints are joined.
func (s *Set) parse(args []string) error {
	var errs []error
	for {
		err := s.flags.Parse(args)
		errs = append(errs, err)
		if err == nil || errors.Is(err, flag.ErrHelp) || s.flags.NArg() >= len(args) {
			break
		}
		args = s.flags.Args()
	}
	if s.flags.NArg() > 0 && errors.Join(errs...) == nil {
		return fmt.Errorf("unexpected argument %q: only flags are understood", s.flags.Arg(0))
	}
	return errors.Join(errs...)
}

// Usage writes the settings with their variables and defaults.
func (s *Set) Usage(w io.Writer) {
	s.flags.SetOutput(w)
	s.flags.PrintDefaults()
	s.flags.SetOutput(io.Discard)
}

// LogValue lists the effective settings; secrets are masked.
func (s *Set) LogValue() slog.Value {
	var attrs []slog.Attr
	s.flags.VisitAll(func(f *flag.Flag) {
		attrs = append(attrs, slog.String(f.Name, f.Value.String()))
	})
	return slog.GroupValue(attrs...)
}
