package dealer

import (
	"errors"

	"tranca.example/pkg/replica"
)

// Options describe a replica of the dealer.
type Options struct {
	replica.Env
	// Entropy gives the roots of matches; nil: Crypto of Env.Random. One that can
	// be foreseen has to be allowed (Env.AllowSeeded).
	Entropy Entropy
}

// Validate joins every complaint.
func (o Options) Validate() error {
	seeded := o.Entropy != nil && o.Entropy.Kind() != KindCrypto
	return errors.Join(o.Env.ValidateKeyed(), o.CheckSeeded(seeded))
}
