package cli_test

import (
	"encoding/json"
	"regexp"
	"strings"
	"testing"
)

// admin is the URL of the child's admin port.
func (c *child) admin(t *testing.T) string {
	t.Helper()
	found := regexp.MustCompile(`admin +(http://[^/]+)/metrics`).FindStringSubmatch(c.banner)
	if found == nil {
		t.Fatalf("no admin port in %s", c.banner)
	}
	return found[1]
}

func TestTheDoctorFindsNothingWrongWithAServerThatRuns(t *testing.T) {
	c := up(t, "--data", t.TempDir(), "--shards", "2")
	var i ids
	c.botTable(t, &i, 5)
	stdout, stderr, code := run(t, "", "doctor", "--admin", c.admin(t), "--warn")
	if code != 0 || !strings.Contains(stdout, "ok    streams       all 10 streams exist with the settings that they must have\n") {
		t.Errorf("exit code %d: %s%s", code, stdout, stderr)
	}
	stdout, _, code = run(t, "", "doctor", "--admin", c.admin(t), "--json")
	for line := range strings.Lines(stdout) {
		var check struct{ Check, Verdict, Text string }
		if err := json.Unmarshal([]byte(line), &check); err != nil || check.Verdict != "ok" || check.Check == "" || check.Text == "" {
			t.Errorf("got %s, %v", line, err)
		}
	}
	if code != 0 || stdout == "" {
		t.Errorf("exit code %d: %s", code, stdout)
	}
	if _, stderr, code := run(t, "", "doctor", "--admin", c.url); code != 1 || !strings.Contains(stderr, "want the admin port of 'tranca up' of this version") {
		t.Errorf("the API: exit code %d: %s", code, stderr)
	}
}

func TestTheDoctorLooksAtServicesElsewhereForItself(t *testing.T) {
	url, passwords := elsewhere(t)
	doctor := func(args ...string) (string, string, int) {
		return run(t, "", append([]string{"doctor", "--nats", url, "--nats-passwords", passwords}, args...)...)
	}
	stdout, stderr, code := doctor("--patience", "100ms")
	if code != 1 || !strings.Contains(stdout, "fail  streams       stream SECRET_0 does not exist\n") ||
		!strings.Contains(stdout, "→ create it with 'tranca streams'") || !strings.Contains(stdout, "no replica of lobby answers") {
		t.Errorf("before: exit code %d: %s%s", code, stdout, stderr)
	}
	c := up(t, "--data", t.TempDir(), "--nats", url, "--nats-passwords", passwords)
	if stdout, stderr, code := doctor("--admin", c.admin(t)); code != 0 || stderr != "" {
		t.Errorf("exit code %d: %s%s", code, stdout, stderr)
	}
	if stdout, _, code := doctor("--max-age", "1000h"); code != 1 || strings.Count(stdout, "max age is 2160h0m0s: want 1000h0m0s") != 4 {
		t.Errorf("another age: exit code %d: %s", code, stdout)
	}
}
