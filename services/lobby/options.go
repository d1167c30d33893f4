package lobby

import (
	"errors"
	"time"

	"tranca.example/pkg/replica"
)

// Options describe a replica of the lobby.
type Options struct {
	replica.Env
	// Seed makes the ids of tables a function of who opens them and the
	// command's id, for simulations that are to be repeated; it has to be allowed
	// (Env.AllowSeeded). Empty: ids are random.
	Seed []byte
	// CheckEvery is how often the list looks whether it is complete; 0: 1 s.
	CheckEvery time.Duration
}

// Validate joins every complaint.
func (o Options) Validate() error {
	errs := []error{o.Env.ValidateKeyed(), o.CheckSeeded(len(o.Seed) > 0)}
	if o.Stores == nil {
		errs = append(errs, errors.New("lobby: no stores for projections"))
	}
	return errors.Join(errs...)
}

// entropy names where the deals of new tables come from.
func (o Options) entropy() string {
	if len(o.Seed) > 0 {
		return "seeded"
	}
	return "crypto"
}
