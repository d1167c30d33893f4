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

// finished is the phase of a table whose match is over.
const finished = "finished"

// tileText is how a tile is written in what viewers get.
var tileText = regexp.MustCompile(`\b\d-\d\b`)

// audience are the viewers and what they saw.
type audience struct {
	servers []string
	group   sync.WaitGroup
	mu      sync.Mutex
	sights  []checker.Sight
	watched []string
	here    int // viewers that have not left
}

// watch follows a table until ctx ends, its match does or the table is closed, at one
// gateway after the other whenever a stream breaks.
func (a *audience) watch(ctx context.Context, table string) {
	a.mu.Lock()
	name, at := fmt.Sprintf("v%d", len(a.watched)), len(a.watched)
	a.watched = append(a.watched, table)
	a.here++
	a.mu.Unlock()
	a.group.Go(func() {
		defer a.leave()
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

func (a *audience) leave() {
	a.mu.Lock()
	defer a.mu.Unlock()
	a.here--
}

// present is how many viewers there are.
func (a *audience) present() int {
	a.mu.Lock()
	defer a.mu.Unlock()
	return a.here
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
			if a.saw(name, table, event, value) {
				return true
			}
		}
	}
	return false
}

// saw notes what an event tells, and whether the match is over with it.
func (a *audience) saw(name, table, event, data string) bool {
	var at struct {
		Version uint32 `json:"version"`
		Phase   string `json:"phase"` // of a whole table
		Table   struct {
			Phase string `json:"phase"`
		} `json:"table"` // after an update
	}
	if err := json.Unmarshal([]byte(data), &at); err != nil {
		at.Version = 0 // the checker complains
	}
	a.mu.Lock()
	defer a.mu.Unlock()
	a.sights = append(a.sights, checker.NewSight(name, table, strings.Clone(event), at.Version, tileText.FindAllString(data, -1)...))
	return at.Phase == finished || at.Table.Phase == finished
}

// tables are those that were watched.
func (a *audience) tables() []string {
	a.mu.Lock()
	defer a.mu.Unlock()
	return a.watched
}
