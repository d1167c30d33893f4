package subject

import (
	"encoding/base32"
	"fmt"
	"strconv"
	"strings"
)

// MaxShard is the highest shard number that a table id may carry.
const MaxShard = 999

// idLength is the number of base32 characters that 80 random bits need.
const idLength = 16

const alphabet = "abcdefghijklmnopqrstuvwxyz234567"

// Shard numbers one of the event streams. A table keeps its shard for life.
type Shard uint16

// String returns the shard as it stands in subjects and stream names.
func (s Shard) String() string { return strconv.FormatUint(uint64(s), 10) }

// ParseShard reads the decimal form without leading zeros, 0 to MaxShard.
func ParseShard(text string) (Shard, error) {
	n, err := strconv.ParseUint(text, 10, 16)
	if err != nil || n > MaxShard || Shard(n).String() != text {
		return 0, fmt.Errorf("shard %q: want a number from 0 to %d without leading zeros", text, MaxShard)
	}
	return Shard(n), nil
}

// TableID names one table. Its text form is `<shard>-<16 base32 characters>`
// in lower case, and is one NATS token. The zero value names no table; every
// other value comes from NewTableID or ParseTableID and is valid. Ids are
// comparable and may be map keys.
type TableID struct {
	text  string
	shard Shard
}

// NewTableID makes the id of a new table from 80 random bits that the caller
// draws. A shard above MaxShard is an error.
func NewTableID(shard Shard, random [10]byte) (TableID, error) {
	if shard > MaxShard {
		return TableID{}, fmt.Errorf("table id: shard %d: want 0 to %d", shard, MaxShard)
	}
	encoding := base32.NewEncoding(alphabet).WithPadding(base32.NoPadding)
	return TableID{text: shard.String() + "-" + encoding.EncodeToString(random[:]), shard: shard}, nil
}

// ParseTableID reads the text form and accepts nothing else.
func ParseTableID(text string) (TableID, error) {
	head, tail, found := strings.Cut(text, "-")
	if !found {
		return TableID{}, fmt.Errorf("table id %q: want <shard>-<%d characters>", shorten(text), idLength)
	}
	shard, err := ParseShard(head)
	if err != nil {
		return TableID{}, fmt.Errorf("table id %q: %w", shorten(text), err)
	}
	if len(tail) != idLength {
		return TableID{}, fmt.Errorf("table id %q: %d characters after the shard: want %d", shorten(text), len(tail), idLength)
	}
	if !spelled(tail) {
		return TableID{}, fmt.Errorf("table id %q: want only a-z and 2-7 after the shard", shorten(text))
	}
	return TableID{text: text, shard: shard}, nil
}

// spelled tells whether a text has letters of the alphabet alone.
func spelled(text string) bool {
	for _, c := range []byte(text) {
		if (c < 'a' || c > 'z') && (c < '2' || c > '7') {
			return false
		}
	}
	return true
}

// Shard returns the stream that the table lives in.
func (t TableID) Shard() Shard { return t.shard }

// String returns the text form, and "" for the zero value.
func (t TableID) String() string { return t.text }

// IsZero tells whether t names no table.
func (t TableID) IsZero() bool { return t.text == "" }

// MarshalText implements encoding.TextMarshaler.
func (t TableID) MarshalText() ([]byte, error) { return []byte(t.text), nil }

// UnmarshalText implements encoding.TextUnmarshaler; empty text is an error.
func (t *TableID) UnmarshalText(text []byte) error {
	id, err := ParseTableID(string(text))
	if err != nil {
		return err
	}
	*t = id
	return nil
}

// shorten keeps an error message readable whatever was sent.
func shorten(text string) string {
	const most = 48
	if len(text) <= most {
		return text
	}
	return text[:most] + "…"
}
