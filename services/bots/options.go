package bots

import (
	"errors"
	"time"

	"tranca.example/pkg/replica"
)

// Options describe a replica of the bots' service.
type Options struct {
	replica.Env
	// Seed makes the choices of bots a function of match, seat and turn, for
	// simulations that are to be repeated. They are that anyway but for Seed. It
	// has to be allowed (Env.AllowSeeded).
	Seed []byte
}

// Validate joins every complaint.
func (o Options) Validate() error {
	return errors.Join(o.ValidateKeyed(), o.CheckSeeded(len(o.Seed) > 0))
}

// tokenLife is how long a bot's token is good: one turn.
const tokenLife = 5 * time.Minute
