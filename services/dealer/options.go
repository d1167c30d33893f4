package dealer

import (
	"errors"

	"tranca.example/pkg/replica"
)

// Options describe a replica of the dealer.
type Options struct {
	replica.Env
	// Entropy gives the roots of matches; nil: Crypto of Env.Random.
	Entropy Entropy
	// AllowSeeded lets Entropy be foreseeable, for simulations. A server that
	// faces players leaves it out.
	AllowSeeded bool
}

// ErrSeeded refuses roots that can be foreseen.
var ErrSeeded = errors.New("dealer: seeded entropy: want it allowed explicitly, and no players")

// Validate joins every complaint.
func (o Options) Validate() error {
	errs := []error{o.Env.Validate()}
	if o.Entropy != nil && o.Entropy.Kind() != KindCrypto && !o.AllowSeeded {
		errs = append(errs, ErrSeeded)
	}
	return errors.Join(errs...)
}
