package contract

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"testing"

	"tranca.example/pkg/projection"
	"tranca.example/pkg/subject"
)

// Store is what is tested.
type Store interface {
	projection.Writer
	projection.Reader
}

// Run tests the stores that open returns: a new, empty one each time.
func Run(t *testing.T, open func(t *testing.T) Store) {
	t.Helper()
	for _, c := range []struct {
		name string
		test func(t *testing.T, s Store)
	}{
		{"an empty store", empty},
		{"a batch is applied once", once},
		{"a batch that does not continue is refused", gap},
		{"the first batch may begin late in the log", lateStart},
		{"values are replaced and deleted", values},
		{"lists are ordered and paged", pages},
		{"a row moves between lists", moves},
		{"a later change of a batch wins", laterWins},
		{"lists do not mix", noMixing},
		{"shards are apart", shards},
		{"nonsense is refused whole", nonsense},
		{"big sequences are exact", bigSequences},
		{"values are any bytes", anyBytes},
		{"an ended context is an error", ended},
	} {
		t.Run(c.name, func(t *testing.T) { c.test(t, open(t)) })
	}
}

func apply(t *testing.T, s Store, from, to uint64, changes ...projection.Change) {
	t.Helper()
	if err := s.Apply(t.Context(), 0, from, to, changes); err != nil {
		t.Fatalf("apply (%d, %d]: %v", from, to, err)
	}
}

func wantCheckpoint(t *testing.T, s Store, want uint64) {
	t.Helper()
	if got, err := s.Checkpoint(t.Context(), 0); err != nil || got != want {
		t.Errorf("got checkpoint %d, %v; want %d", got, err, want)
	}
}

func wantValue(t *testing.T, s Store, key, want string) {
	t.Helper()
	got, err := s.Get(t.Context(), 0, key)
	if want == "" {
		if !errors.Is(err, projection.ErrNotFound) {
			t.Errorf("row %s: got %q, %v; want none", key, got, err)
		}
		return
	}
	if err != nil || string(got) != want {
		t.Errorf("row %s: got %q, %v; want %q", key, got, err, want)
	}
}

// wantList wants rows in the form order/key=value.
func wantList(t *testing.T, s Store, list, after string, limit int, want ...string) string {
	t.Helper()
	rows, err := s.List(t.Context(), 0, list, after, limit)
	if err != nil {
		t.Fatalf("list %s: %v", list, err)
	}
	var got []string
	for _, r := range rows {
		got = append(got, fmt.Sprintf("%s/%s=%s", r.Order, r.Key, r.Value))
	}
	if !slices.Equal(got, want) {
		t.Errorf("list %s after %q: got %q, want %q", list, after, got, want)
	}
	if len(rows) == 0 {
		return ""
	}
	return rows[len(rows)-1].Cursor()
}

// set sets a row that stands in lists, given as list and order in turn.
func set(key, value string, lists ...string) projection.Change {
	c := projection.Change{Key: key, Value: []byte(value), Lists: map[string]string{}}
	for i := 0; i < len(lists); i += 2 {
		c.Lists[lists[i]] = lists[i+1]
	}
	return c
}

func del(key string) projection.Change { return projection.Change{Key: key} }

func empty(t *testing.T, s Store) {
	wantCheckpoint(t, s, 0)
	wantValue(t, s, "a", "")
	wantList(t, s, "open", "", 10)
}

func once(t *testing.T, s Store) {
	apply(t, s, 0, 3, set("a", "1"))
	apply(t, s, 0, 3, set("a", "again"))
	apply(t, s, 1, 2, set("a", "again"))
	wantValue(t, s, "a", "1")
	apply(t, s, 3, 4, set("a", "2"))
	wantValue(t, s, "a", "2")
	apply(t, s, 4, 9)
	wantCheckpoint(t, s, 9)
}

func gap(t *testing.T, s Store) {
	apply(t, s, 0, 3, set("a", "1"))
	for _, from := range []uint64{4, 2, 0} {
		err := s.Apply(t.Context(), 0, from, 7, []projection.Change{set("a", "no", "open", "1")})
		var gap *projection.GapError
		if !errors.Is(err, projection.ErrGap) || !errors.As(err, &gap) || gap.Have != 3 || gap.From != from {
			t.Errorf("after %d: got %v, want a gap at 3", from, err)
		}
	}
	wantCheckpoint(t, s, 3)
	wantValue(t, s, "a", "1")
	wantList(t, s, "open", "", 10)
}

func lateStart(t *testing.T, s Store) {
	apply(t, s, 0, 5000, set("a", "1"))
	wantCheckpoint(t, s, 5000)
}

func values(t *testing.T, s Store) {
	apply(t, s, 0, 1, set("a", "1"), set("b", "2"))
	apply(t, s, 1, 2, set("a", "3"), del("b"), del("never"))
	wantValue(t, s, "a", "3")
	wantValue(t, s, "b", "")
	apply(t, s, 2, 3, projection.Change{Key: "e", Value: []byte{}})
	if got, err := s.Get(t.Context(), 0, "e"); err != nil || len(got) != 0 {
		t.Errorf("an empty value is a value: got %q, %v", got, err)
	}
}

func pages(t *testing.T, s Store) {
	apply(t, s, 0, 1,
		set("c", "3", "open", "10"), set("a", "1", "open", "10"), set("b", "2", "open", "2"),
		set("d", "4", "open", ""), set("e", "5", "open", "100"), set("f", "6"))
	cursor := wantList(t, s, "open", "", 2, "/d=4", "10/a=1")
	cursor = wantList(t, s, "open", cursor, 2, "10/c=3", "100/e=5")
	// What is deleted between two pages is not missed, what is new is seen.
	apply(t, s, 1, 2, del("e"), set("g", "7", "open", "11"))
	wantList(t, s, "open", cursor, 2, "11/g=7", "2/b=2")
	wantList(t, s, "open", "", projection.MaxPage+1, "/d=4", "10/a=1", "10/c=3", "11/g=7", "2/b=2")
}

func moves(t *testing.T, s Store) {
	apply(t, s, 0, 1, set("a", "1", "open", "1", "mine", "7"))
	wantList(t, s, "mine", "", 5, "7/a=1")
	apply(t, s, 1, 2, set("a", "2", "open", "3", "full", "1"))
	wantList(t, s, "open", "", 5, "3/a=2")
	wantList(t, s, "full", "", 5, "1/a=2")
	wantList(t, s, "mine", "", 5)
	apply(t, s, 2, 3, set("a", "3"))
	wantList(t, s, "open", "", 5)
	apply(t, s, 3, 4, set("a", "4", "open", "1"))
	apply(t, s, 4, 5, del("a"))
	wantList(t, s, "open", "", 5)
}

func laterWins(t *testing.T, s Store) {
	apply(t, s, 0, 2, set("a", "1", "open", "1"), set("a", "2", "open", "2"), set("b", "1", "open", "3"), del("b"))
	wantList(t, s, "open", "", 5, "2/a=2")
	apply(t, s, 2, 4, del("a"), set("a", "3", "open", "4"))
	wantList(t, s, "open", "", 5, "4/a=3")
}

func noMixing(t *testing.T, s Store) {
	apply(t, s, 0, 1, set("a", "1", "open", "1"), set("b", "2", "open-4", "1"), set("c", "3", "ope", "1"), set("d", "4", "open\x01", "1"))
	wantList(t, s, "open", "", 5, "1/a=1")
	wantList(t, s, "ope", "", 5, "1/c=3")
	wantList(t, s, "open-4", "", 5, "1/b=2")
}

func shards(t *testing.T, s Store) {
	apply(t, s, 0, 5, set("a", "1", "open", "1"))
	if err := s.Apply(t.Context(), 1, 0, 1, []projection.Change{set("a", "other", "open", "0")}); err != nil {
		t.Fatal(err)
	}
	wantValue(t, s, "a", "1")
	wantCheckpoint(t, s, 5)
	rows, err := projection.Pages(t.Context(), s, []subject.Shard{0, 1, 2}, "open", "", 5)
	if err != nil || len(rows) != 2 || string(rows[0].Value) != "other" || string(rows[1].Value) != "1" {
		t.Errorf("got %v, %v", rows, err)
	}
}

func nonsense(t *testing.T, s Store) {
	apply(t, s, 0, 1, set("a", "1"))
	for name, err := range map[string]error{
		"an empty range":   s.Apply(t.Context(), 0, 1, 1, nil),
		"a range backward": s.Apply(t.Context(), 0, 2, 1, nil),
		"no key":           s.Apply(t.Context(), 0, 1, 2, []projection.Change{set("a", "2"), set("", "x")}),
		"a zero in a key":  s.Apply(t.Context(), 0, 1, 2, []projection.Change{set("a", "2"), set("k\x00", "x")}),
		"a zero in order":  s.Apply(t.Context(), 0, 1, 2, []projection.Change{set("a", "2", "open", "\x00")}),
		"a list unnamed":   s.Apply(t.Context(), 0, 1, 2, []projection.Change{set("a", "2", "", "1")}),
		"a list with zero": s.Apply(t.Context(), 0, 1, 2, []projection.Change{set("a", "2", "l\x00", "1")}),
	} {
		if !errors.Is(err, projection.ErrInvalid) {
			t.Errorf("%s: got %v, want invalid", name, err)
		}
	}
	wantValue(t, s, "a", "1")
	for list, limit := range map[string]int{"open": 0, "": 1} {
		if _, err := s.List(t.Context(), 0, list, "", limit); !errors.Is(err, projection.ErrInvalid) {
			t.Errorf("list %q, limit %d: got %v, want invalid", list, limit, err)
		}
	}
}

func bigSequences(t *testing.T, s Store) {
	const big = 1<<53 - 3
	apply(t, s, 0, big, set("a", "1"))
	apply(t, s, big, big+1, set("a", "2"))
	wantCheckpoint(t, s, big+1)
	wantValue(t, s, "a", "2")
}

func anyBytes(t *testing.T, s Store) {
	value := make([]byte, 256)
	for i := range value {
		value[i] = byte(i)
	}
	apply(t, s, 0, 1, set("clé %-]", string(value), "open list", "ö"))
	wantValue(t, s, "clé %-]", string(value))
	wantList(t, s, "open list", "", 1, "ö/clé %-]="+string(value))
}

func ended(t *testing.T, s Store) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	_, getErr := s.Get(ctx, 0, "a")
	_, listErr := s.List(ctx, 0, "open", "", 1)
	_, checkpointErr := s.Checkpoint(ctx, 0)
	for _, err := range []error{s.Apply(ctx, 0, 0, 1, nil), getErr, listErr, checkpointErr} {
		if !errors.Is(err, context.Canceled) {
			t.Errorf("got %v, want canceled", err)
		}
	}
}
