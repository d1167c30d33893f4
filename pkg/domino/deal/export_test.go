package deal

import (
	"crypto/hmac"
	"crypto/sha256"
)

// ClientCommitInRound binds a client seed to a round, as the published vectors
// do and the protocol never does.
var ClientCommitInRound = clientCommit

// MixKey is the key of the shuffle, a step inside Order.
func MixKey(p Params, seed Seed) []byte { return p.key(labelMix, seed) }

// StreamBytes is how many bytes of the stream the shuffle of p reads.
func StreamBytes(p Params, seed Seed) int {
	s := stream{mac: hmac.New(sha256.New, p.key(labelMix, seed))}
	s.permute(p.box(p.Opening))
	return int(s.block-1)*sha256.Size + s.at
}
