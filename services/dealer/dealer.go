package dealer

import (
	"context"
	"fmt"

	lru "github.com/hashicorp/golang-lru/v2"

	"tranca.example/pkg/domino/deal"
	"tranca.example/pkg/lifecycle"
	"tranca.example/pkg/records"
	"tranca.example/pkg/replica"
	"tranca.example/pkg/secret"
	"tranca.example/pkg/subject"
	"tranca.example/pkg/table"
	"tranca.example/pkg/tablehost"
	"tranca.example/pkg/wire"
)

// remembered is how many matches' chains are kept in memory, 2 KiB each.
const remembered = 4096

// Service is one replica of the dealer.
type Service struct {
	owner   *replica.Owner
	secrets *secret.Store
	alarms  *secret.Alarms
	entropy Entropy
	chains  *lru.Cache[string, *deal.Chain] // by match
}

// New checks the options and makes a replica.
func New(o Options) (*Service, error) {
	if err := o.Validate(); err != nil {
		return nil, err
	}
	owner, err := replica.NewOwner(o.Env, table.Dealer, nil)
	if err != nil {
		return nil, err
	}
	store, err := records.New(o.Conn, 0)
	if err != nil {
		return nil, fmt.Errorf("dealer: %w", err)
	}
	alarms, err := secret.NewAlarms(o.Scope)
	if err != nil {
		return nil, fmt.Errorf("dealer: %w", err)
	}
	chains, err := lru.New[string, *deal.Chain](remembered)
	if err != nil {
		return nil, fmt.Errorf("dealer: %w", err)
	}
	if o.Entropy == nil {
		o.Entropy = Crypto(o.Random)
	}
	return &Service{
		owner: owner, secrets: secret.New(store), alarms: alarms,
		entropy: o.Entropy, chains: chains,
	}, nil
}

// Units are the parts of the replica in the order of their start.
func (s *Service) Units() []lifecycle.Unit {
	return []lifecycle.Unit{s.owner.Serve(s), s.owner.Wakes(s.react)}
}

// Run works until ctx ends.
func (s *Service) Run(ctx context.Context) error { return lifecycle.Run(ctx, s.Units()...) }

// Ready is always nil: the dealer keeps no projection.
func (s *Service) Ready(context.Context) error { return nil }

// Ask answers rules, which asks for the round that runs to be dealt again: its
// seed is put where rules looks for it, and nothing else changes.
func (s *Service) Ask(ctx context.Context, r wire.Request) (wire.Reply, bool, error) {
	if _, deals := r.Command.(table.DealRound); !deals || r.Credential.Service != table.Rules {
		return wire.Reply{}, false, nil
	}
	id, err := tablehost.TableID(r.TableID)
	if err != nil {
		return wire.Reply{}, true, err
	}
	state, err := s.owner.Host.LastState(ctx, id)
	if err == nil && state.Phase == table.PhasePlaying {
		err = s.restore(ctx, id, state)
	}
	return wire.Reply{Version: state.Version, Seat: -1, TableID: r.TableID}, true, err
}

// react does what a table waits for. A table that plays waits for nothing, but
// whoever woke the dealer then may miss the seed.
func (s *Service) react(ctx context.Context, id subject.TableID, version uint32) error {
	state, err := s.owner.Host.State(ctx, id, version)
	if err != nil {
		return err
	}
	if state.Phase == table.PhasePlaying {
		return s.restore(ctx, id, state)
	}
	return s.owner.Host.React(ctx, id, version, func(ctx context.Context, state table.State, due table.Due) (table.Command, error) {
		return s.plan(ctx, id, state, due)
	})
}
