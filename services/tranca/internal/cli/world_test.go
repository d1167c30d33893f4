package cli_test

import (
	"bufio"
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"os/exec"
	"regexp"
	"strings"
	"syscall"
	"testing"
	"time"

	"tranca.example/pkg/telemetry/logtest"
)

// child is 'tranca up' in a process of its own.
type child struct {
	cmd    *exec.Cmd
	url    string
	banner string
	stderr *logtest.Lines
	ended  chan struct{}
}

// up starts a child and returns when it has said that it is ready.
func up(t *testing.T, args ...string) *child {
	t.Helper()
	args = append([]string{"up", "--http", "127.0.0.1:0", "--admin", "127.0.0.1:0"}, args...)
	c := &child{cmd: exec.CommandContext(t.Context(), "tranca", args...), stderr: &logtest.Lines{}, ended: make(chan struct{})}
	c.cmd.Stderr = c.stderr
	stdout, err := c.cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := c.cmd.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { c.end(syscall.SIGKILL) })
	c.banner = read(stdout)
	found := regexp.MustCompile(`API +(http://\S+)`).FindStringSubmatch(c.banner)
	if found == nil {
		c.end(syscall.SIGKILL)
		t.Fatalf("it did not become ready: %s", c.stderr)
	}
	c.url = found[1]
	return c
}

// read reads up to the last line of the banner.
func read(stdout io.Reader) string {
	var text strings.Builder
	for lines := bufio.NewScanner(stdout); lines.Scan(); {
		fmt.Fprintln(&text, lines.Text())
		if strings.HasPrefix(lines.Text(), "Stop it with Ctrl-C.") {
			break
		}
	}
	return text.String()
}

// end sends a signal and waits for the end of the process.
func (c *child) end(signal syscall.Signal) error {
	select {
	case <-c.ended:
		return nil
	default:
	}
	_ = c.cmd.Process.Signal(signal) // it may be gone
	err := c.cmd.Wait()
	close(c.ended)
	return err
}

// call asks the child's table service.
func (c *child) call(t *testing.T, method string, in, out any) {
	t.Helper()
	body, err := json.Marshal(in)
	if err != nil {
		t.Fatal(err)
	}
	request, err := http.NewRequestWithContext(t.Context(), http.MethodPost, c.url+"/tranca.api.v1.TableService/"+method, bytes.NewReader(body))
	if err != nil {
		t.Fatal(err)
	}
	request.Header.Set("Content-Type", "application/json")
	request.Header.Set("Tranca-Player-Key", "00112233445566778899aabbccddeeff")
	client := http.Client{Timeout: 60 * time.Second}
	answer, err := client.Do(request)
	if err != nil {
		t.Fatal(err)
	}
	defer answer.Body.Close()
	if answer.StatusCode != http.StatusOK {
		text, _ := io.ReadAll(answer.Body)
		t.Fatalf("%s: %s: %s", method, answer.Status, text)
	}
	if err := json.NewDecoder(answer.Body).Decode(out); err != nil {
		t.Fatal(err)
	}
}

// ids makes command ids, each another one.
type ids struct{ n int }

func (i *ids) next() string { i.n++; return fmt.Sprintf("3f2b7a2e-6d0e-4a53-9d6b-%012d", i.n) }

// botTable starts a match among four bots.
func (c *child) botTable(t *testing.T, i *ids, thinking int) string {
	t.Helper()
	var table struct{ TableID string }
	c.call(t, "OpenTable", map[string]any{
		"commandId": i.next(), "preset": "latin.pairs", "knobs": map[string]string{"target": "40"},
		"options": map[string]any{"turnLimitMs": 0, "intermissionMs": 0, "botThinkingMs": thinking},
	}, &table)
	for range 4 {
		c.call(t, "AddBot", map[string]any{"commandId": i.next(), "tableId": table.TableID, "policy": "random"}, &struct{}{})
	}
	return table.TableID
}

// stand is where a table stands.
type stand struct {
	Version uint32
	Phase   string
}

func (c *child) stand(t *testing.T, table string) stand {
	t.Helper()
	var out struct{ Table stand }
	c.call(t, "GetTable", map[string]any{"tableId": table}, &out)
	return out.Table
}

// await asks until done says so.
func await(t *testing.T, what string, done func() bool) {
	t.Helper()
	for deadline := time.Now().Add(90 * time.Second); !done(); time.Sleep(50 * time.Millisecond) {
		if time.Now().After(deadline) {
			t.Fatalf("waited in vain: %s", what)
		}
	}
}

// run runs the program to its end.
func run(t *testing.T, stdin string, args ...string) (stdout, stderr string, code int) {
	t.Helper()
	cmd := exec.CommandContext(t.Context(), "tranca", args...)
	var out, log bytes.Buffer
	cmd.Stdin, cmd.Stdout, cmd.Stderr = strings.NewReader(stdin), &out, &log
	if err := cmd.Run(); err != nil && cmd.ProcessState == nil {
		t.Fatal(err)
	}
	return out.String(), log.String(), cmd.ProcessState.ExitCode()
}
