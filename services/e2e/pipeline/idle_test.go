package pipeline_test

import (
	"fmt"
	"math"
	"os"
	"path/filepath"
	"strconv"
	"testing"
	"time"

	"tranca.example/services/e2e/pipeline"
)

// idleOptions are a look whether everything works, or what IDLE_TABLES, IDLE_TIME
// and IDLE_EVERY say.
func idleOptions(t *testing.T) (o pipeline.IdleOptions, full bool) {
	t.Helper()
	o = pipeline.IdleOptions{Tables: 20, Every: 900 * time.Millisecond, Time: time.Second, Now: time.Now}
	if text := os.Getenv("IDLE_TABLES"); text != "" {
		n, err := strconv.Atoi(text)
		if err != nil || n < 1 {
			t.Fatalf("IDLE_TABLES=%q: want a number of tables", text)
		}
		o.Tables, o.Every, o.Time, full = n, 30*time.Second, time.Minute, true
	}
	for name, to := range map[string]*time.Duration{"IDLE_TIME": &o.Time, "IDLE_EVERY": &o.Every} {
		text := os.Getenv(name)
		if text == "" {
			continue
		}
		d, err := time.ParseDuration(text)
		if err != nil || d <= 0 {
			t.Fatalf("%s=%q: want a time such as 30s", name, text)
		}
		*to = d
	}
	return o, full
}

func TestIdleTablesAreMeasured(t *testing.T) {
	o, full := idleOptions(t)
	idle := pipeline.MeasureIdle(t, programs, o)
	want := int(math.Ceil(float64(o.Tables) * o.Time.Seconds() / o.Every.Seconds()))
	if idle.Moves.Count != want {
		t.Errorf("got %d moves, want %d", idle.Moves.Count, want)
	}
	for _, program := range []string{"nats", "redis", "lobby", "dealer", "rules", "scoring", "bots", "gateway"} {
		if idle.Programs[program].RSS == 0 {
			t.Errorf("%s takes nothing", program)
		}
	}
	if idle.Streams["GAME_0"].Messages < uint64(o.Tables) || idle.Streams["TIMERS"].Bytes == 0 || idle.Redis == 0 || idle.Opening <= 0 {
		t.Errorf("got %+v", idle)
	}
	if !full {
		t.Log("\n" + idle.Text())
		return
	}
	fmt.Fprint(os.Stdout, "\n"+idle.Text()+"\n")
	text, err := idle.JSON()
	if err != nil {
		t.Fatal(err)
	}
	save(t, os.Getenv("IDLE_OUT"), map[string][]byte{"idle.json": append(text, '\n'), "idle.txt": []byte(idle.Text())})
}

// save writes files into a directory; "" is none.
func save(t *testing.T, dir string, files map[string][]byte) {
	t.Helper()
	if dir == "" {
		return
	}
	if err := os.MkdirAll(dir, 0o750); err != nil {
		t.Fatal(err)
	}
	for name, content := range files {
		if err := os.WriteFile(filepath.Join(dir, name), content, 0o644); err != nil { //nolint:gosec // for everybody
			t.Fatal(err)
		}
	}
}
