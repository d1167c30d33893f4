package secret

import (
	"context"
	"errors"
	"fmt"

	"tranca.example/pkg/domino/deal"
	"tranca.example/pkg/records"
	"tranca.example/pkg/subject"
)

// Root is the secret of one match.
type Root struct {
	MatchID string
	Match   uint32 // n of the table's n-th match, from 1
	Secret  deal.Seed
	Entropy string // where the secret is from: "crypto" or "seeded"
}

// Errors to test for with errors.Is.
var (
	// ErrNone: nothing is stored. A read of the leader says so, so it is final
	// until somebody writes.
	ErrNone = errors.New("no such secret")
	// ErrPast: the table has a root of a later match.
	ErrPast = errors.New("the match is over")
	// ErrMalformed: what is stored is no secret of this package.
	ErrMalformed = errors.New("stored secret is malformed")
)

// Store reads and writes secrets. Its user's rights decide which.
type Store struct{ records *records.Store }

// New makes a store on records.
func New(r *records.Store) *Store { return &Store{records: r} }

// Root reads the root of a match. ErrNone also when the table's root is that
// of another match.
func (s *Store) Root(ctx context.Context, table subject.TableID, matchID string) (Root, error) {
	root, _, err := s.root(ctx, table)
	if err == nil && root.MatchID != matchID {
		err = ErrNone
	}
	if err != nil {
		return Root{}, fmt.Errorf("root of match %s: %w", matchID, err)
	}
	return root, nil
}

// KeepRoot stores a root, unless the match has one already, and returns the one
// that is stored: after it, and only then, the match is bound to it. The error
// is ErrPast when a later match has one: a dealer may be late, never harmful.
func (s *Store) KeepRoot(ctx context.Context, table subject.TableID, want Root) (Root, error) {
	have, seq, err := s.root(ctx, table)
	switch {
	case err == nil && have.MatchID == want.MatchID:
		return have, nil
	case err == nil && have.Match >= want.Match:
		err = ErrPast
	case err == nil || errors.Is(err, ErrNone) || errors.Is(err, ErrMalformed):
		_, err = s.records.Put(ctx, subject.Root(table), encodeRoot(want), nil, seq)
	}
	if errors.Is(err, records.ErrConflict) {
		return s.Root(ctx, table, want.MatchID) // whoever loses reads
	}
	if err != nil {
		return Root{}, fmt.Errorf("keep the root of match %s: %w", want.MatchID, err)
	}
	return want, nil
}

func (s *Store) root(ctx context.Context, table subject.TableID) (Root, uint64, error) {
	r, err := s.records.Last(ctx, subject.RootStream(table.Shard()), subject.Root(table))
	if err != nil {
		return Root{}, 0, none(err)
	}
	root, err := decodeRoot(r.Data)
	return root, r.Seq, err
}

// none is the error for a record that is not there in this package's terms.
func none(err error) error {
	if errors.Is(err, records.ErrNone) {
		return fmt.Errorf("%w: %w", ErrNone, err)
	}
	return err
}
