package pipeline_test

import (
	"fmt"
	"net/http"
	"os"
	"os/exec"
	"strconv"
	"testing"
	"time"

	"tranca.example/pkg/loopback"
	"tranca.example/services/e2e/harness"
	"tranca.example/services/e2e/pipeline"
)

// floorAddr has the test's program be the floor of viewers, and nothing else.
const floorAddr = "VIEWERS_FLOOR_ADDR"

func serveFloor(addr string) int {
	server := &http.Server{Addr: addr, Handler: pipeline.SilentStreams(), ReadHeaderTimeout: time.Minute}
	fmt.Fprintln(os.Stderr, server.ListenAndServe())
	return 1
}

// startFloor starts the floor as a process that ends with the test.
func startFloor(t *testing.T) (pid int, addr string) {
	t.Helper()
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	addr = loopback.Addr(t)
	cmd := exec.CommandContext(t.Context(), self)
	cmd.Env = append(os.Environ(), floorAddr+"="+addr)
	cmd.Stderr = os.Stderr
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		_ = cmd.Process.Kill() // it does not end by itself
		_ = cmd.Wait()
	})
	harness.Eventually(t, time.Minute, "the floor answers", func() bool {
		response, err := http.Get("http://" + addr + "/heap")
		if err == nil {
			_ = response.Body.Close()
		}
		return err == nil
	})
	return cmd.Process.Pid, addr
}

// viewersOptions are a look whether everything works, or what VIEWERS and
// VIEWERS_TIME say.
func viewersOptions(t *testing.T) (o pipeline.ViewersOptions, full bool) {
	t.Helper()
	o = pipeline.ViewersOptions{
		Viewers: 40, Tables: 4, Busy: 2, Every: 500 * time.Millisecond, Time: time.Second, Now: time.Now, Floor: startFloor,
	}
	text := os.Getenv("VIEWERS")
	if text == "" {
		return o, false
	}
	n, err := strconv.Atoi(text)
	if err != nil || n < 1 {
		t.Fatalf("VIEWERS=%q: want a number of viewers", text)
	}
	o.Viewers, o.Tables, o.Busy, o.Every, o.Time = n, 200, 4, 2*time.Second, 30*time.Second
	if text := os.Getenv("VIEWERS_TIME"); text != "" {
		if o.Time, err = time.ParseDuration(text); err != nil || o.Time <= 0 {
			t.Fatalf("VIEWERS_TIME=%q: want a time such as 30s", text)
		}
	}
	return o, true
}

func TestIdleViewersAreMeasured(t *testing.T) {
	o, full := viewersOptions(t)
	v := pipeline.MeasureViewers(t, programs, o)
	if v.Moves == 0 || v.Updates < int64(v.Moves) {
		t.Errorf("got %d moves and %d updates", v.Moves, v.Updates)
	}
	for name, w := range map[string]pipeline.Watching{"gateway": v.Gateway, "floor": v.Floor} {
		if w.Process == 0 || w.Opening == 0 {
			t.Errorf("%s: got %+v", name, w)
		}
	}
	if !full {
		t.Log("\n" + v.Text())
		return
	}
	fmt.Fprint(os.Stdout, "\n"+v.Text()+"\n")
	text, err := v.JSON()
	if err != nil {
		t.Fatal(err)
	}
	save(t, os.Getenv("VIEWERS_OUT"), map[string][]byte{"viewers.json": append(text, '\n'), "viewers.txt": []byte(v.Text())})
}
