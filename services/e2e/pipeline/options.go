package pipeline

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"
)

// Set-ups of the broker.
const (
	SetupOne    = "one" // not apart: all services and the broker in one process
	SetupR1     = "r1"
	SetupR3     = "r3"
	SetupAlways = "r3-always"
)

func setupText(setup string) string {
	switch setup {
	case SetupOne:
		return "tranca up, one process: embedded nats-server, projections in memory, file store, default sync; floors on a nats-server of its own"
	case SetupR3:
		return "three nats-servers, every stream thrice, default sync"
	case SetupAlways:
		return "three nats-servers, every stream thrice, sync_interval: always"
	}
	return "one nats-server, file store, default sync"
}

// apart tells whether services are processes of their own, on servers of their own.
func apart(setup string) bool { return setup != SetupOne }

// stalled is the set-up on which replicas are killed: the last that has some.
func (o Options) stalled() string {
	for _, setup := range slices.Backward(o.Setups) {
		if apart(setup) {
			return setup
		}
	}
	return SetupR1
}

// Options are the size of a run.
type Options struct {
	Time   time.Duration    `json:"time_ns"` // of moves at each door of each cell; floors take as long together
	Tables []int            `json:"tables"`
	Setups []string         `json:"setups"`
	Events []int64          `json:"events"` // lengths of the log that projections are built from
	Kills  int              `json:"kills"`  // of a replica of rules
	Kept   int              `json:"kept"`   // tables that a replica of rules keeps
	Out    string           `json:"-"`      // directory of the results; "" for none
	Short  bool             `json:"short"`  // a look whether everything works
	Now    func() time.Time `json:"-"`
}

// Full is a run of a quarter of an hour on two cores.
func Full() Options {
	return Options{
		Time: 4 * time.Second, Tables: []int{1, 16, 64, 256}, Setups: []string{SetupOne, SetupR1, SetupR3, SetupAlways},
		Events: []int64{10_000, 100_000, 1_000_000}, Kills: 20, Kept: 10_000,
	}
}

// Small is a run that only shows that everything works.
func Small() Options {
	return Options{
		Time: 200 * time.Millisecond, Tables: []int{2}, Setups: []string{SetupOne, SetupR1},
		Events: []int64{500}, Kills: 1, Kept: 10, Short: true,
	}
}

// Env says what variables change of the options: PIPELINE_TIME, PIPELINE_TABLES,
// PIPELINE_SETUPS, PIPELINE_EVENTS, PIPELINE_KILLS, PIPELINE_KEPT and PIPELINE_OUT.
// Errors name the variable and what it takes.
func (o *Options) Env(lookup func(string) string) error {
	var errs []error
	each := func(name, want string, take func(text string) bool) {
		if text := strings.TrimSpace(lookup(name)); text != "" && !take(text) {
			errs = append(errs, fmt.Errorf("%s=%q: want %s", name, text, want))
		}
	}
	each("PIPELINE_TIME", "a time such as 4s", func(text string) (ok bool) {
		d, err := time.ParseDuration(text)
		o.Time = d
		return err == nil && d > 0
	})
	each("PIPELINE_TABLES", "numbers such as \"1 16 64\"", func(text string) (ok bool) { o.Tables, ok = numbers[int](text); return ok })
	each("PIPELINE_EVENTS", "numbers such as \"10000 100000\"", func(text string) (ok bool) { o.Events, ok = numbers[int64](text); return ok })
	each("PIPELINE_SETUPS", "some of one r1 r3 r3-always", func(text string) bool {
		o.Setups = strings.Fields(text)
		return !slices.ContainsFunc(o.Setups, func(s string) bool { return !slices.Contains(Full().Setups, s) })
	})
	one := func(to *int) func(string) bool {
		return func(text string) bool {
			n, ok := numbers[int](text)
			if !ok || len(n) != 1 {
				return false
			}
			*to = n[0]
			return true
		}
	}
	each("PIPELINE_KILLS", "a number of kills", one(&o.Kills))
	each("PIPELINE_KEPT", "a number of tables", one(&o.Kept))
	each("PIPELINE_OUT", "a directory", func(text string) bool { o.Out = text; return true })
	return errors.Join(errs...)
}

// Differences are the variables that make these options of the full ones, as they
// are given to make: "" for none.
func (o Options) Differences() string {
	full, text := Full(), ""
	differ := func(name, value, otherwise string) {
		if value != otherwise {
			text += fmt.Sprintf(" %s=%q", name, value)
		}
	}
	list := func(v any) string { return strings.Trim(fmt.Sprint(v), "[]") }
	differ("PIPELINE_TIME", o.Time.String(), full.Time.String())
	differ("PIPELINE_TABLES", list(o.Tables), list(full.Tables))
	differ("PIPELINE_SETUPS", list(o.Setups), list(full.Setups))
	differ("PIPELINE_EVENTS", list(o.Events), list(full.Events))
	differ("PIPELINE_KILLS", list(o.Kills), list(full.Kills))
	differ("PIPELINE_KEPT", list(o.Kept), list(full.Kept))
	return text
}

// numbers reads positive whole numbers, separated by spaces.
func numbers[N int | int64](text string) (all []N, ok bool) {
	for field := range strings.FieldsSeq(text) {
		n, err := strconv.ParseInt(field, 10, 32)
		if err != nil || n < 1 {
			return nil, false
		}
		all = append(all, N(n))
	}
	return all, true
}
