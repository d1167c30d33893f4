package pipeline_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"tranca.example/services/e2e/harness"
	"tranca.example/services/e2e/pipeline"
)

// programs are built once for all tests.
var programs harness.Programs

func TestMain(m *testing.M) { os.Exit(build(m)) }

func build(m *testing.M) int {
	if addr := os.Getenv(floorAddr); addr != "" {
		return serveFloor(addr)
	}
	var err error
	if programs, err = harness.Build(pipeline.BareProgram); err != nil {
		fmt.Fprintln(os.Stderr, err)
		return 1
	}
	return m.Run()
}

// options are a look whether everything works, or what PIPELINE_… variables say.
func options(t *testing.T) (o pipeline.Options, command string) {
	t.Helper()
	o, command = pipeline.Small(), "make bench-pipeline"
	for _, variable := range os.Environ() {
		if strings.HasPrefix(variable, "PIPELINE_") {
			o = pipeline.Full()
		}
	}
	if err := o.Env(os.Getenv); err != nil {
		t.Fatal(err)
	}
	o.Now = time.Now
	return o, command + o.Differences()
}

func TestPipelineIsMeasured(t *testing.T) {
	o, command := options(t)
	r := pipeline.Run(t, programs, o, command)
	complete(t, o, r)
	all := files(t, r)
	for name, plot := range r.Plots() {
		if lines(t, name, plot) == 0 {
			t.Errorf("%s has no lines", name)
		}
	}
	var again pipeline.Report
	if err := json.Unmarshal(all["report.json"], &again); err != nil || again.Text() != r.Text() {
		t.Errorf("the report cannot be read again: %v", err)
	}
	if o.Short {
		t.Log("\n" + r.Text())
		return
	}
	fmt.Fprint(os.Stdout, "\n"+r.Text()+"\n")
	save(t, o.Out, all)
}

// complete looks whether every figure is there; none is judged.
func complete(t *testing.T, o pipeline.Options, r *pipeline.Report) {
	t.Helper()
	if len(r.Cells) != len(o.Setups)*len(o.Tables) || len(r.Rebuilds) != len(o.Events) || len(r.Stall.Kills) != o.Kills {
		t.Errorf("got %d cells, %d rebuilds and %d kills", len(r.Cells), len(r.Rebuilds), len(r.Stall.Kills))
	}
	measured := map[string]bool{}
	for _, c := range r.Cells {
		measured[fmt.Sprint(c.Setup, c.Tables)] = true
	}
	for _, setup := range o.Setups {
		for _, tables := range o.Tables {
			if !measured[fmt.Sprint(setup, tables)] {
				t.Errorf("no cell of %s at %d tables", setup, tables)
			}
		}
	}
	for _, c := range r.Cells {
		one := c.Setup == pipeline.SetupOne // with neither Redis nor projections in it
		if c.Floor.Requests.Count == 0 || c.Floor.Publishes.P99 <= 0 || c.Floor.Async <= 0 || (c.Floor.Redis > 0) == one || c.Body < 100 {
			t.Errorf("%s, %d tables: the floor is %+v", c.Setup, c.Tables, c.Floor)
		}
		for _, door := range pipeline.DoorsOf(c.Setup) {
			m := c.Doors[door]
			if m.Count == 0 || m.Rate <= 0 || m.P99 < m.P50 || m.P50 <= 0 || m.OfPublish <= 0 || m.OfLeast <= 0 || m.Stored < 100 || (len(m.Projected) > 0) == one || (door == pipeline.OverHTTP) != (m.Viewers > 0) {
				t.Errorf("%s, %d tables over %s: got %+v", c.Setup, c.Tables, door, m)
			}
			if b := c.Bare[door]; one != (b.Count == 0) || one != (b.P50 == 0) || !one && b.Viewers != m.Viewers {
				t.Errorf("%s, %d tables over %s: the bare prototype did %+v", c.Setup, c.Tables, door, b)
			}
			for _, projection := range []string{"lobby", "results", "tables"} {
				if !one && m.Projected[projection].Count != m.Count {
					t.Errorf("%s, %d tables over %s: %d of %d moves are in the projection %s", c.Setup, c.Tables, door, m.Projected[projection].Count, m.Count, projection)
				}
			}
			if seen := m.Pushed.Count; m.Viewers > 0 && (seen > m.Viewers*m.Count || seen < m.Viewers*m.Count*9/10) {
				t.Errorf("%s, %d tables over %s: viewers saw %d of %d moves", c.Setup, c.Tables, door, seen, m.Viewers*m.Count)
			}
		}
	}
	for _, b := range r.Rebuilds {
		for name, p := range b.Projections {
			if b.Reader <= 0 || p.Rate <= 0 || p.Ready <= 0 || p.Again <= 0 || p.Rows == 0 {
				t.Errorf("projection %s from %d events: got %+v", name, b.Events, p)
			}
		}
		if len(b.Projections) != 3 {
			t.Errorf("%d events: got %d projections", b.Events, len(b.Projections))
		}
	}
	if r.Stall.Moves == 0 || r.Stall.Calm <= 0 || r.Memory.Tables != o.Kept || r.Memory.Opening <= 0 {
		t.Errorf("got %+v and %+v", r.Stall, r.Memory)
	}
}

// files are text, figures and plots by name.
func files(t *testing.T, r *pipeline.Report) map[string][]byte {
	t.Helper()
	text, err := r.JSON()
	if err != nil {
		t.Fatal(err)
	}
	all := r.Plots()
	all["report.json"], all["report.txt"] = append(text, '\n'), []byte(r.Text())
	return all
}

func TestTheCommittedResultIsAReportOfThisShape(t *testing.T) {
	text, err := os.ReadFile("results/report.json")
	if err != nil {
		t.Fatal(err)
	}
	var r pipeline.Report
	if err := json.Unmarshal(text, &r); err != nil {
		t.Fatal(err)
	}
	complete(t, r.Options, &r)
	for name, want := range files(t, &r) {
		got, err := os.ReadFile(filepath.Join("results", name))
		if err != nil || !bytes.Equal(got, want) {
			t.Errorf("results/%s is not what results/report.json makes of it; copy all files of one run: %v", name, err)
		}
	}
}
