package load

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"strconv"
	"sync"
	"sync/atomic"
	"time"
)

// maxEvent bounds one line of a live stream.
const maxEvent = 1 << 20

// Audience watches tables over a gateway's live streams, with several viewers a
// table. It is safe for concurrent use.
type Audience struct {
	client *http.Client
	base   string // URL of the gateway
	each   int

	noting  atomic.Bool
	mu      sync.Mutex
	viewers []*viewer
}

// NewAudience has each viewers at each table; at least one.
func NewAudience(base string, each int) *Audience {
	return &Audience{client: &http.Client{Transport: &http.Transport{}}, base: base, each: max(each, 1)}
}

// Sight is a version of a table that one viewer saw.
type Sight struct {
	Table string
	Ack
}

// Note says whether sights are kept from now on.
func (a *Audience) Note(on bool) { a.noting.Store(on) }

// Sights are those that were kept so far, of all viewers.
func (a *Audience) Sights() (all []Sight) {
	a.mu.Lock()
	defer a.mu.Unlock()
	for _, v := range a.viewers {
		v.mu.Lock()
		for _, s := range v.sights {
			all = append(all, Sight{v.table, s})
		}
		v.mu.Unlock()
	}
	return all
}

// Watch implements Watcher: it waits until every viewer was shown the table. They
// watch until ctx ends.
func (a *Audience) Watch(ctx context.Context, table string) (Feed, error) {
	var first *viewer
	for n := range a.each {
		v := &viewer{audience: a, table: table}
		if n == 0 {
			first, v.pushes = v, make(chan Push, pushBuffer)
		}
		lines, err := v.open(ctx)
		if err != nil {
			return nil, fmt.Errorf("viewer of table %s: %w", table, err)
		}
		a.mu.Lock()
		a.viewers = append(a.viewers, v)
		a.mu.Unlock()
		go v.read(ctx, lines)
	}
	return first, nil
}

// viewer is one live stream.
type viewer struct {
	audience *Audience
	table    string
	pushes   chan Push // nil unless somebody plays by it

	mu     sync.Mutex
	sights []Ack
}

// stream is an open stream whose first event has come.
type stream struct {
	body  io.Closer
	lines *bufio.Scanner
}

func (v *viewer) open(ctx context.Context) (*stream, error) {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, v.audience.base+"/v1/tables/"+v.table+"/live", http.NoBody)
	if err != nil {
		return nil, err
	}
	res, err := v.audience.client.Do(req)
	if err != nil {
		return nil, err
	}
	s := &stream{body: res.Body, lines: bufio.NewScanner(res.Body)}
	s.lines.Buffer(nil, maxEvent)
	if res.StatusCode == http.StatusOK {
		for s.lines.Scan() {
			if _, ok := version(s.lines.Bytes()); ok {
				return s, nil
			}
		}
	}
	return nil, errors.Join(fmt.Errorf("status %s without an event", res.Status), s.lines.Err(), res.Body.Close())
}

func (v *viewer) read(ctx context.Context, s *stream) {
	defer func() { _ = s.body.Close() }()
	if v.pushes != nil {
		defer close(v.pushes)
	}
	for s.lines.Scan() {
		line := s.lines.Bytes()
		n, ok := version(line)
		if !ok {
			continue
		}
		if v.audience.noting.Load() {
			v.note(n)
		}
		if v.pushes == nil {
			continue
		}
		select {
		case v.pushes <- Push{n, len(line)}:
		case <-ctx.Done():
			return
		}
	}
}

func (v *viewer) note(version uint32) {
	at := time.Now() //nolint:forbidigo // measures
	v.mu.Lock()
	defer v.mu.Unlock()
	v.sights = append(v.sights, Ack{version, at})
}

// version is the first one that an event's data tells; reading all of it as JSON
// would cost the viewers more than the servers.
func version(line []byte) (uint32, bool) {
	data, ok := bytes.CutPrefix(line, []byte("data: "))
	if !ok {
		return 0, false
	}
	_, rest, ok := bytes.Cut(data, []byte(`"version":`))
	end := bytes.IndexAny(rest, ",}")
	if !ok || end < 0 {
		return 0, false
	}
	n, err := strconv.ParseUint(string(rest[:end]), 10, 32)
	return uint32(n), err == nil
}

var errStreamEnded = errors.New("the live stream ended")

// Waiting implements Feed.
func (v *viewer) Waiting() bool { return len(v.pushes) > 0 }

// Next implements Feed.
func (v *viewer) Next(ctx context.Context) (Push, error) {
	select {
	case p, ok := <-v.pushes:
		if !ok {
			return p, errStreamEnded
		}
		return p, nil
	case <-ctx.Done():
		return Push{}, context.Cause(ctx)
	}
}
