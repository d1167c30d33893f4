package deal

import (
	"errors"
	"fmt"
	"slices"

	"tranca.example/pkg/domino"
)

// The steps that a claim can fail at, in the order in which they are checked.
// Test with errors.Is; the error itself is a *Mismatch.
var (
	ErrCommit       = errors.New("seed does not hash to the commit")
	ErrChain        = errors.New("seed is not in the chain")
	ErrClientCommit = errors.New("client seed does not match its commit")
	ErrHand         = errors.New("hand differs from the deal")
	ErrBoneyard     = errors.New("boneyard differs from the deal")
	ErrLot          = errors.New("lot differs from the deal")
)

// Mismatch is a claim that does not hold.
type Mismatch struct {
	Step error       // one of the Err values of this package
	Seat domino.Seat // whose client seed or hand; else NoSeat
	Want string      // what follows from the seed; empty where no short form exists
	Got  string      // what was claimed
}

// Error names the step, the seat and both values.
func (m *Mismatch) Error() string {
	text := "verify deal: " + m.Step.Error()
	if m.Seat != domino.NoSeat {
		text += fmt.Sprintf(" (seat %d)", m.Seat)
	}
	if m.Want == "" {
		return text
	}
	return fmt.Sprintf("%s: want %q, got %q", text, m.Want, m.Got)
}

// Unwrap is the step.
func (m *Mismatch) Unwrap() error { return m.Step }

// Claim is what a server said about a round, with the seed that it revealed.
type Claim struct {
	Params
	Seed   Seed
	Commit Hash
	Tip    *Hash // of the match's chain; nil leaves the chain unchecked

	ClientCommits []*Hash // by seat; nil where a seat made none
	Hands         []domino.Set
	Boneyard      []domino.Tile // in drawing order
	Lot           []domino.Tile // nil where the opener was not found by lot
}

// Verify recomputes the round and returns nil when everything that was claimed
// follows from the seed; else a *Mismatch for the first step that fails, or an
// ErrParams when the claim cannot be a deal at all. The seats that committed
// must have revealed: nothing is substituted.
func Verify(c Claim) error {
	if err := c.Validate(); err != nil {
		return fmt.Errorf("verify deal: %w", err)
	}
	if got := c.commit(c.Seed); got != c.Commit {
		return &Mismatch{Step: ErrCommit, Seat: domino.NoSeat, Want: got.String(), Got: c.Commit.String()}
	}
	if c.Tip != nil && !InChain(c.Seed, c.Round, *c.Tip) {
		return &Mismatch{Step: ErrChain, Seat: domino.NoSeat}
	}
	if err := c.verifyClients(); err != nil {
		return err
	}
	if err := c.verifyTiles(); err != nil {
		return err
	}
	return c.verifyLot()
}

// verifyClients refuses a commit without a reveal and a seed without a commit.
func (c *Claim) verifyClients() error {
	if len(c.ClientCommits) == 0 {
		return nil
	}
	for seat := range domino.Seat(c.Players) {
		var committed *Hash
		if int(seat) < len(c.ClientCommits) {
			committed = c.ClientCommits[seat]
		}
		var revealed []byte
		if int(seat) < len(c.Clients) {
			revealed = c.Clients[seat]
		}
		switch got := clientCommit(c.MatchID, 0, seat, revealed); {
		case committed == nil && len(revealed) > 0:
			return &Mismatch{Step: ErrClientCommit, Seat: seat, Want: got.String()}
		case committed != nil && *committed != got:
			return &Mismatch{Step: ErrClientCommit, Seat: seat, Want: got.String(), Got: committed.String()}
		}
	}
	return nil
}

func (c *Claim) verifyTiles() error {
	order := shuffle(c.box(c.Opening), c.key(labelMix, c.Seed))
	for seat := range domino.Seat(c.Players) {
		var got []domino.Tile
		if int(seat) < len(c.Hands) {
			got = c.Hands[seat].Tiles()
		}
		want := slices.Sorted(slices.Values(order[int(seat)*c.HandSize:][:c.HandSize]))
		if !slices.Equal(want, got) {
			return &Mismatch{Step: ErrHand, Seat: seat, Want: list(want), Got: list(got)}
		}
	}
	if want := order[c.Players*c.HandSize:]; !slices.Equal(want, c.Boneyard) {
		return &Mismatch{Step: ErrBoneyard, Seat: domino.NoSeat, Want: list(want), Got: list(c.Boneyard)}
	}
	return nil
}

func (c *Claim) verifyLot() error {
	if c.Lot == nil {
		return nil
	}
	want := shuffle(c.box(NoOpening), c.key(labelLot, c.Seed))[:c.Players]
	if !slices.Equal(want, c.Lot) {
		return &Mismatch{Step: ErrLot, Seat: domino.NoSeat, Want: list(want), Got: list(c.Lot)}
	}
	return nil
}

func list(tiles []domino.Tile) string {
	text := fmt.Sprint(tiles)
	return text[1 : len(text)-1]
}
