package wire_test

import (
	"encoding/hex"
	"fmt"
	"reflect"
	"slices"
	"strings"

	"tranca.example/pkg/domino"
	"tranca.example/pkg/table"
)

// spell writes a value as text that stays the same when fields are added: what
// is zero is left out, but for seats and tiles, where zero is one of them.
func spell(v any) string {
	var b strings.Builder
	spellValue(&b, reflect.ValueOf(v))
	return b.String()
}

func spellValue(b *strings.Builder, v reflect.Value) {
	if own, ok := spellOwn(v); ok {
		b.WriteString(own)
		return
	}
	switch v.Kind() {
	case reflect.Pointer, reflect.Interface:
		spellValue(b, v.Elem())
	case reflect.Struct:
		spellFields(b, v)
	case reflect.Slice, reflect.Array:
		b.WriteByte('[')
		for i := range v.Len() {
			if i > 0 {
				b.WriteByte(' ')
			}
			spellValue(b, v.Index(i))
		}
		b.WriteByte(']')
	case reflect.String:
		fmt.Fprintf(b, "%q", v.String())
	default:
		fmt.Fprint(b, v.Interface())
	}
}

// spellOwn is the text of what has a better one than its fields.
func spellOwn(v reflect.Value) (string, bool) {
	switch x := v.Interface().(type) {
	case []byte:
		return hex.EncodeToString(x), true
	case table.Hash:
		return hex.EncodeToString(x[:]), true
	case table.Seed:
		return hex.EncodeToString(x[:]), true
	case table.CommandID:
		return hex.EncodeToString(x[:]), true
	case domino.Set:
		return "{" + x.String() + "}", true
	case domino.Tile:
		return x.String(), true
	case domino.Spot:
		return x.String(), true
	case *domino.Rules:
		return x.Preset + fmt.Sprint(x.Overrides()), true
	case domino.Public:
		return spellPublic(&x), true
	}
	return "", false
}

// spellPublic is what a round folds to.
func spellPublic(p *domino.Public) string {
	held := make([]int, p.Rules().Seats)
	for i := range held {
		held[i] = p.HandSize(domino.Seat(i))
	}
	left, right, _ := p.Ends()
	return fmt.Sprintf("{turn:%d held:%v boneyard:%d ends:%d,%d open:%b played:{%v}}",
		p.Turn(), held, p.BoneyardLeft(), left, right, p.OpenPips(), p.Played())
}

func spellFields(b *strings.Builder, v reflect.Value) {
	b.WriteByte('{')
	first := true
	for i := range v.NumField() {
		f := v.Field(i)
		if f.IsZero() && !alwaysSpelt(f.Interface()) || f.Kind() == reflect.Slice && f.Len() == 0 {
			continue
		}
		if !first {
			b.WriteByte(' ')
		}
		first = false
		b.WriteString(v.Type().Field(i).Name + ":")
		spellValue(b, f)
	}
	b.WriteByte('}')
}

func alwaysSpelt(v any) bool {
	switch v.(type) {
	case domino.Seat, domino.Tile:
		return true
	}
	return false
}

// spellLog is a log as text: every commit with its events, and the whole state
// wherever the phase changes and at the end.
func spellLog(log []table.Commit) string {
	var b strings.Builder
	for i, c := range log {
		fmt.Fprintf(&b, "%d at %d by %s", c.Version, c.At, c.Writer)
		if c.Answers != nil {
			b.WriteString(" answers " + spell(c.Answers))
		}
		b.WriteByte('\n')
		for _, e := range c.Events {
			fmt.Fprintf(&b, "\t%s %s\n", sampleName(e), spell(e))
		}
		if i+1 == len(log) || log[i+1].State.Phase != c.State.Phase {
			spellState(&b, c.State)
		}
	}
	return b.String()
}

// spellState writes a state, a field a line.
func spellState(b *strings.Builder, s table.State) {
	v := reflect.ValueOf(s)
	for i := range v.NumField() {
		name, f := v.Type().Field(i).Name, v.Field(i)
		switch {
		case f.IsZero() || slices.Contains([]string{"Seats", "Round"}, name):
		default:
			fmt.Fprintf(b, "\t\t%s: %s\n", name, spell(f.Interface()))
		}
	}
	for i, seat := range s.Seats {
		fmt.Fprintf(b, "\t\tseat %d: %s\n", i, spell(seat))
	}
	if s.Round != nil {
		fmt.Fprintf(b, "\t\tround: %s\n", spell(s.Round))
	}
}
