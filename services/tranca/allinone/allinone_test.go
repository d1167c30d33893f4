package allinone_test

import (
	"bytes"
	"crypto/rand"
	"encoding/json"
	"errors"
	"net"
	"net/http"
	"os"
	"strings"
	"testing"
	"time"

	"tranca.example/pkg/natsboot"
	"tranca.example/pkg/subject"
	"tranca.example/services/tranca/allinone"
)

func options(t *testing.T) allinone.Options {
	t.Helper()
	return allinone.Options{
		DataDir: t.TempDir(), HTTPAddr: "127.0.0.1:0", AdminAddr: "127.0.0.1:0",
		LogWriter: t.Output(), Now: time.Now, Random: rand.Reader,
	}
}

// start runs a cluster until the test ends, if the test does not stop it.
func start(t *testing.T, o allinone.Options) *allinone.Cluster {
	t.Helper()
	c, err := allinone.Start(t.Context(), o)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := c.Stop(); err != nil {
			t.Errorf("stop: %v", err)
		}
	})
	return c
}

// call asks the table service, as the player with the key or the seat's holder.
func call(t *testing.T, url, method string, header http.Header, in map[string]any) map[string]any {
	t.Helper()
	if in == nil {
		in = map[string]any{}
	}
	body, err := json.Marshal(in)
	if err != nil {
		t.Fatal(err)
	}
	request, err := http.NewRequestWithContext(t.Context(), http.MethodPost, url+"/tranca.api.v1.TableService/"+method, bytes.NewReader(body))
	if err != nil {
		t.Fatal(err)
	}
	request.Header = header.Clone()
	if request.Header == nil {
		request.Header = http.Header{}
	}
	request.Header.Set("Content-Type", "application/json")
	client := http.Client{Timeout: 60 * time.Second}
	answer, err := client.Do(request)
	if err != nil {
		t.Fatal(err)
	}
	defer answer.Body.Close()
	var out map[string]any
	if err := json.NewDecoder(answer.Body).Decode(&out); err != nil || answer.StatusCode != http.StatusOK {
		t.Fatalf("%s: %s: %v %v", method, answer.Status, out, err)
	}
	return out
}

const (
	player  = "00112233445566778899aabbccddeeff"
	opening = "3f2b7a2e-6d0e-4a53-9d6b-0d7a5b6b1f01"
	sitting = "3f2b7a2e-6d0e-4a53-9d6b-0d7a5b6b1f02"
)

func asPlayer() http.Header { return http.Header{"Tranca-Player-Key": {player}} }

// open opens a table and gives its id.
func open(t *testing.T, url string) string {
	t.Helper()
	id, _ := call(t, url, "OpenTable", asPlayer(), map[string]any{"commandId": opening, "preset": "latin.pairs"})["tableId"].(string)
	if id == "" {
		t.Fatal("got no table")
	}
	return id
}

func TestItAnswersAsSoonAsItIsStarted(t *testing.T) {
	begun := time.Now()
	o := options(t)
	o.Version = "v9"
	c := start(t, o)
	if took := time.Since(begun); took > 60*time.Second {
		t.Errorf("it took %v", took)
	}
	if got := len(call(t, c.URL(), "ListPresets", nil, nil)["presets"].([]any)); got != 6 {
		t.Errorf("got %d presets", got)
	}
	call(t, c.URL(), "ListTables", nil, nil)
	call(t, c.URL(), "ListStandings", nil, nil)
	for url, want := range map[string]string{
		c.URL(): `"version": "v9"`, c.AdminURL() + "/readyz": `"ok":true`, c.AdminURL() + "/livez": `"ok":true`, c.AdminURL() + "/metrics": "tranca_build_info",
	} {
		answer, err := http.Get(url)
		if err != nil {
			t.Fatal(err)
		}
		var text bytes.Buffer
		_, err = text.ReadFrom(answer.Body)
		answer.Body.Close()
		if err != nil || answer.StatusCode != http.StatusOK || !strings.Contains(text.String(), want) {
			t.Errorf("%s: %s %v: %s", url, answer.Status, err, text.String())
		}
	}
}

func TestATakenPortIsNamed(t *testing.T) {
	taken, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer taken.Close()
	address := taken.Addr().String()
	for name, take := range map[string]func(*allinone.Options){
		"http":  func(o *allinone.Options) { o.HTTPAddr = address },
		"admin": func(o *allinone.Options) { o.AdminAddr = address },
	} {
		t.Run(name, func(t *testing.T) {
			o := options(t)
			take(&o)
			_, err := allinone.Start(t.Context(), o)
			port, ok := errors.AsType[*allinone.PortError](err)
			if !ok || port.Port != name || err.Error() != name+" port: "+address+" is in use by another process" {
				t.Fatalf("got %v", err)
			}
			o.HTTPAddr, o.AdminAddr = "127.0.0.1:0", "127.0.0.1:0"
			start(t, o) // the failure left nothing behind
		})
	}
	t.Run("nats", func(t *testing.T) {
		o := options(t)
		o.NATSPort = taken.Addr().(*net.TCPAddr).Port
		_, err := allinone.Start(t.Context(), o)
		if port, ok := errors.AsType[*natsboot.PortTakenError](err); !ok || port.Address != address {
			t.Errorf("got %v", err)
		}
	})
	t.Run("an address that is none", func(t *testing.T) {
		o := options(t)
		o.HTTPAddr = "127.0.0.1:70000"
		_, err := allinone.Start(t.Context(), o)
		if port, ok := errors.AsType[*allinone.PortError](err); !ok || port.Error() != "http port: cannot listen on 127.0.0.1:70000: address 70000: invalid port" {
			t.Errorf("got %v", err)
		}
	})
}

func TestADataDirectoryServesOneServerAtATime(t *testing.T) {
	o := options(t)
	start(t, o)
	_, err := allinone.Start(t.Context(), o)
	if locked, ok := errors.AsType[*natsboot.LockedError](err); !ok || locked.Dir != o.DataDir {
		t.Errorf("got %v", err)
	}
}

func TestASeatAndItsTokenSurviveARestart(t *testing.T) {
	o := options(t)
	first := start(t, o)
	id := open(t, first.URL())
	sat := call(t, first.URL(), "Sit", asPlayer(), map[string]any{"tableId": id, "commandId": sitting, "seat": 2, "player": "ana"})
	if err := first.Stop(); err != nil {
		t.Fatal(err)
	}
	second := start(t, o)
	token, _ := sat["seatToken"].(string)
	view := call(t, second.URL(), "GetSeat", http.Header{"Authorization": {"Bearer " + token}}, map[string]any{"tableId": id})
	if seat := view["seat"].(map[string]any)["seat"]; seat != 2.0 {
		t.Errorf("got seat %v", seat)
	}
	again := call(t, second.URL(), "Sit", asPlayer(), map[string]any{"tableId": id, "commandId": sitting, "seat": 2, "player": "ana"})
	if again["version"] != sat["version"] {
		t.Errorf("the repeated command counted twice: version %v, then %v", sat["version"], again["version"])
	}
}

func TestSecretsAreForTheOwnerOfTheDirectoryOnly(t *testing.T) {
	o := options(t)
	o.NATSPort = natsboot.AnyPort
	start(t, o)
	for _, name := range []string{"token.key", "cursor.key", "observer.key"} {
		info, err := os.Stat(o.DataDir + "/" + name)
		if err != nil || info.Mode().Perm() != 0o600 {
			t.Errorf("%s: %v", name, err)
		}
	}
}

func TestASeedMakesTablesRepeatable(t *testing.T) {
	play := func(seed string) (id string, entropy any) {
		o := options(t)
		o.Seed = []byte(seed)
		c := start(t, o)
		id = open(t, c.URL())
		table := call(t, c.URL(), "GetTable", nil, map[string]any{"tableId": id})["table"].(map[string]any)
		return id, table["options"].(map[string]any)["entropy"]
	}
	a, entropy := play("s")
	b, _ := play("s")
	other, _ := play("t")
	if a != b || a == other || entropy != "seeded" {
		t.Errorf("got %s, %s and %s with entropy %v", a, b, other, entropy)
	}
	if _, crypto := play(""); crypto != "crypto" {
		t.Errorf("without a seed: got entropy %v", crypto)
	}
}

func TestTheEndOfTheContextStopsItGently(t *testing.T) {
	o := options(t)
	c := start(t, o)
	if err := c.Stop(); err != nil {
		t.Fatal(err)
	}
	if err := c.Wait(); err != nil {
		t.Errorf("got %v", err)
	}
	if _, err := net.Dial("tcp", strings.TrimPrefix(c.URL(), "http://")); err == nil {
		t.Error("the port is still open")
	}
	start(t, o) // the directory is free again
}

func TestEveryMissingOptionIsNamed(t *testing.T) {
	_, err := allinone.Start(t.Context(), allinone.Options{Shards: -1, NATSPort: 70000})
	want := `start: no data directory
no HTTP address
no admin address
no clock
no source of randomness
shards -1: want 1 to 1000
NATS port 70000: want -1 to 65535`
	if err == nil || err.Error() != want {
		t.Errorf("got\n%v\nwant\n%s", err, want)
	}
}

func TestTablesLieOnAllShards(t *testing.T) {
	o := options(t)
	o.Shards = 4
	c := start(t, o)
	conn, err := c.Connect(natsboot.ObserverUser)
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close()
	for shard := range subject.Shard(4) {
		reply, err := conn.Request("$JS.API.STREAM.INFO."+subject.GameStream(shard), nil, 5*time.Second)
		if err != nil || strings.Contains(string(reply.Data), `"error"`) {
			t.Errorf("shard %d: %v %s", shard, err, reply.Data)
		}
	}
	open(t, c.URL())
}
