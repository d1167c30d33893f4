package token_test

import (
	"bytes"
	"errors"
	"strings"
	"testing"
	"time"

	"tranca.example/pkg/token"
)

var (
	oldKey = bytes.Repeat([]byte{1}, 32)
	newKey = bytes.Repeat([]byte{2}, 32)
	now    = time.Unix(1_800_000_000, 0)
)

func keys(t *testing.T, k ...[]byte) token.Keys {
	t.Helper()
	ks, err := token.NewKeys(k...)
	if err != nil {
		t.Fatal(err)
	}
	return ks
}

func TestASeatTokenSaysWhatWasSealed(t *testing.T) {
	want := token.Seat{Table: "0-abc", Seat: 3, Gen: 7, Expires: now.Add(time.Hour)}
	got, err := keys(t, newKey).Open(keys(t, newKey).Seal(want), now)
	if err != nil || got != want {
		t.Fatalf("got %+v, %v; want %+v", got, err, want)
	}
}

func TestATokenOfTheOldKeyIsAcceptedBesideTheNewOne(t *testing.T) {
	sealed := keys(t, oldKey).Seal(token.Seat{Table: "0-abc", Expires: now.Add(time.Hour)})
	if _, err := keys(t, newKey, oldKey).Open(sealed, now); err != nil {
		t.Fatal(err)
	}
	if _, err := keys(t, newKey).Open(sealed, now); !errors.Is(err, token.ErrForged) {
		t.Fatalf("got %v, want ErrForged", err)
	}
}

func TestWhatATokenClaimsIsReadWithoutAKey(t *testing.T) {
	sealed := keys(t, newKey).Seal(token.Seat{Table: "0-abc", Expires: now.Add(-time.Hour)})
	if table, err := token.Claims(sealed); err != nil || table != "0-abc" {
		t.Fatalf("got %q, %v", table, err)
	}
	for _, text := range []string{"", "x.y", sealed[:40], sealed + "\n", strings.Repeat("A", 600)} {
		if table, err := token.Claims(text); !errors.Is(err, token.ErrMalformed) {
			t.Errorf("%q: got %q, %v", text, table, err)
		}
	}
}

func TestEveryChangedCharacterOfATokenIsRefused(t *testing.T) {
	ks := keys(t, newKey)
	sealed := ks.Seal(token.Seat{Table: "0-abc", Seat: 1, Gen: 2, Expires: now.Add(time.Hour)})
	for i := range sealed {
		other := byte('A')
		if sealed[i] == other {
			other = 'B'
		}
		forged := sealed[:i] + string(other) + sealed[i+1:]
		if s, err := ks.Open(forged, now); err == nil {
			t.Fatalf("character %d changed: accepted as %+v", i, s)
		}
	}
}

func TestBadTokensAreNamedByKind(t *testing.T) {
	ks := keys(t, newKey)
	expired := ks.Seal(token.Seat{Table: "0-abc", Expires: now})
	for name, c := range map[string]struct {
		text string
		want error
	}{
		"an empty token":             {"", token.ErrMalformed},
		"no base64":                  {"!!!", token.ErrMalformed},
		"a short token":              {"AQAA", token.ErrMalformed},
		"a very long token":          {strings.Repeat("A", 4096), token.ErrMalformed},
		"a line break in the middle": {expired[:8] + "\n" + expired[8:], token.ErrMalformed},
		"a token at its expiry":      {expired, token.ErrExpired},
		"another server's":           {keys(t, oldKey).Seal(token.Seat{Expires: now.Add(time.Hour)}), token.ErrForged},
		"a token of a later version": {"AgAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA", token.ErrMalformed},
	} {
		t.Run(name, func(t *testing.T) {
			if _, err := ks.Open(c.text, now); !errors.Is(err, c.want) {
				t.Fatalf("got %v, want %v", err, c.want)
			}
		})
	}
}

func TestShortOrMissingSigningKeysAreRefused(t *testing.T) {
	if _, err := token.NewKeys(); err == nil {
		t.Fatal("no key was accepted")
	}
	if _, err := token.NewKeys(newKey, []byte("short")); err == nil || !strings.Contains(err.Error(), "key 2 has 5 bytes") {
		t.Fatalf("got %v", err)
	}
}

func TestPlayerKeysAreHashedAndTheirFormIsChecked(t *testing.T) {
	good := strings.Repeat("a", token.MinPlayerKey)
	h1, err := token.HashPlayerKey(good)
	if err != nil {
		t.Fatal(err)
	}
	h2, _ := token.HashPlayerKey(good + "b")
	if h1 == h2 || h1 == ([32]byte{}) {
		t.Fatal("two keys have one digest")
	}
	for name, bad := range map[string]string{
		"too short": good[1:], "too long": strings.Repeat("a", token.MaxPlayerKey+1), "a space": good + " ", "a control": good + "\n",
	} {
		if _, err := token.HashPlayerKey(bad); !errors.Is(err, token.ErrPlayerKey) {
			t.Fatalf("%s: got %v, want ErrPlayerKey", name, err)
		}
	}
}

func FuzzOpenNeverPanics(f *testing.F) {
	ks, err := token.NewKeys(newKey)
	if err != nil {
		f.Fatal(err)
	}
	f.Add(ks.Seal(token.Seat{Table: "0-abc", Expires: now.Add(time.Hour)}))
	f.Add("")
	f.Fuzz(func(t *testing.T, text string) {
		s, err := ks.Open(text, now)
		if err == nil && ks.Seal(s) != text {
			if s2, err := ks.Open(ks.Seal(s), now); err != nil || s2 != s {
				t.Fatalf("%q reads as %+v, which does not read back", text, s)
			}
		}
	})
}

func TestKeysAreToldApartByPrintsThatHoldNothingOfThem(t *testing.T) {
	a, b := bytes.Repeat([]byte{0xaa}, 32), bytes.Repeat([]byte{0xbb}, 32)
	both, err := token.NewKeys(a, b)
	if err != nil {
		t.Fatal(err)
	}
	one, err := token.NewKeys(b)
	if err != nil {
		t.Fatal(err)
	}
	prints := both.Prints()
	if len(prints) != 2 || len(prints[0]) != 8 || prints[0] == prints[1] || prints[1] != one.Prints()[0] || prints[0] == "aaaaaaaa" {
		t.Errorf("got %v and %v", prints, one.Prints())
	}
	if got := (token.Keys{}).Prints(); len(got) != 0 {
		t.Errorf("no keys: got %v", got)
	}
}
