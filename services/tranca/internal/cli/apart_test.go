package cli_test

import (
	"bufio"
	"encoding/json"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/nats-io/nats-server/v2/server"
)

// elsewhere runs a NATS server on the configuration that nats-config prints, and
// gives its URL and the file of the passwords.
func elsewhere(t *testing.T) (url, passwords string) {
	t.Helper()
	passwords = filepath.Join(t.TempDir(), "passwords.json")
	config, stderr, code := run(t, "", "nats-config", "--passwords", passwords, "--listen", "127.0.0.1:-1", "--store-dir", t.TempDir())
	if code != 0 {
		t.Fatal(stderr)
	}
	var options server.Options
	if err := options.ProcessConfigString(config); err != nil {
		t.Fatal(err)
	}
	options.NoSigs = true
	ns, err := server.NewServer(&options)
	if err != nil {
		t.Fatal(err)
	}
	ns.Start()
	t.Cleanup(func() { ns.Shutdown(); ns.WaitForShutdown() })
	if !ns.ReadyForConnections(60 * time.Second) {
		t.Fatal("the NATS server did not start")
	}
	return ns.ClientURL(), passwords
}

func TestStreamsAreMadeOnceAndThenVerified(t *testing.T) {
	url, passwords := elsewhere(t)
	streams := func(args ...string) (string, string, int) {
		return run(t, "", append([]string{"streams", "--nats", url, "--nats-passwords", passwords}, args...)...)
	}
	if _, stderr, code := streams("--verify"); code != 1 || !strings.Contains(stderr, "verify stream GAME_0: nats: API error: code=404") {
		t.Errorf("before: exit code %d: %s", code, stderr)
	}
	want := func(done string) string {
		var all strings.Builder
		for _, name := range []string{"ALLOC     ", "TIMERS    ", "DLQ       ", "POISON    ", "GAME_0    ", "ROOT_0    ", "SECRET_0  "} {
			all.WriteString(name + " " + done + "\n")
		}
		return all.String()
	}
	for range 2 {
		if stdout, stderr, code := streams(); code != 0 || stdout != want("is there, as it must be") {
			t.Errorf("exit code %d: %s%s", code, stdout, stderr)
		}
	}
	if stdout, stderr, code := streams("--verify"); code != 0 || stdout != want("verified") {
		t.Errorf("exit code %d: %s%s", code, stdout, stderr)
	}
	_, stderr, code := streams("--verify", "--max-age", "1000h")
	if code != 1 || !strings.Contains(stderr, "stream GAME_0: max age is 2160h0m0s: want 1000h0m0s") || strings.Count(stderr, "\n") != 1 {
		t.Errorf("other settings: exit code %d: %s", code, stderr)
	}
	if _, stderr, code := run(t, "", "streams", "--nats", url, "--nats-password", "wrong"); code != 1 || !strings.Contains(stderr, "Authorization Violation") {
		t.Errorf("wrong password: exit code %d: %s", code, stderr)
	}
}

func TestStreamsMayOnlyBeVerifiedAtTheStart(t *testing.T) {
	url, passwords := elsewhere(t)
	at := []string{"up", "--http", "127.0.0.1:0", "--admin", "127.0.0.1:0", "--data", t.TempDir(), "--nats", url, "--nats-passwords", passwords, "--streams", "verify"}
	_, stderr, code := run(t, "", at...)
	for _, name := range []string{"ALLOC", "TIMERS", "DLQ", "POISON", "GAME_0", "ROOT_0", "SECRET_0"} {
		if code != 1 || !strings.Contains(stderr, "verify stream "+name+": nats: API error: code=404") {
			t.Errorf("exit code %d: %s, want it to name %s", code, stderr, name)
		}
	}
	if _, stderr, code := run(t, "", "streams", "--nats", url, "--nats-passwords", passwords); code != 0 {
		t.Fatal(stderr)
	}
	up(t, at[5:]...)
}

func TestGamesMayLieOnANATSServerElsewhere(t *testing.T) {
	url, passwords := elsewhere(t)
	args := []string{"--data", t.TempDir(), "--nats", url, "--nats-passwords", passwords}
	first := up(t, args...)
	if !strings.Contains(first.banner, "  games    on NATS at "+url) {
		t.Errorf("got %s", first.banner)
	}
	var i ids
	id := first.botTable(t, &i, 20)
	await(t, "the game gets going", func() bool { return first.stand(t, id).Version > 15 })
	first.end(syscall.SIGKILL)
	if _, stderr, code := run(t, "", "up", "--http", "127.0.0.1:0", "--admin", "127.0.0.1:0", "--nats", url, "--nats-passwords", passwords,
		"--data", passwords); code != 1 || !strings.HasPrefix(stderr, "error: data directory "+passwords+": ") || !strings.HasSuffix(stderr, ": choose another with --data\n") {
		t.Errorf("a file for the keys: exit code %d: %s", code, stderr)
	}
	second := up(t, args...)
	await(t, "the match ends", func() bool { return second.stand(t, id).Phase == "finished" })
	served, _, _ := run(t, "", "replay", id, "--server", second.url)
	logged, stderr, code := run(t, "", "replay", id, "--nats", url, "--nats-passwords", passwords)
	if code != 0 || logged != served || logged == "" {
		t.Errorf("the two doors differ: exit code %d: %s", code, stderr)
	}
}

func TestTheObserverSeesEventsAsTheyHappen(t *testing.T) {
	c := up(t, "--data", t.TempDir(), "--shards", "2")
	command := observe(t, c)
	lines := tail(t, append(command, "--json")...)
	var i ids
	var id string
	types := map[string]bool{}
	for deadline := time.After(60 * time.Second); !types["tile_played"]; {
		if len(types) == 0 {
			id = c.botTable(t, &i, 5) // the watch may have begun after the last one
		}
		select {
		case line, more := <-lines:
			if !more {
				t.Fatal("the watch has ended")
			}
			collect(t, line, types)
		case <-time.After(2 * time.Second):
		case <-deadline:
			t.Fatalf("no tile was played at table %s: %v", id, types)
		}
	}
	plain := <-tail(t, append(command, c.botTable(t, &i, 300))...)
	if words := strings.Fields(plain); len(words) < 4 || !strings.HasPrefix(words[2], "v") {
		t.Errorf("got %q", plain)
	}
}

func TestAnObserverOfThisMachineNeedsNoPassword(t *testing.T) {
	c := up(t, "--data", t.TempDir(), "--nats-open")
	command := observe(t, c)
	if slices.Contains(command, "--nats-password") {
		t.Errorf("the banner has a password: %q", command)
	}
	var i ids
	if line := <-tail(t, append(command, c.botTable(t, &i, 300))...); line == "" {
		t.Error("nothing was seen")
	}
}

// observe is the command of the banner for observers, without the program.
func observe(t *testing.T, c *child) []string {
	t.Helper()
	found := regexp.MustCompile(`(?m)^  observe  \S+ ([^#\n]*)`).FindStringSubmatch(c.banner)
	if found == nil {
		t.Fatalf("no command for observers in\n%s", c.banner)
	}
	return slices.Clip(strings.Fields(found[1]))
}

func TestATableIsWatchedThroughTheServerUntilItIsClosed(t *testing.T) {
	c := up(t, "--data", t.TempDir())
	var i ids
	var table struct{ TableID string }
	c.call(t, "OpenTable", map[string]any{"commandId": i.next(), "preset": "chickie"}, &table)
	lines := tail(t, "events", "tail", table.TableID, "--server", c.url)
	add := map[string]any{"tableId": table.TableID, "policy": "greedy", "seat": 0}
	remove := map[string]any{"tableId": table.TableID, "seat": 0}
	await(t, "a change is seen", func() bool { // the watch begins some time after its process
		add["commandId"], remove["commandId"] = i.next(), i.next()
		c.call(t, "AddBot", add, &struct{}{})
		c.call(t, "RemoveBot", remove, &struct{}{})
		return len(lines) > 0
	})
	c.call(t, "CloseTable", map[string]any{"tableId": table.TableID, "commandId": i.next()}, &struct{}{})
	var last string
	for line := range lines { // until the program has ended
		last = line
	}
	if !strings.Contains(last, " "+table.TableID+" v") || !strings.Contains(last, " table_closed") {
		t.Errorf("the last line is %q", last)
	}
	for door, want := range map[string]string{c.url: "there is no such table", "http://127.0.0.1:1": "connection refused"} {
		_, stderr, code := run(t, "", "events", "tail", "0-abcdefghijklmnop", "--server", door)
		if code != 1 || !strings.HasPrefix(stderr, "error: watch table 0-abcdefghijklmnop: ") || !strings.Contains(stderr, want) {
			t.Errorf("exit code %d: %s, want %s", code, stderr, want)
		}
	}
}

// tail runs the program until the test ends, and gives the lines that it prints.
func tail(t *testing.T, args ...string) <-chan string {
	t.Helper()
	cmd := exec.CommandContext(t.Context(), "tranca", args...)
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	lines := make(chan string, 10_000)
	go func() {
		defer close(lines)
		for s := bufio.NewScanner(out); s.Scan(); {
			lines <- s.Text()
		}
	}()
	t.Cleanup(func() {
		_ = cmd.Process.Signal(syscall.SIGTERM) // it may be gone
		_ = cmd.Wait()
	})
	return lines
}

// collect keeps the types of a line's events, none of which tells a hand.
func collect(t *testing.T, line string, types map[string]bool) {
	t.Helper()
	var update struct {
		TableID string
		Events  []map[string]any
	}
	if err := json.Unmarshal([]byte(line), &update); err != nil || update.TableID == "" {
		t.Fatalf("%q: %v", line, err)
	}
	for _, e := range update.Events {
		kind, _ := e["type"].(string)
		types[kind] = true
		if _, found := e["hand"]; found || !slices.Contains([]string{"", "tile_played"}, tileOwner(e)) {
			t.Errorf("an event tells a tile: %v", e)
		}
	}
}

// tileOwner is the type of an event that names a tile.
func tileOwner(e map[string]any) string {
	if e["tile"] == nil || e["tile"] == "" || e["type"] == "double_hung" {
		return ""
	}
	kind, _ := e["type"].(string)
	return kind
}
