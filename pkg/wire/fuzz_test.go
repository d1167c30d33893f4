package wire_test

import (
	"bytes"
	"errors"
	"testing"

	"tranca.example/pkg/table"
	"tranca.example/pkg/wire"
	eventv1 "tranca.example/proto/gen/tranca/event/v1"
)

func FuzzDecodeCommit(f *testing.F) {
	codec := wire.NewCodec()
	games := map[string]map[string]string{"latin.pairs": nil, "classic.draw": nil, "classic.draw4": fourArms(), "chickie": nil}
	for preset, knobs := range games {
		for _, c := range newMatch(f, preset, knobs, 1).play(90).log {
			if body, err := codec.EncodeCommit(c); err == nil && c.Version%7 == 0 {
				f.Add(body)
			}
		}
	}
	f.Fuzz(func(t *testing.T, body []byte) {
		got, err := codec.DecodeCommit(body)
		events, eventsErr := codec.DecodeEvents(body)
		if eventsErr != nil {
			typed(t, eventsErr)
		}
		if codec.OnlyMoves(body) && eventsErr == nil && !onlyMoves(events) {
			t.Fatalf("more than moves: %v", events)
		}
		if err != nil {
			typed(t, err)
			return
		}
		if eventsErr != nil || difference(got.Events, events) != "" {
			t.Fatalf("the events alone are others: %v", eventsErr)
		}
		if codec.LiveUpdate(got) == nil {
			t.Fatal("a commit has no live update")
		}
		first, err := codec.EncodeCommit(got)
		if err != nil {
			t.Fatalf("what was decoded is not encoded: %v", err)
		}
		asTheContract(t, first, &eventv1.Commit{})
		again, err := codec.DecodeCommit(first)
		if err != nil {
			t.Fatalf("what was encoded is not decoded: %v", err)
		}
		if second, _ := codec.EncodeCommit(again); !bytes.Equal(first, second) {
			t.Fatal("a commit that was decoded and encoded has two spellings")
		}
	})
}

func FuzzDecodeRequest(f *testing.F) {
	codec := wire.NewCodec()
	for _, q := range requests() {
		if body, err := codec.EncodeRequest(q); err == nil {
			f.Add(body)
		}
	}
	f.Fuzz(func(t *testing.T, body []byte) {
		got, err := codec.DecodeRequest(body)
		if long, longErr := wire.DecodedRequest(codec, body); (err == nil) != (longErr == nil) || difference(got, long) != "" {
			t.Fatalf("got %+v, %v; through the messages of the contract %+v, %v", got, err, long, longErr)
		}
		if err != nil {
			typed(t, err)
			return
		}
		first, err := codec.EncodeRequest(got)
		if err != nil {
			t.Fatalf("what was decoded is not encoded: %v", err)
		}
		if again, err := codec.DecodeRequest(first); err != nil || difference(got, again) != "" {
			t.Fatalf("a request changed on a second trip: %v", err)
		}
	})
}

func FuzzDecodeReply(f *testing.F) {
	codec := wire.NewCodec()
	d := midGame(f)
	v := d.view(d.hidden.Full.Turn())
	if body, err := codec.EncodeReply(wire.Reply{State: &d.state, View: &v}); err == nil {
		f.Add(body)
	}
	for _, p := range []wire.Reply{{Version: 7, Seat: -1, Phase: table.PhasePlaying}, {Version: 300, Seat: 2, SeatToken: "t", TableID: "0-abc"}} {
		if body, err := codec.EncodeReply(p); err == nil {
			f.Add(body)
		}
	}
	f.Fuzz(func(t *testing.T, body []byte) {
		got, err := codec.DecodeReply(body)
		if long, longErr := wire.DecodedReply(codec, body); (err == nil) != (longErr == nil) || difference(got, long) != "" {
			t.Fatalf("got %+v, %v; through the messages of the contract %+v, %v", got, err, long, longErr)
		}
		if err != nil {
			typed(t, err)
			return
		}
		if got.View != nil && codec.SeatView(*got.View) == nil {
			t.Fatal("a seat has no view")
		}
	})
}

func onlyMoves(events []table.Event) bool {
	for _, e := range events {
		if _, ok := e.(table.InRound); !ok {
			return false
		}
	}
	return true
}

func typed(t *testing.T, err error) {
	t.Helper()
	if _, ok := errors.AsType[*wire.Malformed](err); !ok {
		t.Fatalf("got %T %v, want *Malformed", err, err)
	}
}
