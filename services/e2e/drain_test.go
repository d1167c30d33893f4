package e2e_test

import (
	"context"
	"io"
	"net/http"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"tranca.example/pkg/projection/redisproc"
	"tranca.example/services/e2e/harness"
)

// stopLimit is TRANCA_STOP_LIMIT, unless told, with a second for a busy machine.
const stopLimit = 26 * time.Second

func TestAServiceStopsWithinItsLimitWhenNeitherNATSNorRedisAnswers(t *testing.T) {
	nats, redis := programs.StartNATS(t), redisproc.StartServer(t)
	apart := programs.StartApart(t, harness.ApartOptions{NATS: nats, Redis: redis.URL(), Seed: "frozen", LogLevel: "info"})
	game := programs.Simulate(t, harness.SimulationOptions{Preset: "latin.pairs", Seed: "frozen", Matches: 8, Server: apart.URL})
	game.WaitAcks(100, limit(1))
	nats.Pause()
	redis.Pause()
	var group sync.WaitGroup
	for name, part := range apart.Parts {
		group.Go(func() {
			begun := time.Now()
			part.Terminate()
			err := part.WaitFor(stopLimit)
			t.Logf("%s stopped after %s", name, time.Since(begun))
			if log := part.Log(); err != nil || !strings.Contains(log, `"msg":"service stops"`) {
				t.Errorf("%s: %v: %s", name, err, part.LastLine())
			}
		})
	}
	group.Wait()
	nats.Resume()
	redis.Resume()
}

func TestAServiceThatIsAskedToStopUnderPlayedTablesFailsNobody(t *testing.T) {
	nats := programs.StartNATS(t)
	apart := programs.StartApart(t, harness.ApartOptions{
		NATS: nats, Redis: redisproc.StartServer(t).URL(), Seed: "drain", LogLevel: "info", Replicas: 2,
	})
	var games []*harness.Simulation
	for i, preset := range []string{"latin.pairs", "classic.draw"} { // each at a gateway of its own
		games = append(games, programs.Simulate(t, harness.SimulationOptions{
			Preset: preset, Seed: "drain " + preset, Matches: size(t, 10), Server: apart.URLs[i],
		}))
		games[i].WaitAcks(50, limit(1))
	}
	ask, follow := asking(t, apart.URLs[1], games[0].LastTable()), following(t, apart.URLs[1], games[0].LastTable())
	for _, service := range harness.Services() {
		part := apart.Parts[harness.ReplicaName(service, 1)]
		begun := time.Now()
		part.Terminate()
		if err := part.WaitFor(stopLimit); err != nil {
			t.Errorf("%s: %v: %s", service, err, part.LastLine())
		}
		t.Logf("%s stopped after %s", service, time.Since(begun))
		part.Restart()
	}
	if end := <-follow; !strings.HasSuffix(end, ": come back\n\n") {
		t.Errorf("a live stream ends with %q", end[max(0, len(end)-200):])
	}
	if said := ask(); said["200"] == 0 {
		t.Errorf("the gateway that was stopped said %v", said)
	}
	conn, _ := nats.Admin()
	for _, game := range games {
		sum := game.Finish(limit(size(t, 10)))
		if audit := harness.Compare(t, conn, game.Acks()); audit.Acks != sum.Commands {
			t.Errorf("got %+v, want %d commands", audit, sum.Commands)
		}
	}
}

// asking asks a gateway for a table again and again until it is called, and tells how
// often it said what. A failure that is the server's own must come with the time to
// wait, and none is of a kind that waiting does not help against.
func asking(t *testing.T, url, table string) func() map[string]int {
	t.Helper()
	ctx, cancel := context.WithCancel(t.Context())
	said, ended := map[string]int{}, make(chan struct{})
	go func() {
		defer close(ended)
		for ctx.Err() == nil {
			answer := answerTo(ctx, url+"/tranca.api.v1.TableService/GetTable", `{"tableId":"`+table+`"}`)
			if said[answer]++; strings.HasPrefix(answer, "5") && !strings.HasSuffix(answer, " again") && ctx.Err() == nil {
				t.Errorf("the gateway said %s, and not when to come again", answer)
			}
			time.Sleep(2 * time.Millisecond)
		}
	}()
	return func() map[string]int { cancel(); <-ended; return said }
}

// answerTo is the status of an answer, with "again" behind it when it says when to
// come again, or "none".
func answerTo(ctx context.Context, url, body string) string {
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, url, strings.NewReader(body))
	if err != nil {
		return err.Error()
	}
	req.Header.Set("Content-Type", "application/json")
	res, err := http.DefaultClient.Do(req)
	if err != nil {
		return "none"
	}
	_, _ = io.Copy(io.Discard, res.Body) // only the status counts
	_ = res.Body.Close()
	if res.Header.Get("Retry-After") != "" {
		return strconv.Itoa(res.StatusCode) + " again"
	}
	return strconv.Itoa(res.StatusCode)
}

// following follows a table until the stream ends, and tells all that it said.
func following(t *testing.T, url, table string) <-chan string {
	t.Helper()
	req, err := http.NewRequestWithContext(t.Context(), http.MethodGet, url+"/v1/tables/"+table+"/live", http.NoBody)
	if err != nil {
		t.Fatal(err)
	}
	res, err := http.DefaultClient.Do(req)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = res.Body.Close() })
	said := make(chan string, 1)
	go func() {
		text, _ := io.ReadAll(res.Body) // what came until it broke
		said <- string(text)
	}()
	return said
}
