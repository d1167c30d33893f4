package live_test

import (
	"strings"
	"testing"

	"tranca.example/services/gateway/internal/live"
)

func TestACursorIsReadForItsTableAndRoleAlone(t *testing.T) {
	ours, theirs := live.NewCursors([]byte("ours")), live.NewCursors([]byte("theirs"))
	text := ours.Seal("0-table", 2, 4_000_000_000)
	for name, c := range map[string]struct {
		with live.Cursors
		text string
		at   string
		seat int
		ok   bool
	}{
		"as it was made":   {ours, text, "0-table", 2, true},
		"another table":    {ours, text, "0-taple", 2, false},
		"another seat":     {ours, text, "0-table", 1, false},
		"everybody":        {ours, text, "0-table", -1, false},
		"another key":      {theirs, text, "0-table", 2, false},
		"cut":              {ours, text[:len(text)-1], "0-table", 2, false},
		"longer":           {ours, text + "A", "0-table", 2, false},
		"changed":          {ours, "B" + text[1:], "0-table", 2, false},
		"nothing":          {ours, "", "0-table", 2, false},
		"a plain sequence": {ours, "17", "0-table", 2, false},
		"other characters": {ours, strings.Repeat("é", 20), "0-table", 2, false},
	} {
		version, ok := c.with.Open(c.text, c.at, c.seat)
		if ok != c.ok || ok && version != 4_000_000_000 {
			t.Errorf("%s: got %d, %v", name, version, ok)
		}
	}
}

func TestACursorHasAPlaceForEveryTopic(t *testing.T) {
	c := live.NewCursors([]byte("key"))
	text := c.SealAll("0-one", 7, "0-two", 300, "lobby x", 1<<40)
	for topic, want := range map[string]uint64{"0-one": 7, "0-two": 300, "lobby x": 1 << 40} {
		if at, ok := c.OpenTopic(text, topic); !ok || at != want {
			t.Errorf("%s: got %d, %v", topic, at, ok)
		}
	}
	if _, ok := c.OpenTopic(text, "0-three"); ok {
		t.Error("a topic that is not in it is known")
	}
	if _, ok := c.OpenTopic(text+strings.Repeat("A", 8192), "0-one"); ok {
		t.Error("a longer text is read")
	}
}

func FuzzCursors(f *testing.F) {
	c := live.NewCursors([]byte("key"))
	f.Add(c.Seal("0-table", 0, 7))
	f.Add("")
	f.Fuzz(func(t *testing.T, text string) {
		if v, ok := c.Open(text, "0-table", 0); ok && c.Seal("0-table", 0, v) != text {
			t.Fatalf("%q is not the cursor of version %d", text, v)
		}
	})
}
