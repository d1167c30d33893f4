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

// DecodeNext reads what EncodeCommit wrote for a reader who has the state before it.
// Of a commit of nothing but moves that follows the state it reads only what happened,
// and folds that into the state, which costs a fraction of reading it again. Any other
// commit is read as DecodeCommit reads it. The error is a *Malformed; what is wrong in
// a state that is not read is not found.
func (c *Codec) DecodeNext(before table.State, b []byte) (table.Commit, error) {
	facts, ok := c.facts(b)
	if !ok || before.Round == nil {
		return c.DecodeCommit(b)
	}
	commit, err := c.DecodeCommit(facts)
	if err != nil || commit.Version != before.Version+1 {
		return c.DecodeCommit(b)
	}
	commit.State = table.Apply(before, commit)
	return commit, nil
}

// facts is what stands before the state in a commit of nothing but moves. It is false
// for all else, and when the state does not come last.
func (c *Codec) facts(b []byte) ([]byte, bool) {
	if !c.OnlyMoves(b) {
		return nil, false
	}
	for at := 0; at < len(b); {
		number, kind, n := protowire.ConsumeTag(b[at:])
		size := protowire.ConsumeFieldValue(number, kind, b[at+n:]) // it has been measured
		if number == c.stateField {
			return b[:at], at+n+size == len(b)
		}
		at += n + size
	}
	return nil, false
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
