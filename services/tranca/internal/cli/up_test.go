package cli_test

import (
	"fmt"
	"net"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"syscall"
	"testing"
	"time"

	"tranca.example/pkg/projection/redisproc"
)

func TestKilledWithoutWarningItGoesOnWithEveryGame(t *testing.T) {
	dir := t.TempDir()
	first := up(t, "--data", dir)
	var i ids
	before := map[string]stand{}
	for range 5 {
		before[first.botTable(t, &i, 20)] = stand{}
	}
	for id := range before {
		await(t, "the games get going", func() bool { before[id] = first.stand(t, id); return before[id].Version > 15 })
	}
	first.end(syscall.SIGKILL)

	second := up(t, "--data", dir)
	begun := time.Now()
	for id, then := range before {
		await(t, "the games go on", func() bool {
			now := second.stand(t, id)
			return now.Version > then.Version+2 || now.Phase == "finished"
		})
	}
	if took := time.Since(begun); took > 4*time.Second { // less than the sweep's interval
		t.Errorf("the games went on after %v only", took)
	}
	for id, then := range before {
		if now := second.stand(t, id); now.Version < then.Version {
			t.Fatalf("table %s was at version %d and is at %d", id, then.Version, now.Version)
		}
		await(t, "every match ends", func() bool { return second.stand(t, id).Phase == "finished" })
		records, stderr, code := run(t, "", "replay", id, "--server", second.url)
		if code != 0 || records == "" || stderr != "" {
			t.Fatalf("replay: exit code %d: %s", code, stderr)
		}
		if verdicts, stderr, code := run(t, records, "adjudicate", "-"); code != 0 {
			t.Errorf("adjudicate: exit code %d: %s%s", code, verdicts, stderr)
		}
		if proofs, stderr, code := run(t, "", "verify", id, "--server", second.url); code != 0 {
			t.Errorf("verify: exit code %d: %s%s", code, proofs, stderr)
		}
	}
}

func TestAskedToStopItEndsGently(t *testing.T) {
	for _, signal := range []syscall.Signal{syscall.SIGTERM, syscall.SIGINT} {
		c := up(t, "--data", t.TempDir())
		begun := time.Now()
		if err := c.end(signal); err != nil {
			t.Errorf("%v: %v: %s", signal, err, c.stderr)
		}
		if took := time.Since(begun); took > 14*time.Second {
			t.Errorf("%v: it took %v", signal, took)
		}
		if got := c.stderr.String(); got != "" {
			t.Errorf("%v: it complained: %s", signal, got)
		}
	}
}

func TestTheBannerTellsWhereEverythingIs(t *testing.T) {
	dir := t.TempDir()
	c := up(t, "--data", dir)
	for _, want := range []string{
		`^Tranca 1\.2\.3 is ready \(after \S+\)\.\n`,
		`  API      http://127\.0\.0\.1:\d+\n`,
		`  admin    http://127\.0\.0\.1:\d+/metrics, /livez, /readyz\n`,
		`  games    in ` + dir + `\n`,
		`  views    in memory\n`,
		`  observe  \S+ events tail --nats nats://127\.0\.0\.1:\d+ --nats-password [0-9a-f]{32}\n`,
		`  curl -s ` + c.url + `/tranca\.api\.v1\.TableService/ListPresets `,
	} {
		if !regexp.MustCompile(want).MatchString(c.banner) {
			t.Errorf("no %s in\n%s", want, c.banner)
		}
	}
}

func TestWhateverIsTakenIsToldInOneLineWithItsFlag(t *testing.T) {
	dir := t.TempDir()
	c := up(t, "--data", dir, "--nats-port", "0")
	address := strings.TrimPrefix(c.url, "http://")
	_, port, err := net.SplitHostPort(address)
	if err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(c.banner, "observe  off (--nats-port)") {
		t.Errorf("got %s", c.banner)
	}
	common := []string{"up", "--admin", "127.0.0.1:0", "--data"}
	for name, s := range map[string]struct {
		args []string
		want string
	}{
		"data":      {[]string{dir, "--http", "127.0.0.1:0"}, "data directory " + dir + " is in use by another process: choose another with --data"},
		"http port": {[]string{t.TempDir(), "--http", address}, "http port: " + address + " is in use by another process: choose another with --http"},
		"nats port": {[]string{t.TempDir(), "--http", "127.0.0.1:0", "--nats-port", port}, "nats port: " + address + " is in use by another process: choose another with --nats-port"},
	} {
		t.Run(name, func(t *testing.T) {
			stdout, stderr, code := run(t, "", append(common, s.args...)...)
			if code != 1 || stdout != "" || stderr != "error: "+s.want+"\n" {
				t.Errorf("exit code %d: %s%s", code, stdout, stderr)
			}
		})
	}
}

func TestEverythingThatIsTakenIsToldInOneMessage(t *testing.T) {
	dir := t.TempDir()
	c := up(t, "--data", dir)
	addresses := regexp.MustCompile(`127\.0\.0\.1:\d+`).FindAllString(c.banner, 3) // API, admin and NATS
	_, port, err := net.SplitHostPort(addresses[2])
	if err != nil {
		t.Fatal(err)
	}
	_, stderr, code := run(t, "", "up", "--data", dir, "--http", addresses[0], "--admin", addresses[1], "--nats-port", port)
	want := "error: http port: " + addresses[0] + " is in use by another process: choose another with --http; " +
		"admin port: " + addresses[1] + " is in use by another process: choose another with --admin; " +
		"nats port: " + addresses[2] + " is in use by another process: choose another with --nats-port; " +
		"data directory " + dir + " is in use by another process: choose another with --data\n"
	if code != 1 || stderr != want {
		t.Errorf("exit code %d: got\n%swant\n%s", code, stderr, want)
	}
}

func TestADirectoryThatCannotHoldDataIsToldWithItsFlag(t *testing.T) {
	file := filepath.Join(t.TempDir(), "file")
	if err := os.WriteFile(file, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	for _, dir := range []string{file, filepath.Join(file, "data"), "/proc/none/data"} {
		for _, args := range [][]string{
			{"up", "--http", "127.0.0.1:0", "--admin", "127.0.0.1:0"}, {"simulate", "--matches", "1"},
		} {
			stdout, stderr, code := run(t, "", append(args, "--data", dir)...)
			if code != 1 || stdout != "" || !strings.HasPrefix(stderr, "error: data directory "+dir+": ") || !strings.HasSuffix(stderr, ": choose another with --data\n") {
				t.Errorf("%v: exit code %d: %s%s", args, code, stdout, stderr)
			}
		}
	}
}

func TestASeedIsWarnedOf(t *testing.T) {
	c := up(t, "--data", t.TempDir(), "--seed", "c0ffee")
	if want := "warning: --seed makes every deal predictable; this server is not for people\n"; c.stderr.String() != want {
		t.Errorf("got %q", c.stderr)
	}
}

func TestProjectionsMayLieInRedis(t *testing.T) {
	redis := redisproc.Start(t)
	c := up(t, "--data", t.TempDir(), "--redis", fmt.Sprintf("redis://%s/0", redis.Options().Addr))
	if !strings.Contains(c.banner, "views    in Redis") {
		t.Errorf("got %s", c.banner)
	}
	var i ids
	id := c.botTable(t, &i, 100)
	var list struct{ Tables []struct{ TableID string } }
	await(t, "the table is listed", func() bool {
		c.call(t, "ListTables", map[string]any{}, &list)
		return len(list.Tables) == 1
	})
	if list.Tables[0].TableID != id {
		t.Errorf("got %v", list)
	}
	if n, err := redis.DBSize(t.Context()).Result(); err != nil || n == 0 {
		t.Errorf("Redis holds %d keys, %v", n, err)
	}
}

func TestRedisThatIsAwayAtTheStartIsToldWithItsFlag(t *testing.T) {
	stdout, stderr, code := run(t, "", "up", "--http", "127.0.0.1:0", "--admin", "127.0.0.1:0", "--data", t.TempDir(), "--redis", "redis://:hunter2@127.0.0.1:1")
	const want = "error: Redis at 127.0.0.1:1 cannot be used: dial tcp 127.0.0.1:1: connect: connection refused: start it, or choose another with --redis\n"
	if code != 1 || stdout != "" || stderr != want {
		t.Errorf("exit code %d: %s%s", code, stdout, stderr)
	}
}

func TestARunningRoundIsNotReplayed(t *testing.T) {
	dir := t.TempDir()
	c := up(t, "--data", dir, "--nats-open")
	var i ids
	id := c.botTable(t, &i, 60_000) // nobody plays soon
	await(t, "the round is dealt", func() bool { return c.stand(t, id).Phase == "playing" })
	nats := regexp.MustCompile(`nats://\S+`).FindString(c.banner)
	note := "note: round " + id + ".1/1 is not revealed: skipped\n"
	for _, door := range [][]string{{"--server", c.url}, {"--nats", nats}} {
		stdout, stderr, code := run(t, "", append([]string{"replay", id}, door...)...)
		if code != 0 || stdout != "" || stderr != note {
			t.Errorf("%v: exit code %d: %q %q", door, code, stdout, stderr)
		}
	}
	busy := "error: data directory " + dir + " is in use by another process: "
	for advice, args := range map[string][]string{
		"stop that one, or read through it with --server": {"replay", id},
		"stop that one, or ask it with --nats":            {"dlq", "list"},
		"choose another with --data":                      {"simulate", "--matches", "1"},
	} {
		if _, stderr, code := run(t, "", append(args, "--data", dir)...); code != 1 || stderr != busy+advice+"\n" {
			t.Errorf("a live directory: exit code %d: %s", code, stderr)
		}
	}
	if err := c.end(syscall.SIGTERM); err != nil {
		t.Fatal(err)
	}
	stdout, stderr, code := run(t, "", "replay", id, "--data", dir)
	if code != 0 || stdout != "" || stderr != note {
		t.Errorf("--data: exit code %d: %q %q", code, stdout, stderr)
	}
}

func TestAnUnknownTableIsAnError(t *testing.T) {
	c := up(t, "--data", t.TempDir(), "--nats-open")
	nats := regexp.MustCompile(`nats://\S+`).FindString(c.banner)
	const id = "0-abcdefghijklmnop"
	for door, want := range map[string]string{"--server": "no such table", "--nats": "no such table"} {
		where := map[string]string{"--server": c.url, "--nats": nats}[door]
		_, stderr, code := run(t, "", "replay", id, door, where)
		if code != 1 || !strings.Contains(stderr, want) {
			t.Errorf("%s: exit code %d: %s", door, code, stderr)
		}
	}
}

func TestAnIssuerOnThisMachineIsWarnedOf(t *testing.T) {
	c := up(t, "--data", t.TempDir(), "--oidc-issuer", "http://127.0.0.1:9/", "--oidc-audience", "tranca")
	if got := c.stderr.String(); !strings.Contains(got, "for development only") {
		t.Errorf("got %q", got)
	}
	for want, args := range map[string][]string{
		"want both or none": {"--oidc-audience", "tranca"},
		"no audience":       {"--oidc-issuer", "https://id.example"},
		"want a URL with":   {"--oidc-issuer", "http://id.example", "--oidc-audience", "tranca"},
	} {
		if _, stderr, code := run(t, "", append([]string{"up", "--data", t.TempDir()}, args...)...); code != 2 || !strings.Contains(stderr, want) {
			t.Errorf("%v: exit code %d: %s", args, code, stderr)
		}
	}
}
