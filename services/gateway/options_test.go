package gateway_test

import (
	"strings"
	"testing"

	"tranca.example/pkg/config"
	"tranca.example/pkg/replica"
	"tranca.example/services/gateway"
)

func TestOptionsComplainOfEverythingAtOnce(t *testing.T) {
	o := gateway.DefaultOptions(replica.Env{})
	o.Deadline, o.Longest, o.Sending, o.Heartbeat, o.Poll, o.Away, o.MaxCalls = 0, -1, 0, 0, 0, 0, 0
	o.CursorKey, o.Origins = []byte("short"), []string{"*", "https://a.example", "https://a.example/path", "a.example"}
	_, err := gateway.New(o)
	if err == nil {
		t.Fatal("accepted")
	}
	for _, want := range []string{
		"no connection", "no clock", "deadline 0s", "longest deadline -1ns", "time for sending 0s", "heartbeat 0s", "poll 0s", "away 0s",
		"0 calls", "cursor key of 5 bytes", `origin "https://a.example/path"`, `origin "a.example"`,
	} {
		if !strings.Contains(err.Error(), want) {
			t.Errorf("no word of %q in: %v", want, err)
		}
	}
	if strings.Contains(err.Error(), `"https://a.example":`) || strings.Contains(err.Error(), `"*":`) {
		t.Errorf("complains of good origins: %v", err)
	}
}

func TestSettingsBecomeOptions(t *testing.T) {
	for name, c := range map[string]struct {
		args []string
		want func(gateway.Options) bool
		err  string
	}{
		"the defaults": {nil, func(o gateway.Options) bool {
			return o.Addr == "127.0.0.1:8080" && o.Origins == nil && len(o.CursorKey) == 0
		}, ""},
		"all": {
			[]string{"--addr", ":9", "--origins", "https://a.example, https://b.example", "--cursor-key", strings.Repeat("ab", 32)},
			func(o gateway.Options) bool { return o.Addr == ":9" && len(o.Origins) == 2 && len(o.CursorKey) == 32 }, "",
		},
		"limits": {
			[]string{"--limit-actor", "20:60", "--limit-address", "0", "--limit-connections", "9", "--trusted-proxies", "10.0.0.0/8", "--forwarded-header", "Forwarded"},
			func(o gateway.Options) bool {
				l := o.Limits
				return l.Actor == gateway.Rate{Each: 20, Burst: 60} && l.Address == gateway.Rate{} && l.Connections == 9 &&
					len(l.Proxies.Trusted) == 1 && l.Proxies.Header == "Forwarded"
			}, "",
		},
		"an issuer": {
			[]string{"--oidc-issuer", "https://a.example, https://b.example", "--oidc-audience", "tranca", "--pseudonym-key", strings.Repeat("ab", 32)},
			func(o gateway.Options) bool {
				return len(o.People.Issuers) == 2 && o.People.Audience == "tranca" && len(o.People.Key) == 32 && o.People.Validate() == nil
			}, "",
		},
		"an audience of no issuer":  {[]string{"--oidc-audience", "tranca"}, nil, "oidc-audience without oidc-issuer"},
		"a pseudonym key of no hex": {[]string{"--pseudonym-key", "secret!"}, nil, "pseudonym-key: want hexadecimal digits"},
		"a negative limit":          {[]string{"--limit-connections", "-1"}, nil, "connections: -1: want 0"},
		"a network that is none":    {[]string{"--trusted-proxies", "proxy"}, nil, "trusted-proxies: \"proxy\": want networks"},
		"a header of no proxy":      {[]string{"--trusted-proxies", "10.0.0.1", "--forwarded-header", "X-Real-IP"}, nil, "want X-Forwarded-For or Forwarded"},
		"a key that is none":        {[]string{"--cursor-key", "secret!"}, nil, "want hexadecimal digits"},
		"an address without port":   {[]string{"--addr", "localhost"}, nil, `addr "localhost": want host:port with a port from 0 to 65535`},
	} {
		var s gateway.Settings
		set := config.NewSet("gateway")
		s.Bind(set)
		if err := set.Load(c.args, func(string) (string, bool) { return "", false }); err != nil {
			t.Fatal(err)
		}
		o, err := s.Options(replica.Env{})
		switch {
		case c.err != "":
			if err == nil || !strings.Contains(err.Error(), c.err) || strings.Contains(err.Error(), "secret!") {
				t.Errorf("%s: got %v", name, err)
			}
		case err != nil || !c.want(o):
			t.Errorf("%s: got %+v, %v", name, o, err)
		}
	}
}

func TestABusyPortIsToldAtOnce(t *testing.T) {
	w := newWorld(t)
	if _, err := gateway.New(w.opts); err == nil || !strings.Contains(err.Error(), "API port") {
		t.Fatalf("got %v", err)
	}
}
