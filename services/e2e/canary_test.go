package e2e_test

import (
	"encoding/base64"
	"encoding/hex"
	"slices"
	"strings"
	"testing"
)

// canaries are secrets that no text may tell. They are found by their first
// bytes, in one pass over the text however many there are.
type canaries struct {
	forms map[[stem]byte][]form
}

// stem is how many bytes of a form are looked up.
const stem = 8

// form is a secret as somebody may have written it.
type form struct {
	secret int // its place in the list
	text   string
}

func newCanaries(secrets [][]byte) canaries {
	c := canaries{forms: map[[stem]byte][]form{}}
	for i, secret := range secrets {
		for _, text := range []string{
			string(secret), hex.EncodeToString(secret), strings.ToUpper(hex.EncodeToString(secret)),
			base64.RawStdEncoding.EncodeToString(secret), base64.RawURLEncoding.EncodeToString(secret),
		} {
			at := [stem]byte([]byte(text)[:stem])
			c.forms[at] = append(c.forms[at], form{i, text})
		}
	}
	return c
}

// told are the places of the secrets that the text tells, in any form.
func (c canaries) told(text string) (all []int) {
	for at := 0; at+stem <= len(text); at++ {
		for _, f := range c.forms[[stem]byte([]byte(text[at:at+stem]))] {
			if strings.HasPrefix(text[at:], f.text) {
				all = append(all, f.secret)
			}
		}
	}
	slices.Sort(all)
	return slices.Compact(all)
}

// silent wants that a text tells none of them.
func (c canaries) silent(t *testing.T, where, text string) {
	t.Helper()
	if told := c.told(text); len(told) > 0 {
		t.Errorf("%s tells %d secrets", where, len(told))
	}
}

func TestCanariesAreFoundInEveryForm(t *testing.T) {
	secrets := [][]byte{[]byte(strings.Repeat("\x00\xffab", 8)), []byte(strings.Repeat("\xfe?", 16)), []byte(strings.Repeat("z", 32))}
	for name, text := range map[string]string{
		"raw":         string(secrets[1]),
		"hexadecimal": hex.EncodeToString(secrets[1]),
		"in capitals": strings.ToUpper(hex.EncodeToString(secrets[1])),
		"base64":      base64.StdEncoding.EncodeToString(secrets[1]),
		"for URLs":    base64.URLEncoding.EncodeToString(secrets[1]),
	} {
		t.Run(name, func(t *testing.T) {
			c := newCanaries(secrets)
			if told := c.told("before " + text + " after"); !slices.Equal(told, []int{1}) {
				t.Errorf("got %v, want the second", told)
			}
			if told := c.told("before " + text[1:] + " after"); told != nil {
				t.Errorf("got %v without the first byte, want none", told)
			}
		})
	}
}
