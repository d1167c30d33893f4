package doctor

import (
	"bufio"
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"strconv"
	"strings"
	"time"

	"tranca.example/pkg/natsboot"
)

// maxAnswer bounds the answer of a monitor or an admin port.
const maxAnswer = 64 << 20

// page is what an address answered, whatever the status.
type page struct {
	body   []byte
	status string
	date   string // the server's clock, to the second
}

func fetch(ctx context.Context, url string) (p page, err error) {
	ctx, cancel := context.WithTimeout(ctx, askLimit)
	defer cancel()
	request, err := http.NewRequestWithContext(ctx, http.MethodGet, url, http.NoBody)
	if err != nil {
		return p, err
	}
	answer, err := (&http.Client{}).Do(request)
	if err != nil {
		return p, err
	}
	defer answer.Body.Close() //nolint:errcheck // it was only read
	p.status, p.date = answer.Status, answer.Header.Get("Date")
	p.body, err = io.ReadAll(io.LimitReader(answer.Body, maxAnswer))
	return p, err
}

// fetchJSON reads a page that is JSON.
func fetchJSON(ctx context.Context, url string, out any) error {
	p, err := fetch(ctx, url)
	if err != nil {
		return err
	}
	if err := json.Unmarshal(p.body, out); err != nil {
		return fmt.Errorf("%s: %s: %w", url, p.status, err)
	}
	return nil
}

// node asks a NATS server's monitor.
func (l *looker) node(ctx context.Context, url string) Node {
	n := Node{URL: url}
	if err := l.ask(ctx, &n); err != nil {
		return Node{URL: url, Error: err.Error()}
	}
	return n
}

func (l *looker) ask(ctx context.Context, n *Node) error {
	var self struct {
		Name      string    `json:"server_name"`
		Version   string    `json:"version"`
		Now       time.Time `json:"now"`
		JetStream struct {
			Config struct {
				SyncAlways bool `json:"sync_always"`
			} `json:"config"`
		} `json:"jetstream"`
	}
	asked := l.Now()
	if err := fetchJSON(ctx, n.URL+"/varz", &self); err != nil {
		return err
	}
	if self.Name == "" || self.Version == "" || self.Now.IsZero() {
		return fmt.Errorf("%s/varz: no monitor of a NATS server", n.URL)
	}
	l.compared("NATS server "+self.Name, asked, l.Now(), self.Now, 0)
	n.Name, n.Version, n.SyncAlways = self.Name, self.Version, self.JetStream.Config.SyncAlways
	var health struct{ Status, Error string }
	if err := fetchJSON(ctx, n.URL+"/healthz", &health); err != nil {
		return err
	}
	if health.Status != "ok" {
		n.Unhealthy = cmp.Or(strings.TrimSpace(health.Status+" "+health.Error), "it tells no status")
	}
	var err error
	n.Copies, err = copiesAt(ctx, n.URL, natsboot.Streams(l.Settings)[0].Name)
	return err
}

// copiesAt are the copies in the account that has our streams.
func copiesAt(ctx context.Context, url, ours string) (map[string]State, error) {
	var answer struct {
		Accounts []struct {
			Streams []struct {
				Name  string `json:"name"`
				State State  `json:"state"`
			} `json:"stream_detail"`
		} `json:"account_details"`
	}
	if err := fetchJSON(ctx, url+"/jsz?accounts=1&streams=1&limit=1000", &answer); err != nil {
		return nil, err
	}
	for _, a := range answer.Accounts {
		all := map[string]State{}
		for _, s := range a.Streams {
			all[s.Name] = s.State
		}
		if _, found := all[ours]; found {
			return all, nil
		}
	}
	return map[string]State{}, nil
}

// processes asks the admin ports of services.
func (l *looker) processes(ctx context.Context) []Process {
	return each(l.Admin, func(url string) Process {
		p := Process{URL: url}
		if err := l.admin(ctx, &p); err != nil {
			return Process{URL: url, Error: err.Error()}
		}
		return p
	})
}

func (l *looker) admin(ctx context.Context, p *Process) error {
	asked := l.Now()
	readyz, err := fetch(ctx, p.URL+"/readyz")
	if err != nil {
		return err
	}
	answered := l.Now()
	if theirs, err := http.ParseTime(readyz.date); err == nil { // it tells whole seconds
		l.compared(p.URL, asked, answered, theirs, time.Second)
	}
	var ready struct{ Checks map[string]string }
	if err := json.Unmarshal(readyz.body, &ready); err != nil || len(ready.Checks) == 0 {
		return fmt.Errorf("%s/readyz: %s: no admin port of a service", p.URL, readyz.status)
	}
	p.Failing = map[string]string{}
	for name, state := range ready.Checks {
		if state != "ok" {
			p.Failing[name] = state
		}
	}
	p.Alarms, err = alarms(ctx, p.URL+"/metrics")
	return err
}

// alarms reads which projections do not go on out of the metrics.
func alarms(ctx context.Context, url string) (map[string]int, error) {
	metrics, err := fetch(ctx, url)
	if err != nil {
		return nil, err
	}
	all := map[string]int{}
	for lines := bufio.NewScanner(bytes.NewReader(metrics.body)); lines.Scan(); {
		rest, found := strings.CutPrefix(lines.Text(), `tranca_projection_stopped{projection="`)
		name, value, _ := strings.Cut(rest, `"} `)
		if n, err := strconv.ParseFloat(value, 64); found && err == nil && n > 0 {
			all[name] = int(n)
		}
	}
	return all, nil
}
