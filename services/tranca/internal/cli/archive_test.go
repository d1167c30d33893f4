package cli_test

import (
	"encoding/json"
	"strings"

	"github.com/rogpeppe/go-internal/testscript"
)

// replays DATA AGAIN ARCHIVE wants 'tranca replay' to write the records of
// all.jsonl from all three, and 'tranca verify' to prove them.
func replays(ts *testscript.TestScript, _ bool, args []string) {
	want := map[string]string{}
	for line := range strings.Lines(ts.ReadFile("all.jsonl")) {
		var rec struct{ ID string }
		ts.Check(json.Unmarshal([]byte(line), &rec))
		table, _, _ := strings.Cut(rec.ID, ".")
		want[table] += line
	}
	if len(want) != 2 {
		ts.Fatalf("all.jsonl has records of %d tables", len(want))
	}
	for table, records := range want {
		for flag, dir := range map[string]string{"--data": args[0], "--data=again": args[1], "--archive": args[2]} {
			flag, _, _ = strings.Cut(flag, "=")
			ts.Check(ts.Exec("tranca", "replay", table, flag, dir))
			if got := ts.ReadFile("stdout"); got != records {
				ts.Fatalf("%s %s: got %q, want %q", flag, dir, got, records)
			}
			ts.Check(ts.Exec("tranca", "verify", table, flag, dir))
		}
	}
}
