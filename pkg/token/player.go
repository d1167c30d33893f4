package token

import (
	"crypto/sha256"
	"errors"
	"fmt"
)

// ErrPlayerKey says that a player key has the wrong form.
var ErrPlayerKey = errors.New("player key is malformed")

// Bounds of a player key's text. 22 characters of base64 carry 128 bits.
const (
	MinPlayerKey = 22
	MaxPlayerKey = 128
)

// HashPlayerKey returns the digest under which a player key is kept: the key
// itself is never stored. The key is 22 to 128 characters of A-Z a-z 0-9 - _ =,
// and carries at least 128 random bits of the client's own.
func HashPlayerKey(key string) ([32]byte, error) {
	if len(key) < MinPlayerKey || len(key) > MaxPlayerKey {
		return [32]byte{}, fmt.Errorf("%w: %d characters: want %d to %d", ErrPlayerKey, len(key), MinPlayerKey, MaxPlayerKey)
	}
	for i := range len(key) {
		if !keyChar(key[i]) {
			return [32]byte{}, fmt.Errorf("%w: character %d: want A-Z, a-z, 0-9, '-', '_' or '='", ErrPlayerKey, i+1)
		}
	}
	return sha256.Sum256([]byte("tranca player key\x00" + key)), nil
}

func keyChar(c byte) bool {
	return c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9' || c == '-' || c == '_' || c == '='
}
