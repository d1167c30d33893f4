package gateway_test

import (
	"bufio"
	"bytes"
	"cmp"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"maps"
	"net/http"
	"os"
	"strings"
	"testing"
	"time"

	"github.com/go-jose/go-jose/v4"

	"tranca.example/pkg/token"
	"tranca.example/services/gateway/internal/identity/identitytest"
)

// badInput is a line of testdata/bad_input.jsonl: what is sent, and what it gets.
// Words in braces stand for what a test makes itself.
type badInput struct {
	Name, Verb, Path string
	Headers, Twice   map[string]string // Twice come a second time
	Body             *string
	HTTP1            bool // a client of HTTP/2 does not send it
	Status           int
	Code, Reason     string
}

func badInputs(t *testing.T) []badInput {
	t.Helper()
	raw, err := os.ReadFile("testdata/bad_input.jsonl")
	if err != nil {
		t.Fatal(err)
	}
	var all []badInput
	for lines := bufio.NewScanner(bytes.NewReader(raw)); lines.Scan(); {
		var one badInput
		decoder := json.NewDecoder(bytes.NewReader(lines.Bytes()))
		decoder.DisallowUnknownFields()
		if err := decoder.Decode(&one); err != nil {
			t.Fatalf("%s: %v", lines.Text(), err)
		}
		all = append(all, one)
	}
	return all
}

func TestBadInputGetsATypedRefusalAndLeavesNoTrace(t *testing.T) {
	i := identitytest.Start(t)
	w := newWorld(t, trusting(i))
	words := w.words(i)
	quiet := w.logged.String() // a warning of the issuer
	before := w.commits.Load()
	rows := badInputs(t)
	for version, client := range map[int]*http.Client{1: w.client, 2: overHTTP2()} {
		w.client = client
		for n, c := range rows {
			if c.HTTP1 && version != 1 {
				continue
			}
			fill := strings.NewReplacer(append(words, "{ID}", fmt.Sprintf("%08x-1111-4000-8000-%012x", n+1, version))...).Replace
			status, out := w.sendBad(c, fill)
			if code, _ := out["code"].(string); status != c.Status || code != c.Code || reasonIn(out) != c.Reason {
				t.Errorf("%s over HTTP/%d: got %d %.300v, want %d %s %s", c.Name, version, status, out, c.Status, c.Code, c.Reason)
			}
			if after := w.commits.Load(); after != before {
				t.Fatalf("%s over HTTP/%d: %d commits were appended", c.Name, version, after-before)
			}
		}
	}
	if got := strings.TrimPrefix(w.logged.String(), quiet); got != "" {
		t.Errorf("logged: %s", got)
	}
}

func TestEveryKindOfBadInputIsThereOnce(t *testing.T) {
	names := map[string]bool{}
	for _, c := range badInputs(t) {
		if names[c.Name] {
			t.Errorf("%q is there twice", c.Name)
		}
		names[c.Name] = true
	}
	if len(names) < 100 {
		t.Errorf("only %d kinds of bad input", len(names))
	}
}

// sendBad sends what a line says.
func (w *world) sendBad(c badInput, fill func(string) string) (int, object) {
	w.t.Helper()
	body := ""
	if c.Body != nil {
		body = fill(*c.Body)
	}
	r, err := http.NewRequestWithContext(w.t.Context(), cmp.Or(c.Verb, http.MethodPost), w.url+fill(c.Path), strings.NewReader(body))
	if err != nil {
		w.t.Fatal(err)
	}
	r.Header.Set("Content-Type", "application/json")
	for name, value := range c.Headers {
		r.Header.Set(name, fill(value))
	}
	for name, value := range c.Twice {
		r.Header.Add(name, fill(value))
	}
	response, err := w.client.Do(r)
	if err != nil {
		w.t.Fatalf("%s: %v", c.Name, err)
	}
	defer response.Body.Close()
	out := object{}
	_ = json.NewDecoder(response.Body).Decode(&out) // of what is no JSON there is no reason
	return response.StatusCode, out
}

// reasonIn is the reason of the refusal among the details, or "" where the
// transport refuses by itself.
func reasonIn(out object) string {
	details, _ := out["details"].([]any)
	for _, d := range details {
		if at(d, "type") == "tranca.api.v1.Rejection" {
			return fmt.Sprint(at(d, "debug.reason"))
		}
	}
	return ""
}

// words makes a match and all that the lines speak of.
func (w *world) words(i *identitytest.Issuer) []string {
	w.t.Helper()
	id, tokens := w.sitting(i)
	_, strange := w.sitting(i)
	old := tokens[0]
	tokens[0] = fmt.Sprint(w.must("ReissueToken", seat(old), w.command(object{"tableId": id}))["seatToken"])
	m := &match{w: w, id: id, tokens: []any{tokens[0], tokens[1]}}
	done := fmt.Sprint(w.command(nil)["commandId"])
	w.must("Ready", seat(tokens[0]), object{"tableId": id, "commandId": done})
	turn := int(number(at(m.begin().table(), "round.turn")))
	ours, err := token.NewKeys([]byte(strings.Repeat("k", token.MinKey)))
	if err != nil {
		w.t.Fatal(err)
	}
	theirs, err := token.NewKeys([]byte(strings.Repeat("z", token.MinKey)))
	if err != nil {
		w.t.Fatal(err)
	}
	held := token.Seat{Table: id, Gen: 2, Expires: time.Now().Add(time.Hour)}
	expired, nobody := held, held
	expired.Expires, nobody.Seat = time.Now().Add(-time.Second), 9
	words := map[string]string{
		"{TABLE}": id, "{ON}": tokens[turn], "{OFF}": tokens[1], "{OTHER}": strange[0], "{OLD}": old,
		"{FORGED}": theirs.Seal(held), "{EXPIRED}": ours.Seal(expired), "{NOSEAT}": ours.Seal(nobody), "{BENT}": bent(tokens[0]),
		"{DONE}": done, "{DOER}": tokens[0], "{HUGE}": strings.Repeat("x", 40_000),
		"{BYTES}": "\xff\xfe", "{LONG}": strings.Repeat("x", 400), "{BIG}": strings.Repeat("x", 70_000),
		"{DEEP}": strings.Repeat("[", 20_000), "{DEEPER}": strings.Repeat(`{"x":`, 10_000),
	}
	if turn == 1 {
		words["{OFF}"] = tokens[0]
	}
	maps.Copy(words, w.forgeries(i))
	var pairs []string
	for name, value := range words {
		pairs = append(pairs, name, value)
	}
	return pairs
}

// sitting is a table with two players of an issuer.
func (w *world) sitting(i *identitytest.Issuer) (id string, tokens []string) {
	w.t.Helper()
	id = fmt.Sprint(w.must("OpenTable", seat(i.Token("owner")), w.command(object{"preset": "classic.draw"}))["tableId"])
	for _, name := range []string{"ada", "bob"} {
		out := w.must("Sit", seat(i.Token(name)), w.command(object{"tableId": id, "player": name}))
		tokens = append(tokens, fmt.Sprint(out["seatToken"]))
	}
	return id, tokens
}

// forgeries are tokens of an issuer, one that is good and others.
func (w *world) forgeries(i *identitytest.Issuer) map[string]string {
	w.t.Helper()
	now := time.Now().Unix()
	with := func(name string, value any) string {
		return i.Sign("ES256", i.Claims("eve", map[string]any{name: value}))
	}
	claims, err := json.Marshal(i.Claims("eve", nil))
	if err != nil {
		w.t.Fatal(err)
	}
	text := base64.RawURLEncoding.EncodeToString
	strange := identitytest.Start(w.t)
	strange.Add("other", jose.ES256)
	return map[string]string{
		"{JWT}":          i.Token("eve"),
		"{JWT_NONE}":     text([]byte(`{"alg":"none"}`)) + "." + text(claims) + ".",
		"{JWT_HS256}":    identitytest.SignWith(w.t, jose.SigningKey{Algorithm: jose.HS256, Key: make([]byte, 32)}, i.Claims("eve", nil)),
		"{JWT_AUDIENCE}": with("aud", "elsewhere"), "{JWT_EXPIRED}": with("exp", now-60), "{JWT_EARLY}": with("nbf", now+600),
		"{JWT_ROLE}": with("tranca_role", "admin"), "{JWT_REFEREE}": with("tranca_role", "referee"), "{JWT_SPECTATOR}": with("tranca_role", "spectator"),
		"{JWT_PLAYING_OPERATOR}": i.Sign("ES256", i.Claims("ada", map[string]any{"tranca_role": "operator"})),
		"{JWT_ENDLESS}":          with("exp", nil), "{JWT_ISSUER}": strange.Token("eve"),
		"{JWT_KEY}": strange.Sign("other", i.Claims("eve", nil)), "{JWT_BENT}": bent(i.Token("eve")),
	}
}

// bent is a text with one character in its last part changed.
func bent(text string) string {
	n, other := len(text)-5, "A"
	if text[n:n+1] == other {
		other = "B"
	}
	return text[:n] + other + text[n+1:]
}
