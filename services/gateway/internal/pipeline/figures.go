package pipeline

import "time"

// Figures are what is told in a second. Rates are those of the last second, and
// quantiles those of the last ten.
type Figures struct {
	At          time.Time    `json:"at"`
	Version     string       `json:"version"`
	Commands    []Commands   `json:"commands"`
	Events      float64      `json:"eventsPerSecond"` // 0 where other processes append them
	Live        Live         `json:"live"`
	NATS        NATS         `json:"nats"`
	Services    []Service    `json:"services"`
	Projections []Projection `json:"projections"` // none where other processes run them
	Tables      *Tables      `json:"tables,omitempty"`
}

// Commands are those of one service with one outcome, "ok" or a code.
type Commands struct {
	Service   string   `json:"service"`
	Outcome   string   `json:"outcome"`
	PerSecond float64  `json:"perSecond"`
	P50       *float64 `json:"p50Ms,omitempty"` // none without a command
	P99       *float64 `json:"p99Ms,omitempty"`
}

// Live is what streams get.
type Live struct {
	Streams int     `json:"streams"`
	Updates float64 `json:"updatesPerSecond"`
	Gaps    uint64  `json:"gaps"`        // pushes that were lost and read from the log, since the start
	Slow    uint64  `json:"slowStreams"` // that were cut, since the start
}

// NATS is how the broker answers.
type NATS struct {
	Connected bool     `json:"connected"`
	RoundTrip *float64 `json:"roundTripMs,omitempty"` // none without an answer
}

// Service is a service and how many of its replicas live.
type Service struct {
	Name     string `json:"name"`
	Replicas int    `json:"replicas"`
}

// Projection is how far one is behind the log, in commits, and in how many shards
// it does not go on.
type Projection struct {
	Name    string  `json:"name"`
	Lag     float64 `json:"lag"`
	Stopped float64 `json:"stopped"`
}

// Tables are those of the newest page of the list, by phase.
type Tables struct {
	ByPhase map[string]int `json:"byPhase"`
	More    bool           `json:"more"` // there are others beyond that page
}
