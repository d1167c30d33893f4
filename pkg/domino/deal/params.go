package deal

import (
	"crypto/sha256"
	"encoding/binary"
	"errors"
	"fmt"
	"unicode/utf8"

	"tranca.example/pkg/domino"
)

// NoOpening is the Opening of a deal in which no double is laid beforehand;
// games that start with a double use it too, because their starting double comes from a hand.
const NoOpening = 255

// ErrParams marks values that domino-deal/1 cannot encode.
var ErrParams = errors.New("deal parameters out of range")

// MinClientSeed is the fewest bytes that a seat which committed may reveal.
const MinClientSeed = 16

// The labels that keep the four uses of one match id and round apart.
const (
	labelServer = "domino-deal/1 server"
	labelClient = "domino-deal/1 client"
	labelMix    = "domino-deal/1 mix"
	labelLot    = "domino-deal/1 lot"
)

// Params is everything public that a deal depends on.
type Params struct {
	MatchID  string // 1 to 255 bytes of UTF-8
	Round    uint32
	MaxPip   domino.Pip // highest half of the box, 1 to 18
	Players  int        // 1 to domino.MaxSeats
	HandSize int        // tiles of each seat
	Opening  int        // pip value of the double laid before dealing, or NoOpening
	Clients  [][]byte   // client seeds by seat; a missing or empty one is none
	Beacon   []byte     // up to 255 bytes, or none
}

// Validate says which value cannot be encoded; the error is an ErrParams.
func (p Params) Validate() error {
	if err := validMatchID(p.MatchID); err != nil {
		return err
	}
	switch tiles := p.tiles(); {
	case p.MaxPip < 1 || p.MaxPip > domino.MaxPip:
		return fmt.Errorf("highest pip %d: want 1 to %d: %w", p.MaxPip, domino.MaxPip, ErrParams)
	case p.Players < 1 || p.Players > domino.MaxSeats:
		return fmt.Errorf("%d players: want 1 to %d: %w", p.Players, domino.MaxSeats, ErrParams)
	case p.Opening != NoOpening && (p.Opening < 0 || p.Opening > int(p.MaxPip)):
		return fmt.Errorf("opening %d: want 0 to %d or %d: %w", p.Opening, p.MaxPip, NoOpening, ErrParams)
	case p.HandSize < 0 || p.HandSize > tiles/p.Players:
		return fmt.Errorf("hand size %d: want 0 to %d: %w", p.HandSize, tiles/p.Players, ErrParams)
	case len(p.Clients) > p.Players:
		return fmt.Errorf("%d client seeds for %d players: %w", len(p.Clients), p.Players, ErrParams)
	case len(p.Beacon) > 255:
		return fmt.Errorf("beacon of %d bytes: want at most 255: %w", len(p.Beacon), ErrParams)
	}
	for seat, c := range p.Clients {
		if len(c) > 255 {
			return fmt.Errorf("client seed of seat %d has %d bytes: want at most 255: %w", seat, len(c), ErrParams)
		}
	}
	return nil
}

// tiles is how many tiles are dealt or left in the boneyard.
func (p Params) tiles() int {
	n := (int(p.MaxPip) + 1) * (int(p.MaxPip) + 2) / 2
	if p.Opening != NoOpening {
		n--
	}
	return n
}

// fields is step 3 after its ctx: the numbers, the commit, clients and beacon.
func (p Params) fields(commit Hash) []byte {
	out := []byte{byte(p.MaxPip), byte(p.Players), byte(p.HandSize), byte(p.Opening)}
	out = append(out, commit[:]...)
	for seat := range p.Players {
		var c []byte
		if seat < len(p.Clients) {
			c = p.Clients[seat]
		}
		out = append(append(out, byte(len(c))), c...)
	}
	return append(append(out, byte(len(p.Beacon))), p.Beacon...)
}

// Commit is the public promise of a round's seed.
func (p Params) Commit(seed Seed) (Hash, error) {
	if err := validMatchID(p.MatchID); err != nil {
		return Hash{}, err
	}
	return p.commit(seed), nil
}

func (p Params) commit(seed Seed) Hash {
	return sha256.Sum256(append(ctx(labelServer, p.MatchID, p.Round), seed[:]...))
}

// ClientCommit is the promise of the client seed that seat will reveal in the
// match; it is bound to no round (round 0).
func ClientCommit(matchID string, seat domino.Seat, client []byte) (Hash, error) {
	if err := validMatchID(matchID); err != nil {
		return Hash{}, err
	}
	if seat < 0 || len(client) > 255 {
		return Hash{}, fmt.Errorf("client commit of seat %d, %d bytes: want a seat, at most 255 bytes: %w",
			seat, len(client), ErrParams)
	}
	return clientCommit(matchID, 0, seat, client), nil
}

func clientCommit(matchID string, round uint32, seat domino.Seat, client []byte) Hash {
	return sha256.Sum256(append(append(ctx(labelClient, matchID, round), byte(seat)), client...))
}

func ctx(label, matchID string, round uint32) []byte {
	out := make([]byte, 0, 512)
	out = append(append(out, label...), 0, byte(len(matchID)))
	return binary.BigEndian.AppendUint32(append(out, matchID...), round)
}

func validMatchID(id string) error {
	if len(id) < 1 || len(id) > 255 || !utf8.ValidString(id) {
		return fmt.Errorf("match id of %d bytes: want 1 to 255 bytes of UTF-8: %w", len(id), ErrParams)
	}
	return nil
}
