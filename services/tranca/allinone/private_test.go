package allinone_test

import (
	"bufio"
	"fmt"
	"net/http"
	"strings"
	"testing"
)

// lobbyTopic reads the list of tables of a live stream, line by line.
func lobbyTopic(t *testing.T, url string) *bufio.Scanner {
	t.Helper()
	request, err := http.NewRequestWithContext(t.Context(), http.MethodGet, url+"/v1/stream?lobby=1", nil)
	if err != nil {
		t.Fatal(err)
	}
	answer, err := http.DefaultClient.Do(request)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = answer.Body.Close() })
	if answer.StatusCode != http.StatusOK {
		t.Fatalf("the stream: %s", answer.Status)
	}
	lines := bufio.NewScanner(answer.Body)
	lines.Buffer(nil, 1<<20)
	return lines
}

// until reads on to a text; nothing before it may tell of the hidden one.
func until(t *testing.T, lines *bufio.Scanner, text, hidden string) {
	t.Helper()
	for lines.Scan() {
		if strings.Contains(lines.Text(), hidden) {
			t.Fatalf("the list tells of the private table: %s", lines.Text())
		}
		if strings.Contains(lines.Text(), text) {
			return
		}
	}
	t.Fatalf("the stream ended before %q: %v", text, lines.Err())
}

func TestNoListTellsOfAPrivateTableWhichItsIDFinds(t *testing.T) {
	c := start(t, options(t))
	lines := lobbyTopic(t, c.URL())
	opens := func(n int, private bool) string {
		id, _ := call(t, c.URL(), "OpenTable", asPlayer(), map[string]any{
			"commandId": fmt.Sprintf("%s%d", opening[:len(opening)-1], n), "preset": "latin.pairs", "options": map[string]any{"private": private},
		})["tableId"].(string)
		return id
	}
	hidden, shown := opens(1, true), opens(2, false)
	until(t, lines, shown, hidden)
	if got := fmt.Sprint(call(t, c.URL(), "ListTables", nil, nil)); strings.Contains(got, hidden) || !strings.Contains(got, shown) {
		t.Errorf("the list is %s", got)
	}
	call(t, c.URL(), "Sit", asPlayer(), map[string]any{"commandId": sitting, "tableId": hidden, "player": "ana"})
	if got := fmt.Sprint(call(t, c.URL(), "GetTable", nil, map[string]any{"tableId": hidden})); !strings.Contains(got, "ana") {
		t.Errorf("the table is %s", got)
	}
	for n, id := range []string{hidden, shown} {
		call(t, c.URL(), "CloseTable", asPlayer(), map[string]any{"commandId": fmt.Sprintf("%s%d", opening[:len(opening)-1], 3+n), "tableId": id})
	}
	until(t, lines, `"gone":["`+shown, hidden)
	until(t, lobbyTopic(t, c.URL()), `"whole":true`, hidden)
}
