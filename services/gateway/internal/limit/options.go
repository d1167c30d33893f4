package limit

import (
	"errors"
	"fmt"
	"strconv"
	"strings"
)

// Options are the limits of one gateway; 0 is none.
type Options struct {
	// Address, Actor and Table bound how often: requests of one client address,
	// calls and streams of one actor, commands of the seats of one table.
	Address, Actor, Table Rate
	// AddressStreams and ActorStreams are how many streams may be open at once.
	AddressStreams, ActorStreams int
	// Connections is how many connections may be open at once, AddressConnections
	// how many of them one address may have; what a trusted proxy opens does not
	// count as its.
	Connections, AddressConnections int
	// Remember is how many addresses, how many actors and how many tables are
	// remembered, those seen last.
	Remember int
	// Proxies tell the address of a client.
	Proxies Proxies
}

// DefaultOptions pass a bot that plays as fast as a table takes it, and many of
// them from one address. They stop what has gone wild.
func DefaultOptions() Options {
	return Options{
		Address: Rate{Each: 20_000, Burst: 40_000}, Actor: Rate{Each: 2_000, Burst: 4_000}, Table: Rate{Each: 2_000, Burst: 4_000},
		AddressStreams: 8192, ActorStreams: 64,
		Connections: 32_768, AddressConnections: 16_384,
		Remember: 65_536, Proxies: Proxies{Header: ForwardedFor},
	}
}

// Validate joins every complaint.
func (o Options) Validate() error {
	var all []error
	for name, r := range map[string]Rate{"address": o.Address, "actor": o.Actor, "table": o.Table} {
		if r.Each < 0 || r.Each > maxRate || r.Burst < 0 || r.Each > 0 && r.Burst == 0 {
			all = append(all, fmt.Errorf("limit of the %s: %s: want 0 to %d a second, and a burst of 1 or more", name, r, int(maxRate)))
		}
	}
	for name, n := range map[string]int{
		"streams of an address": o.AddressStreams, "streams of an actor": o.ActorStreams,
		"connections": o.Connections, "connections of an address": o.AddressConnections,
	} {
		if n < 0 {
			all = append(all, fmt.Errorf("limit of %s: %d: want 0 (none) or more", name, n))
		}
	}
	if o.rated() && o.Remember < 1 {
		all = append(all, fmt.Errorf("remember %d addresses, actors and tables: want 1 or more", o.Remember))
	}
	return errors.Join(append(all, o.Proxies.validate())...)
}

func (o Options) rated() bool { return o.Address.Each > 0 || o.Actor.Each > 0 || o.Table.Each > 0 }

const maxRate = 1e6

// Rate is how often something may be done: so many times a second, and at once as
// many as Burst after a rest. The zero value is no limit.
type Rate struct {
	Each  float64
	Burst int
}

// String is what Set reads.
func (r Rate) String() string {
	return strconv.FormatFloat(r.Each, 'g', -1, 64) + ":" + strconv.Itoa(r.Burst)
}

// Set reads "RATE" or "RATE:BURST"; without a burst it is a second's worth. It
// implements flag.Value.
func (r *Rate) Set(text string) error {
	each, burst, told := strings.Cut(text, ":")
	n, err := strconv.ParseFloat(each, 64)
	made := Rate{Each: n, Burst: max(int(n), 1)}
	if told && err == nil {
		made.Burst, err = strconv.Atoi(burst)
	}
	if err != nil || !(n >= 0 && n <= maxRate) || made.Burst < 1 && n > 0 {
		return fmt.Errorf("%q: want how many a second, and after a colon how many at once, such as 50:200; 0 is no limit", text)
	}
	if n == 0 {
		made = Rate{}
	}
	*r = made
	return nil
}
