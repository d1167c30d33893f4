package wire

import (
	"encoding/hex"
	"strings"

	"google.golang.org/protobuf/proto"

	"tranca.example/pkg/domino"
	"tranca.example/pkg/table"
	apiv1 "tranca.example/proto/gen/tranca/api/v1"
)

// ParseCommandID reads a UUID in its usual spelling, such as
// "0190b0c4-8f5e-7cc0-a0f4-3c2d1e0f9a8b", in either case. The error is a
// *Malformed.
func ParseCommandID(text string) (id table.CommandID, err error) {
	digits := strings.ReplaceAll(text, "-", "")
	n := 0
	if len(text) == 36 && text[8] == '-' && text[13] == '-' && text[18] == '-' && text[23] == '-' && len(digits) == 32 {
		n, err = hex.Decode(id[:], []byte(digits))
	}
	if err != nil || n != len(id) || id == (table.CommandID{}) {
		return table.CommandID{}, &Malformed{Field: "command_id", Got: "no UUID", Want: "a UUID, other than zero"}
	}
	return id, nil
}

// CommandOf is the command that a client's request asks for. Options that the
// request leaves out are those of defaults: the server's for OpenTable, the
// table's for ChangeSettings. The error is a *Malformed.
func CommandOf(m proto.Message, defaults table.Options) (table.Command, error) {
	var r reader
	c := r.seatCommand(m)
	if c == nil {
		c = r.settingCommand(m, defaults)
	}
	if c == nil {
		c = r.turnCommand(m)
	}
	if c == nil {
		c = r.ruling(m)
	}
	if c == nil {
		r.fail("request", "no command", "a command of the table or the operator service")
	}
	if err := r.done(); err != nil {
		return nil, err
	}
	return c, nil
}

func (r *reader) seatCommand(m proto.Message) table.Command {
	switch m := m.(type) {
	case *apiv1.SitRequest:
		return table.Sit{Seat: r.anySeat("seat", m.Seat), Player: m.GetPlayer()}
	case *apiv1.MoveSeatRequest:
		return table.MoveSeat{To: r.seat("seat", m.Seat)}
	case *apiv1.AddBotRequest:
		return table.AddBot{Seat: r.anySeat("seat", m.Seat), Policy: m.GetPolicy()}
	case *apiv1.RemoveBotRequest:
		return table.RemoveBot{Seat: r.seat("seat", m.Seat)}
	case *apiv1.ReadyRequest:
		return table.Ready{ClientCommit: r.hash("client_commit", r.hex("client_commit", m.GetClientCommit()))}
	case *apiv1.UnreadyRequest:
		return table.Unready{}
	case *apiv1.LeaveRequest:
		return table.Leave{}
	case *apiv1.ReissueTokenRequest:
		return table.ReissueToken{}
	}
	return nil
}

func (r *reader) settingCommand(m proto.Message, defaults table.Options) table.Command {
	switch m := m.(type) {
	case *apiv1.OpenTableRequest:
		return table.OpenTable{
			Preset: m.GetPreset(), Knobs: present(m.GetKnobs()), Options: optionsOf(m.GetOptions(), defaults),
			Properties: present(m.GetProperties()),
		}
	case *apiv1.ChangeSettingsRequest:
		return table.ChangeSettings{
			Preset: m.GetPreset(), Knobs: present(m.GetKnobs()), Options: optionsOf(m.GetOptions(), defaults),
		}
	case *apiv1.CloseTableRequest:
		return table.Close{}
	case *apiv1.AskRematchRequest:
		return table.AskRematch{}
	}
	return nil
}

func (r *reader) turnCommand(m proto.Message) table.Command {
	switch m := m.(type) {
	case *apiv1.RevealRequest:
		return table.Reveal{Seed: r.hex("seed", m.GetSeed())}
	case *apiv1.PlayRequest:
		return table.Play{Tile: r.tileText("tile", m.GetTile()), Spot: r.spotOf(m.GetSide(), m.Node)}
	case *apiv1.DrawRequest:
		return table.Draw{}
	case *apiv1.PassRequest:
		return table.Pass{}
	}
	return nil
}

// ruling is what a referee or an operator decides.
func (r *reader) ruling(m proto.Message) table.Command {
	switch m := m.(type) {
	case *apiv1.FreezeTableRequest:
		return table.Freeze{Reason: m.GetReason()}
	case *apiv1.ThawTableRequest:
		return table.Thaw{Reason: m.GetReason()}
	case *apiv1.VoidTableRequest:
		return table.Void{Reason: m.GetReason()}
	case *apiv1.ForceTakeOverRequest:
		return table.TakeOver{Seat: r.seat("seat", m.Seat), Reason: m.GetReason()}
	case *apiv1.RevokeSeatTokenRequest:
		return table.RevokeToken{Seat: r.seat("seat", m.Seat), Reason: m.GetReason()}
	}
	return nil
}

func (r *reader) hex(field, text string) []byte {
	b, err := hex.DecodeString(text)
	if err != nil {
		r.fail(field, "no hexadecimal digits", "pairs of 0-9 and a-f")
	}
	return b
}

func (r *reader) tileText(field, text string) domino.Tile {
	t, err := domino.ParseTile(text)
	if err != nil && r.err == nil {
		r.err = &Malformed{Field: field, Err: err}
	}
	return t
}

// spotOf reads a side of a line or a node of a tree; neither is Unnamed.
func (r *reader) spotOf(side string, node *uint32) domino.Spot {
	switch {
	case node != nil && side != "":
		r.fail("side", "a side and a node", "one of them")
	case node != nil && *node > uint32(domino.MaxNode):
		r.fail("node", number(*node), "0 to "+number(uint32(domino.MaxNode)))
	case node != nil:
		return domino.Node(int(*node))
	case side == sideLeft:
		return domino.Left
	case side == sideRight:
		return domino.Right
	case side != "":
		r.fail("side", "another word", sideLeft+" or "+sideRight)
	}
	return domino.Unnamed
}

// optionsOf lays what the client says over the defaults. Where deals come from
// is not the client's to say.
func optionsOf(m *apiv1.Options, o table.Options) table.Options {
	if m == nil {
		return o
	}
	over(&o.TurnLimit, m.TurnLimitMs)
	over(&o.FirstMove, m.FirstMoveMs)
	over(&o.TimeBank, m.TimeBankMs)
	over(&o.Increment, m.IncrementMs)
	over(&o.Intermission, m.IntermissionMs)
	over(&o.RevealLimit, m.RevealLimitMs)
	over(&o.IdleLimit, m.IdleLimitMs)
	over(&o.Grace, m.GraceMs)
	over(&o.BotThinking, m.BotThinkingMs)
	over(&o.SpectatorDelay, m.SpectatorDelayMs)
	if m.SpectatorDelayRounds != nil {
		o.SpectatorRounds = m.GetSpectatorDelayRounds()
	}
	if m.Private != nil {
		o.Private = m.GetPrivate()
	}
	if m.BotPolicy != nil {
		o.BotPolicy = m.GetBotPolicy()
	}
	if m.Emotes != nil {
		o.Emotes = m.GetEmotes()
	}
	if o.Emotes == emotesOn {
		o.Emotes = ""
	}
	return o
}

// over sets a length that the client says.
func over(length *table.Millis, said *uint32) {
	if said != nil {
		*length = table.Millis(*said)
	}
}
