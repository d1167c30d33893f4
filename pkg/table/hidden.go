package table

import (
	"errors"
	"fmt"

	"tranca.example/pkg/domino"
	"tranca.example/pkg/domino/deal"
)

// Errors of a deal that does not belong to the table.
var (
	// ErrNoRound says that no round runs.
	ErrNoRound = errors.New("no round runs")
	// ErrWrongSeed says that a seed is not the one that the round is bound to.
	ErrWrongSeed = errors.New("seed is not the one of this round")
)

// Hidden is what only the judges of a running round know. It is never logged,
// stored or sent; its seed refuses to be printed.
type Hidden struct {
	Full domino.Full
	Seed deal.Seed

	known *KnownDeal
}

// KnownDeal is the deal of a round whose seed was proved: what is worth keeping to
// open the round again after other commits. It is as secret as Hidden.
type KnownDeal struct {
	seed  deal.Seed
	dealt domino.Deal
}

// Known is the deal of the round, for At; nil for a Hidden that OpenRound and At did
// not make.
func (h *Hidden) Known() *KnownDeal { return h.known }

// DealParams is everything public that the deal of a round of the running
// match depends on.
func DealParams(s State, round uint32) deal.Params {
	p := deal.Params{
		Round: round, MaxPip: s.Rules.SetMax, Players: s.Rules.Seats, HandSize: s.Rules.HandSize,
		Opening: deal.NoOpening, Clients: make([][]byte, len(s.Seats)),
	}
	if s.Match != nil {
		p.MatchID = s.Match.ID
	}
	for i := range s.Seats {
		p.Clients[i] = s.Seats[i].ClientSeed
	}
	return p
}

// OpenRound joins the running round and its seed. It works after every commit
// of the round. Errors: ErrNoRound; ErrWrongSeed when the seed does not hash to
// the round's commit or is not in the match's chain.
func OpenRound(s State, seed deal.Seed) (*Hidden, error) {
	if s.Phase != PhasePlaying || s.Round == nil || s.Match == nil {
		return nil, fmt.Errorf("open the round of table %s: %w", s.ID, ErrNoRound)
	}
	params := DealParams(s, s.Round.Dealt.Round)
	commit, err := params.Commit(seed)
	if err != nil {
		return nil, fmt.Errorf("open round %d of match %s: %w", params.Round, params.MatchID, err)
	}
	if Hash(commit) != s.Round.Commit || !deal.InChain(seed, params.Round, deal.Hash(s.Match.Tip)) {
		return nil, fmt.Errorf("open round %d of match %s: %w", params.Round, params.MatchID, ErrWrongSeed)
	}
	d, err := dealOf(s.Rules, params, seed)
	if err != nil {
		return nil, err
	}
	return (&KnownDeal{seed: seed, dealt: d}).At(s)
}

// At is the round after any of its commits: cheaper than OpenRound, because the
// deal is known. The error is ErrNoRound when s is not of that round.
func (k *KnownDeal) At(s State) (*Hidden, error) {
	if s.Phase != PhasePlaying || s.Round == nil {
		return nil, fmt.Errorf("open the round of table %s: %w", s.ID, ErrNoRound)
	}
	h := &Hidden{Seed: k.seed, known: k}
	if err := domino.OpenInto(&h.Full, &s.Round.Public, &k.dealt); err != nil {
		return nil, fmt.Errorf("open the round of table %s: %w", s.ID, err)
	}
	return h, nil
}

func dealOf(r *domino.Rules, params deal.Params, seed deal.Seed) (domino.Deal, error) {
	order, err := params.Order(seed)
	if err != nil {
		return domino.Deal{}, fmt.Errorf("deal round %d of match %s: %w", params.Round, params.MatchID, err)
	}
	d, err := domino.NewDeal(r, order)
	if err != nil {
		return domino.Deal{}, fmt.Errorf("deal round %d of match %s: %w", params.Round, params.MatchID, err)
	}
	return d, nil
}

// PlanRound makes the dealer's next command from the root of the match, and
// the seed that the round hangs on: to be stored before the command is sent.
// Where the rules ask for a new deal (start_none=redeal) the round numbers of
// the deals thrown away are skipped.
func PlanRound(s State, root deal.Seed) (DealRound, deal.Seed, error) {
	return PlanRoundIn(s, deal.NewChain(root))
}

// PlanRoundIn is PlanRound for a dealer who kept the chain of the root.
func PlanRoundIn(s State, chain *deal.Chain) (DealRound, deal.Seed, error) {
	if s.Match == nil || s.Rules == nil || chain.Tip() != deal.Hash(s.Match.Tip) {
		return DealRound{}, deal.Seed{}, fmt.Errorf("plan a round of table %s: root: %w", s.ID, ErrWrongSeed)
	}
	for round := s.Match.Round + 1; ; round++ {
		seed, err := chain.Seed(round)
		if err != nil {
			return DealRound{}, deal.Seed{}, fmt.Errorf("plan a round of match %s: %w", s.Match.ID, err)
		}
		c, err := planDeal(s, round, seed)
		if !errors.Is(err, domino.ErrRedeal) {
			return c, seed, err
		}
	}
}

func planDeal(s State, round uint32, seed deal.Seed) (DealRound, error) {
	params := DealParams(s, round)
	d, err := dealOf(s.Rules, params, seed)
	if err != nil {
		return DealRound{}, err
	}
	c := DealRound{}
	if s.Rules.OpenFirst == domino.OpenLot && s.Match.Standing.First {
		if c.Lot, err = params.Lot(seed); err != nil {
			return DealRound{}, fmt.Errorf("plan round %d of match %s: %w", round, params.MatchID, err)
		}
	}
	if c.Dealt, err = domino.FindStart(s.Rules, s.Match.Standing, d, c.Lot); err != nil {
		return DealRound{}, fmt.Errorf("plan round %d of match %s: %w", round, params.MatchID, err)
	}
	c.Dealt.Round = round
	commit, err := params.Commit(seed)
	if err != nil {
		return DealRound{}, fmt.Errorf("plan round %d of match %s: %w", round, params.MatchID, err)
	}
	c.Commit = Hash(commit)
	return c, nil
}

// NeedsHidden tells whether Decide wants the hidden tiles of the running round
// for a command: for everything that ends in the round. What concerns seats
// alone is decided without.
func NeedsHidden(s State, c Command) bool {
	if s.Phase != PhasePlaying {
		return false
	}
	switch c.(type) {
	case Play, Draw, Pass, Timeout, Annul, Void:
		return true
	case Leave, TakeOver: // the seat goes to a bot, or the round is forfeit
		return s.Options.BotPolicy == NoBots
	default: // of seats and clocks alone
		return false
	}
}

// Format writes a placeholder for every verb, so that no hand gets into a log
// by accident.
func (KnownDeal) Format(f fmt.State, _ rune) { _, _ = f.Write([]byte("deal(withheld)")) }

// Format writes a placeholder for every verb.
func (h Hidden) Format(f fmt.State, _ rune) { _, _ = f.Write([]byte("hidden(withheld)")) }
