package eventlog

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"strings"
	"time"

	"tranca.example/pkg/subject"
)

// Limits of one commit, in bytes.
const (
	MaxBody   = 16 << 10 // the body
	MaxHeader = 4 << 10  // names and values of Header together
)

// Headers that carry the fields of a commit beside its body.
const (
	HeaderWriter  = "tranca-writer"
	HeaderPhase   = "tranca-phase"
	HeaderVersion = "tranca-version"
)

// Commit is one entry of a table's log: everything that one command changed.
type Commit struct {
	Table   subject.TableID
	Version uint32            // n of the n-th commit of the table, from 1
	Seq     uint64            // position in the shard's stream, set by the log
	PrevSeq uint64            // Seq of the table's commit before; 0 for the first
	Stored  time.Time         // when the log took it, by the log's clock
	Writer  string            // the service that appended it
	Phase   string            // the table's phase after it
	Body    []byte            // opaque, at most MaxBody; never changed once appended or read
	Header  map[string]string // trace context, lower-case names
	// Value is what Body says, where this very process has made the commit and
	// hands it on; else nil. No log keeps it. Never changed.
	Value any
}

// Appender takes new commits.
type Appender interface {
	// Append stores c as the table's next commit if the sequence of the table's
	// last commit is expect (0: the table has none), and returns its sequence.
	// It ignores c.Seq, c.PrevSeq and c.Stored. Errors: ErrConflict,
	// ErrUnknownOutcome, ErrTooLarge, ErrInvalid.
	Append(ctx context.Context, c Commit, expect uint64) (seq uint64, err error)
}

// LastReader reads the commit that decisions are made on.
type LastReader interface {
	// Last returns the table's last commit as the stream's leader knows it.
	// Errors: ErrNotFound when the table has none, ErrUnavailable.
	Last(ctx context.Context, table subject.TableID) (Commit, error)
}

// HistoryReader reads the past of one table.
type HistoryReader interface {
	// History yields the table's commits from version from (0 and 1: the first)
	// in order, up to the commit that was the last one at the time of the call.
	// It yields all of them or ends with an error: ErrNotFound for a table
	// without commits, ErrGap when one is missing, ErrUnavailable.
	History(ctx context.Context, table subject.TableID, from uint32) iter.Seq2[Commit, error]
}

// Follower reads a whole shard.
type Follower interface {
	// Follow yields all commits of the shard with a sequence above after, in
	// order, and then blocks for new ones until ctx ends; the iteration then
	// ends without an error. After 0 it starts at the first commit that is still
	// stored. A missing sequence ends it with ErrGap.
	Follow(ctx context.Context, shard subject.Shard, after uint64) iter.Seq2[Commit, error]
	// Head returns the sequence of the shard's last commit, 0 when it has none.
	Head(ctx context.Context, shard subject.Shard) (uint64, error)
}

// Log is everything that an implementation offers. Consumers ask for the parts
// that they use.
type Log interface { //nolint:interfacebloat // the union of small interfaces, for the contract suite
	Appender
	LastReader
	HistoryReader
	Follower
}

// Check tells whether a log may take c after the sequence expect. Every
// implementation calls it first. The error is ErrInvalid or ErrTooLarge.
func Check(c Commit, expect uint64) error {
	switch {
	case c.Table.IsZero():
		return fmt.Errorf("%w: no table", ErrInvalid)
	case c.Version == 0:
		return fmt.Errorf("%w: table %s: version 0: want 1 or more", ErrInvalid, c.Table)
	case (c.Version == 1) != (expect == 0):
		return fmt.Errorf("%w: table %s: version %d after sequence %d: only version 1 follows 0", ErrInvalid, c.Table, c.Version, expect)
	case len(c.Body) > MaxBody:
		return fmt.Errorf("%w: table %s: body has %d bytes: want at most %d", ErrTooLarge, c.Table, len(c.Body), MaxBody)
	}
	if err := checkName("writer", c.Writer); err != nil {
		return err
	}
	if err := checkName("phase", c.Phase); err != nil {
		return err
	}
	return checkHeader(c.Header)
}

func checkName(what, name string) error {
	if _, err := subject.ParseToken(name); err != nil {
		return fmt.Errorf("%w: %s: %w", ErrInvalid, what, err)
	}
	return nil
}

func checkHeader(header map[string]string) error {
	size := 0
	for name, value := range header {
		size += len(name) + len(value)
		if err := errors.Join(checkHeaderName(name), checkHeaderValue(name, value)); err != nil {
			return err
		}
	}
	if size > MaxHeader {
		return fmt.Errorf("%w: headers have %d bytes: want at most %d", ErrTooLarge, size, MaxHeader)
	}
	return nil
}

func checkHeaderName(name string) error {
	for i := range len(name) {
		if c := name[i]; c != '-' && (c < 'a' || c > 'z') && (c < '0' || c > '9') {
			return fmt.Errorf("%w: header %q: want only a-z, 0-9 and '-'", ErrInvalid, name)
		}
	}
	if name == "" || strings.HasPrefix(name, "nats-") || strings.HasPrefix(name, "tranca-") {
		return fmt.Errorf("%w: header %q: the name is reserved", ErrInvalid, name)
	}
	return nil
}

func checkHeaderValue(name, value string) error {
	if strings.TrimSpace(value) != value || strings.ContainsAny(value, "\r\n\x00") {
		return fmt.Errorf("%w: header %q: want a value of one line without space around it", ErrInvalid, name)
	}
	return nil
}
