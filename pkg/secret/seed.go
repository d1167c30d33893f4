package secret

import (
	"context"
	"errors"
	"fmt"

	"tranca.example/pkg/domino/deal"
	"tranca.example/pkg/records"
	"tranca.example/pkg/subject"
)

// Deal names one deal: the round of the n-th match of a table.
type Deal struct {
	Table subject.TableID
	Match uint32 // n, from 1
	Round uint32 // from 1
}

// String is <table>.<n>/<round>.
func (d Deal) String() string { return fmt.Sprintf("%s.%d/%d", d.Table, d.Match, d.Round) }

func (d Deal) subject() string { return subject.Secret(d.Table, d.Match, d.Round) }

// OtherSeedError is an alarm: the seed that is stored for a deal is not the one
// that was to be stored, although both come from one root.
type OtherSeedError struct {
	Deal Deal
	seq  uint64
}

// Error names the deal.
func (e *OtherSeedError) Error() string {
	return fmt.Sprintf("another seed is stored for deal %s: want one seed for each deal", e.Deal)
}

// Seed reads the seed of a deal. Errors: ErrNone, ErrMalformed.
func (s *Store) Seed(ctx context.Context, d Deal) (deal.Seed, error) {
	seed, _, err := s.seed(ctx, d)
	if err != nil {
		return deal.Seed{}, fmt.Errorf("seed of deal %s: %w", d, err)
	}
	return seed, nil
}

// KeepSeed stores the seed of a deal; the same seed again is no error. Another
// one is an *OtherSeedError, and nothing is written.
func (s *Store) KeepSeed(ctx context.Context, d Deal, seed deal.Seed) error {
	return s.put(ctx, d, seed, 0)
}

// Replace stores seed in place of the one that an *OtherSeedError was about. It
// is for a caller who has proved his seed with the hash in the log.
func (s *Store) Replace(ctx context.Context, other *OtherSeedError, seed deal.Seed) error {
	return s.put(ctx, other.Deal, seed, other.seq)
}

func (s *Store) put(ctx context.Context, d Deal, seed deal.Seed, expect uint64) error {
	_, err := s.records.Put(ctx, d.subject(), encodeSeed(seed), nil, expect)
	if errors.Is(err, records.ErrConflict) {
		return s.compare(ctx, d, seed)
	}
	if err != nil {
		return fmt.Errorf("keep the seed of deal %s: %w", d, err)
	}
	return nil
}

// compare finds out whether the seed that is stored is the same.
func (s *Store) compare(ctx context.Context, d Deal, seed deal.Seed) error {
	have, seq, err := s.seed(ctx, d)
	switch {
	case err == nil && have == seed:
		return nil
	case err == nil || errors.Is(err, ErrMalformed):
		return &OtherSeedError{Deal: d, seq: seq}
	}
	return fmt.Errorf("keep the seed of deal %s: %w", d, err)
}

func (s *Store) seed(ctx context.Context, d Deal) (deal.Seed, uint64, error) {
	r, err := s.records.Last(ctx, subject.SecretStream(d.Table.Shard()), d.subject())
	if err != nil {
		return deal.Seed{}, 0, none(err)
	}
	seed, err := decodeSeed(r.Data)
	return seed, r.Seq, err
}
