package identity_test

import (
	"bytes"
	"encoding/base64"
	"errors"
	"fmt"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/go-jose/go-jose/v4"

	"tranca.example/pkg/rpcerr"
	"tranca.example/pkg/token"
	"tranca.example/services/gateway/internal/identity"
	"tranca.example/services/gateway/internal/identity/identitytest"
)

// desk is a verifier whose clock is moved by hand.
type desk struct {
	*identity.Verifier
	mu    sync.Mutex
	ahead time.Duration
}

func (d *desk) now() time.Time {
	d.mu.Lock()
	defer d.mu.Unlock()
	return time.Now().Add(d.ahead)
}

func (d *desk) wait(by time.Duration) {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.ahead += by
}

func verifier(t *testing.T, issuers ...string) *desk {
	t.Helper()
	d := &desk{}
	v, err := identity.New(identity.Options{
		Issuers: issuers, Audience: "tranca", Key: bytes.Repeat([]byte{7}, identity.MinKey), Now: d.now,
	})
	if err != nil {
		t.Fatal(err)
	}
	d.Verifier = v
	return d
}

// why is the reason of a refusal and what more it says about the token.
func why(t *testing.T, d *desk, text string) string {
	t.Helper()
	_, err := d.Verify(t.Context(), text)
	if err == nil {
		return "taken"
	}
	r, ok := errors.AsType[*rpcerr.Rejection](err)
	if !ok {
		t.Fatalf("got %v, want a rejection", err)
	}
	if text != "" && strings.Contains(r.Error(), text) || strings.Contains(r.Error(), "ada") {
		t.Errorf("the refusal repeats the token or its subject: %v", r)
	}
	return strings.TrimSuffix(r.Reason+" "+r.Params["why"], " ")
}

func TestATokenOfATrustedIssuerTellsWhoItIs(t *testing.T) {
	i, other := identitytest.Start(t), identitytest.Start(t)
	d := verifier(t, i.URL, other.URL)
	first, err := d.Verify(t.Context(), i.Token("ada"))
	if err != nil {
		t.Fatal(err)
	}
	for _, alg := range []string{"RS256", "EdDSA"} {
		again, err := d.Verify(t.Context(), i.Sign(alg, i.Claims("ada", map[string]any{"aud": []string{"x", "tranca"}})))
		if err != nil || again != first {
			t.Errorf("%s: got %v, %v, want the same person", alg, again, err)
		}
	}
	for _, text := range []string{i.Token("bob"), other.Token("ada")} {
		if p, err := d.Verify(t.Context(), text); err != nil || p.Player == first.Player || p.Key == first.Key {
			t.Errorf("another person: got %v, %v", p, err)
		}
	}
	if _, err := token.HashPlayerKey(first.Key); err != nil || strings.Contains(first.Player, "ada") || len(first.Player) > 64 {
		t.Errorf("got %+v, %v", first, err)
	}
}

func TestAnyOtherTokenIsRefused(t *testing.T) {
	i := identitytest.Start(t)
	d, now := verifier(t, i.URL), time.Now().Unix()
	with := func(name string, value any) string {
		return i.Sign("ES256", i.Claims("ada", map[string]any{name: value}))
	}
	unsigned := func(head string) string {
		body := fmt.Sprintf(`{"iss":%q,"aud":"tranca","sub":"ada","iat":%d,"exp":%d}`, i.URL, now, now+60)
		return base64.RawURLEncoding.EncodeToString([]byte(head)) + "." + base64.RawURLEncoding.EncodeToString([]byte(body)) + "."
	}
	good := i.Token("ada")
	head, rest, _ := strings.Cut(good, ".")
	foreign := identitytest.Start(t)
	for name, c := range map[string]struct{ text, want string }{
		"good":                       {good, "taken"},
		"no algorithm":               {unsigned(`{"alg":"none"}`), "bad_token algorithm"},
		"no algorithm in other case": {unsigned(`{"alg":"nOnE"}`), "bad_token algorithm"},
		"a secret as key":            {identitytest.SignWith(t, jose.SigningKey{Algorithm: jose.HS256, Key: bytes.Repeat([]byte{1}, 32)}, i.Claims("ada", nil)), "bad_token algorithm"},
		"no signature":               {good[:strings.LastIndexByte(good, '.')+1], "bad_token signature"},
		"another subject":            {head + "." + strings.Split(i.Token("bob"), ".")[1] + good[strings.LastIndexByte(good, '.'):], "bad_token signature"},
		"another issuer's key":       {foreign.Sign("ES256", i.Claims("ada", nil)), "bad_token signature"},
		"an issuer that is strange":  {foreign.Token("ada"), "bad_token issuer"},
		"no issuer":                  {with("iss", nil), "bad_token issuer"},
		"another audience":           {with("aud", "other"), "bad_token audience"},
		"no audience":                {with("aud", nil), "bad_token audience"},
		"an audience in part":        {with("aud", "tranca2"), "bad_token audience"},
		"expired":                    {with("exp", now-40), "bad_token expired"},
		"just within the leeway":     {with("exp", now-20), "taken"},
		"no expiry":                  {with("exp", nil), "bad_token times"},
		"not yet good":               {with("nbf", now+40), "bad_token not_yet"},
		"good in a moment":           {with("nbf", now+20), "taken"},
		"issued tomorrow":            {with("iat", now+86_400), "bad_token not_yet"},
		"never issued":               {with("iat", nil), "bad_token times"},
		"no subject":                 {with("sub", nil), "bad_token subject"},
		"a long subject":             {with("sub", strings.Repeat("x", 256)), "bad_token subject"},
		"a subject that is a number": {with("sub", 7), "bad_token malformed"},
		"too long":                   {with("x", strings.Repeat("x", identity.MaxToken)), "bad_token size"},
		"claims that are no object":  {i.Sign("ES256", []int{1}), "bad_token malformed"},
		"no JWT":                     {"a.b.c", "bad_token malformed"},
		"a part of one":              {head + "." + rest[:10], "bad_token malformed"},
		"nothing":                    {"", "bad_token malformed"},
	} {
		t.Run(name, func(t *testing.T) {
			if got := why(t, d, c.text); got != c.want {
				t.Errorf("got %s, want %s", got, c.want)
			}
		})
	}
}

func TestANewKeyIsAskedForOnceAMinute(t *testing.T) {
	i := identitytest.Start(t)
	d := verifier(t, i.URL)
	if got := why(t, d, i.Token("ada")); got != "taken" {
		t.Fatal(got)
	}
	i.Add("new", jose.ES256)
	fresh := i.Sign("new", i.Claims("ada", nil))
	for range 5 {
		if got := why(t, d, fresh); got != "bad_token key" {
			t.Fatal(got)
		}
	}
	if n := i.Asked.Load(); n != 1 {
		t.Errorf("the issuer was asked %d times within a minute", n)
	}
	d.wait(time.Minute)
	if got := why(t, d, fresh); got != "taken" {
		t.Error(got)
	}
	if n := i.Asked.Load(); n != 2 {
		t.Errorf("the issuer was asked %d times, want twice", n)
	}
}

func TestAnIssuerThatIsAwayKeepsNobodyOutWhoseKeyIsKnown(t *testing.T) {
	i := identitytest.Start(t)
	d := verifier(t, i.URL)
	i.Away(true)
	if got := why(t, d, i.Token("ada")); got != "unavailable" {
		t.Errorf("no key is known: %s", got)
	}
	i.Away(false)
	if got := why(t, d, i.Token("ada")); got != "unavailable" {
		t.Errorf("asked again at once: %s", got)
	}
	d.wait(5 * time.Second)
	if got := why(t, d, i.Token("ada")); got != "taken" {
		t.Errorf("it is back: %s", got)
	}
	i.Away(true)
	i.Add("new", jose.RS256)
	d.wait(2 * time.Minute)
	for name, want := range map[string]string{"new": "unavailable", "EdDSA": "taken"} {
		if got := why(t, d, i.Sign(name, i.Claims("ada", nil))); got != want {
			t.Errorf("key %s: got %s, want %s", name, got, want)
		}
	}
}

func TestManyTokensOfOneUnknownKeyAskOnce(t *testing.T) {
	i := identitytest.Start(t)
	d := verifier(t, i.URL)
	text := i.Token("ada")
	var all sync.WaitGroup
	for range 20 {
		all.Go(func() {
			if _, err := d.Verify(t.Context(), text); err != nil {
				t.Error(err)
			}
		})
	}
	all.Wait()
	if n := i.Asked.Load(); n != 1 {
		t.Errorf("the issuer was asked %d times", n)
	}
}

func TestIssuersThatCannotBeTrustedAreComplainedOf(t *testing.T) {
	o := identity.Options{Issuers: []string{"http://id.example", "https://u:p@id.example", "id.example", "https://id.example/realm", "http://127.0.0.1:9"}}
	err := o.Validate()
	if err == nil {
		t.Fatal("accepted")
	}
	for _, want := range []string{`issuer "http://id.example"`, `issuer "https://u:p@`, `issuer "id.example"`, "no audience", "pseudonyms of 0 bytes"} {
		if !strings.Contains(err.Error(), want) {
			t.Errorf("no word of %s in: %v", want, err)
		}
	}
	if strings.Contains(err.Error(), "realm") || len(o.Loopback()) != 1 {
		t.Errorf("got %v and %v", err, o.Loopback())
	}
	if err := (identity.Options{}).Validate(); err != nil {
		t.Errorf("without an issuer: %v", err)
	}
}

func TestAClaimNamesTheRole(t *testing.T) {
	i := identitytest.Start(t)
	d := verifier(t, i.URL)
	for _, role := range append(identity.Roles(), "") {
		claims, want := map[string]any{identity.DefaultRoleClaim: role}, role
		if role == "" {
			claims, want = nil, identity.Player
		}
		who, err := d.Verify(t.Context(), i.Sign("RS256", i.Claims("ada", claims)))
		if err != nil || who.Role != want {
			t.Errorf("%q: got %+v, %v", role, who, err)
		}
	}
	_, err := d.Verify(t.Context(), i.Sign("RS256", i.Claims("ada", map[string]any{identity.DefaultRoleClaim: "root"})))
	r, ok := errors.AsType[*rpcerr.Rejection](err)
	if !ok || r.Params["why"] != "role" || r.Params["allowed"] != "player, spectator, referee, operator, service" {
		t.Errorf("got %v", err)
	}
}
