package limit_test

import (
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/prometheus/client_golang/prometheus"

	"tranca.example/services/gateway/internal/limit"
)

// arrival is where a request comes from, as far as it tells.
type arrival struct {
	peer      string
	forwarded []string // lines of the header
}

// same tells whether two arrivals count as one client: the second one finds the
// bucket of the first empty.
func same(t *testing.T, header string, a, b arrival) bool {
	t.Helper()
	trusted, err := limit.ParseProxies("10.0.0.0/8, fd00::/8,192.0.2.1")
	if err != nil {
		t.Fatal(err)
	}
	g, err := limit.New(limit.Options{
		Address: limit.Rate{Each: 0.001, Burst: 1}, Remember: 8, Proxies: limit.Proxies{Trusted: trusted, Header: header},
	}, prometheus.NewRegistry(), func() time.Time { return time.Unix(1_800_000_000, 0) })
	if err != nil {
		t.Fatal(err)
	}
	ask := func(from arrival) bool {
		r := httptest.NewRequest(http.MethodGet, "/", nil)
		r.RemoteAddr = from.peer
		for _, line := range from.forwarded {
			r.Header.Add(header, line)
		}
		return g.Request(r) == nil
	}
	if !ask(a) {
		t.Fatalf("%v: the first request was refused", a)
	}
	return !ask(b)
}

func TestAClientIsWhoATrustedProxySaysAndNobodyElse(t *testing.T) {
	const proxy = "10.1.2.3:4000"
	for name, c := range map[string]struct {
		header string
		a, b   arrival
		same   bool
	}{
		"two ports of one address":                     {limit.ForwardedFor, arrival{"198.51.100.7:1", nil}, arrival{"198.51.100.7:2", nil}, true},
		"two addresses":                                {limit.ForwardedFor, arrival{"198.51.100.7:1", nil}, arrival{"198.51.100.8:1", nil}, false},
		"a header of somebody who is no proxy":         {limit.ForwardedFor, arrival{"198.51.100.7:1", []string{"1.1.1.1"}}, arrival{"198.51.100.7:1", []string{"2.2.2.2"}}, true},
		"two clients of one proxy":                     {limit.ForwardedFor, arrival{proxy, []string{"198.51.100.7"}}, arrival{proxy, []string{"198.51.100.8"}}, false},
		"one client by two proxies":                    {limit.ForwardedFor, arrival{proxy, []string{"198.51.100.7"}}, arrival{"192.0.2.1:9", []string{"198.51.100.7"}}, true},
		"what a client made up on the left":            {limit.ForwardedFor, arrival{proxy, []string{"1.1.1.1, 198.51.100.7"}}, arrival{proxy, []string{"2.2.2.2, 198.51.100.7"}}, true},
		"a chain of proxies":                           {limit.ForwardedFor, arrival{proxy, []string{"198.51.100.7, 10.9.9.9"}}, arrival{proxy, []string{"198.51.100.7"}}, true},
		"a chain in several lines":                     {limit.ForwardedFor, arrival{proxy, []string{"1.1.1.1, 198.51.100.7", "10.9.9.9"}}, arrival{proxy, []string{"198.51.100.7"}}, true},
		"no address counts as the proxy that tells it": {limit.ForwardedFor, arrival{proxy, []string{"1.1.1.1, junk"}}, arrival{proxy, nil}, true},
		"what lies beyond no address is not believed":  {limit.ForwardedFor, arrival{proxy, []string{"1.1.1.1, junk, 10.9.9.9"}}, arrival{"10.9.9.9:1", nil}, true},
		"an address with its port":                     {limit.ForwardedFor, arrival{proxy, []string{"198.51.100.7:1234"}}, arrival{"198.51.100.7:1", nil}, true},
		"an IPv4 address in IPv6 clothes":              {limit.ForwardedFor, arrival{"[::ffff:198.51.100.7]:1", nil}, arrival{"198.51.100.7:1", nil}, true},
		"two addresses of one IPv6 network":            {limit.ForwardedFor, arrival{"[2001:db8::1]:1", nil}, arrival{"[2001:db8::2]:1", nil}, true},
		"two IPv6 networks":                            {limit.ForwardedFor, arrival{"[2001:db8::1]:1", nil}, arrival{"[2001:db8:0:1::1]:1", nil}, false},
		"Forwarded":                                    {limit.Forwarded, arrival{proxy, []string{`for=1.1.1.1, for="[2001:db8::1]:99";proto=https`}}, arrival{"[2001:db8::1]:1", nil}, true},
		"Forwarded with other letters":                 {limit.Forwarded, arrival{proxy, []string{"proto=http; For=198.51.100.7"}}, arrival{"198.51.100.7:1", nil}, true},
		"Forwarded that hides the client":              {limit.Forwarded, arrival{proxy, []string{"for=1.1.1.1, for=_hidden"}}, arrival{proxy, nil}, true},
	} {
		t.Run(name, func(t *testing.T) {
			if got := same(t, c.header, c.a, c.b); got != c.same {
				t.Errorf("one client: got %v", got)
			}
		})
	}
}

func TestNetworksOfProxiesAreRead(t *testing.T) {
	for text, want := range map[string]int{"": 0, "10.0.0.0/8 , ::1,": 2, "127.0.0.1": 1} {
		if got, err := limit.ParseProxies(text); err != nil || len(got) != want {
			t.Errorf("%q: got %v, %v", text, got, err)
		}
	}
	for _, bad := range []string{"localhost", "10.0.0.0/33", "10.0.0.0-10.1.0.0"} {
		if _, err := limit.ParseProxies(bad); err == nil || !strings.Contains(err.Error(), "want networks or addresses") {
			t.Errorf("%q: got %v", bad, err)
		}
	}
}
