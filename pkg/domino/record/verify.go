package record

import (
	"errors"

	"tranca.example/pkg/domino/deal"
)

// Verify recomputes the deal of a record: the seed must hash to the commit and
// to the tip, and hands and boneyard must follow from it. A record without a
// deal has nothing to verify and passes. The error is a *Fault with reason
// deal_mismatch that wraps what deal.Verify said, or an *InputError.
func Verify(rec Record) error {
	if rec.Deal == nil {
		return nil
	}
	r, err := rules(rec)
	if err != nil {
		return in(rec, err)
	}
	d := &dealt{rec: rec, rules: r}
	tip := rec.Deal.Tip
	err = deal.Verify(deal.Claim{
		Params: d.params(), Seed: rec.Deal.Seed, Commit: rec.Deal.Commit, Tip: &tip,
		Hands: rec.Hands, Boneyard: rec.Boneyard,
	})
	if errors.Is(err, deal.ErrParams) {
		return in(rec, premise("deal", "%w", err))
	}
	if err != nil {
		return &Fault{Reason: DealMismatch, Message: err.Error(), Legal: []string{}, cause: err}
	}
	return nil
}

func (d *dealt) params() deal.Params {
	return deal.Params{
		MatchID: d.rec.Deal.MatchID, Round: d.rec.Deal.Round, MaxPip: d.rules.SetMax,
		Players: d.rules.Seats, HandSize: d.rules.HandSize, Opening: deal.NoOpening,
		Clients: d.rec.Deal.Clients, Beacon: d.rec.Deal.Beacon,
	}
}
