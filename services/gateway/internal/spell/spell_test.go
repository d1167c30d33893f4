package spell_test

import (
	"bytes"
	"encoding/json"
	"math/rand/v2"
	"testing"

	"google.golang.org/protobuf/encoding/protojson"
	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/reflect/protoreflect"
	"google.golang.org/protobuf/types/known/timestamppb"

	apiv1 "tranca.example/proto/gen/tranca/api/v1"
	"tranca.example/services/gateway/internal/spell"
)

// written is a message as the package writes it, and protojson's text of it
// without spaces; nil is an error.
func written(t *testing.T, m proto.Message) (got, want []byte) {
	t.Helper()
	switch m := m.(type) {
	case *apiv1.LiveUpdate:
		got, _ = spell.Update(nil, m)
	case *apiv1.Table:
		got, _ = spell.Table(nil, m)
	case *apiv1.LobbyUpdate:
		got, _ = spell.Lobby(nil, m)
	case *apiv1.LiveEmote:
		got, _ = spell.Emote(nil, m)
	case *apiv1.Seat:
		got, _ = spell.Seat(nil, m)
	default:
		t.Fatalf("%T is no view", m)
	}
	raw, err := protojson.Marshal(m)
	if err != nil {
		return got, nil
	}
	var out bytes.Buffer
	if err := json.Compact(&out, raw); err != nil {
		t.Fatal(err)
	}
	return got, out.Bytes()
}

func views() []proto.Message {
	return []proto.Message{&apiv1.LiveUpdate{}, &apiv1.Table{}, &apiv1.Seat{}, &apiv1.LobbyUpdate{}, &apiv1.LiveEmote{}}
}

func TestEveryViewIsWrittenAsProtojsonWritesIt(t *testing.T) {
	for _, full := range []float64{0, 0.2, 0.5, 0.8, 1} {
		for _, m := range views() {
			for n := range uint64(300) {
				proto.Reset(m)
				filler{rand.New(rand.NewPCG(n, 1)), full}.fill(m.ProtoReflect())
				if got, want := written(t, m); !bytes.Equal(got, want) {
					t.Fatalf("%T\n got %s\nwant %s", m, got, want)
				}
			}
		}
	}
}

func TestEachFieldAloneIsWritten(t *testing.T) {
	for _, m := range views() {
		everyField(m.ProtoReflect(), func() {
			if got, want := written(t, m); !bytes.Equal(got, want) {
				t.Errorf("%T\n got %s\nwant %s", m, got, want)
			}
		})
	}
}

func TestWhatJSONCannotSayIsAnError(t *testing.T) {
	for _, m := range []proto.Message{
		&apiv1.Table{Phase: "\xff"}, &apiv1.Table{Knobs: map[string]string{"a\xc0": "b"}}, &apiv1.Seat{Hand: []string{"\xed\xa0\x80"}},
		&apiv1.Table{Updated: &timestamppb.Timestamp{Seconds: 253402300800}},
		&apiv1.Table{Updated: &timestamppb.Timestamp{Seconds: -62135596801}},
		&apiv1.LiveUpdate{Time: &timestamppb.Timestamp{Nanos: -1}}, &apiv1.LiveUpdate{Time: &timestamppb.Timestamp{Nanos: 1e9}},
	} {
		if got, want := written(t, m); got != nil || want != nil {
			t.Errorf("%v: got %s, protojson has %s", m, got, want)
		}
	}
}

// everyField calls do while one field is set, for each field of a message and of
// all messages in it.
func everyField(m protoreflect.Message, do func()) {
	fields := m.Descriptor().Fields()
	for i := range fields.Len() {
		f := fields.Get(i)
		filler{rand.New(rand.NewPCG(7, uint64(i))), 0}.set(m, f)
		do()
		switch {
		case f.IsList() && f.Message() != nil:
			everyField(m.Mutable(f).List().Get(0).Message(), do)
		case !f.IsMap() && !f.IsList() && f.Message() != nil:
			everyField(m.Mutable(f).Message(), do)
		}
		m.Clear(f)
	}
}

// filler fills messages at random; full is the share of fields that are set.
type filler struct {
	random *rand.Rand
	full   float64
}

func (r filler) fill(m protoreflect.Message) {
	if at, ok := m.Interface().(*timestamppb.Timestamp); ok {
		at.Seconds, at.Nanos = r.random.Int64N(253402300800+62135596800)-62135596800, r.nanos()
		return
	}
	fields := m.Descriptor().Fields()
	for i := range fields.Len() {
		if r.random.Float64() < r.full {
			r.set(m, fields.Get(i))
		}
	}
}

func (r filler) nanos() int32 {
	return []int32{0, 1e6, 999e6, 1e3, 120e3, 1, 999999999, r.random.Int32N(1e9)}[r.random.IntN(8)]
}

func (r filler) set(m protoreflect.Message, f protoreflect.FieldDescriptor) {
	switch {
	case f.IsMap():
		for range 1 + r.random.IntN(3) {
			m.Mutable(f).Map().Set(protoreflect.ValueOfString(r.words()).MapKey(), protoreflect.ValueOfString(r.words()))
		}
	case f.IsList():
		for range 1 + r.random.IntN(3) {
			l := m.Mutable(f).List()
			l.Append(r.value(f, l.NewElement()))
		}
	default:
		m.Set(f, r.value(f, m.NewField(f)))
	}
}

func (r filler) value(f protoreflect.FieldDescriptor, fresh protoreflect.Value) protoreflect.Value {
	few := r.random.IntN(2) == 0
	switch f.Kind() {
	case protoreflect.MessageKind:
		r.fill(fresh.Message())
		return fresh
	case protoreflect.StringKind:
		return protoreflect.ValueOfString(r.words())
	case protoreflect.BoolKind:
		return protoreflect.ValueOfBool(few)
	case protoreflect.Uint32Kind:
		if few {
			return protoreflect.ValueOfUint32(r.random.Uint32N(3))
		}
		return protoreflect.ValueOfUint32(r.random.Uint32())
	default: // Sint32Kind; another kind panics when it is set
		return protoreflect.ValueOfInt32(int32(r.random.Uint32())) //nolint:gosec // any number
	}
}

func (r filler) words() string {
	signs := []rune("ab\"\\/<>&\b\f\n\r\t\x00\x1f\x7f{[,:é\u2028\u2029\uFFFD😀")
	out := make([]rune, r.random.IntN(6))
	for i := range out {
		out[i] = signs[r.random.IntN(len(signs))]
	}
	return string(out)
}
