package torture

import (
	"bufio"
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"regexp"
	"strings"
	"sync"
	"time"

	"tranca.example/services/e2e/checker"
)

// How long a viewer waits before it comes back, and how long a silent stream may
// be before it gives it up: a server sends a heartbeat every 15 s.
const (
	comeBack = 200 * time.Millisecond
	silence  = 20 * time.Second
)

// tileText is how a tile is written in what viewers get.
var tileText = regexp.MustCompile(`\b\d-\d\b`)

// audience are the viewers and what they saw.
type audience struct {
	servers []string
	group   sync.WaitGroup
	mu      sync.Mutex
	sights  []checker.Sight
	watched []string
}

// watch follows a table until ctx ends or the table is closed, at one gateway
// after the other whenever a stream breaks.
func (a *audience) watch(ctx context.Context, table string) {
	a.mu.Lock()
	name, at := fmt.Sprintf("v%d", len(a.watched)), len(a.watched)
	a.watched = append(a.watched, table)
	a.mu.Unlock()
	a.group.Go(func() {
		cursor := ""
		for ctx.Err() == nil {
			if a.stream(ctx, name, a.servers[at%len(a.servers)], table, &cursor) {
				return
			}
			at++
			select {
			case <-ctx.Done():
			case <-time.After(comeBack):
			}
		}
	})
}

// stream reads one stream until it breaks; true when there will be no more.
func (a *audience) stream(ctx context.Context, name, server, table string, cursor *string) bool {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	timer := time.AfterFunc(silence, cancel)
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, server+"/v1/tables/"+table+"/live", http.NoBody)
	if err != nil {
		return false
	}
	if *cursor != "" {
		req.Header.Set("Last-Event-ID", *cursor)
	}
	res, err := (&http.Client{}).Do(req)
	if err != nil {
		return false
	}
	defer func() { _ = res.Body.Close() }()
	if res.StatusCode != http.StatusOK {
		return res.StatusCode == http.StatusNoContent
	}
	lines := bufio.NewScanner(res.Body)
	lines.Buffer(nil, 1<<20)
	var event string
	for lines.Scan() {
		timer.Reset(silence)
		field, value, _ := strings.Cut(lines.Text(), ": ")
		switch field {
		case "id":
			*cursor = value
		case "event":
			event = value
		case "data":
			if event == "end" {
				return true
			}
			a.saw(name, table, event, value)
		}
	}
	return false
}

// saw notes what an event tells.
func (a *audience) saw(name, table, event, data string) {
	var at struct {
		Version uint32 `json:"version"`
	}
	if err := json.Unmarshal([]byte(data), &at); err != nil {
		at.Version = 0 // the checker complains
	}
	a.mu.Lock()
	defer a.mu.Unlock()
	a.sights = append(a.sights, checker.Sight{Viewer: name, Table: table, Event: event, Version: at.Version, Tiles: tileText.FindAllString(data, -1)})
}

// tables are those that were watched.
func (a *audience) tables() []string {
	a.mu.Lock()
	defer a.mu.Unlock()
	return a.watched
}
