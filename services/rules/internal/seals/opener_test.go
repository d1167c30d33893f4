package seals_test

import (
	"context"
	"errors"
	"log/slog"
	"testing"
	"time"

	"github.com/prometheus/client_golang/prometheus"

	"tranca.example/pkg/domino"
	"tranca.example/pkg/domino/deal"
	"tranca.example/pkg/natsrpc"
	"tranca.example/pkg/rpcerr"
	"tranca.example/pkg/secret"
	"tranca.example/pkg/subject"
	"tranca.example/pkg/table"
	"tranca.example/pkg/telemetry"
	"tranca.example/services/rules/internal/seals"
)

// shelf holds seeds as SECRET does, and takes wakes.
type shelf struct {
	seeds map[secret.Deal]deal.Seed
	fails error
	reads int
	woken []string
}

func (s *shelf) Seed(_ context.Context, d secret.Deal) (deal.Seed, error) {
	s.reads++
	if s.fails != nil {
		return deal.Seed{}, s.fails
	}
	seed, found := s.seeds[d]
	if !found {
		return deal.Seed{}, secret.ErrNone
	}
	return seed, nil
}

func (s *shelf) Wake(_ context.Context, service subject.Service, w natsrpc.Wake) error {
	s.woken = append(s.woken, string(service)+" "+w.Table)
	return nil
}

func (s *shelf) opener(t *testing.T, remember int, now func() time.Time) *seals.Opener {
	t.Helper()
	alarms, err := secret.NewAlarms(telemetry.Scope{
		Logger: slog.New(slog.DiscardHandler), Registerer: prometheus.NewRegistry(),
	})
	must(t, err)
	o, err := seals.New(seals.Options{Seeds: s, Waker: s, Alarms: alarms, Now: now, Remember: remember})
	must(t, err)
	return o
}

func must(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

var root = deal.Seed{1, 2, 3}

// dealt is the n-th table for two in its first round.
func dealt(t *testing.T, n byte) (table.State, secret.Deal) {
	t.Helper()
	id, err := subject.NewTableID(0, [10]byte{n})
	must(t, err)
	var s table.State
	do := func(a table.Actor, c table.Command) {
		t.Helper()
		req := table.Request{Actor: a, ID: table.CommandID{byte(s.Version + 1)}, Command: c, Now: 1000}
		events, err := table.Decide(s, nil, req)
		must(t, err)
		s = table.NewCommit(s, req, events, s.Phase.Owner()).State
	}
	do(table.Actor{Kind: table.ActorKey, KeyHash: table.Hash{9}}, table.OpenTable{ID: id.String(), Preset: "classic.draw"})
	for i := range domino.Seat(2) {
		do(table.Actor{Kind: table.ActorKey, KeyHash: table.Hash{byte(i) + 1}}, table.Sit{Seat: i, Player: string(rune('a' + i))})
	}
	for i := range domino.Seat(2) {
		do(table.Actor{Kind: table.ActorSeat, Seat: i, Gen: s.Seats[i].Gen}, table.Ready{})
	}
	dealer := table.Actor{Kind: table.ActorService, Service: table.Dealer}
	do(dealer, table.CommitDeal{Tip: table.Hash(deal.Tip(root)), Entropy: "crypto"})
	c, _, err := table.PlanRound(s, root)
	must(t, err)
	do(dealer, c)
	return s, secret.Deal{Table: id, Match: 1, Round: 1}
}

func firstSeed(t *testing.T) deal.Seed {
	t.Helper()
	seed, err := deal.RoundSeed(root, 1)
	must(t, err)
	return seed
}

func TestARoundIsOpenedOnceAndThenRemembered(t *testing.T) {
	s, d := dealt(t, 1)
	shelf := &shelf{seeds: map[secret.Deal]deal.Seed{d: firstSeed(t)}}
	o := shelf.opener(t, 4, time.Now)
	for range 3 {
		h, err := o.Open(t.Context(), s)
		must(t, err)
		if h.Seed != firstSeed(t) || h.Full.View(0).Hand.Len() != 7 {
			t.Error("the round was opened with another seed or no hands")
		}
	}
	if shelf.reads != 1 || len(shelf.woken) != 0 {
		t.Errorf("%d reads, woken %v: want one read", shelf.reads, shelf.woken)
	}
}

func TestOnlyAsManyRoundsAreRememberedAsAsked(t *testing.T) {
	shelf := &shelf{seeds: map[secret.Deal]deal.Seed{}}
	o := shelf.opener(t, 2, time.Now)
	var tables []table.State
	for n := range byte(3) {
		s, d := dealt(t, n)
		shelf.seeds[d] = firstSeed(t)
		tables = append(tables, s)
	}
	for _, step := range []struct{ open, reads int }{{0, 1}, {1, 2}, {0, 2}, {2, 3}, {0, 3}, {1, 4}} {
		_, err := o.Open(t.Context(), tables[step.open])
		must(t, err)
		if shelf.reads != step.reads {
			t.Errorf("after table %d: %d reads, want %d", step.open, shelf.reads, step.reads)
		}
	}
}

func TestARoundWithoutItsSeedIsUnavailableAndTheDealerIsWoken(t *testing.T) {
	for name, seeds := range map[string]map[secret.Deal]deal.Seed{
		"no seed": {}, "another seed": {{}: {}},
	} {
		t.Run(name, func(t *testing.T) {
			s, d := dealt(t, 1)
			if len(seeds) > 0 {
				seeds = map[secret.Deal]deal.Seed{d: {7}}
			}
			shelf := &shelf{seeds: seeds}
			clock := time.UnixMilli(1000)
			o := shelf.opener(t, 4, func() time.Time { return clock })
			for range 2 {
				if h, err := o.Open(t.Context(), s); h != nil || rpcerr.Outcome(err) != "unavailable" {
					t.Errorf("got %v, %v", h != nil, err)
				}
				clock = clock.Add(time.Second)
			}
			if len(shelf.woken) != 2 || shelf.woken[0] != "dealer "+s.ID {
				t.Errorf("woken %v", shelf.woken)
			}
			if got := o.Sealed(time.UnixMilli(999)); len(got) != 0 {
				t.Errorf("listed too early: %v", got)
			}
			if got := o.Sealed(time.UnixMilli(1000)); len(got) != 1 || got[0] != d {
				t.Errorf("got %v", got)
			}
			if h, err := o.Open(seals.WithoutDeal(t.Context()), s); h != nil || err != nil {
				t.Errorf("to be annulled: got %v, %v", h != nil, err)
			}
			shelf.seeds = map[secret.Deal]deal.Seed{d: firstSeed(t)}
			if _, err := o.Open(t.Context(), s); err != nil || len(o.Sealed(clock)) != 0 {
				t.Errorf("with the seed: got %v, listed %v", err, o.Sealed(clock))
			}
		})
	}
}

func TestAStoreThatDoesNotAnswerIsNoReasonForAnAlarm(t *testing.T) {
	s, _ := dealt(t, 1)
	shelf := &shelf{fails: errors.New("down")}
	o := shelf.opener(t, 4, time.Now)
	for _, ctx := range []context.Context{t.Context(), seals.WithoutDeal(t.Context())} {
		if h, err := o.Open(ctx, s); h != nil || rpcerr.Outcome(err) != "unavailable" || !errors.Is(err, shelf.fails) {
			t.Errorf("got %v, %v", h != nil, err)
		}
	}
	if len(shelf.woken) != 0 || len(o.Sealed(time.Now())) != 0 {
		t.Errorf("woken %v, listed %v", shelf.woken, o.Sealed(time.Now()))
	}
}

func TestWithoutARoundNothingIsOpened(t *testing.T) {
	if _, err := (&shelf{}).opener(t, 1, time.Now).Open(t.Context(), table.State{}); !errors.Is(err, table.ErrNoRound) {
		t.Errorf("got %v", err)
	}
}
