package secret

import (
	"encoding/binary"
	"fmt"

	"tranca.example/pkg/domino/deal"
)

// format is the first byte of every stored secret.
const format = 1

const (
	seedSize = len(deal.Seed{})
	rootHead = 1 + 4 + 1 // format, match, length of the entropy's name
)

// A root is stored as format, match, length of the entropy's name, that name, the
// secret and the match id; a seed as format and seed.

func encodeRoot(r Root) []byte {
	b := binary.BigEndian.AppendUint32([]byte{format}, r.Match)
	b = append(b, byte(len(r.Entropy)))
	b = append(b, r.Entropy...)
	b = append(b, r.Secret[:]...)
	return append(b, r.MatchID...)
}

func decodeRoot(b []byte) (Root, error) {
	if len(b) < rootHead || b[0] != format || len(b) <= rootHead+int(b[rootHead-1])+seedSize {
		return Root{}, malformed(len(b))
	}
	name, rest := b[rootHead:rootHead+int(b[rootHead-1])], b[rootHead+int(b[rootHead-1]):]
	return Root{
		Match: binary.BigEndian.Uint32(b[1:]), Entropy: string(name),
		Secret: deal.Seed(rest[:seedSize]), MatchID: string(rest[seedSize:]),
	}, nil
}

func encodeSeed(s deal.Seed) []byte { return append([]byte{format}, s[:]...) }

func decodeSeed(b []byte) (deal.Seed, error) {
	if len(b) != 1+seedSize || b[0] != format {
		return deal.Seed{}, malformed(len(b))
	}
	return deal.Seed(b[1:]), nil
}

func malformed(size int) error { return fmt.Errorf("%w: %d bytes", ErrMalformed, size) }
