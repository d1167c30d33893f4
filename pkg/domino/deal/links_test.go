package deal_test

import (
	"fmt"
	"testing"

	"tranca.example/pkg/domino/deal"
)

func TestAChainHasTheSeedsAndTheTipOfItsRoot(t *testing.T) {
	c := deal.NewChain(root)
	equal(t, "tip", c.Tip(), deal.Tip(root))
	for _, k := range []uint32{1, 2, 63, 64, 65, 127, 128, 129, 2048, deal.ChainLength - 1, deal.ChainLength} {
		got, err := c.Seed(k)
		equal(t, "error", err, nil)
		want, err := deal.RoundSeed(root, k)
		equal(t, "error", err, nil)
		equal(t, fmt.Sprint("seed of round ", k), got.Hex(), want.Hex())
	}
	for _, k := range []uint32{0, deal.ChainLength + 1} {
		_, err := c.Seed(k)
		refused(t, "seed", err, "want 1 to 4096")
	}
}

func TestAChainIsNeverPrinted(t *testing.T) {
	c := deal.NewChain(root)
	equal(t, "printed", fmt.Sprintf("%v %+v %s", c, c, c), "chain(withheld) chain(withheld) chain(withheld)")
}

func BenchmarkSeedOfAChain(b *testing.B) {
	c := deal.NewChain(root)
	for b.Loop() {
		if _, err := c.Seed(1); err != nil {
			b.Fatal(err)
		}
	}
}
