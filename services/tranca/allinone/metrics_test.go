package allinone_test

import (
	"io"
	"net/http"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"
)

// scrape is what a scraper gets, line by line.
func scrape(t *testing.T, url string) []string {
	t.Helper()
	request, err := http.NewRequestWithContext(t.Context(), http.MethodGet, url+"/metrics", nil)
	if err != nil {
		t.Fatal(err)
	}
	answer, err := http.DefaultClient.Do(request)
	if err != nil {
		t.Fatal(err)
	}
	defer answer.Body.Close()
	body, err := io.ReadAll(answer.Body)
	if err != nil || answer.StatusCode != http.StatusOK {
		t.Fatalf("%s: %v", answer.Status, err)
	}
	return strings.Split(string(body), "\n")
}

func TestTheMetricsOfAMatchComeFromClosedSets(t *testing.T) {
	o := options(t)
	o.Version = "v9"
	c := start(t, o)
	id, _ := call(t, c.URL(), "OpenTable", asPlayer(), map[string]any{
		"commandId": "10000000-0000-4000-8000-000000000001", "preset": "classic.draw", "knobs": map[string]string{"target": "40"}, "options": map[string]any{"intermissionMs": 0, "botThinkingMs": 0},
	})["tableId"].(string)
	for _, n := range []string{"2", "3"} {
		call(t, c.URL(), "AddBot", asPlayer(), map[string]any{
			"commandId": "10000000-0000-4000-8000-00000000000" + n, "tableId": id, "policy": "greedy",
		})
	}
	await(t, "the match ends", func() bool {
		table, _ := call(t, c.URL(), "GetTable", nil, map[string]any{"tableId": id})["table"].(map[string]any)
		return table["phase"] == "finished"
	})
	lines := scrape(t, c.AdminURL())
	for _, want := range []string{
		`tranca_build_info{go="go`, `tranca_command_duration_seconds_count{command="play",outcome="ok",service="rules"}`,
		`tranca_command_duration_seconds_count{command="GetTable",outcome="ok",service="gateway"}`,
		`tranca_events_appended_total{type="tile_played"}`, `tranca_events_appended_total{type="match_ended"} 1`,
		`tranca_projection_lag_events{projection="lobby"}`, `tranca_projection_lag_events{projection="tables"}`,
		`tranca_projection_lag_events{projection="results"}`, `tranca_live_viewers 0`,
	} {
		if !slices.ContainsFunc(lines, func(line string) bool { return strings.HasPrefix(line, want) }) {
			t.Errorf("no %s", want)
		}
	}
	labels := []string{"alarm", "command", "fire", "go", "kind", "le", "limit", "outcome", "owner", "projection", "result", "service", "type", "version"}
	pair := regexp.MustCompile(`([a-z_]+)="([^"]*)"`)
	value := regexp.MustCompile(`^[a-zA-Z_.+0-9-]{0,24}$`)
	for _, line := range lines {
		if !strings.HasPrefix(line, "tranca_") {
			continue
		}
		if strings.Contains(line, id) || strings.Contains(line, "bot-") {
			t.Errorf("a table or a player: %s", line)
		}
		for _, p := range pair.FindAllStringSubmatch(line, -1) {
			if !slices.Contains(labels, p[1]) || !value.MatchString(p[2]) {
				t.Errorf("label %s=%q is of no closed set: %s", p[1], p[2], line)
			}
		}
	}
}

func await(t *testing.T, what string, holds func() bool) {
	t.Helper()
	for end := time.Now().Add(60 * time.Second); !holds(); time.Sleep(20 * time.Millisecond) {
		if time.Now().After(end) {
			t.Fatal("does not happen: " + what)
		}
	}
}
