package wire_test

import (
	"bytes"
	"reflect"
	"testing"

	"google.golang.org/protobuf/proto"

	"tranca.example/pkg/domino"
	"tranca.example/pkg/table"
	"tranca.example/pkg/wire"
	servicev1 "tranca.example/proto/gen/tranca/service/v1"
)

// commands is one command of every kind.
func commands() []table.Command {
	knobs := map[string]string{"target": "50"}
	options := table.Options{TurnLimit: 30_000, BotThinking: 5}
	return []table.Command{
		table.OpenTable{ID: "0-abc", Preset: "latin.pairs", Knobs: knobs, Options: options, Properties: knobs},
		table.Sit{Seat: 0, Player: "ann"},
		table.Sit{Seat: domino.NoSeat, Player: "ann"},
		table.MoveSeat{To: 0},
		table.Leave{},
		table.AddBot{Seat: domino.NoSeat, Policy: "greedy"},
		table.RemoveBot{Seat: 0},
		table.Ready{ClientCommit: hash},
		table.Unready{},
		table.ChangeSettings{Preset: "classic.draw", Knobs: knobs, Options: options},
		table.Close{},
		table.Reveal{Seed: []byte("sixteen bytes ok")},
		table.Play{Tile: 0, Spot: domino.Unnamed},
		table.Play{Tile: 27, Spot: domino.Node(4)},
		table.Draw{},
		table.Pass{},
		table.AskRematch{},
		table.ReissueToken{},
		table.Disconnect{},
		table.Return{},
		table.CommitDeal{Tip: hash, Entropy: "crypto"},
		table.CancelStart{},
		table.DealRound{Dealt: domino.RoundDealt{Round: 2, Opener: 0, HandSize: 7, BoneyardSize: 14}, Commit: hash},
		table.Timeout{Version: 9},
		table.TakeOver{Seat: 0},
		table.TakeOver{Seat: 1, Reason: "rude"},
		table.RevokeToken{Seat: 0, Reason: "stolen"},
		table.Score{},
		table.Annul{Reason: "operator"},
		table.Void{Reason: "operator"},
		table.Freeze{Reason: "maintenance"},
		table.Thaw{Reason: "seen"},
	}
}

// requests is one request of every kind of command, credential and query.
func requests() []wire.Request {
	credentials := []wire.Credential{
		{}, {SeatToken: "token"}, {PlayerKey: "key"}, {Service: table.Dealer}, {Statement: "signed"},
	}
	var out []wire.Request
	for i, c := range commands() {
		out = append(out, wire.Request{
			TableID: "0-abc", ID: table.CommandID{15: byte(i + 1)}, Expected: 7, Deadline: 1234, Arrived: 999,
			Credential: credentials[i%len(credentials)], Command: c,
		})
	}
	for _, q := range []wire.Query{
		wire.GetState{AtLeast: 3},
		wire.GetSeatView{AtLeast: 4},
		wire.GetSeatView{AtLeast: 4, Last: true},
		wire.ListTables{Phase: table.PhaseOpen, Preset: "latin.pairs", Page: wire.Page{Size: 10, Token: "x"}},
		wire.ListTables{Private: true},
		wire.ListStandings{Preset: "latin.pairs", Page: wire.Page{Size: 5, Token: "y"}},
	} {
		out = append(out, wire.Request{TableID: "0-abc", Query: q})
	}
	return out
}

func TestARequestArrivesAsItWasSent(t *testing.T) {
	codec := wire.NewCodec()
	for _, q := range requests() {
		b, err := codec.EncodeRequest(q)
		if err != nil {
			t.Fatalf("%T: %v", q.Command, err)
		}
		got, err := codec.DecodeRequest(b)
		if err != nil {
			t.Fatalf("%T: %v", q.Command, err)
		}
		if diff := difference(q, got); diff != "" {
			t.Errorf("%T %T: sent and received: %s", q.Command, q.Query, diff)
		}
		if again, _ := codec.EncodeRequest(got); !bytes.Equal(again, b) {
			t.Errorf("%T %T: encoded again it has other bytes", q.Command, q.Query)
		}
		var m servicev1.Request
		if err := proto.Unmarshal(b, &m); err != nil {
			t.Fatalf("%T: %v", q.Command, err)
		}
		if plain, err := (proto.MarshalOptions{Deterministic: true}).Marshal(&m); err != nil || !bytes.Equal(plain, b) {
			t.Errorf("%T %T: the contract spells it in another way: %v", q.Command, q.Query, err)
		}
	}
}

func TestThereIsARequestOfEveryCommand(t *testing.T) {
	have := make(map[string]bool)
	for _, c := range commands() {
		have[reflect.TypeOf(c).String()] = true
	}
	for _, goType := range wire.CommandNames() {
		if !have[goType] {
			t.Errorf("no request with %s is tried", goType)
		}
	}
}

func TestARequestThatAsksNothingIsNotSent(t *testing.T) {
	if b, err := wire.NewCodec().EncodeRequest(wire.Request{TableID: "0-abc"}); err == nil {
		t.Errorf("got %d bytes, want an error", len(b))
	}
}

func TestAReplyArrivesAsItWasSent(t *testing.T) {
	codec := wire.NewCodec()
	d := midGame(t)
	public := table.Public(d.state)
	view := d.view(d.hidden.Full.Turn())
	for name, want := range map[string]wire.Reply{
		"an answer": {Version: 7, Seat: 0, SeatToken: "token", TableID: "0-abc", Phase: table.PhaseScoring},
		"no seat":   {Version: 7, Seat: domino.NoSeat},
		"a state":   {Version: public.Version, Seat: domino.NoSeat, Phase: public.Phase, State: &public},
		"a view":    {Version: public.Version, Seat: view.Seat, View: &view},
		"lists": {
			Seat: domino.NoSeat, Tables: []table.State{public, public}, NextPage: "x",
			Standings: []wire.PlayerStanding{{Rank: 1, Player: "ann", Matches: 3, Wins: 2, Points: -4}},
		},
	} {
		b, err := codec.EncodeReply(want)
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		got, err := codec.DecodeReply(b)
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		if diff := difference(want, got); diff != "" {
			t.Errorf("%s: sent and received: %s", name, diff)
		}
	}
}

func TestNoReplyHasKeyHashesOrCommandIDs(t *testing.T) {
	codec := wire.NewCodec()
	d := midGame(t)
	view := table.SeatView{State: d.state, Seat: 1}
	b, err := codec.EncodeReply(wire.Reply{State: &d.state, View: &view, Tables: []table.State{d.state}})
	if err != nil {
		t.Fatal(err)
	}
	state, err := codec.EncodeState(d.state)
	if err != nil {
		t.Fatal(err)
	}
	checkNoSecrets(t, d, append(b, state...))
}

// checkNoSecrets looks for key hashes and command ids, raw and in text.
func checkNoSecrets(t *testing.T, d *desk, body []byte) {
	t.Helper()
	for i := range d.state.Seats {
		s := &d.state.Seats[i]
		if s.KeyHash == (table.Hash{}) || len(s.Recent) == 0 {
			t.Fatalf("seat %d has nothing to hide", i)
		}
		leaks(t, body, "key hash", s.KeyHash[:])
		for _, a := range s.Recent {
			leaks(t, body, "command id", a.ID[:])
		}
	}
	leaks(t, body, "owner's key hash", d.state.OwnerKey[:])
}
