package deal

import "fmt"

// linkEvery is the distance of the seeds that a Chain keeps.
const linkEvery = 64

// Chain is the whole chain of one root, kept so that the seed of a round costs
// at most linkEvery hashes. It is as secret as the root, and as silent.
type Chain struct {
	tip   Hash
	links [ChainLength / linkEvery]Seed // seed(linkEvery), seed(2·linkEvery) … root
}

// NewChain walks down from the root: ChainLength hashes.
func NewChain(root Seed) *Chain {
	c := &Chain{}
	s := root
	for i := len(c.links) - 1; i >= 0; i-- {
		c.links[i] = s
		s = hashed(s, linkEvery)
	}
	c.tip = Hash(s)
	return c
}

// Tip is Tip of the root.
func (c *Chain) Tip() Hash { return c.tip }

// Seed is RoundSeed of the root.
func (c *Chain) Seed(k uint32) (Seed, error) {
	if k < 1 || k > ChainLength {
		return Seed{}, fmt.Errorf("deal: round %d of a chain: want 1 to %d: %w", k, ChainLength, ErrParams)
	}
	i := (k + linkEvery - 1) / linkEvery // the next link at or after k
	return hashed(c.links[i-1], i*linkEvery-k), nil
}

// Format writes a placeholder for every verb.
func (c *Chain) Format(f fmt.State, _ rune) { _, _ = f.Write([]byte("chain(withheld)")) }
