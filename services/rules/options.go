package rules

import (
	"errors"
	"fmt"
	"time"

	"tranca.example/pkg/eventlog"
	"tranca.example/pkg/replica"
	"tranca.example/services/rules/internal/steady"
)

// Defaults of Options.
const (
	DefaultSweepEvery = 5 * time.Second
	DefaultGiveUp     = 10 * time.Second
)

// Options describe a replica of rules. Everything but Env has a default.
type Options struct {
	replica.Env
	// SweepEvery is how often overdue tables are looked for; 0: DefaultSweepEvery.
	SweepEvery time.Duration
	// GiveUp is how long a round may have no valid seed before the dealer is asked
	// for a last word; 0: DefaultGiveUp.
	GiveUp time.Duration
	// Settle is for how long after a start, a standstill or a lost connection nobody
	// runs out of time: what players sent meanwhile comes first; 0: steady.DefaultFor.
	Settle time.Duration
}

func (o Options) withDefaults() Options {
	if o.SweepEvery == 0 {
		o.SweepEvery = DefaultSweepEvery
	}
	if o.GiveUp == 0 {
		o.GiveUp = DefaultGiveUp
	}
	if o.Settle == 0 {
		o.Settle = steady.DefaultFor
	}
	if o.Remember == 0 {
		o.Remember = eventlog.DefaultRemember
	}
	return o
}

// Validate joins every complaint.
func (o Options) Validate() error {
	errs := []error{o.Env.Validate()}
	if o.Stores == nil {
		errs = append(errs, errors.New("rules: no stores for projections"))
	}
	if o.SweepEvery < 0 || o.GiveUp < 0 || o.Settle < 0 || o.Remember < 0 {
		errs = append(errs, fmt.Errorf("rules: sweep every %v, give up after %v, settle for %v, remember %d: want none negative",
			o.SweepEvery, o.GiveUp, o.Settle, o.Remember))
	}
	return errors.Join(errs...)
}
