package lossy_test

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"syscall"
	"testing"

	"tranca.example/services/e2e/lossy"
)

// disk is mounted until the test ends.
func disk(t *testing.T) *lossy.Disk {
	t.Helper()
	d, err := lossy.New(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := d.Close(); err != nil {
			t.Error(err)
		}
	})
	return d
}

// script is what a program does with files of a directory.
type script struct {
	t   *testing.T
	dir string
}

func (s script) open(name string, flags int) *os.File {
	s.t.Helper()
	f, err := os.OpenFile(filepath.Join(s.dir, name), flags, 0o600)
	if err != nil {
		s.t.Fatal(err)
	}
	return f
}

func (s script) write(f *os.File, text string, at int64) {
	s.t.Helper()
	if _, err := f.WriteAt([]byte(text), at); err != nil {
		s.t.Fatal(err)
	}
}

func (s script) do(err error) {
	s.t.Helper()
	if err != nil {
		s.t.Fatal(err)
	}
}

func TestAPowerCutTakesWhatWasNotSynced(t *testing.T) {
	for name, c := range map[string]struct {
		given func(s script)
		then  map[string]string
	}{
		"a write without a sync": {
			func(s script) { f := s.open("a", os.O_CREATE|os.O_RDWR); s.write(f, "lost", 0); s.do(f.Close()) },
			map[string]string{"a": ""},
		},
		"a write before a sync and one after it": {
			func(s script) {
				f := s.open("a", os.O_CREATE|os.O_RDWR)
				s.write(f, "kept", 0)
				s.do(f.Sync())
				s.write(f, "lost", 4)
				s.write(f, "K", 0)
				s.do(f.Close())
			},
			map[string]string{"a": "kept"},
		},
		"a sync through another handle": {
			func(s script) {
				f := s.open("a", os.O_CREATE|os.O_RDWR)
				s.write(f, "kept", 0)
				s.do(f.Close())
				g := s.open("a", os.O_RDONLY)
				s.do(g.Sync())
				s.do(g.Close())
			},
			map[string]string{"a": "kept"},
		},
		"writes that are synced each": {
			func(s script) {
				f := s.open("a", os.O_CREATE|os.O_RDWR|os.O_SYNC)
				s.write(f, "kept", 0)
				s.do(f.Close())
			},
			map[string]string{"a": "kept"},
		},
		"a file that takes the name of another unsynced": {
			func(s script) {
				f := s.open("a", os.O_CREATE|os.O_RDWR)
				s.write(f, "old", 0)
				s.do(f.Sync())
				g := s.open("b", os.O_CREATE|os.O_RDWR)
				s.write(g, "new", 0)
				s.do(os.Rename(filepath.Join(s.dir, "b"), filepath.Join(s.dir, "a")))
				s.do(errors.Join(f.Close(), g.Close()))
			},
			map[string]string{"a": ""},
		},
		"a file that is synced under its new name": {
			func(s script) {
				g := s.open("b", os.O_CREATE|os.O_RDWR)
				s.write(g, "new", 0)
				s.do(os.Mkdir(filepath.Join(s.dir, "d"), 0o700))
				s.do(os.Rename(filepath.Join(s.dir, "b"), filepath.Join(s.dir, "d", "a")))
				s.do(g.Sync())
				s.do(g.Close())
			},
			map[string]string{"d/a": "new"},
		},
		"a file that was made shorter and longer again": {
			func(s script) {
				f := s.open("a", os.O_CREATE|os.O_RDWR)
				s.write(f, "0123456789", 0)
				s.do(f.Sync())
				s.do(f.Truncate(4))
				s.write(f, "xy", 4)
				s.do(f.Close())
			},
			map[string]string{"a": "0123"},
		},
		"a file that was emptied to be written anew": {
			func(s script) {
				f := s.open("a", os.O_CREATE|os.O_RDWR)
				s.write(f, "old", 0)
				s.do(errors.Join(f.Sync(), f.Close()))
				g := s.open("a", os.O_TRUNC|os.O_WRONLY)
				s.write(g, "new and longer", 0)
				s.do(g.Close())
			},
			map[string]string{"a": ""},
		},
		"a file that was removed": {
			func(s script) {
				f := s.open("a", os.O_CREATE|os.O_RDWR)
				s.write(f, "old", 0)
				s.do(errors.Join(f.Sync(), f.Close(), os.Remove(filepath.Join(s.dir, "a"))))
			},
			map[string]string{},
		},
	} {
		t.Run(name, func(t *testing.T) {
			d := disk(t)
			c.given(script{t, d.Dir})
			before := contents(t, d.Dir)
			d.Cut()
			if err := d.Restore(); err != nil {
				t.Fatal(err)
			}
			after := contents(t, d.Dir)
			if len(after) != len(before) || len(after) != len(c.then) {
				t.Fatalf("got %q, want %q; before the cut %q", after, c.then, before)
			}
			for name, text := range c.then {
				if after[name] != text {
					t.Errorf("%s: got %q, want %q; before the cut %q", name, after[name], text, before[name])
				}
			}
		})
	}
}

func TestNothingCountsAsSyncedWithoutPower(t *testing.T) {
	d := disk(t)
	s := script{t, d.Dir}
	f := s.open("a", os.O_CREATE|os.O_RDWR)
	s.write(f, "lost", 0)
	if got := d.Unsynced(); got != 4 {
		t.Errorf("got %d unsynced bytes, want 4", got)
	}
	d.Cut()
	if err := f.Sync(); !errors.Is(err, syscall.EIO) {
		t.Errorf("got %v, want an error of the disk", err)
	}
	if err := os.Mkdir(filepath.Join(d.Dir, "d"), 0o700); !errors.Is(err, syscall.EIO) {
		t.Errorf("got %v, want an error of the disk", err)
	}
	s.do(f.Close())
	if err := d.Restore(); err != nil {
		t.Fatal(err)
	}
	if got := contents(t, d.Dir); len(got) != 1 || got["a"] != "" {
		t.Errorf("got %q, want an empty file", got)
	}
}

// contents are all files below a directory.
func contents(t *testing.T, dir string) map[string]string {
	t.Helper()
	all := map[string]string{}
	err := fs.WalkDir(os.DirFS(dir), ".", func(path string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		text, err := os.ReadFile(filepath.Join(dir, path))
		all[path] = string(text)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return all
}
