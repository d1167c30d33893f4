package wire_test

import (
	"errors"
	"strings"
	"testing"

	"google.golang.org/protobuf/encoding/protojson"
	"google.golang.org/protobuf/proto"

	"tranca.example/pkg/domino"
	"tranca.example/pkg/rpcerr"
	"tranca.example/pkg/table"
	"tranca.example/pkg/wire"
	apiv1 "tranca.example/proto/gen/tranca/api/v1"
)

const commandID = "0190b0c4-8f5e-7cc0-a0f4-3c2d1e0f9a8b"

func TestClientsCommandsAreUnderstood(t *testing.T) {
	defaults := table.Options{TurnLimit: 30_000, Grace: 60_000, BotPolicy: "greedy", Entropy: "crypto"}
	quick := defaults
	quick.TurnLimit, quick.Grace, quick.BotPolicy = 5000, 0, "none"
	banked := defaults
	banked.FirstMove, banked.TimeBank, banked.Increment = 9000, 60_000, 1500
	silent := defaults
	silent.Emotes = table.EmotesNever
	later := defaults
	later.SpectatorDelay, later.SpectatorRounds = 300_000, 2
	private := defaults
	private.Private = true
	for _, c := range []struct {
		into proto.Message
		json string
		want table.Command
	}{
		{&apiv1.OpenTableRequest{}, `{"preset":"chickie","options":{"emotes":"off"}}`, table.OpenTable{Preset: "chickie", Options: silent}},
		{&apiv1.OpenTableRequest{}, `{"preset":"chickie","options":{"emotes":"on"}}`, table.OpenTable{Preset: "chickie", Options: defaults}},
		{
			&apiv1.OpenTableRequest{}, `{"preset":"latin.pairs","knobs":{"target":"50"}}`,
			table.OpenTable{Preset: "latin.pairs", Knobs: map[string]string{"target": "50"}, Options: defaults},
		},
		{
			&apiv1.ChangeSettingsRequest{}, `{"preset":"chickie","options":{"turnLimitMs":5000,"graceMs":0,"botPolicy":"none"}}`,
			table.ChangeSettings{Preset: "chickie", Options: quick},
		},
		{
			&apiv1.OpenTableRequest{}, `{"preset":"chickie","options":{"firstMoveMs":9000,"timeBankMs":60000,"incrementMs":1500}}`,
			table.OpenTable{Preset: "chickie", Options: banked},
		},
		{
			&apiv1.OpenTableRequest{}, `{"preset":"chickie","options":{"spectatorDelayMs":300000,"spectatorDelayRounds":2}}`,
			table.OpenTable{Preset: "chickie", Options: later},
		},
		{
			&apiv1.OpenTableRequest{}, `{"preset":"chickie","options":{"private":true}}`,
			table.OpenTable{Preset: "chickie", Options: private},
		},
		{&apiv1.SitRequest{}, `{"player":"ann"}`, table.Sit{Seat: domino.NoSeat, Player: "ann"}},
		{&apiv1.SitRequest{}, `{"seat":0,"player":"ann"}`, table.Sit{Seat: 0, Player: "ann"}},
		{&apiv1.MoveSeatRequest{}, `{"seat":0}`, table.MoveSeat{To: 0}},
		{&apiv1.AddBotRequest{}, `{"policy":"random"}`, table.AddBot{Seat: domino.NoSeat, Policy: "random"}},
		{&apiv1.RemoveBotRequest{}, `{"seat":3}`, table.RemoveBot{Seat: 3}},
		{&apiv1.ReadyRequest{}, `{}`, table.Ready{}},
		{&apiv1.ReadyRequest{}, `{"clientCommit":"01` + strings.Repeat("0", 60) + `02"}`, table.Ready{ClientCommit: hash}},
		{&apiv1.UnreadyRequest{}, `{}`, table.Unready{}},
		{&apiv1.LeaveRequest{}, `{}`, table.Leave{}},
		{&apiv1.CloseTableRequest{}, `{}`, table.Close{}},
		{&apiv1.RevealRequest{}, `{"seed":"0a0b"}`, table.Reveal{Seed: []byte{10, 11}}},
		{&apiv1.PlayRequest{}, `{"tile":"6-4","side":"LEFT"}`, table.Play{Tile: domino.NewTile(6, 4), Spot: domino.Left}},
		{&apiv1.PlayRequest{}, `{"tile":"4-6","side":"RIGHT"}`, table.Play{Tile: domino.NewTile(6, 4), Spot: domino.Right}},
		{&apiv1.PlayRequest{}, `{"tile":"0-0","node":0}`, table.Play{Tile: 0, Spot: domino.Node(0)}},
		{&apiv1.PlayRequest{}, `{"tile":"0-0"}`, table.Play{Tile: 0, Spot: domino.Unnamed}},
		{&apiv1.DrawRequest{}, `{}`, table.Draw{}},
		{&apiv1.PassRequest{}, `{}`, table.Pass{}},
		{&apiv1.AskRematchRequest{}, `{}`, table.AskRematch{}},
		{&apiv1.ReissueTokenRequest{}, `{}`, table.ReissueToken{}},
	} {
		if err := protojson.Unmarshal([]byte(c.json), c.into); err != nil {
			t.Fatalf("%T %s: %v", c.into, c.json, err)
		}
		got, err := wire.CommandOf(c.into, defaults)
		if err != nil {
			t.Fatalf("%T %s: %v", c.into, c.json, err)
		}
		if diff := difference(c.want, got); diff != "" {
			t.Errorf("%T %s: %s", c.into, c.json, diff)
		}
	}
}

func TestClientsNonsenseIsRefused(t *testing.T) {
	for name, m := range map[string]proto.Message{
		"no tile":       &apiv1.PlayRequest{Tile: "six"},
		"both places":   &apiv1.PlayRequest{Tile: "6-4", Side: "LEFT", Node: new(uint32(0))},
		"another side":  &apiv1.PlayRequest{Tile: "6-4", Side: "left"},
		"no such node":  &apiv1.PlayRequest{Tile: "6-4", Node: new(uint32(253))},
		"no seat":       &apiv1.MoveSeatRequest{},
		"no such seat":  &apiv1.SitRequest{Seat: new(uint32(10))},
		"odd seed":      &apiv1.RevealRequest{Seed: "abc"},
		"short commit":  &apiv1.ReadyRequest{ClientCommit: "ab"},
		"not a command": &apiv1.GetTableRequest{},
	} {
		c, err := wire.CommandOf(m, table.Options{})
		if _, ok := errors.AsType[*wire.Malformed](err); !ok {
			t.Errorf("%s: got %v and %v, want *Malformed", name, c, err)
		}
	}
}

func TestACommandIDIsAUUID(t *testing.T) {
	got, err := wire.ParseCommandID(commandID)
	want := table.CommandID{0x01, 0x90, 0xb0, 0xc4, 0x8f, 0x5e, 0x7c, 0xc0, 0xa0, 0xf4, 0x3c, 0x2d, 0x1e, 0x0f, 0x9a, 0x8b}
	if err != nil || got != want {
		t.Fatalf("got %x, %v", got, err)
	}
	for _, text := range []string{
		"", "x", commandID[1:], commandID + "0", "0190b0c48-f5e-7cc0-a0f4-3c2d1e0f9a8b",
		"0190b0c4-8f5e-7cc0-a0f4-3c2d1e0f9a8g", "00000000-0000-0000-0000-000000000000",
		"0190b0c4-8f5e-7cc0-a0f4-3c2d-e0f9a8b", "0190b0c48f5e7cc0a0f43c2d1e0f9a8b",
	} {
		if id, err := wire.ParseCommandID(text); err == nil {
			t.Errorf("%q: got %x, want an error", text, id)
		}
	}
}

func TestEveryGameAndKnobIsDescribed(t *testing.T) {
	presets, err := wire.PresetViews()
	if err != nil || len(presets) != len(domino.Presets()) {
		t.Fatalf("got %d presets, %v", len(presets), err)
	}
	for _, p := range presets {
		knobs, err := wire.KnobViews(rulesOf(t, p.GetName()))
		if err != nil || len(knobs) != len(domino.Knobs()) {
			t.Fatalf("%s: got %d knobs, %v", p.GetName(), len(knobs), err)
		}
		for _, k := range knobs {
			if k.GetName() == "" || k.GetValue() == "" || k.GetMeaning() == "" || k.GetType() == "" {
				t.Errorf("%s: a knob is not described: %v", p.GetName(), k)
			}
		}
		if p.GetSeats() == 0 || p.GetHandSize() == 0 || len(p.GetSeatsAllowed()) == 0 {
			t.Errorf("a game is not described: %v", p)
		}
	}
}

func TestARejectionTellsAClientEverythingItMayKnow(t *testing.T) {
	r := rpcerr.New("must_play", "a tile fits").With("seat", "0").At(12)
	r.Legal = []string{"6-4 L"}
	got := string(asJSON(t, wire.RejectionView(r)))
	want := `{"reason":"must_play","message":"a tile fits","params":{"seat":"0"},"currentVersion":12,"legal":["6-4 L"]}`
	if got != want {
		t.Fatalf("got %s\nwant %s", got, want)
	}
}

func TestALadderIsShownInItsOrder(t *testing.T) {
	got := wire.StandingViews([]wire.PlayerStanding{
		{Rank: 1, Player: "ann", Matches: 3, Wins: 2, Points: 90}, {Rank: 2, Player: "bob", Matches: 3, Points: -4},
	})
	if len(got) != 2 || string(asJSON(t, got[1])) != `{"rank":2,"player":"bob","matches":3,"points":-4}` {
		t.Fatalf("got %v", got)
	}
}
