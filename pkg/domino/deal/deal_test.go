package deal_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"strings"
	"testing"

	"tranca.example/pkg/domino"
	"tranca.example/pkg/domino/deal"
)

var classic = deal.Params{
	MatchID: "0b-table.1", Round: 3, MaxPip: 6, Players: 4, HandSize: 7, Opening: deal.NoOpening,
	Clients: [][]byte{[]byte("sixteen bytes 00"), nil, []byte("sixteen bytes 02"), nil}, Beacon: []byte("b"),
}

var root = deal.Seed{1, 2, 3}

func TestFlippingAnyInputChangesTheDeal(t *testing.T) {
	with := func(f func(*deal.Params)) deal.Params {
		p := classic
		f(&p)
		return p
	}
	base := hexTiles(order(t, classic, root))
	for name, p := range map[string]deal.Params{
		"match id":          with(func(p *deal.Params) { p.MatchID = "0b-table.2" }),
		"round":             with(func(p *deal.Params) { p.Round = 4 }),
		"players":           with(func(p *deal.Params) { p.Players = 5; p.HandSize = 5 }),
		"hand size":         with(func(p *deal.Params) { p.HandSize = 6 }),
		"a client seed":     with(func(p *deal.Params) { p.Clients = [][]byte{[]byte("sixteen bytes 01"), nil, p.Clients[2]} }),
		"whose client seed": with(func(p *deal.Params) { p.Clients = [][]byte{nil, p.Clients[0], p.Clients[2]} }),
		"beacon":            with(func(p *deal.Params) { p.Beacon = []byte("c") }),
		"no beacon":         with(func(p *deal.Params) { p.Beacon = nil }),
	} {
		if hexTiles(order(t, p, root)) == base {
			t.Errorf("%s: the deal did not change", name)
		}
	}
	for bit := range 256 {
		s := root
		s[bit/8] ^= 1 << (bit % 8)
		if hexTiles(order(t, classic, s)) == base {
			t.Errorf("seed bit %d: the deal did not change", bit)
		}
	}
}

func TestAMissingClientSeedIsTheSameAsAnEmptyOne(t *testing.T) {
	short, long := classic, classic
	short.Clients = classic.Clients[:3]
	long.Clients = [][]byte{classic.Clients[0], {}, classic.Clients[2], {}}
	equal(t, "order", hexTiles(order(t, short, root)), hexTiles(order(t, long, root)))
}

func TestEveryBoxIsDealtOutCompletelyAndOnce(t *testing.T) {
	for _, tc := range []struct {
		maxPip  domino.Pip
		opening int
		tiles   int
	}{{6, deal.NoOpening, 28}, {9, deal.NoOpening, 55}, {12, 12, 90}, {18, deal.NoOpening, 190}, {6, 0, 27}} {
		p := classic
		p.MaxPip, p.Opening, p.HandSize = tc.maxPip, tc.opening, 5
		seen := map[domino.Tile]bool{}
		for _, tile := range order(t, p, root) {
			seen[tile] = true
		}
		equal(t, "distinct tiles", len(seen), tc.tiles)
		equal(t, "all tiles", len(order(t, p, root)), tc.tiles)
		equal(t, "opening double dealt", tc.opening != deal.NoOpening && seen[domino.Double(domino.Pip(tc.opening))], false)
	}
}

func TestParametersThatCannotBeEncodedAreRefused(t *testing.T) {
	for want, change := range map[string]func(*deal.Params){
		"match id of 0 bytes":              func(p *deal.Params) { p.MatchID = "" },
		"match id of 256 bytes":            func(p *deal.Params) { p.MatchID = strings.Repeat("x", 256) },
		"match id of 1 bytes":              func(p *deal.Params) { p.MatchID = "\xff" },
		"highest pip 0: want 1 to 18":      func(p *deal.Params) { p.MaxPip = 0 },
		"highest pip 19":                   func(p *deal.Params) { p.MaxPip = 19 },
		"0 players: want 1 to 10":          func(p *deal.Params) { p.Players = 0 },
		"11 players":                       func(p *deal.Params) { p.Players = 11 },
		"hand size 8: want 0 to 7":         func(p *deal.Params) { p.HandSize = 8 },
		"hand size -1":                     func(p *deal.Params) { p.HandSize = -1 },
		"opening 7: want 0 to 6 or 255":    func(p *deal.Params) { p.Opening = 7 },
		"5 client seeds for 4 players":     func(p *deal.Params) { p.Clients = make([][]byte, 5) },
		"beacon of 256 bytes":              func(p *deal.Params) { p.Beacon = make([]byte, 256) },
		"client seed of seat 1 has 256 by": func(p *deal.Params) { p.Clients = [][]byte{nil, make([]byte, 256)} },
	} {
		p := classic
		change(&p)
		_, err := p.Order(root)
		refused(t, "order", err, want)
		_, err = p.Lot(root)
		refused(t, "lot", err, want)
		refused(t, "verify", deal.Verify(deal.Claim{Params: p}), want)
	}
	_, err := deal.ClientCommit("m", -1, nil)
	refused(t, "client commit", err, "seat -1")
	_, err = deal.ClientCommit("", 0, nil)
	refused(t, "client commit", err, "match id of 0 bytes")
	_, err = deal.Params{}.Commit(root)
	refused(t, "commit", err, "match id of 0 bytes")
}

func TestTheChainHasRoundsOneTo4096AndEachSeedHashesToTheOneBefore(t *testing.T) {
	for _, k := range []uint32{0, deal.ChainLength + 1} {
		_, err := deal.RoundSeed(root, k)
		refused(t, "round seed", err, "want 1 to 4096")
		equal(t, "in chain", deal.InChain(root, k, deal.Tip(root)), false)
	}
	equal(t, "the tip is no seed of a round", deal.InChain(deal.Seed(deal.Tip(root)), 0, deal.Tip(root)), false)
	last, err := deal.RoundSeed(root, deal.ChainLength)
	equal(t, "error", err, nil)
	equal(t, "the last seed is the root", last.Hex(), root.Hex())
	previous := [32]byte(deal.Tip(root))
	for k := uint32(1); k <= 40; k++ {
		s, err := deal.RoundSeed(root, k)
		equal(t, "error", err, nil)
		equal(t, "follows", deal.Follows(s, previous), true)
		equal(t, "follows itself", deal.Follows(s, s), false)
		equal(t, "in chain as another round", deal.InChain(s, k+1, deal.Tip(root)), false)
		previous = s
	}
}

func TestASeedIsNeverPrintedMarshalledOrLoggedByAccident(t *testing.T) {
	secret := seed(t, strings.Repeat("c0ffee77", 8))
	type wrapper struct{ Seed deal.Seed }
	var logged bytes.Buffer
	slog.New(slog.NewTextHandler(&logged, nil)).Info("dealt", "seed", secret, "in", wrapper{secret})
	slog.New(slog.NewJSONHandler(&logged, nil)).Info("dealt", "seed", secret, "in", wrapper{secret})
	for _, verb := range []string{"%v", "%+v", "%#v", "%s", "%x", "%X", "%d", "%q"} {
		fmt.Fprintf(&logged, verb+verb+verb+"\n", secret, &secret, wrapper{secret})
	}
	for _, leak := range []string{"c0ffee", "C0FFEE", "192 255", "0xc0"} {
		if strings.Contains(logged.String(), leak) {
			t.Errorf("leaked %q in %s", leak, logged.String())
		}
	}
	_, err := json.Marshal(wrapper{secret})
	equal(t, "marshal refused", errors.Is(err, deal.ErrSeedWithheld), true)
	equal(t, "asked for", secret.Hex(), strings.Repeat("c0ffee77", 8))
}

func TestATextThatIsNoSeedIsRefusedWithoutRepeatingIt(t *testing.T) {
	for _, text := range []string{"", "c0ffee", strings.Repeat("zz", 32), strings.Repeat("a", 65)} {
		_, err := deal.ParseSeed(text)
		if err == nil || text != "" && strings.Contains(err.Error(), text) {
			t.Errorf("%q: got %v", text, err)
		}
		if _, err = deal.ParseHash(text); err == nil {
			t.Errorf("%q: parsed as a hash", text)
		}
	}
	h, err := deal.ParseHash(deal.Tip(root).String())
	equal(t, "error", err, nil)
	equal(t, "hash", h, deal.Tip(root))
}

func BenchmarkOrder(b *testing.B) {
	for _, maxPip := range []domino.Pip{6, 12} {
		b.Run(fmt.Sprintf("double-%d", maxPip), func(b *testing.B) {
			p := classic
			p.MaxPip = maxPip
			for b.Loop() {
				if _, err := p.Order(root); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

func BenchmarkRoundSeedOfTheFirstRound(b *testing.B) {
	for b.Loop() {
		if _, err := deal.RoundSeed(root, 1); err != nil {
			b.Fatal(err)
		}
	}
}

func order(t *testing.T, p deal.Params, s deal.Seed) []domino.Tile {
	t.Helper()
	tiles, err := p.Order(s)
	equal(t, "order error", err, nil)
	return tiles
}

func refused(t *testing.T, what string, err error, want string) {
	t.Helper()
	if !errors.Is(err, deal.ErrParams) || !strings.Contains(err.Error(), want) {
		t.Errorf("%s: got %v, want ErrParams with %q", what, err, want)
	}
}
