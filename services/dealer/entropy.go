package dealer

import (
	"context"
	"crypto/hmac"
	"crypto/sha256"
	"fmt"
	"io"
)

// Kinds of entropy, as DealCommitted tells them.
const (
	KindCrypto = "crypto"
	KindSeeded = "seeded"
)

// Entropy gives the root of a match.
type Entropy interface {
	// Kind is KindCrypto when nobody can foresee the roots.
	Kind() string
	// Root is a root for the match. It is asked once or more: the first that is
	// stored counts.
	Root(ctx context.Context, matchID string) ([32]byte, error)
}

// Crypto draws roots from a cryptographic source.
func Crypto(random io.Reader) Entropy { return drawn{random} }

type drawn struct{ random io.Reader }

// Kind implements Entropy.
func (drawn) Kind() string { return KindCrypto }

// Root implements Entropy: 32 bytes of the source, other ones every time.
func (d drawn) Root(context.Context, string) (root [32]byte, err error) {
	if _, err := io.ReadFull(d.random, root[:]); err != nil {
		return root, fmt.Errorf("draw a root: %w", err)
	}
	return root, nil
}

// Seeded computes roots: HMAC-SHA-256 of the match id under seed. Whoever knows
// the seed knows every deal.
func Seeded(seed []byte) Entropy { return computed{seed} }

type computed struct{ seed []byte }

// Kind implements Entropy.
func (computed) Kind() string { return KindSeeded }

// Root implements Entropy: the same bytes for the same match.
func (c computed) Root(_ context.Context, matchID string) ([32]byte, error) {
	m := hmac.New(sha256.New, c.seed)
	m.Write([]byte(matchID))
	return [32]byte(m.Sum(nil)), nil
}
