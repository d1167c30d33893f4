package simulate

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"encoding/binary"
	"fmt"

	"github.com/google/uuid"
)

// source derives everything that a player makes up.
type source struct{ seed []byte }

// newSource makes the source of one simulation: others with the same seed play
// at tables of their own.
func newSource(o Options) source {
	sum := source{o.Seed}.sum("%s %v %s", o.Preset, o.Knobs, o.Policy) // maps are printed in order
	return source{sum[:]}
}

// sum is a hash of what, which says what for and for whom.
func (s source) sum(format string, what ...any) [sha256.Size]byte {
	m := hmac.New(sha256.New, s.seed)
	fmt.Fprintf(m, "tranca simulation\x00"+format, what...)
	return [sha256.Size]byte(m.Sum(nil))
}

// playerKey is the key of whoever sits on a seat of a match.
func (s source) playerKey(match int, seat uint32) string {
	sum := s.sum("player %d %d", match, seat)
	return base64.RawURLEncoding.EncodeToString(sum[:])
}

// commandID is the id of the command that what names.
func (s source) commandID(match int, seat uint32, what string) string {
	sum := s.sum("command %d %d %s", match, seat, what)
	id := uuid.UUID(sum[:16])
	id[6], id[8] = id[6]&0x0f|0x80, id[8]&0x3f|0x80 // version 8: made by a rule of ours
	return id.String()
}

// clientSeed is a player's say in the deals of a match.
func (s source) clientSeed(match int, seat uint32) []byte {
	sum := s.sum("client seed %d %d", match, seat)
	return sum[:16]
}

// choice is a number for the choice of one move.
func (s source) choice(match int, seat, round uint32, move int) uint64 {
	sum := s.sum("choice %d %d %d %d", match, seat, round, move)
	return binary.BigEndian.Uint64(sum[:])
}
