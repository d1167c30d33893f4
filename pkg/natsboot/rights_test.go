package natsboot_test

import (
	"crypto/rand"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/nats-io/nats.go"

	"tranca.example/pkg/natsboot"
	"tranca.example/pkg/natsboot/natstest"
	"tranca.example/pkg/subject"
)

var shards = []subject.Shard{0, 7}

func TestNoUserReachesAStreamByAWildcard(t *testing.T) {
	forbidden := []string{
		"$JS.API.STREAM.MSG.GET.X", "$JS.API.DIRECT.GET.X", "$JS.API.DIRECT.GET.X.s.1",
		"$JS.API.CONSUMER.CREATE.X", "$JS.API.CONSUMER.CREATE.X.c", "$JS.API.CONSUMER.CREATE.X.c.f",
		"$JS.API.CONSUMER.DURABLE.CREATE.X.c", "$JS.API.CONSUMER.MSG.NEXT.X.c", "$JS.API.CONSUMER.DELETE.X.c",
	}
	for _, user := range natsboot.Users(shards) {
		for _, granted := range user.Rights.Publish {
			for _, request := range forbidden {
				if matches(granted, request) {
					t.Errorf("%s may publish %s, which reaches %s", user.Name, granted, request)
				}
			}
		}
	}
}

func TestNobodyMayDeletePurgeOrChangeAStream(t *testing.T) {
	for _, user := range natsboot.Users(shards) {
		for _, verb := range []string{"STREAM.DELETE", "STREAM.PURGE", "STREAM.MSG.DELETE", "STREAM.UPDATE", "STREAM.RESTORE", "STREAM.SNAPSHOT", "ACCOUNT.PURGE"} {
			if may(user.Rights.Publish, "$JS.API."+verb+".GAME_0") {
				t.Errorf("%s may %s", user.Name, verb)
			}
		}
	}
}

func TestWhoRestoresReachesGameStreamsOnlyAndIsNoUserOfAnyOtherServer(t *testing.T) {
	rights := natsboot.RestorerRights(shards)
	for request, want := range map[string]bool{
		"g.0.0-a.ev":                         true,
		"g.1.1-a.ev":                         false,
		"r.0.0-a":                            false,
		"s.0.0-a.1.1":                        false,
		"$JS.API.STREAM.CREATE.GAME_7":       true,
		"$JS.API.STREAM.PURGE.GAME_7":        true,
		"$JS.API.STREAM.UPDATE.GAME_7":       true,
		"$JS.API.STREAM.MSG.GET.GAME_7":      true,
		"$JS.API.STREAM.DELETE.GAME_7":       false,
		"$JS.API.STREAM.MSG.DELETE.GAME_7":   false,
		"$JS.API.STREAM.CREATE.SECRET_0":     false,
		"$JS.API.STREAM.PURGE.SECRET_0":      false,
		"$JS.API.STREAM.MSG.GET.SECRET_0":    false,
		"$JS.API.STREAM.MSG.GET.ROOT_0":      false,
		"$JS.API.CONSUMER.CREATE.SECRET_0.c": false,
		"$JS.API.CONSUMER.CREATE.GAME_0.c":   false,
	} {
		if got := may(rights.Publish, request); got != want {
			t.Errorf("publish %s: got %v, want %v", request, got, want)
		}
	}
	for _, user := range natsboot.Users(shards) {
		if user.Name == natsboot.RestorerUser {
			t.Error("every server has the user who restores")
		}
	}
	if _, err := natstest.Start(t).Connect(natsboot.RestorerUser); err == nil {
		t.Error("a server that does not restore let the user in")
	}
}

func TestAServerThatRestoresListensNowhere(t *testing.T) {
	config := natsboot.ServerConfig{Dir: t.TempDir(), Shards: shards, Random: rand.Reader, Restoring: true, Port: natsboot.AnyPort}
	if _, err := natsboot.Start(config); err == nil || !strings.Contains(err.Error(), "want none on a server that restores") {
		t.Fatalf("got %v", err)
	}
	config.Port = 0
	server, err := natsboot.Start(config)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(server.Stop)
	if server.URL() != "" {
		t.Errorf("it listens at %s", server.URL())
	}
	natstest.Connect(t, server, natsboot.RestorerUser)
}

func TestWhoMayPublishWhat(t *testing.T) {
	writers := []string{"lobby", "dealer", "rules", "scoring"}
	for request, want := range map[string][]string{
		"g.0.0-a.ev":                       writers,
		"g.7.7-a.ev":                       writers,
		"g.1.1-a.ev":                       nil,
		"r.0.0-a":                          {"dealer"},
		"s.0.0-a.1.1":                      {"dealer"},
		"a.ff":                             {"lobby"},
		"p.x":                              {"lobby"},
		"t.set.0-a":                        {"rules"},
		"t.fire.0-a":                       {"dlq"},
		"poison.TIMERS.timekeeper.1":       {"dlq", "rules"},
		"$JS.API.STREAM.MSG.GET.POISON":    {"doctor", "dlq", "rules"},
		"$JS.API.STREAM.MSG.GET.DLQ":       {"rules"},
		"$JS.API.CONSUMER.CREATE.DLQ.c":    nil,
		"$JS.API.CONSUMER.CREATE.POISON.c": nil,
		"$JS.API.CONSUMER.RESET.GAME_0.c":  nil,
		"$JS.API.CONSUMER.UNPIN.GAME_0.c":  nil,
		"$JS.EVENT.ADVISORY.CONSUMER.MSG_TERMINATED.TIMERS.timekeeper": nil,
		"live.0.0-a":                           nil,
		"holder.0.0-a":                         {"gateway"},
		"holder.1.1-a":                         nil,
		"emote.0.0-a":                          {"gateway"},
		"emote.1.1-a":                          nil,
		"pub.v1.0.table.0-a.x":                 {"exporter"},
		"cmd.rules.r0":                         {"lobby", "dealer", "rules", "scoring", "bots", "gateway"},
		"wake.dealer":                          {"lobby", "dealer", "rules", "scoring", "bots"},
		"hb.rules":                             {"rules"},
		"_INBOX_gateway.x":                     nil,
		"$JS.API.STREAM.MSG.GET.GAME_0":        {"observer", "lobby", "dealer", "rules", "scoring", "gateway", "exporter"},
		"$JS.API.STREAM.MSG.GET.ROOT_0":        {"dealer"},
		"$JS.API.STREAM.MSG.GET.SECRET_0":      {"dealer", "rules"},
		"$JS.API.STREAM.MSG.GET.ALLOC":         {"lobby"},
		"$JS.API.DIRECT.GET.ROOT_0":            nil,
		"$JS.API.DIRECT.GET.SECRET_0":          nil,
		"$JS.API.CONSUMER.CREATE.ROOT_0.c":     nil,
		"$JS.API.CONSUMER.CREATE.SECRET_0.c":   nil,
		"$JS.API.CONSUMER.CREATE.GAME_0.c":     {"lobby", "dealer", "rules", "scoring", "exporter"},
		"$JS.API.CONSUMER.CREATE.TIMERS.c":     {"rules"},
		"$JS.API.STREAM.CREATE.GAME_0":         {"boot"},
		"$JS.API.CONSUMER.MSG.NEXT.GAME_0.c":   {"lobby", "dealer", "rules", "scoring", "exporter"},
		"$JS.API.CONSUMER.MSG.NEXT.SECRET_0.c": nil,
		"$JS.API.STREAM.INFO.SECRET_7":         {"boot", "doctor", "dealer", "rules"},
		"$JS.API.CONSUMER.LIST.TIMERS":         {"doctor"},
		"$SRV.PING":                            {"doctor", "gateway"},
	} {
		same(t, "publish "+request, allowed(request, func(r natsboot.Rights) []string { return r.Publish }), want)
	}
}

func TestWhoMaySubscribeToWhat(t *testing.T) {
	for request, want := range map[string][]string{
		"g.0.0-a.ev":         nil,
		"r.0.0-a":            nil,
		"s.0.0-a.1.1":        nil,
		"live.0.0-a":         {"observer", "gateway"},
		"holder.0.0-a":       {"gateway"},
		"emote.0.0-a":        {"gateway"},
		"emote.1.1-a":        nil,
		"cmd.rules.any":      {"rules"},
		"wake.dealer":        {"dealer"},
		"_INBOX_dealer.x":    {"dealer"},
		"_INBOX_gateway.x.y": {"gateway"},
	} {
		same(t, "subscribe "+request, allowed(request, func(r natsboot.Rights) []string { return r.Subscribe }), want)
	}
}

func TestTheServerEnforcesTheRights(t *testing.T) {
	server := natstest.Start(t)
	for _, try := range []struct {
		user, publish string
		allowed       bool
	}{
		{"rules", "g.0.0-aaaaaaaaaaaaaaaa.ev", true},
		{"gateway", "g.0.0-aaaaaaaaaaaaaaaa.ev", false},
		{"bots", "g.0.0-aaaaaaaaaaaaaaaa.ev", false},
		{"observer", "g.0.0-aaaaaaaaaaaaaaaa.ev", false},
		{"gateway", "live.0.0-aaaaaaaaaaaaaaaa", false},
		{"gateway", "cmd.rules.any", true},
		{"gateway", "holder.0.0-aaaaaaaaaaaaaaaa", true},
		{"rules", "holder.0.0-aaaaaaaaaaaaaaaa", false},
		{"gateway", "emote.0.0-aaaaaaaaaaaaaaaa", true},
		{"rules", "emote.0.0-aaaaaaaaaaaaaaaa", false},
		{"bots", "emote.0.0-aaaaaaaaaaaaaaaa", false},
		{"observer", "cmd.rules.any", false},
		{"gateway", "$JS.API.STREAM.MSG.GET.GAME_0", true},
		{"gateway", "$JS.API.STREAM.MSG.GET.ROOT_0", false},
		{"gateway", "$JS.API.STREAM.MSG.GET.SECRET_0", false},
		{"gateway", "$JS.API.CONSUMER.CREATE.GAME_0.x", false},
		{"scoring", "$JS.API.STREAM.MSG.GET.SECRET_0", false},
		{"rules", "$JS.API.STREAM.MSG.GET.SECRET_0", true},
		{"rules", "$JS.API.STREAM.MSG.GET.ROOT_0", false},
		{"dealer", "$JS.API.STREAM.MSG.GET.ROOT_0", true},
		{"lobby", "$JS.API.STREAM.PURGE.GAME_0", false},
		{"boot", "$JS.API.STREAM.DELETE.GAME_0", false},
		{"boot", "g.0.0-aaaaaaaaaaaaaaaa.ev", false},
		{"doctor", "$JS.API.STREAM.INFO.SECRET_0", true},
		{"doctor", "$JS.API.STREAM.MSG.GET.SECRET_0", false},
		{"doctor", "$JS.API.STREAM.MSG.GET.GAME_0", false},
		{"doctor", "$JS.API.DIRECT.GET.GAME_0", false},
		{"doctor", "$JS.API.CONSUMER.CREATE.GAME_0.x", false},
		{"doctor", "cmd.rules.any", false},
		{"doctor", "$JS.API.STREAM.MSG.GET.POISON", true},
		{"doctor", "poison.TIMERS.timekeeper.1", false},
		{"dlq", "poison.TIMERS.timekeeper.1", true},
		{"dlq", "t.fire.0-aaaaaaaaaaaaaaaa", true},
		{"dlq", "t.set.0-aaaaaaaaaaaaaaaa", false},
		{"dlq", "g.0.0-aaaaaaaaaaaaaaaa.ev", false},
		{"dlq", "$JS.API.STREAM.MSG.GET.GAME_0", false},
		{"dlq", "$JS.API.STREAM.MSG.GET.SECRET_0", false},
		{"dlq", "$JS.API.STREAM.PURGE.POISON", false},
		{"lobby", "poison.TIMERS.timekeeper.1", false},
	} {
		conn := natstest.Connect(t, server, try.user)
		if err := conn.Publish(try.publish, []byte("{}")); err != nil {
			t.Fatal(err)
		}
		if got := violation(t, conn) == nil; got != try.allowed {
			t.Errorf("%s publishes %s: allowed is %v, want %v", try.user, try.publish, got, try.allowed)
		}
	}
	conn := natstest.Connect(t, server, "gateway")
	for _, closed := range []string{"g.0.*.ev", "g.>", "_INBOX_rules.>", ">", "cmd.rules.any"} {
		conn := natstest.Connect(t, server, "gateway")
		if _, err := conn.SubscribeSync(closed); err != nil {
			t.Fatal(err)
		}
		if violation(t, conn) == nil {
			t.Errorf("the gateway subscribed to %s", closed)
		}
	}
	if _, err := conn.SubscribeSync("live.0.*"); err != nil || violation(t, conn) != nil {
		t.Errorf("the gateway may not see live commits: %v", violation(t, conn))
	}
}

func TestAServiceAnswersARequestOnceAndOnlyThere(t *testing.T) {
	server := natstest.Start(t)
	rules, gateway := natstest.Connect(t, server, "rules"), natstest.Connect(t, server, "gateway")
	_, err := rules.Subscribe(subject.CommandAny(subject.Rules), func(m *nats.Msg) { _ = m.Respond([]byte("yes")) })
	if err != nil {
		t.Fatal(err)
	}
	if err := rules.Flush(); err != nil {
		t.Fatal(err)
	}
	reply, err := gateway.Request(subject.CommandAny(subject.Rules), nil, 5*time.Second)
	if err != nil || string(reply.Data) != "yes" {
		t.Fatalf("got %v, %v", reply, err)
	}
	if err := rules.Publish("_INBOX_gateway.elsewhere", nil); err != nil {
		t.Fatal(err)
	}
	if violation(t, rules) == nil {
		t.Error("a service wrote into the gateway's inbox unasked")
	}
}

// violation returns the last permission error of the connection after the
// server has seen everything.
func violation(t *testing.T, conn *nats.Conn) error {
	t.Helper()
	if err := conn.FlushTimeout(5 * time.Second); err != nil {
		t.Fatal(err)
	}
	return conn.LastError()
}

func allowed(request string, of func(natsboot.Rights) []string) []string {
	var names []string
	for _, user := range natsboot.Users(shards) {
		if may(of(user.Rights), request) {
			names = append(names, user.Name)
		}
	}
	return names
}

func same(t *testing.T, what string, got, want []string) {
	t.Helper()
	slices.Sort(got)
	want = slices.Sorted(slices.Values(want))
	if !slices.Equal(got, want) {
		t.Errorf("%s: got %v, want %v", what, got, want)
	}
}

func may(granted []string, request string) bool {
	return slices.ContainsFunc(granted, func(g string) bool { return matches(g, request) })
}

// matches is the server's rule: '*' is one token, '>' one or more at the end.
func matches(pattern, request string) bool {
	p, r := strings.Split(pattern, "."), strings.Split(request, ".")
	for i, token := range p {
		if token == ">" {
			return len(r) > i
		}
		if i >= len(r) || token != "*" && token != r[i] {
			return false
		}
	}
	return len(p) == len(r)
}
