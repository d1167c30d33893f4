package archive

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strings"
	"time"

	"tranca.example/pkg/subject"
)

// Entry is one line of a manifest: what one file holds.
type Entry struct {
	Format      int           `json:"format"` // 1
	File        string        `json:"file"`
	Stream      string        `json:"stream"` // where the messages are from
	Shard       subject.Shard `json:"shard"`
	First       uint64        `json:"first"` // sequences
	Last        uint64        `json:"last"`
	FirstStored time.Time     `json:"first_stored"`
	LastStored  time.Time     `json:"last_stored"`
	Commits     uint64        `json:"commits"`
	Tables      int           `json:"tables"` // that have a commit in it
	Bytes       int64         `json:"bytes"`  // of the file
	SHA256      string        `json:"sha256"`
	Previous    string        `json:"previous"` // SHA-256 of the line before
}

// noTip is the tip of an archive without a file.
var noTip = strings.Repeat("0", 2*sha256.Size) //nolint:gochecknoglobals // an immutable value that cannot be a constant

// line is the entry as it stands in the manifest, without the newline.
func (e Entry) line() []byte {
	line, _ := json.Marshal(e) //nolint:errchkjson // numbers, texts and times of this epoch
	return line
}

// tip of an archive that ends with the entry.
func (e Entry) tip() string {
	sum := sha256.Sum256(e.line())
	return hex.EncodeToString(sum[:])
}

// fileName of the file that begins with the sequence.
func fileName(shard subject.Shard, first uint64) string {
	return fmt.Sprintf("%s-%020d.zst", subject.GameStream(shard), first)
}

// manifestName of the shard.
func manifestName(shard subject.Shard) string { return subject.GameStream(shard) + ".jsonl" }

// parseLine reads one line, which follows before; nil before the first.
func parseLine(line []byte, shard subject.Shard, before *Entry) (Entry, error) {
	var e Entry
	if err := json.Unmarshal(line, &e); err != nil {
		return e, err
	}
	if e.Format != version {
		return e, fmt.Errorf("format %d: want %d", e.Format, version)
	}
	if !bytes.Equal(e.line(), line) {
		return e, errors.New("not as it was written: it has other fields, or in another order")
	}
	if e.Shard != shard || e.Stream != subject.GameStream(shard) || e.File != fileName(shard, e.First) {
		return e, fmt.Errorf("%s of stream %s, shard %s: want %s of %s", e.File, e.Stream, e.Shard, fileName(shard, e.First), subject.GameStream(shard))
	}
	previous := noTip
	if before != nil {
		previous = before.tip()
	}
	if e.Previous != previous {
		return e, fmt.Errorf("%w: it names the hash %s: want %s", ErrLink, e.Previous, previous)
	}
	if before != nil && e.First != before.Last+1 {
		return e, fmt.Errorf("%w: %w: got %d, want %d", ErrLink, ErrSequence, e.First, before.Last+1)
	}
	return e, nil
}

// inspect reads a whole file and tells what it holds. visit sees every message
// and may refuse it. The entry's hash is right even when there is an error, but for
// ErrRead.
func inspect(r io.Reader, shard subject.Shard, visit func(Message) error) (Entry, error) {
	hash := sha256.New()
	counted := &counter{}
	raw := io.TeeReader(r, io.MultiWriter(hash, counted))
	e := Entry{Format: version, Stream: subject.GameStream(shard), Shard: shard}
	err := e.fill(raw, visit)
	_, rest := io.Copy(io.Discard, raw) // what an error has left unread
	e.Bytes, e.SHA256 = counted.n, hex.EncodeToString(hash.Sum(nil))
	e.File = fileName(shard, e.First)
	if rest != nil {
		return e, fmt.Errorf("%w: %w", ErrRead, rest)
	}
	return e, err
}

// fill sets all that the messages tell.
func (e *Entry) fill(r io.Reader, visit func(Message) error) error {
	tables := map[string]struct{}{}
	for m, err := range Messages(r) {
		if err == nil {
			err = belongs(m, e.Shard)
		}
		if err == nil {
			err = visit(m)
		}
		if err != nil {
			return err
		}
		if e.Commits == 0 {
			e.First, e.FirstStored = m.Seq, m.Stored
		}
		e.Last, e.LastStored, e.Commits = m.Seq, m.Stored, e.Commits+1
		tables[m.Subject] = struct{}{}
	}
	e.Tables = len(tables)
	if e.Commits == 0 {
		return fmt.Errorf("%w: it holds no message", ErrDamaged)
	}
	return nil
}

// belongs refuses a message that is none of the shard's.
func belongs(m Message, shard subject.Shard) error {
	table, err := subject.ParseGame(m.Subject)
	if err != nil {
		return fmt.Errorf("message %d: %w", m.Seq, err)
	}
	if table.Shard() != shard {
		return fmt.Errorf("message %d is of table %s: want shard %s", m.Seq, table, shard)
	}
	return nil
}

// counter counts the bytes that are written to it.
type counter struct{ n int64 }

// Write counts.
func (c *counter) Write(p []byte) (int, error) {
	c.n += int64(len(p))
	return len(p), nil
}
