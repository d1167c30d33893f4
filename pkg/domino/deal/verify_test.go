package deal_test

import (
	"errors"
	"slices"
	"testing"

	"tranca.example/pkg/domino"
	"tranca.example/pkg/domino/deal"
)

// honest is a claim of round 3 that holds.
func honest(t *testing.T) deal.Claim {
	t.Helper()
	p := classic
	p.Players, p.HandSize, p.Clients = 3, 6, p.Clients[:3]
	s, err := deal.RoundSeed(root, p.Round)
	equal(t, "seed error", err, nil)
	commit, err := p.Commit(s)
	equal(t, "commit error", err, nil)
	lot, err := p.Lot(s)
	equal(t, "lot error", err, nil)
	tip, tiles := deal.Tip(root), order(t, p, s)
	c := deal.Claim{Params: p, Seed: s, Commit: commit, Tip: &tip, Lot: lot, Boneyard: tiles[18:]}
	for seat := range 3 {
		c.Hands = append(c.Hands, domino.SetOf(tiles[seat*6:seat*6+6]...))
		c.ClientCommits = append(c.ClientCommits, nil)
		if len(p.Clients[seat]) > 0 {
			bound, err := deal.ClientCommit(p.MatchID, domino.Seat(seat), p.Clients[seat])
			equal(t, "client commit error", err, nil)
			c.ClientCommits[seat] = &bound
		}
	}
	return c
}

func TestAnHonestDealVerifies(t *testing.T) {
	equal(t, "full claim", deal.Verify(honest(t)), nil)
	bare := honest(t)
	bare.Tip, bare.Lot, bare.ClientCommits = nil, nil, nil
	equal(t, "claim without chain, lot and client commits", deal.Verify(bare), nil)
}

func TestADishonestDealIsCaughtAtTheStepThatFails(t *testing.T) {
	for name, tc := range map[string]struct {
		cheat func(*deal.Claim)
		step  error
		seat  domino.Seat
	}{
		"another seed":                  {func(c *deal.Claim) { c.Seed[31] ^= 1 }, deal.ErrCommit, domino.NoSeat},
		"another round":                 {func(c *deal.Claim) { c.Round++ }, deal.ErrCommit, domino.NoSeat},
		"a seed outside the chain":      {func(c *deal.Claim) { c.Tip[0] ^= 1 }, deal.ErrChain, domino.NoSeat},
		"another client seed":           {func(c *deal.Claim) { c.Clients = clients(c, 2, "other bytes here") }, deal.ErrClientCommit, 2},
		"a client seed that is missing": {func(c *deal.Claim) { c.Clients = clients(c, 0, "") }, deal.ErrClientCommit, 0},
		"a client seed without commit":  {func(c *deal.Claim) { c.Clients = clients(c, 1, "sixteen bytes 01") }, deal.ErrClientCommit, 1},
		"a commit without a seat":       {func(c *deal.Claim) { c.ClientCommits = c.ClientCommits[:2] }, deal.ErrClientCommit, 2},
		"two hands swapped":             {func(c *deal.Claim) { slices.Reverse(c.Hands) }, deal.ErrHand, 0},
		"a tile missing from a hand":    {func(c *deal.Claim) { c.Hands[1] = c.Hands[1].Without(c.Hands[1].First()) }, deal.ErrHand, 1},
		"a hand missing":                {func(c *deal.Claim) { c.Hands = c.Hands[:2] }, deal.ErrHand, 2},
		"boneyard in another order":     {func(c *deal.Claim) { slices.Reverse(c.Boneyard) }, deal.ErrBoneyard, domino.NoSeat},
		"another lot":                   {func(c *deal.Claim) { slices.Reverse(c.Lot) }, deal.ErrLot, domino.NoSeat},
		"another beacon":                {func(c *deal.Claim) { c.Beacon = []byte("x") }, deal.ErrHand, 0},
	} {
		t.Run(name, func(t *testing.T) {
			c := honest(t)
			tc.cheat(&c)
			err := deal.Verify(c)
			var m *deal.Mismatch
			if !errors.As(err, &m) || !errors.Is(err, tc.step) || m.Seat != tc.seat {
				t.Fatalf("got %v, want %v at seat %d", err, tc.step, tc.seat)
			}
		})
	}
}

func TestAMismatchTellsWhatFollowsFromTheSeedAndWhatWasClaimed(t *testing.T) {
	c := honest(t)
	c.Lot = []domino.Tile{0, 1, 2}
	want := `verify deal: lot differs from the deal: want "` + tiles(honest(t).Lot) + `", got "0-0 1-0 1-1"`
	equal(t, "message", deal.Verify(c).Error(), want)
	c = honest(t)
	c.Tip[0] ^= 1
	equal(t, "message", deal.Verify(c).Error(), "verify deal: seed is not in the chain")
}

func clients(c *deal.Claim, seat int, value string) [][]byte {
	out := slices.Clone(c.Clients)
	out[seat] = []byte(value)
	return out
}

func tiles(list []domino.Tile) string {
	text := ""
	for _, tile := range list {
		text += " " + tile.String()
	}
	return text[1:]
}
