package deal_test

import (
	"bytes"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"tranca.example/pkg/domino"
	"tranca.example/pkg/domino/deal"
)

// wantStep fails the test unless the claim fails at the step, for the seat.
func wantStep(t *testing.T, what string, c deal.Claim, step error, seat domino.Seat) {
	t.Helper()
	err := deal.Verify(c)
	m, ok := errors.AsType[*deal.Mismatch](err)
	if !ok || !errors.Is(err, step) || m.Seat != seat {
		t.Errorf("%s: got %v, want %v at seat %d", what, err, step, seat)
	}
}

// copied is a claim that may be changed without changing c.
func copied(c deal.Claim) deal.Claim {
	tip := *c.Tip
	c.Tip, c.Hands, c.Boneyard, c.Lot = &tip, slices.Clone(c.Hands), slices.Clone(c.Boneyard), slices.Clone(c.Lot)
	c.ClientCommits = slices.Clone(c.ClientCommits)
	for seat, bound := range c.ClientCommits {
		if bound != nil {
			own := *bound
			c.ClientCommits[seat] = &own
		}
	}
	return c
}

func TestEveryBitOfASeedACommitAndATipCounts(t *testing.T) {
	base := honest(t)
	for bit := range 256 {
		flip := func(b []byte) { b[bit/8] ^= 1 << (bit % 8) }
		c := copied(base)
		flip(c.Seed[:])
		wantStep(t, fmt.Sprint("seed bit ", bit), c, deal.ErrCommit, domino.NoSeat)
		c = copied(base)
		flip(c.Commit[:])
		wantStep(t, fmt.Sprint("commit bit ", bit), c, deal.ErrCommit, domino.NoSeat)
		c = copied(base)
		flip(c.Tip[:])
		wantStep(t, fmt.Sprint("tip bit ", bit), c, deal.ErrChain, domino.NoSeat)
		for _, seat := range []domino.Seat{0, 2} {
			c = copied(base)
			flip(c.ClientCommits[seat][:])
			wantStep(t, fmt.Sprint("client commit bit ", bit), c, deal.ErrClientCommit, seat)
		}
	}
	equal(t, "the honest claim still verifies", deal.Verify(base), nil)
}

func TestEveryTileOfEveryHandCounts(t *testing.T) {
	base := honest(t)
	for seat := range domino.Seat(3) {
		for tile := range base.Hands[seat].All() {
			cheat := copied(base)
			cheat.Hands[seat] = cheat.Hands[seat].Without(tile)
			wantStep(t, fmt.Sprint("without ", tile), cheat, deal.ErrHand, seat)
			cheat.Hands[seat] = cheat.Hands[seat].With(base.Boneyard[0])
			wantStep(t, fmt.Sprint("another for ", tile), cheat, deal.ErrHand, seat)
		}
		more := copied(base)
		more.Hands[seat] = more.Hands[seat].With(base.Boneyard[0])
		wantStep(t, "a tile more", more, deal.ErrHand, seat)
	}
}

func TestEveryPlaceOfTheBoneyardAndTheLotCounts(t *testing.T) {
	for i := range honest(t).Boneyard {
		c := honest(t)
		c.Boneyard = slices.Clone(c.Boneyard)
		j := (i + 1) % len(c.Boneyard)
		c.Boneyard[i], c.Boneyard[j] = c.Boneyard[j], c.Boneyard[i]
		wantStep(t, fmt.Sprint("boneyard place ", i), c, deal.ErrBoneyard, domino.NoSeat)
	}
	for i := range honest(t).Lot {
		c := honest(t)
		c.Lot = slices.Clone(c.Lot)
		c.Lot[i] = c.Lot[(i+1)%3]
		wantStep(t, fmt.Sprint("lot place ", i), c, deal.ErrLot, domino.NoSeat)
	}
	for name, cheat := range map[string]func(*deal.Claim){
		"a boneyard a tile short": func(c *deal.Claim) { c.Boneyard = c.Boneyard[1:] },
		"a boneyard a tile long":  func(c *deal.Claim) { c.Boneyard = append(slices.Clone(c.Boneyard), 0) },
		"no boneyard":             func(c *deal.Claim) { c.Boneyard = nil },
	} {
		c := honest(t)
		cheat(&c)
		wantStep(t, name, c, deal.ErrBoneyard, domino.NoSeat)
	}
	short := honest(t)
	short.Lot = short.Lot[:2]
	wantStep(t, "a lot a tile short", short, deal.ErrLot, domino.NoSeat)
	none := honest(t)
	none.Lot = []domino.Tile{}
	wantStep(t, "a lot without a tile", none, deal.ErrLot, domino.NoSeat)
}

// The parameters are bound too: match and round by the commit, the others by
// the tiles that they make.
func TestEveryParameterOfAClaimCounts(t *testing.T) {
	for name, tc := range map[string]struct {
		cheat func(*deal.Claim)
		step  error
		seat  domino.Seat
	}{
		"match id":  {func(c *deal.Claim) { c.MatchID = "0b-table.2" }, deal.ErrCommit, domino.NoSeat},
		"round":     {func(c *deal.Claim) { c.Round = 2 }, deal.ErrCommit, domino.NoSeat},
		"round 0":   {func(c *deal.Claim) { c.Round = 0 }, deal.ErrCommit, domino.NoSeat},
		"box":       {func(c *deal.Claim) { c.MaxPip = 7 }, deal.ErrHand, 0},
		"players":   {func(c *deal.Claim) { c.Players = 2; c.Clients = c.Clients[:2] }, deal.ErrHand, 0},
		"hand size": {func(c *deal.Claim) { c.HandSize = 5 }, deal.ErrHand, 0},
		"opening":   {func(c *deal.Claim) { c.Opening = 6 }, deal.ErrHand, 0},
		"clients":   {func(c *deal.Claim) { c.Clients, c.ClientCommits = nil, nil }, deal.ErrHand, 0},
		"beacon":    {func(c *deal.Claim) { c.Beacon = nil }, deal.ErrHand, 0},
	} {
		c := honest(t)
		tc.cheat(&c)
		if err := deal.Verify(c); err == nil {
			t.Errorf("%s: verified", name)
			continue
		}
		wantStep(t, name, c, tc.step, tc.seat)
	}
}

func TestLengthsAreBoundedByOneByte(t *testing.T) {
	for length, ok := range map[int]bool{0: true, 1: true, 254: true, 255: true, 256: false, 257: false} {
		p := classic
		p.Clients = [][]byte{bytes.Repeat([]byte{7}, length)}
		equal(t, fmt.Sprint("a client seed of ", length, " bytes"), p.Validate() == nil, ok)
		_, err := deal.ClientCommit("m", 0, p.Clients[0])
		equal(t, fmt.Sprint("a commit to ", length, " bytes"), err == nil, ok)
		p = classic
		p.Beacon = bytes.Repeat([]byte{7}, length)
		equal(t, fmt.Sprint("a beacon of ", length, " bytes"), p.Validate() == nil, ok)
		p = classic
		p.MatchID = strings.Repeat("m", length)
		equal(t, fmt.Sprint("a match id of ", length, " bytes"), p.Validate() == nil, ok && length > 0)
		_, err = deal.ClientCommit(p.MatchID, 0, nil)
		equal(t, fmt.Sprint("a commit for a match id of ", length, " bytes"), err == nil, ok && length > 0)
	}
}

// Lengths are part of what is hashed: bytes cannot move from one field to the
// next.
func TestBytesDoNotMoveBetweenNeighbouringFields(t *testing.T) {
	seen := map[string]string{}
	for name, p := range map[string]func(*deal.Params){
		"ab, then nothing":     func(p *deal.Params) { p.Clients = [][]byte{[]byte("ab")} },
		"a, then b":            func(p *deal.Params) { p.Clients = [][]byte{[]byte("a"), []byte("b")} },
		"nothing, then ab":     func(p *deal.Params) { p.Clients = [][]byte{nil, []byte("ab")} },
		"last client ab":       func(p *deal.Params) { p.Clients = [][]byte{nil, nil, nil, []byte("ab")} },
		"beacon ab":            func(p *deal.Params) { p.Clients, p.Beacon = nil, []byte("ab") },
		"client a, beacon b":   func(p *deal.Params) { p.Clients, p.Beacon = [][]byte{nil, nil, nil, []byte("a")}, []byte("b") },
		"a zero byte":          func(p *deal.Params) { p.Clients = [][]byte{{0}} },
		"two zero bytes":       func(p *deal.Params) { p.Clients = [][]byte{{0, 0}} },
		"a zero byte, then it": func(p *deal.Params) { p.Clients = [][]byte{{0}, {0}} },
	} {
		params := classic
		params.Beacon = nil
		p(&params)
		tiles := hexTiles(order(t, params, root))
		if other, twice := seen[tiles]; twice {
			t.Errorf("%s deals as %s does", name, other)
		}
		seen[tiles] = name
	}
}

func TestTheBiggestBoxIsDealtAndVerified(t *testing.T) {
	p := deal.Params{MatchID: "big.1", Round: 4096, MaxPip: 18, Players: 10, HandSize: 19, Opening: deal.NoOpening}
	tiles := order(t, p, root)
	equal(t, "tiles", len(tiles), 190)
	equal(t, "none is left", len(tiles)-p.Players*p.HandSize, 0)
	sorted := slices.Sorted(slices.Values(tiles))
	equal(t, "each once", slices.Equal(sorted, domino.FullSet(18)), true)
	lot, err := p.Lot(root)
	equal(t, "error", err, nil)
	equal(t, "one for each", len(lot), 10)

	p.HandSize = 20
	_, err = p.Order(root)
	refused(t, "a tile too many", err, "hand size 20: want 0 to 19")
	p.HandSize, p.Opening = 19, 18
	_, err = p.Order(root)
	refused(t, "the opening double is not dealt", err, "hand size 19: want 0 to 18")

	p.HandSize, p.Opening = 0, deal.NoOpening
	c := deal.Claim{Params: p, Seed: root, Boneyard: order(t, p, root), Hands: make([]domino.Set, 10)}
	c.Commit, err = p.Commit(root)
	equal(t, "error", err, nil)
	tip := deal.Hash(root) // of a chain whose every seed is unknown
	equal(t, "hands of no tile verify", deal.Verify(c), nil)
	c.Tip = &tip
	wantStep(t, "a tip of another chain", c, deal.ErrChain, domino.NoSeat)
}

// A deal made by one program is proved by another by the seeds alone: each round
// hashes to the one before, down to the tip.
func TestAMatchIsProvedRoundByRound(t *testing.T) {
	chain := deal.NewChain(root)
	previous := [32]byte(chain.Tip())
	commits := map[deal.Hash]bool{}
	for k := uint32(1); k <= 20; k++ {
		p := deal.Params{MatchID: "0b-table.1", Round: k, MaxPip: 6, Players: 4, HandSize: 7, Opening: deal.NoOpening}
		seed, err := chain.Seed(k)
		equal(t, "error", err, nil)
		commit, err := p.Commit(seed)
		equal(t, "error", err, nil)
		equal(t, "a commit of its own", commits[commit], false)
		commits[commit] = true
		tiles, tip := order(t, p, seed), chain.Tip()
		c := deal.Claim{Params: p, Seed: seed, Commit: commit, Tip: &tip, Boneyard: []domino.Tile{}}
		for seat := range 4 {
			c.Hands = append(c.Hands, domino.SetOf(tiles[seat*7:seat*7+7]...))
		}
		equal(t, "verifies", deal.Verify(c), nil)
		equal(t, "follows", deal.Follows(seed, previous), true)
		c.Round++
		wantStep(t, "as the round after", c, deal.ErrCommit, domino.NoSeat)
		previous = seed
	}
}
