package wire_test

import (
	"bytes"
	"encoding/binary"
	"flag"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"tranca.example/pkg/table"
	"tranca.example/pkg/wire"
)

// The logs of a few tables as each version wrote them: testdata/v1/<table>.binpb
// holds the commits, each behind its length, <table>.txt what they say. They are
// read for ever and never written again. A version that writes something new
// (an event, a field) counts thisVersion up, plays it in history_tables_test.go
// and records what differs from all before:
//
//	go test tranca.example/pkg/wire -run History -update
//
// Until that version is released its directory may be deleted and recorded anew.
const thisVersion = "v5"

var update = flag.Bool("update", false, "record the history of this version, where there is none yet")

func TestHistoryOfThisVersionIsRecordedOnce(t *testing.T) {
	if *update {
		dir := filepath.Join("testdata", thisVersion)
		if err := os.Mkdir(dir, 0o750); err != nil {
			t.Fatalf("what a version wrote is never changed: %v", err)
		}
		for name, log := range historyTables(t) {
			record(t, filepath.Join(dir, name), log)
		}
	}
	missing := wire.EventNames()
	for _, file := range historyFiles(t) {
		for _, c := range readLog(t, file) {
			for _, e := range c.Events {
				delete(missing, sampleName(e))
			}
		}
	}
	if len(missing) > 0 {
		t.Errorf("no table has %v: play it, count thisVersion up and record it with -update", slices.Sorted(maps.Keys(missing)))
	}
}

// record writes a log, unless an older version wrote the very same.
func record(t *testing.T, file string, log []table.Commit) {
	t.Helper()
	out := encoded(t, log)
	older, err := filepath.Glob(filepath.Join("testdata", "v*", filepath.Base(file)+".binpb"))
	if err != nil {
		t.Fatal(err)
	}
	for _, o := range older {
		if stored, err := os.ReadFile(o); err != nil || bytes.Equal(stored, out) {
			return
		}
	}
	if err := os.WriteFile(file+".binpb", out, 0o600); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(file+".txt", []byte(spellLog(readLog(t, file+".binpb"))), 0o600); err != nil {
		t.Fatal(err)
	}
}

func encoded(t *testing.T, log []table.Commit) (out []byte) {
	t.Helper()
	codec := wire.NewCodec()
	for _, c := range log {
		body, err := codec.EncodeCommit(c)
		if err != nil {
			t.Fatal(err)
		}
		out = append(binary.AppendUvarint(out, uint64(len(body))), body...)
	}
	return out
}

// readLog decodes a recorded log.
func readLog(t *testing.T, file string) (log []table.Commit) {
	t.Helper()
	stored, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	codec := wire.NewCodec()
	for len(stored) > 0 {
		size, n := binary.Uvarint(stored)
		if n <= 0 || uint64(len(stored)-n) < size {
			t.Fatalf("%s is cut short after %d commits", file, len(log))
		}
		c, err := codec.DecodeCommit(stored[n : n+int(size)])
		if err != nil {
			t.Fatalf("%s, commit %d: %v", file, len(log)+1, err)
		}
		log, stored = append(log, c), stored[n+int(size):]
	}
	return log
}

func historyFiles(t *testing.T) []string {
	t.Helper()
	files, err := filepath.Glob("testdata/v*/*.binpb")
	if err != nil || len(files) == 0 {
		t.Fatalf("%d files, %v", len(files), err)
	}
	return files
}

func TestHistoryOfEveryVersionIsStillReadAsItWas(t *testing.T) {
	for _, file := range historyFiles(t) {
		t.Run(file, func(t *testing.T) {
			want, err := os.ReadFile(strings.TrimSuffix(file, ".binpb") + ".txt")
			if err != nil {
				t.Fatal(err)
			}
			got := strings.Split(spellLog(readLog(t, file)), "\n")
			for i, line := range strings.Split(string(want), "\n") {
				if i >= len(got) || got[i] != line {
					t.Fatalf("line %d\ngot  %s\nwant %s", i+1, got[min(i, len(got)-1)], line)
				}
			}
		})
	}
}

func TestHistoryOfEveryVersionFoldsToItsStates(t *testing.T) {
	for _, file := range historyFiles(t) {
		t.Run(file, func(t *testing.T) {
			var s table.State
			for _, c := range readLog(t, file) {
				stored := c.State
				c.State = table.State{}
				s = table.Apply(s, c)
				if diff := difference(stored, s); diff != "" {
					t.Fatalf("version %d: stored and folded: %s", c.Version, diff)
				}
			}
		})
	}
}
