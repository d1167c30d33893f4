package token_test

import (
	"errors"
	"strings"
	"testing"
	"time"

	"tranca.example/pkg/token"
)

func authority(t *testing.T, k ...[]byte) token.Authority {
	t.Helper()
	a, err := token.NewAuthority(k...)
	if err != nil {
		t.Fatal(err)
	}
	return a
}

func statement() token.Statement {
	return token.Statement{
		Role: "referee", Name: "p-abc", Key: [32]byte{1, 31: 2}, Table: "0-abc", ID: [16]byte{3, 15: 4}, Command: [32]byte{5, 31: 6},
		Expires: now.Add(time.Minute),
	}
}

func TestAStatementSaysWhatWasSealed(t *testing.T) {
	want := statement()
	got, err := authority(t, newKey, oldKey).Open(authority(t, oldKey).Seal(want), now)
	if err != nil || got != want {
		t.Fatalf("got %+v, %v; want %+v", got, err, want)
	}
}

func TestAStatementThatCannotBeBelievedIsRefusedAndNotRepeated(t *testing.T) {
	a := authority(t, newKey)
	sealed := a.Seal(statement())
	for name, c := range map[string]struct {
		by   token.Authority
		text string
		at   time.Time
	}{
		"of another key":       {authority(t, oldKey), sealed, now},
		"where there is none":  {token.Authority{}, sealed, now},
		"expired":              {a, sealed, now.Add(time.Minute)},
		"cut short":            {a, sealed[:len(sealed)-4], now},
		"with something added": {a, sealed + "AAAA", now},
		"nothing":              {a, "", now},
		"a word":               {a, "operator", now},
		"an essay":             {a, strings.Repeat("A", 2000), now},
		"a seat token":         {a, keys(t, newKey).Seal(token.Seat{Table: strings.Repeat("t", 90), Expires: now.Add(time.Hour)}), now},
	} {
		s, err := c.by.Open(c.text, c.at)
		if !errors.Is(err, token.ErrStatement) || s != (token.Statement{}) && name != "expired" {
			t.Errorf("%s: got %+v, %v", name, s, err)
		}
		if err != nil && c.text != "" && c.text != "operator" && strings.Contains(err.Error(), c.text) {
			t.Errorf("%s: the error repeats it", name)
		}
	}
	for i := range len(sealed) {
		other := "A"
		if sealed[i:i+1] == other {
			other = "B"
		}
		if _, err := a.Open(sealed[:i]+other+sealed[i+1:], now); err == nil {
			t.Fatalf("character %d can be changed", i)
		}
	}
}

func TestKeysOfOnePurposeAreNoneOfTheOther(t *testing.T) {
	sealed := authority(t, newKey).Seal(statement())
	if _, err := keys(t, newKey).Open(sealed, now); err == nil {
		t.Error("a statement is taken for a seat token")
	}
	if _, err := token.NewAuthority(); err == nil {
		t.Error("an authority without a key")
	}
	if _, err := token.NewAuthority([]byte("short")); err == nil || !strings.Contains(err.Error(), "authority key 1 has 5 bytes") {
		t.Errorf("got %v", err)
	}
}
