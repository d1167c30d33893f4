package scoring

import (
	"context"
	"fmt"

	"tranca.example/pkg/lifecycle"
	"tranca.example/pkg/replica"
	"tranca.example/pkg/subject"
	"tranca.example/pkg/table"
	"tranca.example/pkg/wire"
	"tranca.example/services/scoring/internal/results"
)

// Service is one replica of scoring.
type Service struct {
	owner   *replica.Owner
	results *results.Results
}

// New checks the options and makes a replica.
func New(o Options) (*Service, error) {
	if err := o.Validate(); err != nil {
		return nil, err
	}
	owner, err := replica.NewOwner(o.Env, table.Scoring, nil)
	if err != nil {
		return nil, err
	}
	kept, err := results.New(o.Env, owner, o.CheckEvery)
	if err != nil {
		return nil, fmt.Errorf("scoring: %w", err)
	}
	return &Service{owner: owner, results: kept}, nil
}

// Units are the parts of the replica in the order of their start.
func (s *Service) Units() []lifecycle.Unit {
	return []lifecycle.Unit{s.results.Unit(), s.owner.Serve(s), s.owner.Wakes(
		func(ctx context.Context, id subject.TableID, version uint32) error {
			return s.owner.Host.React(ctx, id, version, nil)
		})}
}

// Run works until ctx ends.
func (s *Service) Run(ctx context.Context) error { return lifecycle.Run(ctx, s.Units()...) }

// Ready is nil once the results are complete.
func (s *Service) Ready(ctx context.Context) error { return s.results.Ready(ctx) }

// Ask answers what only scoring answers: the ladder.
func (s *Service) Ask(ctx context.Context, r wire.Request) (wire.Reply, bool, error) {
	q, ok := r.Query.(wire.ListStandings)
	if !ok {
		return wire.Reply{}, false, nil
	}
	reply, err := s.results.Standings(ctx, q)
	return reply, true, err
}
