package natsboot_test

import (
	"bytes"
	"crypto/rand"
	"errors"
	"log/slog"
	"net"
	"net/url"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"

	"tranca.example/pkg/natsboot"
	"tranca.example/pkg/natsboot/natstest"
	"tranca.example/pkg/subject"
)

func config(t *testing.T) natsboot.ServerConfig {
	t.Helper()
	return natsboot.ServerConfig{Dir: t.TempDir(), Shards: []subject.Shard{0}, Random: rand.Reader}
}

func start(t *testing.T, c natsboot.ServerConfig) *natsboot.Server {
	t.Helper()
	server, err := natsboot.Start(c)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(server.Stop)
	return server
}

func manager(t *testing.T, server *natsboot.Server) jetstream.JetStream {
	t.Helper()
	js, err := jetstream.New(natstest.Connect(t, server, natsboot.BootUser))
	if err != nil {
		t.Fatal(err)
	}
	return js
}

func TestEnsureStreamsMayRunAgainAndThenVerifies(t *testing.T) {
	js, settings := manager(t, start(t, config(t))), natsboot.DefaultSettings()
	if err := natsboot.VerifyStreams(t.Context(), js, settings); !errors.Is(err, jetstream.ErrStreamNotFound) {
		t.Errorf("verify before: got %v", err)
	}
	for range 2 {
		if err := natsboot.EnsureStreams(t.Context(), js, settings); err != nil {
			t.Fatal(err)
		}
	}
	if err := natsboot.VerifyStreams(t.Context(), js, settings); err != nil {
		t.Errorf("verify after: %v", err)
	}
}

func TestAStreamWithOtherSettingsIsNamedWithTheDifference(t *testing.T) {
	js, settings := manager(t, start(t, config(t))), natsboot.DefaultSettings()
	other := natsboot.Streams(settings)
	for _, stream := range other {
		if stream.Name == subject.GameStream(0) {
			stream.MaxAge, stream.RePublish = 40*24*time.Hour, nil
			if _, err := js.CreateStream(t.Context(), stream); err != nil {
				t.Fatal(err)
			}
		}
	}
	err := natsboot.EnsureStreams(t.Context(), js, settings)
	wrong, ok := errors.AsType[*natsboot.SettingsError](err)
	if !ok || wrong.Stream != "GAME_0" || wrong.Field != "max age" || wrong.Want != "2160h0m0s" || wrong.Got != "960h0m0s" {
		t.Errorf("got %v", err)
	}
	if err != nil && !strings.Contains(err.Error(), "stream GAME_0: republish is off: want g.0.*.ev to live.0.{{wildcard(1)}}") {
		t.Errorf("the republish is not named: %v", err)
	}
}

func TestStreamSettingsThatCannotWorkAreRefused(t *testing.T) {
	js := manager(t, start(t, config(t)))
	for name, change := range map[string]func(*natsboot.Settings){
		"no shards":         func(s *natsboot.Settings) { s.Shards = nil },
		"a shard twice":     func(s *natsboot.Settings) { s.Shards = []subject.Shard{1, 1} },
		"a shard too high":  func(s *natsboot.Settings) { s.Shards = []subject.Shard{1000} },
		"two replicas":      func(s *natsboot.Settings) { s.Replicas = 2 },
		"too short a story": func(s *natsboot.Settings) { s.MaxAge = 24 * time.Hour },
	} {
		settings := natsboot.DefaultSettings()
		change(&settings)
		if err := natsboot.EnsureStreams(t.Context(), js, settings); err == nil {
			t.Errorf("%s: accepted", name)
		}
	}
}

func TestACompressionThatDiffersBlocksNobodyWhoTakesAny(t *testing.T) {
	js, settings := manager(t, start(t, config(t))), natsboot.DefaultSettings()
	for _, c := range natsboot.Streams(settings) {
		c.Compression = jetstream.NoCompression
		if _, err := js.CreateStream(t.Context(), c); err != nil {
			t.Fatal(err)
		}
	}
	err := natsboot.VerifyStreams(t.Context(), js, settings)
	if wrong, ok := errors.AsType[*natsboot.SettingsError](err); !ok || wrong.Field != "compression" {
		t.Errorf("got %v", err)
	}
	settings.AnyCompression = true
	if err := natsboot.EnsureStreams(t.Context(), js, settings); err != nil {
		t.Errorf("any compression: %v", err)
	}
}

func TestGameStreamsAreAppendOnlyAndPushed(t *testing.T) {
	settings := natsboot.DefaultSettings()
	settings.Shards, settings.Replicas = []subject.Shard{0, 3}, 3
	found := 0
	for _, c := range natsboot.Streams(settings) {
		if !strings.HasPrefix(c.Name, "GAME_") {
			continue
		}
		found++
		if !c.DenyDelete || !c.DenyPurge || c.Replicas != 3 || c.RePublish == nil || c.AllowMsgTTL || c.AllowRollup || c.MaxAge != settings.MaxAge {
			t.Errorf("%s: %+v", c.Name, c)
		}
	}
	if found != 2 {
		t.Errorf("got %d game streams, want 2", found)
	}
}

func TestGameStreamsAreCompressedOnOneServerAlone(t *testing.T) {
	for replicas, want := range map[int]jetstream.StoreCompression{1: jetstream.S2Compression, 3: jetstream.NoCompression} {
		settings := natsboot.DefaultSettings()
		settings.Replicas = replicas
		i := slices.IndexFunc(natsboot.Streams(settings), func(c jetstream.StreamConfig) bool { return c.Name == "GAME_0" })
		if got := natsboot.Streams(settings)[i].Compression; got != want {
			t.Errorf("%d replicas: got %v, want %v", replicas, got, want)
		}
	}
}

func TestASecondServerOnTheDirectoryIsRefused(t *testing.T) {
	c := config(t)
	first := start(t, c)
	_, err := natsboot.Start(c)
	if locked, ok := errors.AsType[*natsboot.LockedError](err); !ok || locked.Dir != c.Dir {
		t.Errorf("got %v", err)
	}
	first.Stop()
	first.Stop()
	start(t, c)
}

func TestAPortThatIsTakenIsNamed(t *testing.T) {
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer listener.Close()
	c := config(t)
	c.Port = listener.Addr().(*net.TCPAddr).Port
	_, err = natsboot.Start(c)
	taken, ok := errors.AsType[*natsboot.PortTakenError](err)
	if !ok || taken.Address != listener.Addr().String() {
		t.Errorf("got %v", err)
	}
	c.Port = 0
	start(t, c) // the failed start gave the directory back
}

func TestWhatOthersHaveIsToldBeforeAStart(t *testing.T) {
	c := config(t)
	c.Port = natsboot.AnyPort
	if err := c.Taken(); err != nil {
		t.Fatalf("nothing is taken: got %v", err)
	}
	first := start(t, c) // the question took nothing
	c.Port = natsPort(t, first)
	err := c.Taken()
	_, port := errors.AsType[*natsboot.PortTakenError](err)
	locked, dir := errors.AsType[*natsboot.LockedError](err)
	if !port || !dir || locked.Error() != "data directory "+c.Dir+" is in use by another process" {
		t.Errorf("got %v", err)
	}
	first.Stop()
	if err := c.Taken(); err != nil {
		t.Errorf("all is free again: got %v", err)
	}
}

func natsPort(t *testing.T, s *natsboot.Server) int {
	t.Helper()
	u, err := url.Parse(s.URL())
	if err != nil {
		t.Fatal(err)
	}
	port, err := strconv.Atoi(u.Port())
	if err != nil {
		t.Fatal(err)
	}
	return port
}

func TestADirectoryThatCannotHoldDataIsNamed(t *testing.T) {
	c := config(t)
	c.Dir = filepath.Join(c.Dir, "file")
	if err := os.WriteFile(c.Dir, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	for _, ask := range []func() error{c.Taken, func() error { _, err := natsboot.Start(c); return err }} {
		if bad, ok := errors.AsType[*natsboot.DirError](ask()); !ok || bad.Dir != c.Dir || !strings.HasPrefix(bad.Error(), "data directory "+c.Dir+": ") {
			t.Errorf("got %v", bad)
		}
	}
}

func TestStreamsSurviveARestart(t *testing.T) {
	c := config(t)
	first := start(t, c)
	if err := natsboot.EnsureStreams(t.Context(), manager(t, first), natsboot.DefaultSettings()); err != nil {
		t.Fatal(err)
	}
	id, err := subject.NewTableID(0, [10]byte{1})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := natstest.Connect(t, first, "rules").Request(subject.Game(id), []byte("x"), 5*time.Second); err != nil {
		t.Fatal(err)
	}
	first.Stop()
	js := manager(t, start(t, c))
	if err := natsboot.VerifyStreams(t.Context(), js, natsboot.DefaultSettings()); err != nil {
		t.Error(err)
	}
	stream, err := js.Stream(t.Context(), "GAME_0")
	if err != nil || stream.CachedInfo().State.Msgs != 1 {
		t.Errorf("got %+v, %v", stream, err)
	}
}

func TestTheListenerLetsObserversReadGamesAndNothingElse(t *testing.T) {
	c := config(t)
	c.Port = natsboot.AnyPort
	server := start(t, c)
	if err := natsboot.EnsureStreams(t.Context(), manager(t, server), natsboot.DefaultSettings()); err != nil {
		t.Fatal(err)
	}
	conn, err := nats.Connect(server.URL())
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close()
	if _, err := conn.Request("$JS.API.STREAM.INFO.GAME_0", nil, 5*time.Second); err != nil {
		t.Errorf("the game stream cannot be read: %v", err)
	}
	for _, closed := range []string{"$JS.API.STREAM.MSG.GET.SECRET_0", "$JS.API.STREAM.MSG.GET.ROOT_0", "cmd.rules.any", "g.0.x.ev"} {
		conn, err := nats.Connect(server.URL())
		if err != nil {
			t.Fatal(err)
		}
		defer conn.Close()
		if err := conn.Publish(closed, nil); err != nil {
			t.Fatal(err)
		}
		if violation(t, conn) == nil {
			t.Errorf("an observer may publish %s", closed)
		}
	}
}

func TestAnObserverPasswordKeepsOthersOut(t *testing.T) {
	c := config(t)
	c.Port, c.ObserverPassword = natsboot.AnyPort, "look"
	server := start(t, c)
	if conn, err := nats.Connect(server.URL()); err == nil {
		conn.Close()
		t.Error("a client without a password came in")
	}
	conn, err := natsboot.Connect(server.URL(), natsboot.Auth{User: natsboot.ObserverUser, Password: "look"})
	if err != nil {
		t.Fatal(err)
	}
	conn.Close()
}

func TestAServerWithoutAPortHasNoURL(t *testing.T) {
	if url := start(t, config(t)).URL(); url != "" {
		t.Errorf("got %q", url)
	}
}

func TestAConfigurationThatCannotWorkIsRefused(t *testing.T) {
	for name, change := range map[string]func(*natsboot.ServerConfig){
		"no directory":  func(c *natsboot.ServerConfig) { c.Dir = "" },
		"no shards":     func(c *natsboot.ServerConfig) { c.Shards = nil },
		"no randomness": func(c *natsboot.ServerConfig) { c.Random = nil },
		"a bad port":    func(c *natsboot.ServerConfig) { c.Port = 70000 },
		"few random":    func(c *natsboot.ServerConfig) { c.Random = bytes.NewReader([]byte{1}) },
	} {
		c := config(t)
		change(&c)
		if server, err := natsboot.Start(c); err == nil {
			server.Stop()
			t.Errorf("%s: accepted", name)
		}
	}
}

func TestAnUnknownUserCannotConnect(t *testing.T) {
	if _, err := start(t, config(t)).Connect("root"); err == nil {
		t.Error("root came in")
	}
}

func TestAMissingSeedFileIsNamed(t *testing.T) {
	_, err := natsboot.Connect("nats://127.0.0.1:1", natsboot.Auth{User: "rules", SeedFile: "missing.nk"})
	if err == nil || !strings.Contains(err.Error(), "seed file") {
		t.Errorf("got %v", err)
	}
}

func TestAccountsNameUsersByKeyOrPasswordAndLeaveOutTheRest(t *testing.T) {
	users := natsboot.Users([]subject.Shard{0})
	text := natsboot.Accounts(users, map[string]natsboot.Credential{
		"dealer": {NKey: "UABC"}, "lobby": {Password: `p"w`},
	})
	for _, want := range []string{`nkey: "UABC" # dealer`, `user: "lobby", password: "p\"w"`, `"s.0.*.*.*"`, "system_account: SYS"} {
		if !strings.Contains(text, want) {
			t.Errorf("%s is missing in\n%s", want, text)
		}
	}
	if strings.Contains(text, "scoring\"") && strings.Contains(text, `user: "scoring"`) {
		t.Error("a user without a credential is in")
	}
}

func TestTheServersOwnLinesGoToTheLogger(t *testing.T) {
	var out bytes.Buffer
	c := config(t)
	c.Logger = slog.New(slog.NewTextHandler(&out, &slog.HandlerOptions{Level: slog.LevelDebug}))
	start(t, c).Stop()
	if !strings.Contains(out.String(), `msg="NATS server"`) {
		t.Errorf("got %q", out.String())
	}
}
