package archive_test

import (
	"bytes"
	"context"
	"errors"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"syscall"
	"testing"

	"tranca.example/pkg/archive"
	"tranca.example/pkg/archive/gamestream"
	"tranca.example/pkg/eventlog"
)

const (
	first    = "GAME_0-00000000000000000001.zst"
	second   = "GAME_0-00000000000000000011.zst"
	third    = "GAME_0-00000000000000000021.zst"
	manifest = "GAME_0.jsonl"
)

// made is an archive of 25 messages in three files.
func made(t testing.TB) (archive.Dir, []archive.Message) {
	t.Helper()
	dir, all := archive.Dir(t.TempDir()), newTape(t, 1, 3).messages(25)
	extend(t, dir, all, 10)
	return dir, all
}

func names(t testing.TB, dir archive.Dir) []string {
	t.Helper()
	list, err := os.ReadDir(string(dir))
	if err != nil {
		t.Fatal(err)
	}
	var all []string
	for _, e := range list {
		all = append(all, e.Name())
	}
	return all
}

func read(t testing.TB, dir archive.Dir, name string) []byte {
	t.Helper()
	content, err := os.ReadFile(filepath.Join(string(dir), name))
	if err != nil {
		t.Fatal(err)
	}
	return content
}

func put(t testing.TB, dir archive.Dir, name string, content []byte) {
	t.Helper()
	if err := os.WriteFile(filepath.Join(string(dir), name), content, 0o600); err != nil {
		t.Fatal(err)
	}
}

func remove(t testing.TB, dir archive.Dir, name string) {
	t.Helper()
	if err := os.Remove(filepath.Join(string(dir), name)); err != nil {
		t.Fatal(err)
	}
}

func TestAnArchiveGrowsAtItsEnd(t *testing.T) {
	p, dir := newTape(t, 5, 4), archive.Dir(filepath.Join(t.TempDir(), "new"))
	var all []archive.Message
	for _, n := range []int{12, 0, 1, 30} {
		some := p.messages(n)
		all = append(all, some...)
		before := map[string][]byte{}
		if len(all) > 12 {
			for _, name := range names(t, dir) {
				before[name] = read(t, dir, name)
			}
		}
		extend(t, dir, some, 10)
		for name, content := range before {
			if now := read(t, dir, name); !bytes.HasPrefix(now, content) || name != manifest && len(now) != len(content) {
				t.Errorf("%s was changed", name)
			}
		}
	}
	got, err := collect(dir.Messages(0))
	if err != nil || !reflect.DeepEqual(got, all) {
		t.Errorf("got %d messages, %v", len(got), err)
	}
	r, err := dir.Verify(t.Context(), 0, gamestream.Decode)
	if err != nil || r.Commits != 43 || len(r.Entries) != 6 || r.Tables != 4 || r.Cut != 0 {
		t.Errorf("got %+v, %v", r, err)
	}
	if shards, err := dir.Shards(); err != nil || len(shards) != 1 || shards[0] != 0 {
		t.Errorf("got %v, %v", shards, err)
	}
}

func TestOnlyMessagesThatFollowAreTaken(t *testing.T) {
	dir, _ := made(t)
	broken := errors.New("broken")
	other := newTape(t, 26, 1).messages(3)
	other[2].Subject = "g.7.7-aaaaaaaaaaaaaaaa.ev"
	for name, s := range map[string]struct {
		messages []archive.Message
		err      error
		want     string
	}{
		"too late":        {newTape(t, 27, 1).messages(1), nil, "got 27, want 26"},
		"again":           {newTape(t, 25, 1).messages(1), nil, "got 25, want 26"},
		"another shard":   {other, nil, "message 28 is of table 7-aaaaaaaaaaaaaaaa: want shard 0"},
		"a broken stream": {newTape(t, 26, 1).messages(3), broken, "broken"},
	} {
		x, err := dir.Extend(0)
		if err != nil {
			t.Fatal(err)
		}
		err = x.Add(yields(s.messages, s.err), 10, func(archive.Entry) { t.Errorf("%s: a file was written", name) })
		if err == nil || !strings.Contains(err.Error(), s.want) {
			t.Errorf("%s: got %v", name, err)
		}
		if got := names(t, dir); !slices.Equal(got, []string{first, second, third, manifest}) {
			t.Errorf("%s: left %v", name, got)
		}
	}
}

func TestVerifyingEndsWithItsContext(t *testing.T) {
	dir, _ := made(t)
	ctx, cancel := context.WithCancel(t.Context())
	read := 0
	_, err := dir.Verify(ctx, 0, func(m archive.Message) (eventlog.Commit, error) {
		if read++; read == 3 {
			cancel()
		}
		return gamestream.Decode(m)
	})
	if err != context.Canceled || read != 3 { //nolint:errorlint // and nothing beside it
		t.Errorf("read %d messages: got %v", read, err)
	}
}

func TestWhateverIsWrongIsNamed(t *testing.T) {
	for name, s := range map[string]struct {
		spoil func(t *testing.T, dir archive.Dir)
		is    error
		says  []string // one a line
	}{
		"a bit": {func(t *testing.T, dir archive.Dir) {
			content := read(t, dir, second)
			content[len(content)/2] ^= 4
			put(t, dir, second, content)
		}, archive.ErrHash, []string{second + ": other bytes than the manifest says: its SHA-256 is "}},
		"a cut": {func(t *testing.T, dir archive.Dir) {
			content := read(t, dir, second)
			put(t, dir, second, content[:len(content)-1])
		}, archive.ErrCut, []string{second + ": other bytes than the manifest says: cut off: "}},
		"two swapped": {func(t *testing.T, dir archive.Dir) {
			a, b := read(t, dir, first), read(t, dir, second)
			put(t, dir, first, b)
			put(t, dir, second, a)
		}, archive.ErrSwapped, []string{
			first + ": has the bytes of another file: " + second,
			second + ": has the bytes of another file: " + first,
		}},
		"one removed": {func(t *testing.T, dir archive.Dir) { remove(t, dir, second) },
			archive.ErrMissing, []string{second + ": missing"}},
		"a directory in the place of one": {func(t *testing.T, dir archive.Dir) {
			remove(t, dir, second)
			if err := os.Mkdir(filepath.Join(string(dir), second), 0o700); err != nil {
				t.Fatal(err)
			}
		}, archive.ErrNoFile, []string{second + ": is no file: d"}},
		"a pipe in the place of one": {func(t *testing.T, dir archive.Dir) { pipe(t, dir, second) },
			archive.ErrNoFile, []string{second + ": is no file: p"}},
		"a pipe in the place of the manifest": {func(t *testing.T, dir archive.Dir) { pipe(t, dir, manifest) },
			archive.ErrNoFile, []string{manifest + ": is no file: p"}},
		"a strange file": {func(t *testing.T, dir archive.Dir) { put(t, dir, "GAME_0-00000000000000000026.zst", nil) },
			archive.ErrUnlisted, []string{"GAME_0-00000000000000000026.zst: not in the manifest"}},
		"a line edited": {func(t *testing.T, dir archive.Dir) { edit(t, dir, 1, `"commits":10`, `"commits":11`) },
			archive.ErrLink, []string{manifest + " line 3: does not follow the line before: it names the hash "}},
		"the last line edited": {func(t *testing.T, dir archive.Dir) { edit(t, dir, 2, `"commits":5`, `"commits":6`) },
			archive.ErrContradicts, []string{third + ": the manifest tells other things than the file: {"}},
		"a line removed": {func(t *testing.T, dir archive.Dir) { edit(t, dir, 1, "", "") },
			archive.ErrLink, []string{manifest + " line 2: does not follow the line before: it names the hash "}},
		"the last line removed": {func(t *testing.T, dir archive.Dir) { edit(t, dir, 2, "", "") },
			archive.ErrUnlisted, []string{third + ": not in the manifest"}},
		"a line that says more": {func(t *testing.T, dir archive.Dir) { edit(t, dir, 0, `{"format"`, `{"by":"me","format"`) },
			nil, []string{manifest + " line 1: not as it was written"}},
		"another format": {func(t *testing.T, dir archive.Dir) { edit(t, dir, 0, `"format":1`, `"format":2`) },
			nil, []string{manifest + " line 1: format 2: want 1"}},
		"another file's name": {func(t *testing.T, dir archive.Dir) { edit(t, dir, 0, first, "../../etc/passwd") },
			nil, []string{manifest + " line 1: ../../etc/passwd of stream GAME_0, shard 0: want " + first}},
		"a manifest cut": {func(t *testing.T, dir archive.Dir) {
			content := read(t, dir, manifest)
			put(t, dir, manifest, content[:len(content)-1])
		}, archive.ErrCut, []string{manifest + " line 3: cut off"}},
		"no manifest": {func(t *testing.T, dir archive.Dir) { remove(t, dir, manifest) },
			archive.ErrUnlisted, []string{first + ": not in the manifest", second + ": not in the manifest", third + ": not in the manifest"}},
	} {
		t.Run(name, func(t *testing.T) {
			dir, _ := made(t)
			s.spoil(t, dir)
			_, err := dir.Verify(t.Context(), 0, gamestream.Decode)
			if err == nil || s.is != nil && !errors.Is(err, s.is) {
				t.Fatalf("got %v", err)
			}
			lines := strings.Split(err.Error(), "\n")
			if len(lines) != len(s.says) {
				t.Fatalf("got %q", lines)
			}
			for i, want := range s.says {
				if !strings.HasPrefix(lines[i], want) {
					t.Errorf("got %q, want %q", lines[i], want)
				}
			}
		})
	}
}

// pipe puts something in a file's place that opens when somebody writes into it.
func pipe(t *testing.T, dir archive.Dir, name string) {
	t.Helper()
	remove(t, dir, name)
	if err := syscall.Mkfifo(filepath.Join(string(dir), name), 0o600); err != nil {
		t.Fatal(err)
	}
}

// edit replaces a part of a line of the manifest, or drops the line when the
// part is "".
func edit(t *testing.T, dir archive.Dir, line int, from, to string) {
	t.Helper()
	lines := strings.SplitAfter(string(read(t, dir, manifest)), "\n")
	if !strings.Contains(lines[line], from) {
		t.Fatalf("no %s in %s", from, lines[line])
	}
	lines[line] = strings.Replace(lines[line], from, to, 1)
	if from == "" {
		lines[line] = ""
	}
	put(t, dir, manifest, []byte(strings.Join(lines, "")))
}

func TestAWriterThatDiedLeavesNothingHalfSaid(t *testing.T) {
	dir, all := made(t)
	whole := string(read(t, dir, manifest))
	for name, spoil := range map[string]func(){
		"while it wrote a file": func() {
			put(t, dir, third+".part-123", read(t, dir, third)[:20])
			remove(t, dir, third)
			edit(t, dir, 2, "", "")
		},
		"before the file had its name": func() {
			put(t, dir, third+".part-123", read(t, dir, third))
			remove(t, dir, third)
			edit(t, dir, 2, "", "")
		},
		"before the manifest named the file": func() { edit(t, dir, 2, "", "") },
		"while it wrote the manifest":        func() { put(t, dir, manifest+".part-77", []byte("{")) },
		"and somebody lost the manifest":     func() { remove(t, dir, manifest) },
	} {
		spoil()
		x, err := dir.Extend(0)
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		last, _ := x.Last()
		if err := x.Add(yields(all[last.Last:], nil), 10, func(archive.Entry) {}); err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		if got := string(read(t, dir, manifest)); got != whole {
			t.Errorf("%s: the manifest became %s", name, got)
		}
		if _, err := dir.Verify(t.Context(), 0, gamestream.Decode); err != nil {
			t.Errorf("%s: %v", name, err)
		}
		if got := names(t, dir); len(got) != 4 {
			t.Errorf("%s: left %v", name, got)
		}
	}
}

func TestWhatADeadWriterLeftIsCheckedBeforeItIsTakenIn(t *testing.T) {
	dir, all := made(t)
	put(t, dir, "GAME_0-00000000000000000026.zst", read(t, dir, third))
	if _, err := dir.Extend(0); !errors.Is(err, archive.ErrUnlisted) || !errors.Is(err, archive.ErrDamaged) {
		t.Errorf("a file under another name: got %v", err)
	}
	put(t, dir, "GAME_0-00000000000000000026.zst", read(t, dir, third)[:30])
	if _, err := dir.Extend(0); !errors.Is(err, archive.ErrUnlisted) {
		t.Errorf("half a file: got %v", err)
	}
	remove(t, dir, "GAME_0-00000000000000000026.zst")
	put(t, dir, "GAME_0-00000000000000000099.zst", write(t, all))
	if _, err := dir.Extend(0); err == nil || !strings.HasSuffix(err.Error(), "does not follow "+third) {
		t.Errorf("a later file: got %v", err)
	}
}

func TestOfTwoWritersAtOnceOneStops(t *testing.T) {
	dir, all := archive.Dir(t.TempDir()), newTape(t, 1, 3).messages(30)
	one, err := dir.Extend(0)
	if err != nil {
		t.Fatal(err)
	}
	extend(t, dir, all, 30)
	if err := one.Add(yields(all[:20], nil), 20, func(archive.Entry) {}); !errors.Is(err, archive.ErrTaken) {
		t.Errorf("got %v", err)
	}
	if r, err := dir.Verify(t.Context(), 0, gamestream.Decode); err != nil || r.Commits != 30 {
		t.Errorf("got %+v, %v", r, err)
	}
}

func TestACommitThatDoesNotFollowItsTablesCommitBeforeIsNamed(t *testing.T) {
	id := newTape(t, 1, 1).tables[0]
	for name, s := range map[string]struct {
		messages []archive.Message
		want     string
	}{
		"a version left out": {[]archive.Message{commit(1, id, 1, 0, nil), commit(2, id, 3, 1, nil)},
			"message 2: chain of the table is broken: version 3 of table " + id.String() + " follows sequence 1: want version 2 after 1"},
		"an expectation dropped": {[]archive.Message{commit(1, id, 1, 0, nil), commit(2, id, 2, 1, nil), commit(3, id, 3, 1, nil)},
			"follows sequence 1: want version 3 after 2"},
		"a table that begins late": {[]archive.Message{commit(1, id, 2, 1, nil)},
			"version 2 of table " + id.String() + " follows sequence 1, where no commit of it is"},
		"a closed table that goes on": {[]archive.Message{commit(1, id, 1, 0, nil), shut(commit(2, id, 2, 1, nil)), commit(3, id, 3, 2, nil)},
			"message 3: chain of the table is broken: version 3 of table " + id.String() + " follows sequence 2, where no commit of it is"},
		"no commit": {[]archive.Message{{Seq: 1, Stored: commit(1, id, 1, 0, nil).Stored, Subject: commit(1, id, 1, 0, nil).Subject}},
			"message 1 of table " + id.String() + " is no commit"},
	} {
		dir := archive.Dir(t.TempDir())
		extend(t, dir, s.messages, 10)
		if _, err := dir.Verify(t.Context(), 0, gamestream.Decode); err == nil || !strings.Contains(err.Error(), s.want) {
			t.Errorf("%s: got %v", name, err)
		}
	}
}

// shut makes it the commit that closes its table.
func shut(m archive.Message) archive.Message {
	m.Header = bytes.Replace(m.Header, []byte("playing"), []byte("closed"), 1)
	return m
}

func TestAnArchiveMayBeginInTheMiddleOfTables(t *testing.T) {
	dir, all := archive.Dir(t.TempDir()), newTape(t, 1, 3).messages(40)
	extend(t, dir, all[15:], 10)
	r, err := dir.Verify(t.Context(), 0, gamestream.Decode)
	if err != nil || r.Cut != 3 || r.Tables != 3 {
		t.Errorf("got %+v, %v", r, err)
	}
	id, err := gamestream.Decode(all[20])
	if err != nil {
		t.Fatal(err)
	}
	for _, err := range (archive.History{Dir: dir, Decode: gamestream.Decode}).History(t.Context(), id.Table, 0) {
		if !errors.Is(err, eventlog.ErrGap) {
			t.Errorf("its history: got %v", err)
		}
	}
}

func TestATablesHistoryIsReadFromTheArchive(t *testing.T) {
	dir, all := made(t)
	h := archive.History{Dir: dir, Decode: gamestream.Decode}
	for _, from := range []uint32{0, 1, 3, 1000} {
		for _, id := range newTape(t, 1, 3).tables {
			var want, got []uint64
			for _, m := range all {
				if c, err := gamestream.Decode(m); err == nil && c.Table == id && c.Version >= from {
					want = append(want, c.Seq)
				}
			}
			for c, err := range h.History(t.Context(), id, from) {
				if err != nil {
					t.Fatal(err)
				}
				got = append(got, c.Seq)
			}
			if !slices.Equal(got, want) {
				t.Errorf("from %d: got %v, want %v", from, got, want)
			}
		}
	}
	for _, err := range h.History(t.Context(), newTape(t, 1, 4).tables[3], 0) {
		if !errors.Is(err, eventlog.ErrNotFound) {
			t.Errorf("another table: got %v", err)
		}
	}
	remove(t, dir, second)
	for c, err := range h.History(t.Context(), newTape(t, 1, 3).tables[0], 0) {
		if err != nil && !errors.Is(err, archive.ErrMissing) || err == nil && c.Seq > 10 {
			t.Errorf("without a file: got %+v, %v", c, err)
		}
	}
}

func TestADirectoryWithoutAnArchiveIsTold(t *testing.T) {
	dir := archive.Dir(t.TempDir())
	put(t, dir, "README", nil)
	if _, err := dir.Shards(); !errors.Is(err, archive.ErrEmpty) {
		t.Errorf("got %v", err)
	}
	if _, err := archive.Dir(string(dir) + "/none").Shards(); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("got %v", err)
	}
}
