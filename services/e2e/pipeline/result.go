package pipeline

import (
	"encoding/json"
	"time"
)

// Doors at which moves are asked for.
const (
	OverNATS      = "nats"       // as the gateway asks, without viewers
	OverHTTPAlone = "http-alone" // through a gateway, without viewers
	OverHTTP      = "http"       // through a gateway, with viewers
)

// DoorsOf are those that are measured on a set-up.
func DoorsOf(setup string) []string {
	if apart(setup) {
		return []string{OverNATS, OverHTTP}
	}
	return []string{OverHTTPAlone, OverHTTP}
}

// Report is what came of a run. Times are in milliseconds where nothing else is
// said, rates are per second.
type Report struct {
	Command  string    `json:"command"`
	Machine  Machine   `json:"machine"`
	Began    time.Time `json:"began"`
	Seconds  float64   `json:"seconds"`
	Options  Options   `json:"options"`
	Cells    []Cell    `json:"cells"`
	Rebuilds []Rebuild `json:"rebuilds"`
	Stall    Stall     `json:"stall"`
	Memory   Memory    `json:"memory"`
	Targets  []Target  `json:"targets"`
}

// Machine is where it ran.
type Machine struct {
	Cores  int    `json:"cores"`
	CPU    string `json:"cpu"`
	Memory int64  `json:"memory_bytes"`
	// Load is the load average of the last minute before it began: what others did.
	Load   float64 `json:"load_average"`
	System string  `json:"system"`
	Go     string  `json:"go"`
}

// Cell is one set-up at one number of tables.
type Cell struct {
	Setup  string           `json:"setup"`
	Tables int              `json:"tables"`
	Body   int              `json:"body_bytes"` // of a commit of a match on average, and of each publish of the floor
	Floor  Floor            `json:"floor"`
	Doors  map[string]Moves `json:"doors"`
	// Bare is what the bare prototype did at each door in turn with the moves there;
	// nothing where services are one process.
	Bare map[string]Moves `json:"bare,omitempty"`
}

// Floor is what the servers do for anybody, at the concurrency of the cell.
type Floor struct {
	Requests  Timing  `json:"requests"`  // a core request and its reply
	Publishes Timing  `json:"publishes"` // expecting the last sequence of the subject, each waiting for its ack
	Async     float64 `json:"async"`     // publishes that do not wait
	// Redis are writes in pipelines; 0 where projections are kept in memory.
	Redis float64 `json:"redis,omitempty"`
}

// Timing is a rate, and how long each took.
type Timing struct {
	Count int     `json:"count"`
	Rate  float64 `json:"rate"`
	P50   float64 `json:"p50"`
	P99   float64 `json:"p99"`
}

// Moves are durable moves at one door.
type Moves struct {
	Timing
	Viewers int `json:"viewers"` // at each table
	// OfPublish is moves by synchronous publishes; OfLeast the median by those of a
	// request and a publish, which is the least that a move can take.
	OfPublish float64 `json:"of_publish"`
	OfLeast   float64 `json:"of_least"`
	// PerCPU is moves by the processor seconds of all servers; CPU are the
	// processor seconds of each program, Load those of who plays and views.
	PerCPU float64            `json:"per_cpu_second"`
	CPU    map[string]float64 `json:"cpu_seconds"`
	Load   float64            `json:"load_cpu_seconds"`
	// Event is what weighs that of which whoever plays is told, in bytes: a commit, or
	// a line of a live stream.
	Event float64 `json:"event_bytes"`
	// Stored is the growth of the log by moves, in bytes.
	Stored float64 `json:"stored_bytes"`
	// Projected is, for each projection, how long after its acknowledgement a move
	// was there, none where they are kept in memory; Pushed how long after it a viewer
	// had it.
	Projected map[string]Lag `json:"projected,omitempty"`
	Pushed    Lag            `json:"pushed"`
}

// Lag is how much later something was seen.
type Lag struct {
	Count int     `json:"count"`
	P50   float64 `json:"p50"`
	P99   float64 `json:"p99"`
}

// Rebuild is the building of projections from a log of so many events.
type Rebuild struct {
	Events      int64                `json:"events"`
	Reader      float64              `json:"reader"` // events that an ordered consumer alone reads
	Projections map[string]Projected `json:"projections"`
}

// Projected is the building of one projection in Redis, nothing else running.
type Projected struct {
	Ready float64 `json:"ready"`          // until the service is ready, from nothing
	Again float64 `json:"ready_again"`    // until it is ready when the projection is there
	Rate  float64 `json:"rate"`           // events
	Of    float64 `json:"of_reader"`      // Rate by what an ordered consumer reads
	Rows  int64   `json:"rows,omitempty"` // that came of it
}

// Stall is how long tables stood still when a replica of rules was killed.
type Stall struct {
	Setup  string    `json:"setup"`
	Tables int       `json:"tables"`
	Moves  int       `json:"moves"`
	Kills  []float64 `json:"kills"` // for each: the longest time of any table without an acknowledged move
	P50    float64   `json:"p50"`
	Max    float64   `json:"max"`
	// Calm is the same without a kill, for comparison.
	Calm float64 `json:"calm"`
}

// Memory is what tables cost a replica of rules that keeps them.
type Memory struct {
	Tables  int     `json:"tables"`
	Heap    float64 `json:"heap_bytes_per_table"` // after a collection
	RSS     float64 `json:"rss_bytes_per_table"`
	Opening float64 `json:"tables_opened_per_second"`
}

// JSON is the report for programs.
func (r *Report) JSON() ([]byte, error) { return json.MarshalIndent(r, "", "  ") }

// cell finds a cell.
func (r *Report) cell(setup string, tables int) (Cell, bool) {
	for _, c := range r.Cells {
		if c.Setup == setup && c.Tables == tables {
			return c, true
		}
	}
	return Cell{}, false
}
