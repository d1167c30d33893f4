package seals

import (
	"context"
	"errors"
	"fmt"
	"time"

	lru "github.com/hashicorp/golang-lru/v2"

	"tranca.example/pkg/domino/deal"
	"tranca.example/pkg/natsrpc"
	"tranca.example/pkg/rpcerr"
	"tranca.example/pkg/secret"
	"tranca.example/pkg/subject"
	"tranca.example/pkg/table"
)

// Seeds reads the seeds of deals.
type Seeds interface {
	Seed(ctx context.Context, d secret.Deal) (deal.Seed, error)
}

// Waker tells a service that a table may need it.
type Waker interface {
	Wake(ctx context.Context, service subject.Service, w natsrpc.Wake) error
}

// Options describe an Opener; all are required.
type Options struct {
	Seeds    Seeds
	Waker    Waker
	Alarms   *secret.Alarms
	Now      func() time.Time
	Remember int // rounds, about 0.5 KiB each
}

// Opener opens running rounds. It is safe for concurrent use.
type Opener struct {
	o      Options
	opened *lru.Cache[secret.Deal, *table.KnownDeal]
	sealed *sealed
}

// New makes an opener that has opened nothing yet.
func New(o Options) (*Opener, error) {
	opened, err := lru.New[secret.Deal, *table.KnownDeal](o.Remember)
	if err != nil {
		return nil, fmt.Errorf("opener: remember %d rounds: %w", o.Remember, err)
	}
	return &Opener{o: o, opened: opened, sealed: newSealed()}, nil
}

// errSealed says that a round has no valid seed now.
var errSealed = errors.New("round cannot be opened")

// Open joins the running round of s with its seed. A round without a valid seed
// is refused as unavailable, and the dealer is told; within WithoutDeal it is
// nil instead.
func (o *Opener) Open(ctx context.Context, s table.State) (*table.Hidden, error) {
	d, err := running(s)
	if err != nil {
		return nil, err
	}
	if known, found := o.opened.Get(d); found {
		return known.At(s)
	}
	h, err := o.open(ctx, d, s)
	switch {
	case err == nil:
		o.opened.Add(d, h.Known())
		o.sealed.remove(d.Table)
		return h, nil
	case !errors.Is(err, errSealed):
		return nil, unavailable(err)
	case isWithoutDeal(ctx):
		return nil, nil
	}
	o.miss(ctx, d, s, err)
	return nil, unavailable(err)
}

func (o *Opener) open(ctx context.Context, d secret.Deal, s table.State) (*table.Hidden, error) {
	seed, err := o.o.Seeds.Seed(ctx, d)
	if errors.Is(err, secret.ErrNone) || errors.Is(err, secret.ErrMalformed) {
		return nil, fmt.Errorf("%w: %w", errSealed, err)
	}
	if err != nil {
		return nil, err
	}
	h, err := table.OpenRound(s, seed)
	if errors.Is(err, table.ErrWrongSeed) {
		return nil, fmt.Errorf("%w: %w", errSealed, err)
	}
	return h, err
}

// miss tells people once and the dealer every time.
func (o *Opener) miss(ctx context.Context, d secret.Deal, s table.State, cause error) {
	if o.sealed.add(d, o.o.Now()) {
		o.o.Alarms.Raise(ctx, secret.SeedMissing, d, cause)
	}
	// A wake that is not sent is no loss: the round stays on the list.
	_ = o.o.Waker.Wake(ctx, subject.Dealer, natsrpc.Wake{Table: s.ID, Version: s.Version})
}

// Sealed lists the deals that could not be opened since before until.
func (o *Opener) Sealed(until time.Time) []secret.Deal { return o.sealed.since(until) }

// Forget takes a table off that list.
func (o *Opener) Forget(id subject.TableID) { o.sealed.remove(id) }

// running names the deal of the round that s plays.
func running(s table.State) (secret.Deal, error) {
	if s.Round == nil || s.Match == nil {
		return secret.Deal{}, fmt.Errorf("open the round of table %s: %w", s.ID, table.ErrNoRound)
	}
	id, err := subject.ParseTableID(s.ID)
	return secret.Deal{Table: id, Match: s.Match.N, Round: s.Round.Dealt.Round}, err
}

func unavailable(cause error) error {
	return fmt.Errorf("%w: %w",
		rpcerr.New(rpcerr.ReasonUnavailable, "the round cannot be opened now; try again with the same id"), cause)
}

type withoutDeal struct{}

// WithoutDeal marks a command that ends a round which nobody can open: the
// opener then lets it be decided without the hidden tiles.
func WithoutDeal(ctx context.Context) context.Context {
	return context.WithValue(ctx, withoutDeal{}, true)
}

func isWithoutDeal(ctx context.Context) bool { return ctx.Value(withoutDeal{}) != nil }
