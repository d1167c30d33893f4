package lobby

import (
	"errors"
	"fmt"
	"slices"
	"time"

	"tranca.example/pkg/replica"
	"tranca.example/pkg/subject"
)

// Options describe a replica of the lobby.
type Options struct {
	replica.Env
	// Seed makes the ids of tables a function of who opens them and the
	// command's id, for simulations that are to be repeated; it has to be allowed
	// (Env.AllowSeeded). Empty: ids are random.
	Seed []byte
	// Open are the shards on which new tables are put; none: all. Tables that
	// exist go on wherever they are.
	Open []subject.Shard
	// CheckEvery is how often the list looks whether it is complete; 0: 1 s.
	CheckEvery time.Duration
}

// Validate joins every complaint.
func (o Options) Validate() error {
	errs := []error{o.Env.ValidateKeyed(), o.CheckSeeded(len(o.Seed) > 0)}
	if o.Stores == nil {
		errs = append(errs, errors.New("lobby: no stores for projections"))
	}
	for _, shard := range o.Open {
		if !slices.Contains(o.Shards, shard) {
			errs = append(errs, fmt.Errorf("lobby: open shard %s: want one of %v", shard, o.Shards))
		}
	}
	return errors.Join(errs...)
}

// open are the shards of new tables.
func (o Options) open() []subject.Shard {
	if len(o.Open) == 0 {
		return o.Shards
	}
	return o.Open
}

// entropy names where the deals of new tables come from.
func (o Options) entropy() string {
	if len(o.Seed) > 0 {
		return "seeded"
	}
	return "crypto"
}
