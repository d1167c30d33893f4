package projection

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"tranca.example/pkg/subject"
)

// MaxPage is the highest number of rows of one page.
const MaxPage = 1000

// Separator stands between order and key in a cursor. Neither may contain it;
// being the lowest byte, it keeps a short order before a longer one.
const Separator = "\x00"

// Change sets or deletes one row.
type Change struct {
	Key string // the row's key inside the projection
	// Value replaces the row's value; nil deletes the row.
	Value []byte
	// Lists are the lists that the row stands in from now on, with its place in
	// each: rows are ordered by that text, then by key. It replaces the earlier
	// places; a deleted row stands in none.
	Lists map[string]string
}

// Row is one row of a page.
type Row struct {
	Key   string
	Order string // its place in the list that was read
	Value []byte // not to be changed
}

// Cursor is where the page after r begins. It tells the row's order and key, so
// it is not for clients as it is.
func (r Row) Cursor() string { return r.Order + Separator + r.Key }

// Writer stores what a projector found.
type Writer interface {
	// Apply stores the changes of the commits with sequences in (from, to] and the
	// checkpoint to, both or neither. It does nothing when to is applied already.
	// Errors: a GapError when from is not the checkpoint, ErrInvalid.
	Apply(ctx context.Context, shard subject.Shard, from, to uint64, changes []Change) error
	// Checkpoint returns the sequence up to which the shard is applied; 0: nothing.
	Checkpoint(ctx context.Context, shard subject.Shard) (uint64, error)
}

// Reader reads the rows of a shard.
type Reader interface {
	// Get returns a row's value. The error is ErrNotFound when there is no such row.
	Get(ctx context.Context, shard subject.Shard, key string) ([]byte, error)
	// List returns the next rows of a list after a cursor ("" is the beginning), at
	// most limit and MaxPage. Fewer than that means that the list is at its end.
	List(ctx context.Context, shard subject.Shard, list, after string, limit int) ([]Row, error)
}

// Errors to test for with errors.Is.
var (
	ErrNotFound = errors.New("no such row")
	ErrInvalid  = errors.New("invalid change or query")
	ErrGap      = errors.New("batch does not continue at the checkpoint")
)

// GapError says where the store stands when a batch does not continue there.
type GapError struct {
	Have uint64 // the store's checkpoint
	From uint64 // where the batch began
}

// Error tells where the store stands and where the batch began.
func (e *GapError) Error() string {
	return fmt.Sprintf("%v: checkpoint is %d, batch begins after %d", ErrGap, e.Have, e.From)
}

// Unwrap makes it an ErrGap.
func (e *GapError) Unwrap() error { return ErrGap }

// CheckBatch tells whether a writer may take a batch. Every implementation calls
// it first. The error is ErrInvalid.
func CheckBatch(from, to uint64, changes []Change) error {
	if to <= from {
		return fmt.Errorf("%w: batch (%d, %d]: want at least one sequence", ErrInvalid, from, to)
	}
	for _, c := range changes {
		if err := checkChange(c); err != nil {
			return err
		}
	}
	return nil
}

func checkChange(c Change) error {
	if c.Key == "" || strings.Contains(c.Key, Separator) {
		return fmt.Errorf("%w: key %q: want a text without zero bytes", ErrInvalid, c.Key)
	}
	for list, order := range c.Lists {
		if err := CheckList(list); err != nil {
			return err
		}
		if strings.Contains(order, Separator) {
			return fmt.Errorf("%w: order %q of row %q: want no zero bytes", ErrInvalid, order, c.Key)
		}
	}
	return nil
}

// CheckList tells whether a list may have that name. The error is ErrInvalid.
func CheckList(list string) error {
	if list == "" || strings.Contains(list, Separator) {
		return fmt.Errorf("%w: list %q: want a text without zero bytes", ErrInvalid, list)
	}
	return nil
}

// CheckQuery tells whether a page may be asked for, and returns the limit cut to
// MaxPage. The error is ErrInvalid.
func CheckQuery(list string, limit int) (int, error) {
	if limit < 1 {
		return 0, fmt.Errorf("%w: limit %d: want at least 1", ErrInvalid, limit)
	}
	return min(limit, MaxPage), CheckList(list)
}

// OrderUint is the order of a number, such as a time in milliseconds: low first.
func OrderUint(n uint64) string { return fmt.Sprintf("%020d", n) }

// OrderUintDescending is the order of a number: high first.
func OrderUintDescending(n uint64) string { return OrderUint(^n) }

// Pages merges the pages of several shards into one, in the list's order. The
// cursor of its last row continues all of them.
func Pages(ctx context.Context, r Reader, shards []subject.Shard, list, after string, limit int) ([]Row, error) {
	limit, err := CheckQuery(list, limit)
	if err != nil {
		return nil, err
	}
	var merged []Row
	for _, shard := range shards {
		rows, err := r.List(ctx, shard, list, after, limit)
		if err != nil {
			return nil, fmt.Errorf("list %s of shard %s: %w", list, shard, err)
		}
		merged = merge(merged, rows, limit)
	}
	return merged, nil
}

func merge(a, b []Row, limit int) []Row {
	merged := make([]Row, 0, min(len(a)+len(b), limit))
	for len(merged) < limit && len(a)+len(b) > 0 {
		if len(b) == 0 || len(a) > 0 && a[0].Cursor() < b[0].Cursor() {
			merged, a = append(merged, a[0]), a[1:]
		} else {
			merged, b = append(merged, b[0]), b[1:]
		}
	}
	return merged
}
