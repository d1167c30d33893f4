package deal_test

import (
	"encoding/hex"
	"encoding/json"
	"os"
	"strconv"
	"testing"

	"tranca.example/pkg/domino"
	"tranca.example/pkg/domino/deal"
)

type published struct {
	MatchID       string
	Round         uint32
	MaxPip        domino.Pip
	Players       int
	Hand          int
	Opening       int
	Server        string
	Beacon        string
	Commit        string
	Key           string
	Perm          string
	Clients       []string
	ClientCommits []string
	StreamBytes   int
}

func (v published) params(t *testing.T) (deal.Params, deal.Seed) {
	p := deal.Params{
		MatchID: v.MatchID, Round: v.Round, MaxPip: v.MaxPip, Players: v.Players,
		HandSize: v.Hand, Opening: v.Opening, Beacon: unhex(t, v.Beacon),
	}
	for _, c := range v.Clients {
		p.Clients = append(p.Clients, unhex(t, c))
	}
	return p, seed(t, v.Server)
}

func TestThePublishedVectorsAreReproducedToTheByte(t *testing.T) {
	vectors := load[[]published](t, "testdata/vectors.json")
	if len(vectors) != 3 {
		t.Fatalf("%d vectors, want 3", len(vectors))
	}
	for _, v := range vectors {
		t.Run(v.MatchID, func(t *testing.T) {
			p, s := v.params(t)
			commit, err := p.Commit(s)
			equal(t, "commit error", err, nil)
			equal(t, "commit", commit.String(), v.Commit)
			equal(t, "key", hex.EncodeToString(deal.MixKey(p, s)), v.Key)
			order, err := p.Order(s)
			equal(t, "order error", err, nil)
			equal(t, "order", hexTiles(order), v.Perm)
			equal(t, "bytes of the stream", deal.StreamBytes(p, s), v.StreamBytes)
			for seat, want := range v.ClientCommits {
				got := deal.ClientCommitInRound(v.MatchID, v.Round, domino.Seat(seat), p.Clients[seat])
				equal(t, "client commit "+strconv.Itoa(seat), got.String(), want)
			}
		})
	}
}

type chained struct {
	MatchID       string            `json:"match_id"`
	Round         uint32            `json:"round"`
	MaxPip        domino.Pip        `json:"max_pip"`
	Players       int               `json:"players"`
	HandSize      int               `json:"hand_size"`
	Opening       int               `json:"opening"`
	Root          string            `json:"root"`
	Tip           string            `json:"tip"`
	Seeds         map[string]string `json:"seeds"`
	Clients       []string          `json:"clients"`
	ClientCommits []string          `json:"client_commits"`
	Beacon        string            `json:"beacon"`
	Commit        string            `json:"commit"`
	Order         string            `json:"order"`
	Lot           string            `json:"lot"`
}

// The file was written by testdata/vectors.py, which shares no code with this
// package.
func TestTheChainVectorOfTheSecondProgramIsReproduced(t *testing.T) {
	v := load[chained](t, "testdata/chain.json")
	root := seed(t, v.Root)
	equal(t, "tip", deal.Tip(root).String(), v.Tip)
	equal(t, "seeds", len(v.Seeds), 7)
	for text, want := range v.Seeds {
		k, err := strconv.ParseUint(text, 10, 32)
		equal(t, "number", err, nil)
		got, err := deal.RoundSeed(root, uint32(k))
		equal(t, "seed error", err, nil)
		equal(t, "seed "+text, got.Hex(), want)
		equal(t, "in chain "+text, deal.InChain(got, uint32(k), deal.Tip(root)), true)
	}
	p, s := v.params(t)
	commit, err := p.Commit(s)
	equal(t, "commit error", err, nil)
	equal(t, "commit", commit.String(), v.Commit)
	order, err := p.Order(s)
	equal(t, "order error", err, nil)
	equal(t, "order", hexTiles(order), v.Order)
	lot, err := p.Lot(s)
	equal(t, "lot error", err, nil)
	equal(t, "lot", hexTiles(lot), v.Lot)
}

func TestAClientCommitOfTheSecondProgramIsBoundToTheMatchAndNotToARound(t *testing.T) {
	v := load[chained](t, "testdata/chain.json")
	p, _ := v.params(t)
	equal(t, "client commits", len(v.ClientCommits), 3)
	for seat, want := range v.ClientCommits {
		got, err := deal.ClientCommit(v.MatchID, domino.Seat(seat), p.Clients[seat])
		equal(t, "error", err, nil)
		equal(t, "client commit", got.String(), want)
	}
}

func (v chained) params(t *testing.T) (deal.Params, deal.Seed) {
	s, err := deal.RoundSeed(seed(t, v.Root), v.Round)
	equal(t, "round seed error", err, nil)
	p := deal.Params{
		MatchID: v.MatchID, Round: v.Round, MaxPip: v.MaxPip, Players: v.Players,
		HandSize: v.HandSize, Opening: v.Opening, Beacon: unhex(t, v.Beacon),
	}
	for _, c := range v.Clients {
		p.Clients = append(p.Clients, unhex(t, c))
	}
	return p, s
}

func load[T any](t *testing.T, path string) (out T) {
	t.Helper()
	data, err := os.ReadFile(path)
	if err == nil {
		err = json.Unmarshal(data, &out)
	}
	if err != nil {
		t.Fatal(err)
	}
	return out
}

func equal[T comparable](t *testing.T, what string, got, want T) {
	t.Helper()
	if got != want {
		t.Fatalf("%s: got %v, want %v", what, got, want)
	}
}

func unhex(t *testing.T, text string) []byte {
	t.Helper()
	b, err := hex.DecodeString(text)
	equal(t, "hex error", err, nil)
	return b
}

func seed(t *testing.T, text string) deal.Seed {
	t.Helper()
	s, err := deal.ParseSeed(text)
	equal(t, "seed error", err, nil)
	return s
}

func hexTiles(tiles []domino.Tile) string {
	var b []byte
	for _, tile := range tiles {
		b = append(b, byte(tile))
	}
	return hex.EncodeToString(b)
}
