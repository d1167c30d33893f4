package wire_test

import (
	"errors"
	"testing"

	"google.golang.org/protobuf/proto"

	"tranca.example/pkg/domino"
	"tranca.example/pkg/wire"
	eventv1 "tranca.example/proto/gen/tranca/event/v1"
	servicev1 "tranca.example/proto/gen/tranca/service/v1"
)

func ruleSet() *eventv1.RuleSet { return &eventv1.RuleSet{Preset: "latin.pairs"} }

func premises() *eventv1.Premises {
	return &eventv1.Premises{Round: 1, Opener: new(uint32(0)), HandSize: 7}
}

func roundOf(steps ...byte) *eventv1.Commit {
	return &eventv1.Commit{State: &eventv1.State{
		Rules: ruleSet(), Round: &eventv1.Round{Premises: premises(), Steps: steps},
	}}
}

func eventOf(e *eventv1.Event) *eventv1.Commit {
	return &eventv1.Commit{Events: []*eventv1.Event{e}, State: &eventv1.State{}}
}

func TestAMalformedCommitIsRefusedAndTheFieldIsNamed(t *testing.T) {
	for field, m := range map[string]*eventv1.Commit{
		"events[0]": eventOf(&eventv1.Event{}),
		"tile_played.seat": eventOf(&eventv1.Event{Kind: &eventv1.Event_TilePlayed{
			TilePlayed: &eventv1.TilePlayed{Tile: new(uint32(0))},
		}}),
		"tile_played.tile": eventOf(&eventv1.Event{Kind: &eventv1.Event_TilePlayed{
			TilePlayed: &eventv1.TilePlayed{Seat: new(uint32(0))},
		}}),
		"tile_played.spot": eventOf(&eventv1.Event{Kind: &eventv1.Event_TilePlayed{
			TilePlayed: &eventv1.TilePlayed{Seat: new(uint32(0)), Tile: new(uint32(0)), Spot: 256},
		}}),
		"seat_left.seat": eventOf(&eventv1.Event{Kind: &eventv1.Event_SeatLeft{
			SeatLeft: &eventv1.SeatLeft{Seat: new(uint32(10))},
		}}),
		"double_hung.double": eventOf(&eventv1.Event{Kind: &eventv1.Event_DoubleHung{
			DoubleHung: &eventv1.DoubleHung{Double: new(uint32(64)), By: new(uint32(1))},
		}}),
		"seat_taken.key_hash": eventOf(&eventv1.Event{Kind: &eventv1.Event_SeatTaken{
			SeatTaken: &eventv1.SeatTaken{Seat: new(uint32(1)), KeyHash: make([]byte, 31)},
		}}),
		"round_ended.ending.hands": eventOf(&eventv1.Event{Kind: &eventv1.Event_RoundEnded{
			RoundEnded: &eventv1.RoundEnded{Ending: &eventv1.RoundEnding{Hands: [][]byte{{3, 3}}}},
		}}),
		"round_ended.ending": eventOf(&eventv1.Event{Kind: &eventv1.Event_RoundEnded{
			RoundEnded: &eventv1.RoundEnded{},
		}}),
		"round_scored.score": eventOf(&eventv1.Event{Kind: &eventv1.Event_RoundScored{
			RoundScored: &eventv1.RoundScored{},
		}}),
		"round_dealt.premises": eventOf(&eventv1.Event{Kind: &eventv1.Event_RoundDealt{
			RoundDealt: &eventv1.RoundDealt{},
		}}),
		"seat_taken_over.kind": eventOf(&eventv1.Event{Kind: &eventv1.Event_SeatTakenOver{
			SeatTakenOver: &eventv1.SeatTakenOver{Seat: new(uint32(1)), Kind: 9},
		}}),
		"answer.command_id":    {Answer: &eventv1.Answer{CommandId: []byte{1}}, State: &eventv1.State{}},
		"state.phase":          {State: &eventv1.State{Phase: 7}},
		"state.owner_recent":   {State: &eventv1.State{OwnerRecent: make([]byte, 17)}},
		"state.seats":          {State: &eventv1.State{Rules: ruleSet(), Seats: make([]*eventv1.SeatState, 5)}},
		"state.match.standing": {State: &eventv1.State{Match: &eventv1.Match{}}},
		"state.rules":          {State: &eventv1.State{Rules: &eventv1.RuleSet{Preset: "poker"}}},
		"state.round.premises": {State: &eventv1.State{Rules: ruleSet(), Round: &eventv1.Round{}}},
		"state.round.steps":    roundOf(0, 0, 0, 0),
	} {
		refused(t, field, m)
	}
	refused(t, "state.rules", &eventv1.Commit{State: &eventv1.State{Round: &eventv1.Round{Premises: premises()}}})
}

func TestAStepOfNoSuchSeatTileOrKindIsRefused(t *testing.T) {
	for name, step := range map[string][5]byte{
		"kind": {3, 0, 0, 0, 1},
		"seat": {0, 4, 0, 0, 1},
		"none": {0, 255, 0, 0, 1},
		"tile": {0, 0, 28, 0, 1},
		"next": {0, 0, 0, 0, 4},
	} {
		t.Run(name, func(t *testing.T) { refused(t, "state.round.steps", roundOf(step[:]...)) })
	}
}

func refused(t *testing.T, field string, m *eventv1.Commit) {
	t.Helper()
	body, err := proto.Marshal(m)
	if err != nil {
		t.Fatal(err)
	}
	_, err = wire.NewCodec().DecodeCommit(body)
	malformed, ok := errors.AsType[*wire.Malformed](err)
	if !ok {
		t.Errorf("%s: got %v, want *Malformed", field, err)
		return
	}
	if malformed.Field != field || malformed.Error() == "" || malformed.Params()["field"] != field {
		t.Errorf("got %q (%v), want the field %q", malformed.Field, malformed, field)
	}
}

func TestABadRuleSetKeepsItsCause(t *testing.T) {
	body, err := proto.Marshal(&eventv1.State{Rules: &eventv1.RuleSet{Preset: "poker"}})
	if err != nil {
		t.Fatal(err)
	}
	_, err = wire.NewCodec().DecodeState(body)
	if _, ok := errors.AsType[*domino.UnknownPreset](err); !ok {
		t.Errorf("got %v, want *domino.UnknownPreset inside", err)
	}
}

func TestMalformedRequestsAndRepliesAreRefused(t *testing.T) {
	codec := wire.NewCodec()
	for field, m := range map[string]*servicev1.Request{
		"request.ask":        {},
		"request.command_id": {CommandId: []byte{1}, Ask: &servicev1.Request_Query{Query: &servicev1.Query{}}},
		"request.query":      {Ask: &servicev1.Request_Query{Query: &servicev1.Query{}}},
		"request.command":    {Ask: &servicev1.Request_Command{Command: &servicev1.Command{}}},
		"play.tile": {Ask: &servicev1.Request_Command{Command: &servicev1.Command{
			Kind: &servicev1.Command_Play{Play: &servicev1.Play{}},
		}}},
	} {
		body, err := proto.Marshal(m)
		if err != nil {
			t.Fatal(err)
		}
		_, err = codec.DecodeRequest(body)
		if bad, ok := errors.AsType[*wire.Malformed](err); !ok || bad.Field != field || bad.Reason() != "malformed" {
			t.Errorf("got %v, want %s refused", err, field)
		}
	}
	body, err := proto.Marshal(&servicev1.Reply{View: &servicev1.SeatView{Moves: &servicev1.Moves{Plays: []byte{1}}}})
	if err != nil {
		t.Fatal(err)
	}
	if _, err = codec.DecodeReply(body); err == nil {
		t.Error("half a play was read")
	}
	if _, err = codec.DecodeReply([]byte{0xff}); err == nil {
		t.Error("garbage was read")
	}
}

func TestEveryTruncationGivesAnErrorOrAShorterCommit(t *testing.T) {
	codec := wire.NewCodec()
	d := midGame(t)
	body, err := codec.EncodeCommit(d.log[len(d.log)-1])
	if err != nil {
		t.Fatal(err)
	}
	for n := range body {
		got, err := codec.DecodeCommit(body[:n])
		if bad, ok := errors.AsType[*wire.Malformed](err); err != nil && (!ok || bad.Field == "") {
			t.Fatalf("%d bytes: got %v, want *Malformed", n, err)
		}
		if err == nil && difference(got, d.log[len(d.log)-1]) == "" {
			t.Fatalf("%d of %d bytes are the whole commit", n, len(body))
		}
	}
}
