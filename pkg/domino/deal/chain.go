package deal

import (
	"crypto/sha256"
	"fmt"
)

// ChainLength is the number of rounds that one root can seed.
const ChainLength = 4096

// RoundSeed is the seed of round k, 1 to ChainLength, in the chain of root:
// seed(ChainLength) = root and seed(k) = SHA-256(seed(k+1)). It costs
// ChainLength−k hashes, less than a millisecond.
func RoundSeed(root Seed, k uint32) (Seed, error) {
	if k < 1 || k > ChainLength {
		return Seed{}, fmt.Errorf("deal: round %d of a chain: want 1 to %d: %w", k, ChainLength, ErrParams)
	}
	return hashed(root, ChainLength-k), nil
}

// Tip is seed(0) of the chain of root: it fixes every round and tells none.
func Tip(root Seed) Hash { return Hash(hashed(root, ChainLength)) }

// InChain tells whether seed is that of round k in the chain that ends in tip.
func InChain(seed Seed, k uint32, tip Hash) bool {
	return k >= 1 && k <= ChainLength && Hash(hashed(seed, k)) == tip
}

// Follows tells whether seed may be the one of the round after the round of
// previous: it hashes to it. For round 1 the previous value is the tip.
func Follows(seed Seed, previous [32]byte) bool { return sha256.Sum256(seed[:]) == previous }

func hashed(s Seed, times uint32) Seed {
	for range times {
		s = sha256.Sum256(s[:])
	}
	return s
}
