package token

import (
	"crypto/hmac"
	"crypto/sha256"
	"fmt"
	"hash"
	"sync"
)

// MinKey is the least length of a signing key, in bytes.
const MinKey = 32

// signers are keys for one purpose, newest first.
type signers struct{ keys []*signer }

// newSigners takes the keys; what they sign is never taken for what keys of another
// purpose sign, be they the same.
func newSigners(purpose string, keys [][]byte) (signers, error) {
	if len(keys) == 0 {
		return signers{}, fmt.Errorf("%s keys: want at least one", purpose)
	}
	for i, k := range keys {
		if len(k) < MinKey {
			return signers{}, fmt.Errorf("%s key %d has %d bytes: want at least %d", purpose, i+1, len(k), MinKey)
		}
	}
	made := signers{keys: make([]*signer, len(keys))}
	for i, k := range keys {
		made.keys[i] = newSigner(purpose, k)
	}
	return made, nil
}

// IsZero tells whether there is no key.
func (s signers) IsZero() bool { return len(s.keys) == 0 }

// sign signs with the newest key.
func (s signers) sign(body []byte) []byte { return s.keys[0].sign(body) }

func (s signers) signed(body, mac []byte) bool {
	for _, key := range s.keys {
		if hmac.Equal(mac, key.sign(body)) {
			return true
		}
	}
	return false
}

// signer keeps what a key is made into, because every command shows a token.
type signer struct {
	prefix []byte
	idle   sync.Pool
}

func newSigner(purpose string, key []byte) *signer {
	return &signer{
		prefix: []byte("tranca " + purpose + "\x00"),
		idle:   sync.Pool{New: func() any { return hmac.New(sha256.New, key) }},
	}
}

func (s *signer) sign(body []byte) []byte {
	h, _ := s.idle.Get().(hash.Hash)
	defer s.idle.Put(h)
	h.Reset()
	h.Write(s.prefix)
	h.Write(body)
	return h.Sum(make([]byte, 0, macSize))
}
