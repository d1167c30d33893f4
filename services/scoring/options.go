package scoring

import (
	"errors"
	"time"

	"tranca.example/pkg/replica"
)

// Options describe a replica of scoring.
type Options struct {
	replica.Env
	// CheckEvery is how often the results look whether they are complete; 0: 1 s.
	CheckEvery time.Duration
}

// Validate joins every complaint.
func (o Options) Validate() error {
	errs := []error{o.Env.ValidateKeyed()}
	if o.Stores == nil {
		errs = append(errs, errors.New("scoring: no stores for projections"))
	}
	return errors.Join(errs...)
}
