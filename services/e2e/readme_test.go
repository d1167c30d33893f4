package e2e_test

import (
	"context"
	"fmt"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"syscall"
	"testing"

	"tranca.example/pkg/loopback"
	"tranca.example/pkg/projection/redisproc"
	"tranca.example/services/e2e/harness"
)

// readme and deployment are the pages that newcomers and operators read; their
// commands are run as printed.
const (
	readme     = "../../README.md"
	deployment = "../../deploy/README.md"
)

// step is one block of commands and what the page says that it prints.
type step struct{ commands, printed string }

// steps are the blocks after "<!-- session: name -->", each time up to the next
// heading.
func steps(t *testing.T, name string) []step {
	t.Helper()
	var pages string
	for _, file := range []string{readme, deployment} {
		page, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		pages += string(page)
	}
	var all []step
	for _, part := range strings.Split(pages, "<!-- session: "+name+" -->\n")[1:] {
		part, _, _ = strings.Cut(part, "\n## ")
		for _, m := range regexp.MustCompile("(?ms)^```(sh|text)\n(.*?)^```$").FindAllStringSubmatch(part, -1) { //nolint:gocritic // m: lines begin and end within
			if m[1] == "sh" {
				all = append(all, step{commands: m[2]})
			} else {
				all[len(all)-1].printed = m[2]
			}
		}
	}
	if len(all) == 0 {
		t.Fatalf("no page has a session %q", name)
	}
	return all
}

// page runs the steps in one shell, in a fresh directory that has bin/. The
// replacements give it ports that are free; lines that build are left out.
func page(t *testing.T, all []step, replacements ...string) {
	t.Helper()
	dir := t.TempDir()
	bin, err := filepath.Abs(programs.Path(""))
	if err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink(bin, filepath.Join(dir, "bin")); err != nil {
		t.Fatal(err)
	}
	var script strings.Builder
	for i, s := range all {
		commands := regexp.MustCompile(`(?m)^go .*\n`).ReplaceAllString(s.commands, "")
		fmt.Fprintf(&script, "printf '@@%d\\n'\n%s", i, strings.NewReplacer(replacements...).Replace(commands))
	}
	out := shell(t, dir, script.String()+"\ntrue\n") // the last command may show a failure
	for i, s := range all {
		_, got, _ := strings.Cut(out, fmt.Sprintf("@@%d\n", i))
		got, _, _ = strings.Cut(got, fmt.Sprintf("@@%d\n", i+1))
		compare(t, s, got)
	}
}

// shell runs a script, and ends with it whatever it left in the background.
func shell(t *testing.T, dir, script string) string {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), limit(50))
	defer cancel()
	file := filepath.Join(dir, "out.txt") // not a pipe: whoever keeps one open keeps it unread
	out, err := os.Create(file)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = out.Close() }()
	cmd := exec.CommandContext(ctx, "bash", "-c", script)
	cmd.Dir, cmd.Stdout, cmd.Stderr = dir, out, out
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	cmd.Cancel = func() error { return syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL) }
	err = cmd.Run()
	_ = syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL) // what is left
	text, readErr := os.ReadFile(file)
	if err != nil || readErr != nil {
		t.Errorf("the last command: %v, %v", err, readErr)
	}
	return string(text)
}

// varies matches words that depend on the deal.
var varies = regexp.MustCompile(`^(LEFT|RIGHT|side|plays?|draw|pass|mayDraw|must_(play|draw)|hand|fits?|played|nothing|boneyard|still|gives|closer|domino|block|seed|double|must|drawn|tile_(played|drawn))$`)

// compare demands every word that the page prints. Ids, tiles and numbers vary.
func compare(t *testing.T, s step, got string) {
	t.Helper()
	word := regexp.MustCompile(`\b[A-Za-z_]{4,}\b`)
	have := map[string]bool{}
	for _, w := range word.FindAllString(got, -1) {
		have[w] = true
	}
	for _, w := range word.FindAllString(s.printed, -1) {
		if !have[w] && !varies.MatchString(w) {
			t.Errorf("the page prints %q, but these commands do not:\n%s\nthey print:\n%s", w, s.commands, got)
			return
		}
	}
}

func TestTheReadmeSessionWorksAsPrinted(t *testing.T) {
	up := programs.Start(t, "tranca", nil, "", "up", "--data", filepath.Join(t.TempDir(), "data"), "--http", loopback.Addr(t), "--admin", "127.0.0.1:0")
	var url string
	harness.Eventually(t, limit(1), "the banner", func() bool {
		if m := regexp.MustCompile(`API +(http://\S+)`).FindStringSubmatch(up.Stdout()); m != nil {
			url = m[1]
		}
		return url != ""
	})
	tools := []string{"http://127.0.0.1:8080", url}
	for _, command := range []string{"events tail $TABLE", "replay $TABLE"} {
		tools = append(tools, command, command+" --server "+url) // it is where they look when nothing is said
	}
	page(t, steps(t, "play"), tools...)
	compare(t, steps(t, "start")[0], up.Stdout())
}

func TestTheReadmeSessionEndsWithoutAServer(t *testing.T) {
	var script string
	for _, s := range steps(t, "play") {
		script += regexp.MustCompile(`(?m)^bin/.*\n`).ReplaceAllString(s.commands, "")
	}
	nobody := strings.NewReplacer("http://127.0.0.1:8080", "http://127.0.0.1:1", "seq 150", "seq 3")
	out := shell(t, t.TempDir(), nobody.Replace(script)+"\ntrue\n")
	for _, want := range []string{"Failed to connect to 127.0.0.1 port 1", "waited in vain: turn", "waited in vain: over"} {
		if !strings.Contains(out, want) {
			t.Errorf("no %q in:\n%s", want, out)
		}
	}
}

func TestTheReadmeKillsAServerAndLosesNothing(t *testing.T) {
	page(t, steps(t, "kill"), "127.0.0.1:8081", loopback.Addr(t), "127.0.0.1:9091", loopback.Addr(t))
}

func TestTheReadmeShowsThatRulesAreData(t *testing.T) { page(t, steps(t, "rules")) }

func TestTheReadmeRunsTheServicesApart(t *testing.T) {
	base := freeRange(t, len(harness.Services()))
	page(t, steps(t, "apart"),
		"127.0.0.1:4222", loopback.Addr(t), "127.0.0.1:8082", loopback.Addr(t),
		"127.0.0.1:6379", redisproc.Start(t).Options().Addr,
		"PORT=9100", "PORT="+strconv.Itoa(base), "127.0.0.1:9106", "127.0.0.1:"+strconv.Itoa(base+6))
}

func TestTheDoctorIsShownWhatIsWrong(t *testing.T) {
	monitor := loopback.Addr(t)
	_, port, err := net.SplitHostPort(monitor)
	if err != nil {
		t.Fatal(err)
	}
	page(t, steps(t, "doctor"),
		"127.0.0.1:4224", loopback.Addr(t), "127.0.0.1:8224", monitor, "-m 8224", "-m "+port,
		"127.0.0.1:8084", loopback.Addr(t), "127.0.0.1:9094", loopback.Addr(t))
}

// freeRange is a port after which n are free.
func freeRange(t *testing.T, n int) int {
	t.Helper()
	for {
		_, text, err := net.SplitHostPort(loopback.Addr(t))
		if err != nil {
			t.Fatal(err)
		}
		base, err := strconv.Atoi(text)
		if err != nil {
			t.Fatal(err)
		}
		free := 0
		for p := base + 1; p <= base+n; p++ {
			l, err := (&net.ListenConfig{}).Listen(t.Context(), "tcp", "127.0.0.1:"+strconv.Itoa(p))
			if err == nil && l.Close() == nil {
				free++
			}
		}
		if free == n {
			return base
		}
	}
}
