package cli_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"os/exec"
	"regexp"
	"strings"
	"syscall"
	"testing"
	"time"

	"tranca.example/pkg/telemetry/logtest"
)

// issuer runs 'tranca dev-issuer' in a process of its own.
func issuer(t *testing.T, args ...string) *child {
	t.Helper()
	args = append([]string{"dev-issuer", "--addr", "127.0.0.1:0"}, args...)
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
	found := regexp.MustCompile(`issuer +(http://\S+)`).FindStringSubmatch(c.banner)
	if found == nil {
		t.Fatalf("it did not start: %s%s", c.banner, c.stderr)
	}
	c.url = found[1]
	return c
}

// token is a token of that issuer.
func (c *child) token(t *testing.T, name, role string) string {
	t.Helper()
	response, err := http.PostForm(c.url+"/token", url.Values{"name": {name}, "role": {role}})
	if err != nil {
		t.Fatal(err)
	}
	defer response.Body.Close()
	text, err := io.ReadAll(response.Body)
	if err != nil || response.StatusCode != http.StatusOK {
		t.Fatalf("%d %s %v", response.StatusCode, text, err)
	}
	return strings.TrimSpace(string(text))
}

// as calls a method with a token.
func (c *child) as(t *testing.T, token, method string, fields map[string]any) (status int, out map[string]any) {
	t.Helper()
	body, err := json.Marshal(fields)
	if err != nil {
		t.Fatal(err)
	}
	r, err := http.NewRequestWithContext(t.Context(), http.MethodPost, c.url+"/tranca.api.v1."+method, bytes.NewReader(body))
	if err != nil {
		t.Fatal(err)
	}
	r.Header.Set("Content-Type", "application/json")
	r.Header.Set("Authorization", "Bearer "+token)
	response, err := http.DefaultClient.Do(r)
	if err != nil {
		t.Fatal(err)
	}
	defer response.Body.Close()
	if err := json.NewDecoder(response.Body).Decode(&out); err != nil {
		t.Fatal(err)
	}
	return response.StatusCode, out
}

func TestAnOperatorOfTheDevelopmentIssuerFreezesARunningTable(t *testing.T) {
	i := issuer(t)
	c := up(t, "--data", t.TempDir(), "--oidc-issuer", i.url, "--oidc-audience", "tranca")
	ids := 0
	must := func(by, method string, fields map[string]any) map[string]any {
		t.Helper()
		ids++
		fields["commandId"] = fmt.Sprintf("%08x-0000-4000-8000-000000000000", ids)
		status, out := c.as(t, by, method, fields)
		if status != http.StatusOK {
			t.Fatalf("%s: %d %v", method, status, out)
		}
		return out
	}
	at := must(i.token(t, "ada", "player"), "TableService/OpenTable", map[string]any{"preset": "classic.draw", "options": map[string]any{"turnLimitMs": 600000}})["tableId"]
	sat := must(i.token(t, "ada", ""), "TableService/Sit", map[string]any{"tableId": at, "player": "x"})
	mine := fmt.Sprint(sat["seatToken"])
	must(mine, "TableService/AddBot", map[string]any{"tableId": at})
	must(mine, "TableService/Ready", map[string]any{"tableId": at})
	table := func() map[string]any {
		_, out := c.as(t, "", "TableService/GetTable", map[string]any{"tableId": at})
		shown, _ := out["table"].(map[string]any)
		return shown
	}
	for end := time.Now().Add(time.Minute); table()["phase"] != "playing"; {
		if time.Now().After(end) {
			t.Fatalf("no match begins: %v", table())
		}
	}
	referee := i.token(t, "ref", "referee")
	must(referee, "OperatorService/FreezeTable", map[string]any{"tableId": at, "reason": "a look at it"})
	if got := table(); got["frozen"] != true || got["deadline"] != nil {
		t.Errorf("frozen: %v", got)
	}
	must(referee, "OperatorService/ThawTable", map[string]any{"tableId": at, "reason": "seen"})
	if got := table(); got["frozen"] == true || got["deadline"] == nil {
		t.Errorf("thawed: %v", got)
	}
	if status, out := c.as(t, referee, "OperatorService/VoidTable", map[string]any{
		"tableId": at, "reason": "x", "commandId": "00000000-0000-4000-8000-00000000000f",
	}); status != http.StatusForbidden {
		t.Errorf("a referee voids: %d %v", status, out)
	}
	must(i.token(t, "ops", "operator"), "OperatorService/VoidTable", map[string]any{"tableId": at, "reason": "over"})
	if got := table(); got["phase"] != "closed" {
		t.Errorf("voided: %v", got)
	}
	if err := i.end(syscall.SIGTERM); err != nil {
		t.Errorf("asked to stop: %v", err)
	}
}

func TestTheDevelopmentIssuerWarnsAndEndsByItself(t *testing.T) {
	i := issuer(t, "--for", "1s")
	if !strings.HasPrefix(i.banner, "WARNING: this lets everybody on this machine be anybody, operators too.") {
		t.Errorf("it says: %s", i.banner)
	}
	if err := i.cmd.Wait(); err != nil || !strings.Contains(i.stderr.String(), "The development issuer has ended: 1s are over.") {
		t.Errorf("got %v: %s", err, i.stderr)
	}
	close(i.ended)
}

func TestTheDevelopmentIssuerIsForThisMachineAlone(t *testing.T) {
	for name, c := range map[string]struct {
		args []string
		want string
	}{
		"all addresses":  {[]string{"--addr", "0.0.0.0:0"}, `--addr "0.0.0.0:0": want a loopback address`},
		"no host":        {[]string{"--addr", ":0"}, "want a loopback address"},
		"no address":     {[]string{"--addr", "here"}, `--addr "here": want an address such as`},
		"for ever":       {[]string{"--for", "0s"}, "--for 0s: want more than 0 and at most 24h0m0s"},
		"too long":       {[]string{"--for", "25h"}, "--for 25h0m0s: want"},
		"endless tokens": {[]string{"--addr", "127.0.0.1:0", "--token-life", "2h"}, "life of a token 2h0m0s: want 1s to 1h0m0s"},
		"an argument":    {[]string{"now"}, "now"},
	} {
		out, err := exec.CommandContext(t.Context(), "tranca", append([]string{"dev-issuer"}, c.args...)...).CombinedOutput()
		if failed, ok := err.(*exec.ExitError); !ok || failed.ExitCode() != 2 || !strings.Contains(string(out), c.want) { //nolint:errorlint // as it comes
			t.Errorf("%s: got %v: %s", name, err, out)
		}
	}
}
