package wire_test

import (
	"bytes"
	"testing"

	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/reflect/protoreflect"

	"tranca.example/pkg/domino"
	"tranca.example/pkg/table"
	"tranca.example/pkg/wire"
	eventv1 "tranca.example/proto/gen/tranca/event/v1"
	servicev1 "tranca.example/proto/gen/tranca/service/v1"
)

// maxCommit is what the log takes.
const maxCommit = 16 << 10

// everyGame runs f for every preset and number of seats, and once for each that
// can have it with four arms on the opening double (C-08).
func everyGame(t *testing.T, f func(t *testing.T, d *desk)) {
	t.Helper()
	for i, preset := range domino.Presets() {
		seats, err := domino.PresetSeats(preset)
		if err != nil {
			t.Fatal(err)
		}
		for _, n := range seats {
			t.Run(preset+"/"+string(rune('0'+n)), func(t *testing.T) {
				f(t, newMatch(t, preset, map[string]string{"seats": string(rune('0' + n))}, uint64(10*i+n)))
			})
		}
		if !rulesOf(t, preset).StartsWithDouble() {
			t.Run(preset+"/four arms", func(t *testing.T) { f(t, newMatch(t, preset, fourArms(), uint64(i))) })
		}
	}
}

func fourArms() map[string]string { return map[string]string{"spinner": "opening_double"} }

func TestADecodedCommitIsTheLiveCommit(t *testing.T) {
	codec := wire.NewCodec()
	everyGame(t, func(t *testing.T, d *desk) { checkDecoded(t, codec, d.play(400).log) })
	t.Run("with time banks", func(t *testing.T) { checkDecoded(t, codec, clockTable(t).log) })
}

func checkDecoded(t *testing.T, codec *wire.Codec, log []table.Commit) {
	t.Helper()
	var before table.State
	for i, live := range log {
		b, err := codec.EncodeCommit(live)
		if err != nil {
			t.Fatal(err)
		}
		got, err := codec.DecodeCommit(b)
		if err != nil {
			t.Fatalf("commit %d: %v", i+1, err)
		}
		if diff := difference(live, got); diff != "" {
			t.Fatalf("commit %d, %T: live and decoded: %s", i+1, live.Events[0], diff)
		}
		next, err := codec.DecodeNext(before, b)
		if diff := difference(live, next); err != nil || diff != "" {
			t.Fatalf("commit %d, %T: read after the one before: %s, %v", i+1, live.Events[0], diff, err)
		}
		before = next.State
		events, err := codec.DecodeEvents(b)
		if diff := difference(live.Events, events); err != nil || diff != "" {
			t.Fatalf("commit %d: its events alone: %s, %v", i+1, diff, err)
		}
		if again, _ := codec.EncodeCommit(got); !bytes.Equal(again, b) {
			t.Fatalf("commit %d: encoded again it has other bytes", i+1)
		}
		if len(b) > maxCommit-table.PropertiesMax-4096 {
			t.Fatalf("commit %d has %d bytes: too near to %d", i+1, len(b), maxCommit)
		}
	}
}

// asTheContract fails unless the generated code reads b to the last field and
// writes it with the same bytes.
func asTheContract(t *testing.T, b []byte, m proto.Message) {
	t.Helper()
	if err := proto.Unmarshal(b, m); err != nil {
		t.Fatalf("the generated code does not read it: %v", err)
	}
	again, err := proto.MarshalOptions{Deterministic: true}.Marshal(m)
	if err != nil || !bytes.Equal(again, b) {
		t.Fatalf("the generated code writes %x, %v; want %x", again, err, b)
	}
	known(t, m.ProtoReflect())
}

// known fails when a message, or one in it, has fields that the contract lacks.
func known(t *testing.T, m protoreflect.Message) {
	t.Helper()
	if len(m.GetUnknown()) > 0 {
		t.Fatalf("%s has fields that the contract lacks: %x", m.Descriptor().FullName(), m.GetUnknown())
	}
	m.Range(func(f protoreflect.FieldDescriptor, v protoreflect.Value) bool {
		switch {
		case f.IsMap() || f.Message() == nil:
		case f.IsList():
			for i := range v.List().Len() {
				known(t, v.List().Get(i).Message())
			}
		default:
			known(t, v.Message())
		}
		return true
	})
}

func TestWhatIsWrittenIsSpeltAsTheContractSpellsIt(t *testing.T) {
	codec := wire.NewCodec()
	everyGame(t, func(t *testing.T, d *desk) {
		for _, c := range d.play(300).log {
			b, err := codec.EncodeCommit(c)
			if err != nil {
				t.Fatal(err)
			}
			asTheContract(t, b, &eventv1.Commit{})
		}
		reply := wire.Reply{
			Version: 7, SeatToken: "t", TableID: "0-a", Phase: table.PhasePlaying, State: &d.state, NextPage: "n",
			Tables: []table.State{d.state, d.state}, Standings: []wire.PlayerStanding{{Rank: 1, Player: "a", Points: -3}},
		}
		if d.state.Phase == table.PhasePlaying {
			view := d.view(d.hidden.Full.Turn())
			reply.View = &view
		}
		b, err := codec.EncodeReply(reply)
		if err != nil {
			t.Fatal(err)
		}
		asTheContract(t, b, &servicev1.Reply{})
	})
}

func TestATextThatIsNotUTF8IsNotWritten(t *testing.T) {
	d := midGame(t)
	c := d.log[len(d.log)-1]
	c.State.Properties = map[string]string{"a": "\xff"}
	if b, err := wire.NewCodec().EncodeCommit(c); err == nil {
		t.Errorf("got %x", b)
	}
}

func TestAPublicStateIsDecodedAsItWas(t *testing.T) {
	codec := wire.NewCodec()
	d := midGame(t)
	b, err := codec.EncodeState(d.state)
	if err != nil {
		t.Fatal(err)
	}
	got, err := codec.DecodeState(b)
	if err != nil {
		t.Fatal(err)
	}
	if diff := difference(table.Public(d.state), got); diff != "" {
		t.Fatal(diff)
	}
}

func TestTablesOfOneGameShareTheirRules(t *testing.T) {
	codec := wire.NewCodec()
	d := midGame(t)
	b, _ := codec.EncodeCommit(d.log[len(d.log)-1])
	first, _ := codec.DecodeCommit(b)
	second, _ := codec.DecodeCommit(b)
	if first.State.Rules == nil || first.State.Rules != second.State.Rules {
		t.Fatal("two decoded tables have two rule sets, want one")
	}
}

func TestACommitOfAnUnknownEventIsNotWritten(t *testing.T) {
	for name, events := range map[string][]table.Event{
		"nothing":                  {nil},
		"an empty fact":            {table.InRound{}},
		"a round's bare end":       {table.InRound{Event: domino.RoundEnded{}}},
		"a pointer to a known one": {&table.TableFrozen{}},
	} {
		if b, err := wire.NewCodec().EncodeCommit(table.Commit{Events: events}); err == nil {
			t.Errorf("%s: got %d bytes, want an error", name, len(b))
		}
	}
}

func TestAMidGameCommitOfFourIsSmall(t *testing.T) {
	d := midGame(t)
	b, err := wire.NewCodec().EncodeCommit(d.log[len(d.log)-1])
	if err != nil {
		t.Fatal(err)
	}
	if len(b) > 1536 {
		t.Fatalf("a commit in mid-game has %d bytes, want at most 1536", len(b))
	}
}

func TestEqualCommitsHaveEqualBytes(t *testing.T) {
	d := midGame(t)
	last := d.log[len(d.log)-1]
	first, _ := wire.NewCodec().EncodeCommit(last)
	for range 50 {
		if b, _ := wire.NewCodec().EncodeCommit(last); !bytes.Equal(b, first) {
			t.Fatal("two codecs wrote one commit differently")
		}
	}
	if len(first) == 0 {
		t.Fatal("nothing was written")
	}
}

func TestAFieldOfALaterVersionIsPassedOver(t *testing.T) {
	codec := wire.NewCodec()
	live := midGame(t).state
	b, err := codec.EncodeState(live)
	if err != nil {
		t.Fatal(err)
	}
	later := append(bytes.Clone(b), 0xf8, 0x07, 0x01) // field 127, a number
	got, err := codec.DecodeState(later)
	if err != nil {
		t.Fatal(err)
	}
	if diff := difference(table.Public(live), got); diff != "" {
		t.Fatal(diff)
	}
}

func TestCommitsOfNothingButMovesAreToldWithoutDecoding(t *testing.T) {
	codec := wire.NewCodec()
	moves := 0
	for _, c := range newMatch(t, "latin.pairs", nil, 1).play(90).log {
		b, err := codec.EncodeCommit(c)
		if err != nil {
			t.Fatal(err)
		}
		if got := codec.OnlyMoves(b); got != onlyMoves(c.Events) {
			t.Errorf("version %d, %v: got %v", c.Version, c.Events, got)
		} else if got {
			moves++
		}
	}
	if moves < 20 {
		t.Errorf("%d commits of moves were looked at", moves)
	}
}

func TestACommitThatDoesNotFollowTheStateIsReadAsItIsWritten(t *testing.T) {
	codec := wire.NewCodec()
	d := midGame(t)
	last := d.log[len(d.log)-1]
	b, err := codec.EncodeCommit(last)
	if err != nil {
		t.Fatal(err)
	}
	behind := d.log[len(d.log)-3].State
	for name, before := range map[string]table.State{"no state": {}, "an older one": behind, "its own": last.State} {
		got, err := codec.DecodeNext(before, b)
		if diff := difference(last, got); err != nil || diff != "" {
			t.Errorf("after %s: %s, %v", name, diff, err)
		}
	}
	if _, err := codec.DecodeNext(d.log[len(d.log)-2].State, b[:len(b)-1]); err == nil {
		t.Error("a commit that is cut short is read")
	}
}
