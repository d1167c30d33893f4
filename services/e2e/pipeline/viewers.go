package pipeline

import (
	"bufio"
	"encoding/json"
	"fmt"
	"io"
	"net"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"tranca.example/services/e2e/harness"
	"tranca.example/services/e2e/load"
)

// ViewersOptions are the size of a look at streams on which little happens.
type ViewersOptions struct {
	Viewers int              `json:"viewers"`
	Tables  int              `json:"tables"`   // that they watch, as many at each
	Busy    int              `json:"busy"`     // of these, at which moves are made
	Every   time.Duration    `json:"every_ns"` // a move of each busy table
	Time    time.Duration    `json:"time_ns"`
	Now     func() time.Time `json:"-"`
	// Floor starts the server that does nothing but keep streams open, in a process
	// of its own, and gives its id and address.
	Floor func(t *testing.T) (pid int, addr string) `json:"-"`
}

// Viewers is what streams cost a gateway on which little happens, and what they cost
// a server that does nothing else.
type Viewers struct {
	Machine Machine        `json:"machine"`
	Options ViewersOptions `json:"options"`
	Gateway Watching       `json:"gateway"`
	Floor   Watching       `json:"floor"`
	Moves   int            `json:"moves"`
	Updates int64          `json:"updates"` // that viewers were told
}

// Watching is what a process takes for its streams.
type Watching struct {
	RSS     float64 `json:"rss_bytes_per_viewer"`  // more than without viewers
	Heap    float64 `json:"heap_bytes_per_viewer"` // alive, more than without viewers
	CPU     float64 `json:"cpu"`                   // share of one processor while all watch
	Process int64   `json:"rss_bytes"`             // of all of it
	Opening float64 `json:"opened_per_second"`
}

// MeasureViewers has viewers watch tables through one gateway, and as many the floor.
func MeasureViewers(t *testing.T, programs harness.Programs, o ViewersOptions) *Viewers {
	t.Helper()
	r := newRig(t, programs, Options{Now: o.Now}, SetupR1)
	r.serve(harness.ApartOptions{})
	tables := r.begun(o.Tables)
	v := &Viewers{Machine: machine(), Options: o}
	pid, addr := r.apart.Parts["gateway"].PID(), strings.TrimPrefix(r.url, "http://")
	updates := &atomic.Int64{}
	v.Gateway = r.watched(o, pid, audience{addr: addr, updates: updates, heap: r.heap, path: func(i int) string {
		return "/v1/tables/" + tables[i%len(tables)].ID + "/live"
	}}, func() {
		stroll := IdleOptions{Tables: o.Busy, Every: o.Every, Time: o.Time, Now: o.Now}
		v.Moves = int(r.stroll(tables[:o.Busy], stroll).Done)
	})
	v.Updates = updates.Load()
	floor, addr := o.Floor(t)
	v.Floor = r.watched(o, floor, audience{addr: addr, updates: updates, heap: func() float64 { return floorHeap(t, addr) }, path: func(int) string {
		return "/live"
	}}, func() { pause(t.Context(), o.Time) })
	return v
}

// begun opens tables, at each of which one move was made.
func (r *rig) begun(n int) []*load.Table {
	r.t.Helper()
	conn := r.gateway()
	door, watcher, g := load.NewDoor(r.t, conn, nil), load.Live(conn), game()
	g.Options.TurnLimit = turnLimit
	all := make([]*load.Table, n)
	r.each(n, func(i int) (err error) {
		if all[i], err = load.Open(r.t.Context(), door, watcher, g); err == nil {
			err = moveOnce(r.t, all[i])
		}
		return err
	})
	return all
}

// audience is who watches, and what.
type audience struct {
	addr    string
	path    func(viewer int) string
	updates *atomic.Int64
	heap    func() float64 // of the server, alive
}

// watched has the viewers watch a process while something happens.
func (r *rig) watched(o ViewersOptions, pid int, a audience, meanwhile func()) (w Watching) {
	r.t.Helper()
	a.open(r, 1) // what the first one costs is not the price of one
	heap, rss, begun := a.heap(), r.residentOf(pid), o.Now()
	a.open(r, o.Viewers)
	w.Opening = ratio(float64(o.Viewers), o.Now().Sub(begun).Seconds())
	before, begun := r.cpuOf(pid), o.Now()
	meanwhile()
	w.CPU = (r.cpuOf(pid) - before).Seconds() / o.Now().Sub(begun).Seconds()
	viewers := float64(o.Viewers)
	w.Process = r.residentOf(pid)
	w.RSS, w.Heap = float64(w.Process-rss)/viewers, (a.heap()-heap)/viewers
	return w
}

func (r *rig) cpuOf(pid int) time.Duration {
	r.t.Helper()
	d, err := cpuOf(pid)
	if err != nil {
		r.t.Fatal(err)
	}
	return d
}

func (r *rig) residentOf(pid int) int64 {
	r.t.Helper()
	bytes, err := rssOf(pid)
	if err != nil {
		r.t.Fatal(err)
	}
	return bytes
}

// heap is what the gateway's last collection of garbage found alive.
func (r *rig) heap() float64 {
	return r.metricOf("gateway", "go_memstats_next_gc_bytes") / (1 + r.metricOf("gateway", "go_gc_gogc_percent")/100)
}

// open opens streams that last until the test ends, and waits until each has told
// something.
func (a audience) open(r *rig, n int) {
	r.t.Helper()
	r.each(n, func(i int) error {
		conn, err := (&net.Dialer{}).DialContext(r.t.Context(), "tcp", a.addr)
		if err != nil {
			return err
		}
		r.t.Cleanup(func() { _ = conn.Close() })
		if _, err := fmt.Fprintf(conn, "GET %s HTTP/1.1\r\nHost: %s\r\n\r\n", a.path(i), a.addr); err != nil {
			return err
		}
		in := bufio.NewReaderSize(conn, 512)
		if err := until(in, "event: table\n"); err != nil {
			return fmt.Errorf("viewer %d: %w", i, err)
		}
		go a.read(in)
		return nil
	})
}

// until reads up to a line.
func until(in *bufio.Reader, want string) error {
	for {
		line, err := in.ReadString('\n')
		if err != nil || line == want {
			return err
		}
	}
}

// read reads until the stream ends, and counts updates.
func (a audience) read(in *bufio.Reader) {
	for until(in, "event: update\n") == nil {
		a.updates.Add(1)
	}
}

// Text is the look for people.
func (v *Viewers) Text() string {
	lines := []string{"server\tRSS a viewer\theap a viewer\tof a processor\tRSS in all\topened a second"}
	for _, row := range []struct {
		name string
		Watching
	}{{"gateway", v.Gateway}, {"floor", v.Floor}} {
		lines = append(lines, fmt.Sprintf("%s\t%s\t%s\t%.1f%%\t%s\t%s", row.name, size(row.RSS), size(row.Heap), 100*row.CPU,
			size(float64(row.Process)), short(row.Opening)))
	}
	o := v.Options
	return fmt.Sprintf("%d viewers of %d tables for %s, on %d cores with a load of %.1f; %d moves at %d tables, of which viewers were told %d updates\n\n%s",
		o.Viewers, o.Tables, o.Time, v.Machine.Cores, v.Machine.Load, v.Moves, o.Busy, v.Updates, columns(lines))
}

// JSON is the look for programs.
func (v *Viewers) JSON() ([]byte, error) { return json.MarshalIndent(v, "", "  ") }

// floorHeap asks the floor what is alive.
func floorHeap(t *testing.T, addr string) (bytes float64) {
	t.Helper()
	text, err := fetch(t, "http://"+addr+"/heap")
	if err == nil {
		_, err = fmt.Sscan(text, &bytes)
	}
	if err != nil && err != io.EOF { //nolint:errorlint // Sscan's own
		t.Fatal(err)
	}
	return bytes
}
