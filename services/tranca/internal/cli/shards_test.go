package cli_test

import (
	"net/http"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/nats-io/nats-server/v2/server"

	"tranca.example/pkg/loopback"
)

// growing is a NATS server whose users get rights on more shards while it runs.
type growing struct {
	t                             *testing.T
	ns                            *server.Server
	url, listen, store, passwords string
}

func newGrowing(t *testing.T) *growing {
	t.Helper()
	g := &growing{t: t, listen: loopback.Addr(t), store: t.TempDir(), passwords: filepath.Join(t.TempDir(), "passwords.json")}
	g.url = "nats://" + g.listen
	var err error
	if g.ns, err = server.NewServer(g.options("1")); err != nil {
		t.Fatal(err)
	}
	g.ns.Start()
	t.Cleanup(func() { g.ns.Shutdown(); g.ns.WaitForShutdown() })
	if !g.ns.ReadyForConnections(60 * time.Second) {
		t.Fatal("the NATS server did not start")
	}
	g.streams("1")
	return g
}

func (g *growing) options(shards string) *server.Options {
	g.t.Helper()
	config, stderr, code := run(g.t, "", "nats-config", "--passwords", g.passwords, "--listen", g.listen, "--store-dir", g.store, "--shards", shards)
	if code != 0 {
		g.t.Fatal(stderr)
	}
	o := &server.Options{NoSigs: true}
	if err := o.ProcessConfigString(config); err != nil {
		g.t.Fatal(err)
	}
	return o
}

func (g *growing) streams(shards string) {
	g.t.Helper()
	if stdout, stderr, code := run(g.t, "", "streams", "--nats", g.url, "--nats-passwords", g.passwords, "--shards", shards); code != 0 {
		g.t.Fatal(stdout, stderr)
	}
}

// up starts services on the server with the keys in data.
func (g *growing) up(data string, args ...string) *child {
	g.t.Helper()
	return up(g.t, append([]string{"--data", data, "--nats", g.url, "--nats-passwords", g.passwords}, args...)...)
}

// refused is the reason why the child does not tell a table.
func (c *child) refused(t *testing.T, table string) string {
	t.Helper()
	request, err := http.NewRequestWithContext(t.Context(), http.MethodPost, c.url+"/tranca.api.v1.TableService/GetTable", strings.NewReader(`{"tableId":"`+table+`"}`))
	if err != nil {
		t.Fatal(err)
	}
	request.Header.Set("Content-Type", "application/json")
	answer, err := http.DefaultClient.Do(request)
	if err != nil {
		t.Fatal(err)
	}
	defer answer.Body.Close()
	body := make([]byte, 4096)
	n, _ := answer.Body.Read(body)
	_, after, _ := strings.Cut(string(body[:n]), `"reason":"`)
	reason, _, _ := strings.Cut(after, `"`)
	return reason
}

// listed are the ids of all tables that the list has.
func (c *child) listed(t *testing.T) map[string]bool {
	t.Helper()
	var out struct{ Tables []struct{ TableID string } }
	c.call(t, "ListTables", map[string]any{}, &out)
	all := map[string]bool{}
	for _, table := range out.Tables {
		all[table.TableID] = true
	}
	return all
}

func (c *child) finishes(t *testing.T, tables ...string) {
	t.Helper()
	for _, id := range tables {
		await(t, "the match at table "+id+" ends", func() bool { return c.stand(t, id).Phase == "finished" })
	}
	await(t, "the list has them all", func() bool {
		all, have := c.listed(t), 0
		for _, id := range tables {
			if all[id] {
				have++
			}
		}
		return have == len(tables)
	})
}

func TestTablesAreSpreadOverTheOpenShards(t *testing.T) {
	c := up(t, "--data", t.TempDir(), "--shards", "4", "--open-shards", "1-3")
	var i ids
	count := map[string]int{}
	for range 20 {
		var table struct{ TableID string }
		c.call(t, "OpenTable", map[string]any{"commandId": i.next(), "preset": "chickie"}, &table)
		count[table.TableID[:2]]++
	}
	if count["0-"] > 0 || len(count) < 2 {
		t.Errorf("got tables %v, want them on several of the shards 1 to 3", count)
	}
	c.finishes(t, c.botTable(t, &i, 1), c.botTable(t, &i, 1))
}

func TestAShardIsAddedWhileTablesRun(t *testing.T) {
	g, data := newGrowing(t), t.TempDir()
	var i ids
	first := g.up(data)
	old := first.botTable(t, &i, 400)
	await(t, "the game gets going", func() bool { return first.stand(t, old).Version > 15 })

	nowhere := "1-" + strings.Repeat("a", 16)
	if got := first.refused(t, nowhere); got != "unknown_shard" {
		t.Errorf("nobody knows the shard: got %q", got)
	}
	if err := g.ns.ReloadOptions(g.options("2")); err != nil {
		t.Fatal(err)
	}
	g.streams("2")
	second := g.up(data, "--shards", "2", "--open-shards", "0", "--streams", "verify")
	for name, c := range map[string]*child{"who knows one shard": first, "who knows two": second} {
		await(t, name+" asks a replica that knows two", func() bool { return c.refused(t, nowhere) == "unknown_table" })
	}
	middle := second.botTable(t, &i, 30)
	if err := first.end(syscall.SIGTERM); err != nil {
		t.Error(err)
	}
	third := g.up(data, "--shards", "2", "--open-shards", "1", "--streams", "verify")
	if err := second.end(syscall.SIGTERM); err != nil {
		t.Error(err)
	}
	young := third.botTable(t, &i, 5)
	if got := old[:2] + middle[:2] + young[:2]; got != "0-0-1-" {
		t.Errorf("got tables on shards %s, want 0-0-1-", got)
	}
	if phase := third.stand(t, old).Phase; phase == "finished" {
		t.Error("the first match ended too soon to show anything")
	}
	third.finishes(t, old, middle, young)
}
