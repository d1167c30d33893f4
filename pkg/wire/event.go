package wire

import (
	"fmt"
	"reflect"
	"strconv"

	"google.golang.org/protobuf/encoding/protowire"

	"tranca.example/pkg/domino"
	"tranca.example/pkg/table"
	eventv1 "tranca.example/proto/gen/tranca/event/v1"
)

type eventPair = pair[table.Event, *eventv1.Event]

// eventPairs is every event of a table and its message.
func eventPairs() []eventPair {
	var all []eventPair
	for _, family := range [][]eventPair{
		tableEvents(), seatEvents(), readyEvents(), dealEvents(), roundEvents(), moveEvents(),
		clockEvents(), presenceEvents(), operatorEvents(),
	} {
		all = append(all, family...)
	}
	return all
}

// event pairs an event with a case of the oneof.
func event[W any, K table.Event](encode func(K) *eventv1.Event, decode func(*reader, *eventv1.Event) K) eventPair {
	return newPair[table.Event, *eventv1.Event, K, W](
		func(e table.Event) *eventv1.Event {
			k, _ := e.(K) // the registry has looked
			return encode(k)
		},
		func(r *reader, m *eventv1.Event) table.Event { return decode(r, m) },
	)
}

// inRound pairs a fact about the round with a case of the oneof.
func inRound[W any, K domino.Event](
	encode func(K, table.InRound) *eventv1.Event, decode func(*reader, *eventv1.Event) table.InRound,
) eventPair {
	return newPair[table.Event, *eventv1.Event, K, W](
		func(e table.Event) *eventv1.Event {
			in, _ := e.(table.InRound)
			k, _ := in.Event.(K)
			return encode(k, in)
		},
		func(r *reader, m *eventv1.Event) table.Event { return decode(r, m) },
	)
}

// kindOf is what the registry knows an event by: a fact about the round stands
// for itself.
func kindOf(e table.Event) reflect.Type {
	if in, ok := e.(table.InRound); ok {
		return reflect.TypeOf(in.Event)
	}
	return reflect.TypeOf(e)
}

func (c *Codec) appendEvents(m *message, events []table.Event) error {
	for _, e := range events {
		if moved(m, c.eventsField, e) {
			continue
		}
		p := c.events.kinds[kindOf(e)]
		if p == nil {
			return fmt.Errorf("encode event %T: the log has no message for it", e)
		}
		m.embed(c.eventsField, p.encode(e))
	}
	return nil
}

// DecodeEvents reads only the events of what EncodeCommit wrote, for readers
// that want the table after few of the commits. The error is a *Malformed; what
// is wrong behind the events is not found.
func (c *Codec) DecodeEvents(b []byte) ([]table.Event, error) {
	var messages []*eventv1.Event
	for len(b) > 0 {
		number, kind, n := protowire.ConsumeTag(b)
		if n < 0 {
			return nil, &Malformed{Field: "commit", Err: protowire.ParseError(n)}
		}
		size := protowire.ConsumeFieldValue(number, kind, b[n:])
		if size < 0 {
			return nil, &Malformed{Field: "commit", Err: protowire.ParseError(size)}
		}
		if number == c.eventsField && kind == protowire.BytesType {
			body, _ := protowire.ConsumeBytes(b[n : n+size]) // it has been measured
			m := &eventv1.Event{}
			if err := unmarshal("events", body, m); err != nil {
				return nil, err
			}
			messages = append(messages, m)
		}
		b = b[n+size:]
	}
	var r reader
	events := c.decodeEvents(&r, messages)
	return events, r.done()
}

func (c *Codec) decodeEvents(r *reader, events []*eventv1.Event) []table.Event {
	if len(events) == 0 {
		return nil
	}
	out := make([]table.Event, 0, len(events))
	for i, m := range events {
		p := c.events.oneofs[reflect.TypeOf(m.GetKind())]
		if p == nil {
			r.fail("events["+strconv.Itoa(i)+"]", "no event or a kind of a later version", "a known event")
			return nil
		}
		out = append(out, p.decode(r, m))
	}
	return out
}
