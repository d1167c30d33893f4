package deal

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
)

// Hash is a public SHA-256 value: a commit or the tip of a chain.
type Hash [sha256.Size]byte

// String is the hash in lower-case hexadecimal.
func (h Hash) String() string { return hex.EncodeToString(h[:]) }

// ParseHash reads 64 hexadecimal digits.
func ParseHash(text string) (Hash, error) {
	b, err := parse32(text)
	return Hash(b), err
}

// Seed is a secret of 32 bytes: the root of a match or the seed of one round.
// Formatting, marshalling and logging it never show the bytes; Hex does, for
// the one place that reveals a round that is over.
type Seed [32]byte

// ErrSeedWithheld answers whoever marshals a Seed without asking for Hex.
var ErrSeedWithheld = errors.New("deal: a seed is only written by Hex, on purpose")

// ParseSeed reads 64 hexadecimal digits.
func ParseSeed(text string) (Seed, error) {
	b, err := parse32(text)
	return Seed(b), err
}

// Hex is the seed in lower-case hexadecimal.
func (s Seed) Hex() string { return hex.EncodeToString(s[:]) }

// Format writes a placeholder for every verb.
func (s Seed) Format(f fmt.State, _ rune) { _, _ = f.Write([]byte("seed(withheld)")) }

// MarshalText always fails with ErrSeedWithheld, and with it JSON and slog.
func (s Seed) MarshalText() ([]byte, error) { return nil, ErrSeedWithheld }

// parse32 says nothing of the text in its errors, which may be a secret.
func parse32(text string) (out [32]byte, err error) {
	if len(text) != 2*len(out) {
		return out, fmt.Errorf("deal: %d characters: want %d hexadecimal digits", len(text), 2*len(out))
	}
	b, err := hex.DecodeString(text)
	if err != nil {
		return out, fmt.Errorf("deal: want %d hexadecimal digits, found another character", 2*len(out))
	}
	return [32]byte(b), nil
}
