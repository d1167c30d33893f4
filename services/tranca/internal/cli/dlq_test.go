package cli_test

import (
	"encoding/json"
	"os"
	"strings"
	"testing"
	"time"

	"github.com/nats-io/nats.go/jetstream"

	"tranca.example/pkg/natsboot"
	"tranca.example/pkg/subject"
)

// as opens JetStream as one of the users.
func as(t *testing.T, url, passwords, user string) jetstream.JetStream {
	t.Helper()
	text, err := os.ReadFile(passwords)
	if err != nil {
		t.Fatal(err)
	}
	all := map[string]string{}
	if err := json.Unmarshal(text, &all); err != nil {
		t.Fatal(err)
	}
	conn, err := natsboot.Connect(url, natsboot.Auth{User: user, Password: all[user]})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(conn.Close)
	js, err := jetstream.New(conn)
	if err != nil {
		t.Fatal(err)
	}
	return js
}

// giveUp lets timers fire and gives each up, before anybody else is there.
func giveUp(t *testing.T, url, passwords string, firings ...string) {
	t.Helper()
	rules, dlq := as(t, url, passwords, string(subject.Rules)), as(t, url, passwords, natsboot.DLQUser)
	c, err := rules.CreateConsumer(t.Context(), subject.TimersStream, jetstream.ConsumerConfig{
		Durable: "timekeeper", FilterSubject: subject.TimerFireFilter(), AckPolicy: jetstream.AckExplicitPolicy, MaxAckPending: 1 << 16,
	})
	if err != nil {
		t.Fatal(err)
	}
	for _, firing := range firings {
		if _, err := dlq.Publish(t.Context(), firing, nil); err != nil {
			t.Fatal(err)
		}
		m, err := c.Next(jetstream.FetchMaxWait(10 * time.Second))
		if err != nil {
			t.Fatal(err)
		}
		if err := m.TermWithReason("failed: event of an unknown kind"); err != nil {
			t.Fatal(err)
		}
	}
}

func TestDeadLettersAreListedShownRetriedAndDropped(t *testing.T) {
	url, passwords := elsewhere(t)
	at := []string{"--nats", url, "--nats-passwords", passwords}
	dlq := func(args ...string) (string, string, int) {
		return run(t, "", append(append([]string{"dlq"}, args...), at...)...)
	}
	if _, stderr, code := run(t, "", append([]string{"streams"}, at...)...); code != 0 {
		t.Fatal(stderr)
	}
	if stdout, stderr, code := dlq("list"); code != 0 || stdout != "" || stderr != "no dead letter\n" {
		t.Errorf("before: exit code %d: %s%s", code, stdout, stderr)
	}
	giveUp(t, url, passwords, "t.fire.0-abcdefghijklmnop", "t.fire.nonsense")
	c := up(t, append([]string{"--data", t.TempDir()}, at...)...)
	const first, second = "TIMERS.timekeeper.1", "TIMERS.timekeeper.2"
	await(t, "both letters are there", func() bool {
		stdout, _, _ := dlq("list")
		return strings.Count(stdout, "  waiting  ") == 2 && strings.HasPrefix(stdout, first+"  ") &&
			strings.Count(stdout, "  given up at delivery 1: failed: event of an unknown kind\n") == 2
	})
	if stdout, _, code := run(t, "", append([]string{"doctor", "--admin", c.admin(t)}, at...)...); code != 1 ||
		!strings.Contains(stdout, "fail  dead letters  consumer timekeeper gave up on message 1 of stream TIMERS: failed: event of an unknown kind\n") ||
		!strings.Contains(stdout, "→ mend the cause, then 'tranca dlq retry "+first+"'") {
		t.Errorf("the doctor: exit code %d: %s", code, stdout)
	}
	stdout, stderr, code := dlq("show", first)
	for _, want := range []string{"letter    " + first + "\n", "message   subject t.fire.0-abcdefghijklmnop, stored ", "kind      the timer of table 0-abcdefghijklmnop fired\n", "state     waiting\n"} {
		if code != 0 || !strings.Contains(stdout, want) {
			t.Errorf("exit code %d: %s%s, want %s", code, stdout, stderr, want)
		}
	}
	decisions(t, dlq, first, second)
	await(t, "the doctor is content", func() bool {
		_, _, code := run(t, "", append([]string{"doctor", "--admin", c.admin(t)}, at...)...)
		return code == 0
	})
}

// decisions retries the first letter and drops the second one.
func decisions(t *testing.T, dlq func(args ...string) (string, string, int), first, second string) {
	t.Helper()
	for _, step := range []struct {
		args           []string
		code           int
		stdout, stderr string
	}{
		{[]string{"retry", first}, 0, first + "  retried\n", ""},
		{[]string{"retry", first}, 1, "", "error: dead letter " + first + " was retried already, at "},
		{[]string{"retry", second}, 1, "", "error: dead letter " + second + ": it is no firing of a timer: drop it with a reason\n"},
		{[]string{"drop", second, "--reason", strings.Repeat("x", 501)}, 2, "", "error: --reason: want a reason of 1 to 500 bytes\n"},
		{[]string{"drop", second, first, "--reason", "a test"}, 1, second + "  dropped\n", "error: dead letter " + first + " was retried already, at "},
		{[]string{"show", "TIMERS.timekeeper.77"}, 1, "", "error: dead letter TIMERS.timekeeper.77: there is no such dead letter\n"},
		{[]string{"list"}, 0, "", "no dead letter\n"},
	} {
		stdout, stderr, code := dlq(step.args...)
		if code != step.code || stdout != step.stdout || !strings.HasPrefix(stderr, step.stderr) {
			t.Errorf("%q: exit code %d: %s%s", step.args, code, stdout, stderr)
		}
	}
	for id, why := range map[string]string{first: "\n", second: " a test\n"} {
		stdout, _, _ := dlq("show", id)
		if _, by, _ := strings.Cut(stdout, "decided   "); !strings.HasSuffix(by, why) || strings.HasSuffix(by, " \n") {
			t.Errorf("%s: got %q", id, by)
		}
	}
	stdout, _, _ := dlq("list", "--all", "--json")
	if !strings.Contains(stdout, `"state":"dropped"`) || !strings.Contains(stdout, `"why":"a test"`) || strings.Contains(stdout, `"data"`) {
		t.Errorf("got %s", stdout)
	}
}

func TestLettersAreListedPastOneThatCannotBeReadAndNoneMovesTheCursor(t *testing.T) {
	url, passwords := elsewhere(t)
	at := []string{"--nats", url, "--nats-passwords", passwords}
	if _, stderr, code := run(t, "", append([]string{"streams"}, at...)...); code != 0 {
		t.Fatal(stderr)
	}
	js := as(t, url, passwords, natsboot.DLQUser)
	for i, body := range []string{
		"{\x1b",
		`{"id":"TIMERS.timekeeper.2","kind":"terminated","reason":"\u001b[2Jgone \u009bA ñ","subject":"t.\u0007","header":{"Nats-\u0008x":["\u001b]0;owned"]},"state":"dropped","by":"\u001bme","why":"so\u007f"}`,
	} {
		id, err := subject.NewPoisonID(subject.TimersStream, "timekeeper", uint64(i+1))
		if err != nil {
			t.Fatal(err)
		}
		if _, err := js.Publish(t.Context(), subject.Poison(id), []byte(body)); err != nil {
			t.Fatal(err)
		}
	}
	const unreadable = "TIMERS.timekeeper.1  unreadable  its copy cannot be read: "
	stdout, stderr, code := run(t, "", append([]string{"dlq", "list", "--all"}, at...)...)
	if code != 1 || stderr != "" || !strings.HasPrefix(stdout, unreadable) || !strings.Contains(stdout, "\nTIMERS.timekeeper.2  dropped  ") ||
		!strings.Contains(stdout, `: \x1b[2Jgone \u009bA ñ`) {
		t.Errorf("exit code %d: %s%q", code, stderr, stdout)
	}
	shown, stderr, code := run(t, "", append([]string{"dlq", "show", "TIMERS.timekeeper.2"}, at...)...)
	for _, want := range []string{`Nats-\bx: \x1b]0;owned`, `subject t.\a,`, `by \x1bme so\x7f`} {
		if code != 0 || !strings.Contains(shown, want) {
			t.Errorf("exit code %d: %s%q, want %s", code, stderr, shown, want)
		}
	}
	if strings.ContainsAny(stdout+shown, "\x1b\x07\x08\x7f\u009b") {
		t.Errorf("control characters in %q", stdout+shown)
	}
	stdout, _, code = run(t, "", append([]string{"dlq", "list", "--all", "--json"}, at...)...)
	if code != 1 || !strings.HasPrefix(stdout, `{"error":"its copy cannot be read: `) || strings.Count(stdout, "\n") != 2 || strings.Contains(stdout, "\x1b") {
		t.Errorf("exit code %d: %s", code, stdout)
	}
}
