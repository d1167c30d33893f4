package gateway_test

import (
	"bufio"
	"context"
	"encoding/json"
	"maps"
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"
)

// event is one server-sent event; a comment has only that.
type event struct {
	id, name, comment string
	data              any
	text              string
}

// stream reads a live stream as a client does.
type stream struct {
	t        *testing.T
	response *http.Response
	events   chan event // closed when the server ends the stream
	cancel   context.CancelFunc
}

// watch opens a stream that has to be granted.
func (m *match) watch(by who, lastID string) *stream {
	m.w.t.Helper()
	return m.watchWith(http.DefaultClient, by, lastID)
}

func (m *match) watchWith(client *http.Client, by who, lastID string) *stream {
	m.w.t.Helper()
	return m.w.streamWith(client, "/v1/tables/"+m.id+"/live", by, lastID)
}

// stream opens a stream of several topics, which are parameters.
func (w *world) stream(topics string, by who, lastID string) *stream {
	w.t.Helper()
	return w.streamWith(http.DefaultClient, "/v1/stream?"+topics, by, lastID)
}

func (w *world) streamWith(client *http.Client, path string, by who, lastID string) *stream {
	w.t.Helper()
	shown := who{}
	maps.Copy(shown, by)
	if lastID != "" {
		shown["Last-Event-ID"] = lastID
	}
	ctx, cancel := context.WithCancel(context.Background())
	s := &stream{t: w.t, events: make(chan event, 4096), cancel: cancel}
	r, err := http.NewRequestWithContext(ctx, http.MethodGet, w.url+path, nil)
	if err != nil {
		w.t.Fatal(err)
	}
	for name, value := range shown {
		r.Header.Set(name, value)
	}
	if s.response, err = client.Do(r); err != nil { //nolint:bodyclose // read closes it
		w.t.Fatal(err)
	}
	w.t.Cleanup(cancel)
	if s.response.StatusCode != http.StatusOK {
		w.t.Fatalf("stream: %d", s.response.StatusCode)
	}
	go s.read()
	return s
}

func (s *stream) read() {
	defer s.response.Body.Close()
	defer close(s.events)
	lines := bufio.NewScanner(s.response.Body)
	lines.Buffer(nil, 1<<20)
	var e event
	for lines.Scan() {
		name, value, _ := strings.Cut(lines.Text(), ": ")
		switch name {
		case "":
			if lines.Text() == "" {
				s.events <- e
				e = event{}
				continue
			}
			e.comment = value
		case "id":
			e.id = value
		case "event":
			e.name = value
		case "data":
			e.text = value
			_ = json.Unmarshal([]byte(value), &e.data)
		}
	}
}

// next is the next event with one of the names.
func (s *stream) next(names ...string) event {
	s.t.Helper()
	late := time.After(60 * time.Second)
	for {
		select {
		case e, open := <-s.events:
			if !open {
				s.t.Fatalf("the stream ended before %v", names)
			}
			if slices.Contains(names, e.name) {
				return e
			}
		case <-late:
			s.t.Fatalf("no event %v came", names)
		}
	}
}

// until reads updates up to a version, which must come one after the other.
func (s *stream) until(after, version float64) (last event) {
	s.t.Helper()
	for after < version {
		last = s.next("update")
		if got := at(last.data, "version"); got != after+1 {
			s.t.Fatalf("version %v follows %v", got, after)
		}
		after++
	}
	return last
}

// ended waits for the end of the stream.
func (s *stream) ended() {
	s.t.Helper()
	late := time.After(60 * time.Second)
	for {
		select {
		case _, open := <-s.events:
			if !open {
				return
			}
		case <-late:
			s.t.Fatal("the stream did not end")
		}
	}
}

func number(v any) float64 {
	n, _ := v.(float64)
	return n
}
