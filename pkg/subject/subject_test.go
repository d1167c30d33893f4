package subject_test

import (
	"encoding/json"
	"strings"
	"testing"

	"tranca.example/pkg/subject"
)

func table(t *testing.T, text string) subject.TableID {
	t.Helper()
	id, err := subject.ParseTableID(text)
	if err != nil {
		t.Fatal(err)
	}
	return id
}

func token(t *testing.T, text string) subject.Token {
	t.Helper()
	tok, err := subject.ParseToken(text)
	if err != nil {
		t.Fatal(err)
	}
	return tok
}

func equal[T comparable](t *testing.T, got, want T) {
	t.Helper()
	if got != want {
		t.Errorf("got %v, want %v", got, want)
	}
}

const text = "3-aaaqeayeaudaocaj"

func TestNewTableIDWritesShardAndEightyBitsInLowerCase(t *testing.T) {
	id, err := subject.NewTableID(3, [10]byte{0, 1, 2, 3, 4, 5, 6, 7, 8, 9})
	if err != nil {
		t.Fatal(err)
	}
	equal(t, id.String(), text)
	equal(t, id.Shard(), 3)
	if _, err := subject.NewTableID(1000, [10]byte{}); err == nil {
		t.Error("shard 1000 was accepted")
	}
}

func TestParseTableIDAcceptsOnlyTheTextForm(t *testing.T) {
	equal(t, table(t, text).String(), text)
	equal(t, table(t, text).Shard(), 3)
	for name, bad := range map[string]string{
		"empty":            "",
		"no shard":         "aaaqeayeaudaocaj",
		"empty shard":      "-aaaqeayeaudaocaj",
		"leading zero":     "03-aaaqeayeaudaocaj",
		"shard too high":   "1000-aaaqeayeaudaocaj",
		"negative shard":   "-3-aaaqeayeaudaocaj",
		"upper case":       "3-AAAQEAYEAUDAOCAJ",
		"short":            "3-aaaqeayeaudaoca",
		"long":             "3-aaaqeayeaudaocaja",
		"not in alphabet":  "3-aaaqeayeaudaoca1",
		"wildcard":         "3-*",
		"two tokens":       "3-aaaqeayeau.aocaj",
		"line feed inside": "3-aaaqeayeaudaoc\nj",
		"carriage return":  "3-aaaqeayeaudaoca\r",
	} {
		if id, err := subject.ParseTableID(bad); err == nil {
			t.Errorf("%s: %q was read as %v", name, bad, id)
		}
	}
}

func TestParseTableIDKeepsItsErrorShort(t *testing.T) {
	_, err := subject.ParseTableID(strings.Repeat("x", 10_000))
	if err == nil || len(err.Error()) > 200 {
		t.Errorf("got %v", err)
	}
}

func TestTableIDTravelsAsText(t *testing.T) {
	out, err := json.Marshal(map[string]subject.TableID{"table": table(t, text)})
	if err != nil {
		t.Fatal(err)
	}
	equal(t, string(out), `{"table":"3-aaaqeayeaudaocaj"}`)
	var in map[string]subject.TableID
	if err := json.Unmarshal(out, &in); err != nil {
		t.Fatal(err)
	}
	equal(t, in["table"], table(t, text))
	if err := json.Unmarshal([]byte(`{"table":""}`), &in); err == nil {
		t.Error("empty text was read as a table id")
	}
}

func TestTheZeroTableIDNamesNoTable(t *testing.T) {
	equal(t, subject.TableID{}.IsZero(), true)
	equal(t, table(t, text).IsZero(), false)
}

func TestParseShard(t *testing.T) {
	got, err := subject.ParseShard("999")
	equal(t, err, nil)
	equal(t, got, 999)
	for _, bad := range []string{"", "1000", "01", "-1", "+1", "x"} {
		if _, err := subject.ParseShard(bad); err == nil {
			t.Errorf("shard %q was accepted", bad)
		}
	}
}

func TestParseToken(t *testing.T) {
	equal(t, token(t, "pod-7_A").String(), "pod-7_A")
	for _, bad := range []string{"", "a.b", "*", ">", "a b", "é", strings.Repeat("a", 65)} {
		if _, err := subject.ParseToken(bad); err == nil {
			t.Errorf("token %q was accepted", bad)
		}
	}
}

func TestParseService(t *testing.T) {
	for _, s := range []subject.Service{
		subject.Lobby, subject.Dealer, subject.Rules, subject.Scoring,
		subject.Bots, subject.Gateway, subject.Exporter,
	} {
		got, err := subject.ParseService(string(s))
		equal(t, err, nil)
		equal(t, got, s)
	}
	if _, err := subject.ParseService("Lobby"); err == nil {
		t.Error("Lobby was accepted")
	}
}

func TestGameStream(t *testing.T)   { equal(t, subject.GameStream(12), "GAME_12") }
func TestGameFilter(t *testing.T)   { equal(t, subject.GameFilter(12), "g.12.*.ev") }
func TestLiveFilter(t *testing.T)   { equal(t, subject.LiveFilter(12), "live.12.*") }
func TestRootStream(t *testing.T)   { equal(t, subject.RootStream(12), "ROOT_12") }
func TestRootFilter(t *testing.T)   { equal(t, subject.RootFilter(12), "r.12.*") }
func TestSecretStream(t *testing.T) { equal(t, subject.SecretStream(12), "SECRET_12") }
func TestSecretFilter(t *testing.T) { equal(t, subject.SecretFilter(12), "s.12.*.*.*") }
func TestPublicStream(t *testing.T) { equal(t, subject.PublicStream(12), "PUBLIC_12") }
func TestPublicFilter(t *testing.T) { equal(t, subject.PublicFilter(12), "pub.v1.12.>") }

func TestLiveDestination(t *testing.T) {
	equal(t, subject.LiveDestination(12), "live.12.{{wildcard(1)}}")
}

func TestGame(t *testing.T) {
	equal(t, subject.Game(table(t, text)), "g.3.3-aaaqeayeaudaocaj.ev")
}

func TestLive(t *testing.T) {
	equal(t, subject.Live(table(t, text)), "live.3.3-aaaqeayeaudaocaj")
}

func TestHolder(t *testing.T) {
	equal(t, subject.Holder(table(t, text)), "holder.3.3-aaaqeayeaudaocaj")
	parses(t, subject.ParseHolder, table(t, text), subject.Holder(table(t, text)),
		"holder.3", "holder.4."+text, "live.3."+text, "holder.3."+text+".x", "holder.3.x", "")
}

func TestEmote(t *testing.T) {
	equal(t, subject.Emote(table(t, text)), "emote.3.3-aaaqeayeaudaocaj")
	parses(t, subject.ParseEmote, table(t, text), subject.Emote(table(t, text)),
		"emote.3", "emote.4."+text, "live.3."+text, "emote.3."+text+".x", "emote.3.x", "")
}

func TestRoot(t *testing.T) {
	equal(t, subject.Root(table(t, text)), "r.3.3-aaaqeayeaudaocaj")
}

func TestSecret(t *testing.T) {
	equal(t, subject.Secret(table(t, text), 2, 11), "s.3.3-aaaqeayeaudaocaj.2.11")
}

func TestAlloc(t *testing.T) {
	equal(t, subject.Alloc([32]byte{0xab, 1}), "a.ab01"+strings.Repeat("0", 60))
}

func TestPlayer(t *testing.T) { equal(t, subject.Player(token(t, "p1")), "p.p1") }

func TestAllocFilters(t *testing.T) {
	equal(t, strings.Join(subject.AllocFilters(), " "), "a.* p.*")
}

func TestTimers(t *testing.T) {
	equal(t, subject.TimerSet(table(t, text)), "t.set.3-aaaqeayeaudaocaj")
	equal(t, subject.TimerFire(table(t, text)), "t.fire.3-aaaqeayeaudaocaj")
	equal(t, subject.TimerSetFilter(), "t.set.*")
	equal(t, subject.TimerFireFilter(), "t.fire.*")
}

func TestDLQFilters(t *testing.T) {
	equal(t, strings.Join(subject.DLQFilters(), " "),
		"$JS.EVENT.ADVISORY.CONSUMER.MAX_DELIVERIES.> $JS.EVENT.ADVISORY.CONSUMER.MSG_TERMINATED.>")
}

func TestCommand(t *testing.T) {
	equal(t, subject.Command(subject.Rules, token(t, "r-0")), "cmd.rules.r-0")
}

func TestCommandAny(t *testing.T) { equal(t, subject.CommandAny(subject.Lobby), "cmd.lobby.any") }
func TestWake(t *testing.T)       { equal(t, subject.Wake(subject.Dealer), "wake.dealer") }
func TestHeartbeat(t *testing.T)  { equal(t, subject.Heartbeat(subject.Rules), "hb.rules") }

func TestParseGame(t *testing.T) {
	parses(t, subject.ParseGame, table(t, text), subject.Game(table(t, text)),
		"g.3."+text, "g.4."+text+".ev", "live.3."+text+".ev", "g.3."+text+".ev.x", "g.3.x.ev", "ev", "")
}

func TestParseLive(t *testing.T) {
	parses(t, subject.ParseLive, table(t, text), subject.Live(table(t, text)),
		"live.3", "live.4."+text, "g.3."+text, "live.3."+text+".ev", "live.3.x", "")
}

func TestParseTimerFire(t *testing.T) {
	parses(t, subject.ParseTimerFire, table(t, text), subject.TimerFire(table(t, text)),
		"t.set."+text, "t.fire.x", "t.fire.", "")
}

func parses[T comparable](t *testing.T, parse func(string) (T, error), want T, good string, bad ...string) {
	t.Helper()
	got, err := parse(good)
	equal(t, err, nil)
	equal(t, got, want)
	for _, b := range bad {
		if id, err := parse(b); err == nil {
			t.Errorf("subject %q was read as %v", b, id)
		}
	}
}
