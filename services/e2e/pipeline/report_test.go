package pipeline_test

import (
	"bytes"
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"reflect"
	"strings"
	"testing"
	"time"

	"tranca.example/services/e2e/pipeline"
)

// sample is a report of figures that are easy to follow.
func sample() *pipeline.Report {
	r := &pipeline.Report{
		Command: "make bench-pipeline", Options: pipeline.Full(),
		Stall:  pipeline.Stall{Setup: pipeline.SetupAlways, Tables: 32, Kills: []float64{270, 280, 601}, P50: 280, Max: 601, Calm: 60},
		Memory: pipeline.Memory{Tables: 10_000, Heap: 4096, RSS: 9000, Opening: 400},
	}
	for _, setup := range []string{pipeline.SetupR1, pipeline.SetupAlways} {
		for _, tables := range []int{1, 64} {
			r.Cells = append(r.Cells, pipeline.Cell{Setup: setup, Tables: tables, Body: 900,
				Floor: pipeline.Floor{Requests: pipeline.Timing{Rate: 9000, P50: 0.1}, Publishes: pipeline.Timing{Rate: 4000, P50: 0.3, P99: 1}},
				Doors: map[string]pipeline.Moves{
					pipeline.OverNATS: {Timing: pipeline.Timing{Count: 10, Rate: 2000, P50: 0.48, P99: 2}, OfPublish: 0.5, OfLeast: 1.2},
					pipeline.OverHTTP: {
						Timing: pipeline.Timing{Count: 10, Rate: 900, P50: 0.9, P99: 3}, Viewers: 4, PerCPU: 2999, Load: 2,
						CPU: map[string]float64{"nats-n1": 1, "nats-n2": 1, "redis": 1, "rules": 2, "gateway": 3},
					},
				},
				Bare: map[string]pipeline.Moves{
					pipeline.OverNATS: {Timing: pipeline.Timing{Count: 10, Rate: 4000, P50: 0.4, P99: 1}, OfPublish: 1, OfLeast: 1},
					pipeline.OverHTTP: {
						Timing: pipeline.Timing{Count: 10, Rate: 1800, P50: 0.6, P99: 1}, Viewers: 4, PerCPU: 5998, Load: 1,
						CPU: map[string]float64{"nats-n1": 1, "nats-n2": 1, "answer": 1, "serve": 1},
					},
				},
			})
		}
	}
	for _, tables := range []int{1, 64} {
		r.Cells = append(r.Cells, pipeline.Cell{Setup: pipeline.SetupOne, Tables: tables, Body: 900,
			Floor: pipeline.Floor{Requests: pipeline.Timing{Rate: 9000, P50: 0.1}, Publishes: pipeline.Timing{Rate: 4000, P50: 0.3, P99: 1}},
			Doors: map[string]pipeline.Moves{
				pipeline.OverHTTPAlone: {Timing: pipeline.Timing{Count: 10, Rate: 2000, P50: 0.48, P99: 2}, OfPublish: 0.5, OfLeast: 1.2},
				pipeline.OverHTTP: {
					Timing: pipeline.Timing{Count: 10, Rate: 900, P50: 0.9, P99: 3}, Viewers: 4, PerCPU: 3000, Load: 1, CPU: map[string]float64{"tranca": 3},
				},
			},
		})
	}
	for _, n := range []int64{10_000, 1_000_000} {
		r.Rebuilds = append(r.Rebuilds, pipeline.Rebuild{Events: n, Reader: 100_000, Projections: map[string]pipeline.Projected{
			"lobby": {Rate: 50_000, Of: 0.5}, "tables": {Rate: 40_000, Of: float64(n) / 2_500_000},
		}})
	}
	r.Targets = r.Judge()
	return r
}

func TestTargetsAreReachedAtTheLimitAndNotBeyond(t *testing.T) {
	reached := map[string]bool{}
	for _, target := range sample().Targets {
		reached[target.What] = target.Reached
		if !target.Measured {
			t.Errorf("not measured: %s", target.What)
		}
	}
	want := map[string]bool{
		"median of a move at one table, by request + publish, r1":                   true,
		"median of a move at one table, by request + publish, r3-always":            true,
		"moves at 64 tables, by synchronous publishes, r1":                          true,
		"moves at 64 tables, by synchronous publishes, r3-always":                   false,
		"durable moves in a server's processor second, 64 tables with viewers, r1":  false,
		"durable moves in a server's processor second, 64 tables with viewers, one": true,
		"longest stall of a table after a kill, ms":                                 false,
		"heap of a table that a replica of rules keeps, bytes":                      true,
		"slowest projection from the longest log, by an ordered consumer":           true,
	}
	if !reflect.DeepEqual(reached, want) {
		t.Errorf("got %v, want %v", reached, want)
	}
}

func TestWhatWasNotMeasuredIsNeitherReachedNorMissed(t *testing.T) {
	for _, target := range (&pipeline.Report{}).Judge() {
		if target.Reached || target.Measured || !strings.HasPrefix(target.String(), "not measured") {
			t.Errorf("got %+v: %s", target, target)
		}
	}
}

func TestTheTextTellsEverySetUpAndEveryTarget(t *testing.T) {
	r := sample()
	text := r.Text()
	for _, want := range []string{"r1: one nats-server", "r3-always: three", "20% 10% 50% 20%", "bare http", "40% 0% 40% 20%", "0.50 1.50 2.00", "one: tranca up, one process", "75% 25%", "270 280 601", "4.00 KiB of heap", "1000000"} {
		if !strings.Contains(text, want) {
			t.Errorf("no %q in\n%s", want, text)
		}
	}
	for _, target := range r.Targets {
		if !strings.Contains(text, target.String()) {
			t.Errorf("no %q in\n%s", target, text)
		}
	}
}

func TestEveryPlotIsWellFormedAndHasItsLines(t *testing.T) {
	r := sample()
	wanted := map[string]int{"moves-r1.svg": 6, "latency-r1.svg": 6, "moves-r3-always.svg": 6, "latency-r3-always.svg": 6,
		"moves-one.svg": 5, "latency-one.svg": 6, "rebuild.svg": 3}
	plots := r.Plots()
	if len(plots) != len(wanted) {
		t.Errorf("got %d plots", len(plots))
	}
	for name, want := range wanted {
		if got := lines(t, name, plots[name]); got != want {
			t.Errorf("%s: %d lines, want %d", name, got, want)
		}
	}
}

// lines counts the lines of a plot, which must be well-formed and have figures only.
func lines(t *testing.T, name string, plot []byte) (n int) {
	t.Helper()
	if bytes.Contains(plot, []byte("NaN")) || bytes.Contains(plot, []byte("Inf")) {
		t.Errorf("%s has places that are none", name)
	}
	for decoder := xml.NewDecoder(bytes.NewReader(plot)); ; {
		token, err := decoder.Token()
		if errors.Is(err, io.EOF) {
			return n
		}
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		if e, ok := token.(xml.StartElement); ok && e.Name.Local == "polyline" {
			n++
		}
	}
}

func TestPlotsOfNothingAreStillPlots(t *testing.T) {
	r := &pipeline.Report{Cells: []pipeline.Cell{{Setup: pipeline.SetupR1, Tables: 1}}}
	for name, plot := range r.Plots() {
		if err := xml.Unmarshal(plot, new(struct{})); err != nil || strings.Contains(string(plot), "NaN") {
			t.Errorf("%s: %v", name, err)
		}
	}
}

func TestOptionsComeFromVariablesThatNameWhatTheyTake(t *testing.T) {
	given := map[string]string{
		"PIPELINE_TIME": "2s", "PIPELINE_TABLES": " 1  8 ", "PIPELINE_SETUPS": "r3", "PIPELINE_EVENTS": "50", "PIPELINE_KILLS": "3",
		"PIPELINE_KEPT": "70", "PIPELINE_OUT": "there",
	}
	o := pipeline.Full()
	if err := o.Env(func(name string) string { return given[name] }); err != nil {
		t.Fatal(err)
	}
	want := []any{2 * time.Second, []int{1, 8}, []string{"r3"}, []int64{50}, 3, 70, "there"}
	if got := []any{o.Time, o.Tables, o.Setups, o.Events, o.Kills, o.Kept, o.Out}; !reflect.DeepEqual(got, want) {
		t.Errorf("got %v, want %v", got, want)
	}
	const differences = ` PIPELINE_TIME="2s" PIPELINE_TABLES="1 8" PIPELINE_SETUPS="r3" PIPELINE_EVENTS="50" PIPELINE_KILLS="3" PIPELINE_KEPT="70"`
	if got := o.Differences(); got != differences || pipeline.Full().Differences() != "" {
		t.Errorf("got %q", got)
	}
	for name, text := range map[string]string{
		"PIPELINE_TIME": "soon", "PIPELINE_TABLES": "1 x", "PIPELINE_SETUPS": "r5", "PIPELINE_EVENTS": "-1", "PIPELINE_KILLS": "1 2", "PIPELINE_KEPT": "0",
	} {
		err := o.Env(func(asked string) string {
			if asked == name {
				return text
			}
			return ""
		})
		if err == nil || !strings.Contains(err.Error(), fmt.Sprintf("%s=%q: want ", name, text)) {
			t.Errorf("%s=%q: got %v", name, text, err)
		}
	}
}
