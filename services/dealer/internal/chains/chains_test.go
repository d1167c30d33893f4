package chains_test

import (
	"testing"

	"tranca.example/pkg/domino/deal"
	"tranca.example/services/dealer/internal/chains"
)

func chain(n byte) *deal.Chain { return deal.NewChain(deal.Seed{n}) }

func TestTheChainsUsedLastAreRemembered(t *testing.T) {
	c := chains.New(2)
	a, b, d := chain(1), chain(2), chain(3)
	c.Put("a", a)
	c.Put("b", b)
	if got, ok := c.Get("a", a.Tip()); !ok || got != a {
		t.Error("a is not remembered")
	}
	c.Put("d", d)
	if _, ok := c.Get("b", b.Tip()); ok {
		t.Error("b, used longest ago, is still remembered")
	}
	for match, want := range map[string]*deal.Chain{"a": a, "d": d} {
		if got, ok := c.Get(match, want.Tip()); !ok || got != want {
			t.Errorf("%s is not remembered", match)
		}
	}
}

func TestAChainWithAnotherTipIsNotTheMatchs(t *testing.T) {
	c := chains.New(2)
	c.Put("a", chain(1))
	if _, ok := c.Get("a", chain(2).Tip()); ok {
		t.Error("a chain with another tip was given out")
	}
	c.Put("a", chain(2))
	if _, ok := c.Get("a", chain(2).Tip()); !ok {
		t.Error("the new chain is not remembered")
	}
}
