package dealer

import (
	"context"
	"errors"
	"fmt"

	"tranca.example/pkg/domino/deal"
	"tranca.example/pkg/rpcerr"
	"tranca.example/pkg/secret"
	"tranca.example/pkg/subject"
	"tranca.example/pkg/table"
)

// errLost says that the match's root is gone for good.
var errLost = errors.New("the root of the match is lost")

// plan makes the commands that need a secret.
func (s *Service) plan(ctx context.Context, id subject.TableID, state table.State, due table.Due) (table.Command, error) {
	switch due.Task {
	case table.TaskCommitDeal:
		return s.commit(ctx, id, state)
	case table.TaskDealRound:
		c, err := s.deal(ctx, id, state)
		if errors.Is(err, errLost) {
			// No further round can be dealt, and nobody may make up another root.
			s.alarms.Raise(ctx, secret.DealLost, dealOf(id, state, state.Match.Round+1), err)
			return table.Void{Reason: table.DealLost}, nil
		}
		return c, err
	case table.TaskCancelStart, table.TaskTimeout, table.TaskBotTurn, table.TaskScore, table.TaskTakeOver, table.TaskCloseIdle:
	}
	return nil, nil
}

// commit binds the match to a root: stored first, told afterwards.
func (s *Service) commit(ctx context.Context, id subject.TableID, state table.State) (table.Command, error) {
	root, err := s.entropy.Root(ctx, state.Match.ID)
	if err != nil {
		return nil, err
	}
	kept, err := s.secrets.KeepRoot(ctx, id, secret.Root{
		MatchID: state.Match.ID, Match: state.Match.N, Secret: root, Entropy: s.entropy.Kind(),
	})
	if errors.Is(err, secret.ErrPast) {
		return nil, nil // woken late
	}
	if err != nil {
		return nil, err
	}
	chain := deal.NewChain(kept.Secret)
	s.chains.Add(state.Match.ID, chain)
	return table.CommitDeal{Tip: table.Hash(chain.Tip()), Entropy: kept.Entropy}, nil
}

// deal plans the next round: its seed is stored first, the round told afterwards.
func (s *Service) deal(ctx context.Context, id subject.TableID, state table.State) (table.Command, error) {
	chain, err := s.chain(ctx, id, state)
	if err != nil {
		return nil, err
	}
	c, seed, err := table.PlanRoundIn(state, chain)
	if err != nil {
		return nil, err
	}
	return c, s.keep(ctx, dealOf(id, state, c.Dealt.Round), seed)
}

// chain is the chain of the running match. The error is errLost when there is
// no root of it any more.
func (s *Service) chain(ctx context.Context, id subject.TableID, state table.State) (*deal.Chain, error) {
	tip := deal.Hash(state.Match.Tip)
	if chain, found := s.chains.Get(state.Match.ID); found && chain.Tip() == tip {
		return chain, nil
	}
	root, err := s.secrets.Root(ctx, id, state.Match.ID)
	switch {
	case errors.Is(err, secret.ErrNone), errors.Is(err, secret.ErrMalformed):
		return nil, s.lost(ctx, id, state, err)
	case err != nil:
		return nil, err
	}
	chain := deal.NewChain(root.Secret)
	if chain.Tip() != tip {
		return nil, s.lost(ctx, id, state, table.ErrWrongSeed)
	}
	s.chains.Add(state.Match.ID, chain)
	return chain, nil
}

func (s *Service) lost(ctx context.Context, id subject.TableID, state table.State, cause error) error {
	s.alarms.Raise(ctx, secret.RootLost, dealOf(id, state, state.Match.Round), cause)
	return fmt.Errorf("match %s: %w: %w", state.Match.ID, errLost, cause)
}

// restore puts the seed of the running round where rules looks for it.
func (s *Service) restore(ctx context.Context, id subject.TableID, state table.State) error {
	d := dealOf(id, state, state.Round.Dealt.Round)
	if seed, err := s.secrets.Seed(ctx, d); err == nil && hashesTo(state, seed) {
		return nil
	}
	chain, err := s.chain(ctx, id, state)
	if errors.Is(err, errLost) {
		return fmt.Errorf("%w: %w", rpcerr.New(secret.ReasonRootLost, "the deal of this round cannot be restored"), err)
	}
	if err != nil {
		return err
	}
	seed, err := chain.Seed(d.Round)
	if err != nil {
		return err
	}
	return s.keep(ctx, d, seed)
}

// keep stores a seed of a chain whose tip is in the log. Another seed there is
// not ours: it is replaced, with an alarm.
func (s *Service) keep(ctx context.Context, d secret.Deal, seed deal.Seed) error {
	err := s.secrets.KeepSeed(ctx, d, seed)
	other, foreign := errors.AsType[*secret.OtherSeedError](err)
	if !foreign {
		return err
	}
	s.alarms.Raise(ctx, secret.OtherSeed, d, other)
	return s.secrets.Replace(ctx, other, seed)
}

// hashesTo tells whether seed is the one of the running round.
func hashesTo(state table.State, seed deal.Seed) bool {
	_, err := table.OpenRound(state, seed)
	return err == nil
}

func dealOf(id subject.TableID, state table.State, round uint32) secret.Deal {
	return secret.Deal{Table: id, Match: state.Match.N, Round: round}
}
