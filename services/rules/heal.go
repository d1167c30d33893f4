package rules

import (
	"context"
	"errors"
	"fmt"
	"time"

	"tranca.example/pkg/domino"
	"tranca.example/pkg/rpcerr"
	"tranca.example/pkg/secret"
	"tranca.example/pkg/subject"
	"tranca.example/pkg/table"
	"tranca.example/pkg/wire"
	"tranca.example/services/rules/internal/seals"
)

// askLimit is how long the dealer may take to answer about one seed.
const askLimit = 3 * time.Second

// healOften looks after the rounds that cannot be opened until ctx ends.
func (s *Service) healOften(ctx context.Context) error {
	ticker := time.NewTicker(s.o.SweepEvery)
	defer ticker.Stop()
	for {
		select {
		case <-ctx.Done():
			return nil
		case <-ticker.C:
		}
		for _, d := range s.opener.Sealed(s.o.Now().Add(-s.o.GiveUp)) {
			if err := s.heal(ctx, d); err != nil && ctx.Err() == nil {
				s.o.Scope.Logger.WarnContext(ctx, "sealed round not settled", "deal", d.String(), "error", err)
			}
		}
	}
}

// heal asks the dealer for a last word about a deal: either its seed is there
// now, or the root is lost, and nobody can ever open the round.
func (s *Service) heal(ctx context.Context, d secret.Deal) error {
	state, err := s.owner.Host.LastState(ctx, d.Table)
	if err != nil {
		return err
	}
	if state.Phase != table.PhasePlaying || state.Match.N != d.Match || state.Round.Dealt.Round != d.Round {
		s.opener.Forget(d.Table) // it ended in another way
		return nil
	}
	err = s.askDealer(ctx, state)
	if errors.Is(err, rpcerr.New(secret.ReasonRootLost, "")) {
		return s.annul(ctx, d, state, err)
	}
	if err == nil {
		s.opener.Forget(d.Table)
	}
	return err
}

// askDealer asks for the running round to be dealt again, as it was.
func (s *Service) askDealer(ctx context.Context, state table.State) error {
	ctx, cancel := context.WithTimeout(ctx, askLimit)
	defer cancel()
	body, err := s.owner.Codec.EncodeRequest(wire.Request{
		TableID: state.ID, Credential: wire.Credential{Service: table.Rules},
		Command: table.DealRound{Dealt: state.Round.Dealt, Commit: state.Round.Commit},
	})
	if err != nil {
		return fmt.Errorf("ask for the seed of table %s: %w", state.ID, err)
	}
	_, err = s.client.Call(ctx, subject.Dealer, body)
	return err
}

// annul ends a round that nobody can open, and with it the table.
func (s *Service) annul(ctx context.Context, d secret.Deal, state table.State, cause error) error {
	s.alarms.Raise(ctx, secret.DealLost, d, cause)
	_, err := s.owner.Host.Do(seals.WithoutDeal(ctx), d.Table, table.Request{
		Actor:    table.Actor{Kind: table.ActorService, Service: table.Rules, Seat: domino.NoSeat},
		Expected: state.Version,
		Command:  table.Annul{Reason: table.DealLost},
	})
	if err == nil {
		s.opener.Forget(d.Table)
	}
	return err
}
