package replicatest

import (
	"context"
	"crypto/sha256"
	"slices"

	"tranca.example/pkg/domino/deal"
	"tranca.example/pkg/lifecycle"
	"tranca.example/pkg/replica"
	"tranca.example/pkg/subject"
	"tranca.example/pkg/table"
)

// Cast runs owners of phases as bare as they can be, for tests of a service that
// needs the others: what a match is dealt from follows from its id, nothing is
// kept in a projection, and nobody sweeps.
func (w *World) Cast(services ...table.Service) {
	w.t.Helper()
	var units []lifecycle.Unit
	for _, service := range services {
		var opener opener
		owner, err := replica.NewOwner(w.Env(subject.Service(service)), service, opener)
		if err != nil {
			w.t.Fatal(err)
		}
		units = append(units, owner.Serve(nil), owner.Wakes(
			func(ctx context.Context, id subject.TableID, version uint32) error {
				return owner.Host.React(ctx, id, version, plan)
			}))
	}
	w.Run(cast(units))
}

// cast is a replica of several services.
type cast []lifecycle.Unit

// Run implements lifecycle.Unit: all services until the first one ends.
func (c cast) Run(ctx context.Context) error { return lifecycle.Run(ctx, slices.Clone(c)...) }

// Ready implements lifecycle.Unit: a cast is ready at once.
func (cast) Ready(context.Context) error { return nil }

func root(s table.State) deal.Seed { return deal.Seed(sha256.Sum256([]byte(s.Match.ID))) }

func plan(_ context.Context, s table.State, due table.Due) (table.Command, error) {
	switch due.Task { //nolint:exhaustive // the others need no plan
	case table.TaskCommitDeal:
		return table.CommitDeal{Tip: table.Hash(deal.Tip(root(s))), Entropy: s.Options.Entropy}, nil
	case table.TaskDealRound:
		c, _, err := table.PlanRound(s, root(s))
		return c, err
	}
	return nil, nil
}

// opener knows every deal of the cast.
type opener struct{}

// Open makes the deal of the running round again.
func (opener) Open(_ context.Context, s table.State) (*table.Hidden, error) {
	seed, err := deal.RoundSeed(root(s), s.Round.Dealt.Round)
	if err != nil {
		return nil, err
	}
	return table.OpenRound(s, seed)
}
