package wire_test

import (
	"reflect"
	"slices"
	"testing"

	"tranca.example/pkg/domino"
	"tranca.example/pkg/table"
	"tranca.example/pkg/wire"
)

// full sets every exported field to something else than zero, and what is in it
// too; what has a meaning of its own is left to the caller.
func full(t *testing.T, v reflect.Value, leave ...string) {
	t.Helper()
	switch v.Kind() {
	case reflect.Struct:
		for i := range v.NumField() {
			if f := v.Type().Field(i); f.IsExported() && !slices.Contains(leave, v.Type().Name()+"."+f.Name) {
				full(t, v.Field(i), leave...)
			}
		}
	case reflect.Pointer:
		v.Set(reflect.New(v.Type().Elem()))
		full(t, v.Elem(), leave...)
	case reflect.Slice:
		v.Set(reflect.MakeSlice(v.Type(), 1, 1))
		full(t, v.Index(0), leave...)
	case reflect.Array:
		for i := range v.Len() {
			full(t, v.Index(i), leave...)
		}
	case reflect.Map:
		v.Set(reflect.ValueOf(map[string]string{"a": "b"}))
	case reflect.String:
		v.SetString("x")
	case reflect.Bool:
		v.SetBool(true)
	case reflect.Int, reflect.Int8, reflect.Int64:
		v.SetInt(1)
	case reflect.Uint8, reflect.Uint32:
		v.SetUint(1)
	default:
		t.Fatalf("nobody has said what a full %s is", v.Type())
	}
}

// empty names the exported fields that are zero.
func empty(at string, v reflect.Value) (out []string) {
	if v.Kind() == reflect.Pointer {
		v = v.Elem()
	}
	for i := range v.NumField() {
		if f := v.Type().Field(i); f.IsExported() && v.Field(i).IsZero() {
			out = append(out, at+"."+f.Name)
		}
	}
	return out
}

func TestNoFieldOfAStateIsLost(t *testing.T) {
	d := midGame(t)
	c := d.log[len(d.log)-1]
	full(t, reflect.ValueOf(&c.State).Elem(), "State.Phase", "State.Rules", "State.Round")
	c.State.Phase, c.State.Rules, c.State.Round = table.PhasePlaying, d.state.Rules, d.state.Round
	for name, v := range map[string]any{
		"state": c.State, "options": c.State.Options, "seat": c.State.Seats[0], "match": c.State.Match,
		"standing": c.State.Match.Standing, "answered": c.State.Seats[0].Recent[0],
	} {
		if none := empty(name, reflect.ValueOf(v)); len(none) > 0 {
			t.Fatalf("the test leaves %v empty", none)
		}
	}
	codec := wire.NewCodec()
	b, err := codec.EncodeCommit(c)
	if err != nil {
		t.Fatal(err)
	}
	got, err := codec.DecodeCommit(b)
	if err != nil {
		t.Fatal(err)
	}
	if diff := difference(c.State, got.State); diff != "" {
		t.Errorf("lost on the way: %s", diff)
	}
}

func TestNoFieldOfARoundIsLost(t *testing.T) {
	codec := wire.NewCodec()
	c := ended(t)
	c.State.Round.Lot = []domino.Tile{3, 4, 5, 6}
	if none := empty("round", reflect.ValueOf(c.State.Round)); len(none) > 0 {
		t.Fatalf("the test leaves %v empty", none)
	}
	b, err := codec.EncodeCommit(c)
	if err != nil {
		t.Fatal(err)
	}
	got, err := codec.DecodeCommit(b)
	if err != nil {
		t.Fatal(err)
	}
	if diff := difference(c.State.Round, got.State.Round); diff != "" {
		t.Errorf("lost on the way: %s", diff)
	}
}

// ended is the commit that scores a round.
func ended(t *testing.T) table.Commit {
	t.Helper()
	for _, c := range newMatch(t, "latin.pairs", nil, 1).play(400).log {
		if r := c.State.Round; r != nil && r.Ended != nil && r.Score != nil {
			own := *r
			c.State.Round = &own
			return c
		}
	}
	t.Fatal("no round is scored")
	return table.Commit{}
}
