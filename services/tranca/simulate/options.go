package simulate

import (
	"errors"
	"fmt"
	"io"
	"maps"
	"slices"
	"strconv"
	"time"

	"tranca.example/pkg/client"
	"tranca.example/pkg/domino"
	"tranca.example/pkg/domino/bot"
)

// Options describe a simulation.
type Options struct {
	Client *client.Client
	Preset string
	Knobs  map[string]string // that differ from the preset
	// Seats of each table; 0: as many as the preset has.
	Seats int
	// Matches to play, at most Concurrency at the same time.
	Matches, Concurrency int
	// Seed of every choice; any bytes.
	Seed []byte
	// Policy of every seat: bot.Random or bot.Greedy.
	Policy string
	// Records takes the records of all matches in their order, one JSON object a
	// line; nil: none are asked for.
	Records io.Writer
	// Acks takes a line of JSON for each command as soon as it is acknowledged;
	// nil: nobody wants them.
	Acks io.Writer
	// Seen takes a line of JSON for each version that a seat was shown or told; nil:
	// nobody wants them.
	Seen io.Writer
	// Progress is told after each match how many are done, of any goroutine but
	// one at a time; nil: nobody wants to know.
	Progress func(done int)
	Now      func() time.Time

	next func(domino.Seat) domino.Seat // who is on turn after a seat
}

// Policies lists how seats can play.
func Policies() []string { return []string{bot.Random, bot.Greedy} }

// Validate joins every complaint.
func (o Options) Validate() error {
	_, err := o.normal()
	return err
}

// normal is the options with what was left open, or every complaint.
func (o Options) normal() (Options, error) {
	var errs []error
	complain := func(bad bool, format string, args ...any) {
		if bad {
			errs = append(errs, fmt.Errorf(format, args...))
		}
	}
	complain(o.Client == nil || o.Now == nil, "simulate: no client or clock")
	complain(o.Matches < 1, "matches %d: want 1 or more", o.Matches)
	complain(o.Concurrency < 1, "concurrency %d: want 1 or more", o.Concurrency)
	complain(!slices.Contains(Policies(), o.Policy), "policy %q: want one of %v", o.Policy, Policies())
	knobs, rules, err := o.rules()
	if err != nil {
		return o, errors.Join(append(errs, err)...)
	}
	o.Knobs, o.Seats, o.next = knobs, rules.Seats, rules.Next
	return o, errors.Join(errs...)
}

// rules are those of the tables: the seats are a knob like the others.
func (o Options) rules() (map[string]string, *domino.Rules, error) {
	knobs := make(map[string]string, len(o.Knobs)+1)
	maps.Copy(knobs, o.Knobs)
	if o.Seats != 0 {
		knobs["seats"] = strconv.Itoa(o.Seats)
	}
	rules, err := domino.NewRules(o.Preset, knobs)
	return knobs, rules, err
}
