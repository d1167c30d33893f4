package wire

import (
	"reflect"

	"google.golang.org/protobuf/encoding/protowire"
	"google.golang.org/protobuf/reflect/protoreflect"

	"tranca.example/pkg/domino"
	"tranca.example/pkg/table"
	eventv1 "tranca.example/proto/gen/tranca/event/v1"
)

// OnlyMoves tells that all events of an encoded commit are facts about the round.
// It looks at their kinds and decodes nothing; false means no more than that it
// has to be decoded.
func (c *Codec) OnlyMoves(b []byte) bool {
	for len(b) > 0 {
		number, kind, n := protowire.ConsumeTag(b)
		if n < 0 {
			return false
		}
		size := protowire.ConsumeFieldValue(number, kind, b[n:])
		if size < 0 || number == c.eventsField && !c.isMove(b[n:n+size]) {
			return false
		}
		b = b[n+size:]
	}
	return true
}

// isMove looks at the length and the first field of an event, which is all of it.
func (c *Codec) isMove(b []byte) bool {
	event, n := protowire.ConsumeBytes(b)
	if n < 0 {
		return false
	}
	number, kind, n := protowire.ConsumeTag(event)
	return n > 0 && kind == protowire.BytesType && c.moves[number] &&
		protowire.ConsumeFieldValue(number, kind, event[n:]) == len(event)-n
}

// moveNumbers are those of the facts about the round among the kinds of events.
func moveNumbers(pairs []eventPair) map[protowire.Number]bool {
	numbers := make(map[protowire.Number]bool)
	fields := (&eventv1.Event{}).ProtoReflect().Descriptor().Fields()
	for _, p := range pairs {
		if p.kind.Implements(reflect.TypeFor[domino.Event]()) && !p.kind.Implements(reflect.TypeFor[table.Event]()) {
			numbers[fields.ByName(protoreflect.Name(p.name)).Number()] = true
		}
	}
	return numbers
}
