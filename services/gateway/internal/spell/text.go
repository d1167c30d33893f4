package spell

import (
	"errors"
	"maps"
	"slices"
	"strconv"
	"time"
	"unicode/utf8"

	"google.golang.org/protobuf/types/known/timestamppb"
)

// errNoText says that a view cannot be written.
var errNoText = errors.New("view with text that is no UTF-8, or a time that is none")

// text is a JSON text that grows. Fields that have their zero value are left out,
// as protojson does; those that are pointers only when nil.
type text struct {
	b   []byte
	bad bool
}

// key begins a field.
func (t *text) key(name string) {
	t.comma()
	t.b = append(t.b, '"')
	t.b = append(t.b, name...)
	t.b = append(t.b, '"', ':')
}

// comma goes before everything but the first of an object or a list: no value
// ends with a bracket that opens.
func (t *text) comma() {
	if last := t.b[len(t.b)-1]; last != '{' && last != '[' {
		t.b = append(t.b, ',')
	}
}

func (t *text) words(name, v string) {
	if v != "" {
		t.key(name)
		t.quote(v)
	}
}

func (t *text) wordsIf(name string, v *string) {
	if v != nil {
		t.key(name)
		t.quote(*v)
	}
}

func (t *text) number(name string, v uint32) {
	if v != 0 {
		t.numberIf(name, &v)
	}
}

func (t *text) numberIf(name string, v *uint32) {
	if v != nil {
		t.key(name)
		t.b = strconv.AppendUint(t.b, uint64(*v), 10)
	}
}

func (t *text) signed(name string, v int32) {
	if v != 0 {
		t.key(name)
		t.b = strconv.AppendInt(t.b, int64(v), 10)
	}
}

func (t *text) yes(name string, v bool) {
	if v {
		t.key(name)
		t.b = append(t.b, "true"...)
	}
}

func (t *text) yesIf(name string, v *bool) {
	if v != nil {
		t.key(name)
		t.b = strconv.AppendBool(t.b, *v)
	}
}

// Ends of the times that JSON has, in seconds: the years 1 to 9999.
const (
	firstSecond = -62135596800
	lastSecond  = 253402300799
)

// moment writes as few digits of a second as are needed, in threes.
func (t *text) moment(name string, v *timestamppb.Timestamp) {
	if v == nil {
		return
	}
	seconds, nanos := v.GetSeconds(), v.GetNanos()
	if seconds < firstSecond || seconds > lastSecond || nanos < 0 || nanos >= 1e9 {
		t.bad = true
		return
	}
	layout := `"2006-01-02T15:04:05.000000000Z"`
	switch {
	case nanos == 0:
		layout = `"2006-01-02T15:04:05Z"`
	case nanos%1e6 == 0:
		layout = `"2006-01-02T15:04:05.000Z"`
	case nanos%1e3 == 0:
		layout = `"2006-01-02T15:04:05.000000Z"`
	}
	t.key(name)
	t.b = time.Unix(seconds, int64(nanos)).UTC().AppendFormat(t.b, layout)
}

func (t *text) pairs(name string, v map[string]string) {
	if len(v) == 0 {
		return
	}
	t.key(name)
	t.b = append(t.b, '{')
	for _, k := range slices.Sorted(maps.Keys(v)) {
		t.comma()
		t.quote(k)
		t.b = append(t.b, ':')
		t.quote(v[k])
	}
	t.b = append(t.b, '}')
}

// list writes something for each value, unless there is none.
func list[V any](t *text, name string, all []V, write func(*text, V)) {
	if len(all) == 0 {
		return
	}
	t.key(name)
	t.b = append(t.b, '[')
	for _, v := range all {
		t.comma()
		write(t, v)
	}
	t.b = append(t.b, ']')
}

func count(t *text, v uint32)  { t.b = strconv.AppendUint(t.b, uint64(v), 10) }
func amount(t *text, v int32)  { t.b = strconv.AppendInt(t.b, int64(v), 10) }
func quoted(t *text, v string) { t.quote(v) }

// object writes a message in braces.
func object[M any](t *text, m *M, write func(*text, *M)) {
	t.b = append(t.b, '{')
	if m != nil {
		write(t, m)
	}
	t.b = append(t.b, '}')
}

// part writes a field that is a message.
func part[M any](t *text, name string, m *M, write func(*text, *M)) {
	if m != nil {
		t.key(name)
		object(t, m, write)
	}
}

// parts writes a field that is a list of messages.
func parts[M any](t *text, name string, all []*M, write func(*text, *M)) {
	list(t, name, all, func(t *text, m *M) { object(t, m, write) })
}

// quote writes a string.
func (t *text) quote(s string) {
	t.bad = t.bad || !utf8.ValidString(s)
	t.b = append(t.b, '"')
	from := 0
	for i := range len(s) {
		if c := s[i]; c < ' ' || c == '"' || c == '\\' {
			t.b = escape(append(t.b, s[from:i]...), c)
			from = i + 1
		}
	}
	t.b = append(append(t.b, s[from:]...), '"')
}

func escape(b []byte, c byte) []byte {
	const digits = "0123456789abcdef"
	switch c {
	case '"', '\\':
		return append(b, '\\', c)
	case '\b':
		return append(b, '\\', 'b')
	case '\f':
		return append(b, '\\', 'f')
	case '\n':
		return append(b, '\\', 'n')
	case '\r':
		return append(b, '\\', 'r')
	case '\t':
		return append(b, '\\', 't')
	}
	return append(b, '\\', 'u', '0', '0', digits[c>>4], digits[c&15])
}
