package devissuer_test

import (
	"crypto/rand"
	"encoding/base64"
	"encoding/json"
	"errors"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"tranca.example/services/tranca/devissuer"
)

func options(at string) devissuer.Options {
	host, port, _ := net.SplitHostPort(at)
	return devissuer.Options{
		Addr:     &net.TCPAddr{IP: net.ParseIP(host), Port: len(port)},
		Audience: "tranca", RoleClaim: "tranca_role", Roles: []string{"player", "referee"}, Life: time.Minute, Now: time.Now, Random: rand.Reader,
	}
}

func TestAnIssuerThatOthersReachIsNotMade(t *testing.T) {
	for at, want := range map[string]bool{
		"127.0.0.1:1": true, "127.9.9.9:1": true, "[::1]:1": true, "0.0.0.0:1": false, "[::]:1": false, "192.0.2.1:1": false, "[::ffff:192.0.2.1]:1": false,
	} {
		_, err := devissuer.New(options(at))
		if (err == nil) != want || err != nil && !errors.Is(err, devissuer.ErrReachable) {
			t.Errorf("%s: got %v", at, err)
		}
	}
	for _, life := range []time.Duration{0, -time.Hour, devissuer.MaxLife + 1} {
		o := options("127.0.0.1:1")
		if o.Life = life; true {
			if _, err := devissuer.New(o); err == nil || !strings.Contains(err.Error(), "want 1s to 1h0m0s") {
				t.Errorf("%v: got %v", life, err)
			}
		}
	}
}

// ask sends a form, or without one a question, and is answered with status and text.
func ask(t *testing.T, i *devissuer.Issuer, host, path, form string) (int, string) {
	t.Helper()
	verb := http.MethodPost
	if form == "" {
		verb = http.MethodGet
	}
	r := httptest.NewRequest(verb, i.URL()+path, strings.NewReader(form))
	r.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	r.Host = host
	w := httptest.NewRecorder()
	i.Handler().ServeHTTP(w, r)
	body, err := io.ReadAll(w.Result().Body)
	if err != nil {
		t.Fatal(err)
	}
	return w.Code, string(body)
}

func TestATokenIsOfTheNameAndRoleThatWereAskedFor(t *testing.T) {
	i, err := devissuer.New(options("127.0.0.1:1"))
	if err != nil {
		t.Fatal(err)
	}
	host := strings.TrimPrefix(i.URL(), "http://")
	for name, c := range map[string]struct {
		host, path, form string
		status           int
		want             string
	}{
		"a role":           {host, "/token", "name=ada&role=referee", 200, `"tranca_role":"referee"`},
		"no role":          {host, "/token", "name=ada", 200, `"sub":"ada"`},
		"a role not known": {host, "/token", "name=ada&role=root", 400, `role "root": want one of player, referee`},
		"no name":          {host, "/token", "role=player", 400, "name of 0 bytes: want 1 to 255"},
		"a long name":      {host, "/token", "name=" + strings.Repeat("a", 256), 400, "name of 256 bytes"},
		"a long form":      {host, "/token", "name=" + strings.Repeat("a", 5000), 400, "want name=NAME&role=ROLE"},
		"by a question":    {host, "/token", "", 405, ""},
		"by another name":  {"evil.example", "/token", "name=ada", 421, "call this issuer by " + i.URL()},
		"its keys":         {host, "/keys", "", 200, `"alg":"ES256"`},
		"what it is":       {host, "/.well-known/openid-configuration", "", 200, `"jwks_uri":"` + i.URL() + `/keys"`},
	} {
		status, text := ask(t, i, c.host, c.path, c.form)
		if parts := strings.Split(text, "."); status == 200 && c.path == "/token" && len(parts) == 3 {
			claims, err := base64.RawURLEncoding.DecodeString(parts[1])
			if err != nil {
				t.Fatal(err)
			}
			text = string(claims)
		}
		if status != c.status || !strings.Contains(text, c.want) {
			t.Errorf("%s: got %d %s", name, status, text)
		}
		if strings.Contains(text, `"d":`) {
			t.Errorf("%s: the private key is told: %s", name, text)
		}
	}
}

func TestEveryIssuerHasAKeyOfItsOwnAndItsTokensEndSoon(t *testing.T) {
	seen := map[string]bool{}
	for range 2 {
		i, err := devissuer.New(options("127.0.0.1:1"))
		if err != nil {
			t.Fatal(err)
		}
		_, keys := ask(t, i, strings.TrimPrefix(i.URL(), "http://"), "/keys", "")
		if seen[keys] {
			t.Errorf("twice the same key: %s", keys)
		}
		seen[keys] = true
		text, err := i.Token("ada", "")
		if err != nil {
			t.Fatal(err)
		}
		raw, err := base64.RawURLEncoding.DecodeString(strings.Split(text, ".")[1])
		if err != nil {
			t.Fatal(err)
		}
		var claims struct{ Iat, Exp int64 }
		if err := json.Unmarshal(raw, &claims); err != nil || claims.Exp-claims.Iat != 60 {
			t.Errorf("got %+v, %v", claims, err)
		}
	}
}
