package subject

import (
	"fmt"
	"strconv"
	"strings"
)

// PoisonStream holds copies of the messages that a consumer gave up on, and what
// was done about each.
const PoisonStream = "POISON"

const poisonForm = "<stream>.<consumer>.<sequence>"

// PoisonID names a message that a consumer gave up on. The zero value names none.
type PoisonID struct {
	stream, consumer Token
	seq              uint64
}

// NewPoisonID names the message with sequence seq of a stream.
func NewPoisonID(stream, consumer string, seq uint64) (PoisonID, error) {
	s, err := ParseToken(stream)
	if err != nil {
		return PoisonID{}, fmt.Errorf("stream: %w", err)
	}
	c, err := ParseToken(consumer)
	if err != nil {
		return PoisonID{}, fmt.Errorf("consumer: %w", err)
	}
	if seq == 0 {
		return PoisonID{}, fmt.Errorf("sequence 0 of stream %s: want 1 or more", s)
	}
	return PoisonID{s, c, seq}, nil
}

// ParsePoisonID reads what String writes.
func ParsePoisonID(text string) (PoisonID, error) {
	parts := strings.Split(text, ".")
	if len(parts) != 3 {
		return PoisonID{}, fmt.Errorf("dead letter %q: want %s", shorten(text), poisonForm)
	}
	seq, err := strconv.ParseUint(parts[2], 10, 64)
	if err != nil || strconv.FormatUint(seq, 10) != parts[2] {
		return PoisonID{}, fmt.Errorf("dead letter %q: want %s", shorten(text), poisonForm)
	}
	id, err := NewPoisonID(parts[0], parts[1], seq)
	if err != nil {
		return PoisonID{}, fmt.Errorf("dead letter %q: %w", shorten(text), err)
	}
	return id, nil
}

// Stream is where the message is, or was.
func (p PoisonID) Stream() string { return p.stream.text }

// Consumer is who gave up.
func (p PoisonID) Consumer() string { return p.consumer.text }

// Seq is the message's sequence in its stream.
func (p PoisonID) Seq() uint64 { return p.seq }

// String is <stream>.<consumer>.<sequence>.
func (p PoisonID) String() string {
	return p.stream.text + "." + p.consumer.text + "." + strconv.FormatUint(p.seq, 10)
}

// MarshalText is String.
func (p PoisonID) MarshalText() ([]byte, error) { return []byte(p.String()), nil }

// UnmarshalText is ParsePoisonID.
func (p *PoisonID) UnmarshalText(text []byte) (err error) {
	*p, err = ParsePoisonID(string(text))
	return err
}

// Poison is the subject of the copy of a message and of what was done about it.
func Poison(id PoisonID) string { return "poison." + id.String() }

// PoisonFilter matches everything that PoisonStream holds.
func PoisonFilter() string { return "poison.*.*.*" }

// ParsePoison returns the message that a subject of PoisonStream is about.
func ParsePoison(subject string) (PoisonID, error) {
	text, found := strings.CutPrefix(subject, "poison.")
	if !found {
		return PoisonID{}, fmt.Errorf("subject %q: want poison.%s", shorten(subject), poisonForm)
	}
	return ParsePoisonID(text)
}
