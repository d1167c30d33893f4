package wire

import (
	"tranca.example/pkg/table"
	eventv1 "tranca.example/proto/gen/tranca/event/v1"
	servicev1 "tranca.example/proto/gen/tranca/service/v1"
)

// settingCommands are about the table and its settings.
func settingCommands() []commandPair {
	return []commandPair{
		command[*servicev1.Command_OpenTable](func(c table.OpenTable) *servicev1.Command {
			return &servicev1.Command{Kind: &servicev1.Command_OpenTable{OpenTable: &servicev1.OpenTable{
				Id: c.ID, Rules: &eventv1.RuleSet{Preset: c.Preset, Knobs: present(c.Knobs)},
				Options: encodeOptions(c.Options), Properties: present(c.Properties),
			}}}
		}, func(_ *reader, m *servicev1.Command) table.OpenTable {
			return table.OpenTable{
				ID: m.GetOpenTable().GetId(), Preset: m.GetOpenTable().GetRules().GetPreset(),
				Knobs: present(m.GetOpenTable().GetRules().GetKnobs()), Options: decodeOptions(m.GetOpenTable().GetOptions()),
				Properties: present(m.GetOpenTable().GetProperties()),
			}
		}),
		command[*servicev1.Command_ChangeSettings](func(c table.ChangeSettings) *servicev1.Command {
			return &servicev1.Command{Kind: &servicev1.Command_ChangeSettings{ChangeSettings: &servicev1.ChangeSettings{
				Rules: &eventv1.RuleSet{Preset: c.Preset, Knobs: present(c.Knobs)}, Options: encodeOptions(c.Options),
			}}}
		}, func(_ *reader, m *servicev1.Command) table.ChangeSettings {
			return table.ChangeSettings{
				Preset:  m.GetChangeSettings().GetRules().GetPreset(),
				Knobs:   present(m.GetChangeSettings().GetRules().GetKnobs()),
				Options: decodeOptions(m.GetChangeSettings().GetOptions()),
			}
		}),
		command[*servicev1.Command_Ready](func(c table.Ready) *servicev1.Command {
			return &servicev1.Command{Kind: &servicev1.Command_Ready{Ready: &servicev1.Ready{
				ClientCommit: hashBytes(c.ClientCommit),
			}}}
		}, func(r *reader, m *servicev1.Command) table.Ready {
			return table.Ready{ClientCommit: r.hash("ready.client_commit", m.GetReady().GetClientCommit())}
		}),
		command[*servicev1.Command_Reveal](func(c table.Reveal) *servicev1.Command {
			return &servicev1.Command{Kind: &servicev1.Command_Reveal{Reveal: &servicev1.Reveal{
				Seed: c.Seed,
			}}}
		}, func(_ *reader, m *servicev1.Command) table.Reveal {
			return table.Reveal{Seed: m.GetReveal().GetSeed()}
		}),
	}
}

// seatCommands are about seats.
func seatCommands() []commandPair {
	return []commandPair{
		command[*servicev1.Command_Sit](func(c table.Sit) *servicev1.Command {
			return &servicev1.Command{Kind: &servicev1.Command_Sit{Sit: &servicev1.Sit{
				Seat: seatPtr(c.Seat), Player: c.Player,
			}}}
		}, func(r *reader, m *servicev1.Command) table.Sit {
			return table.Sit{Seat: r.anySeat("sit.seat", m.GetSit().Seat), Player: m.GetSit().GetPlayer()}
		}),
		command[*servicev1.Command_MoveSeat](func(c table.MoveSeat) *servicev1.Command {
			return &servicev1.Command{Kind: &servicev1.Command_MoveSeat{MoveSeat: &servicev1.MoveSeat{
				To: seatPtr(c.To),
			}}}
		}, func(r *reader, m *servicev1.Command) table.MoveSeat {
			return table.MoveSeat{To: r.seat("move_seat.to", m.GetMoveSeat().To)}
		}),
		command[*servicev1.Command_AddBot](func(c table.AddBot) *servicev1.Command {
			return &servicev1.Command{Kind: &servicev1.Command_AddBot{AddBot: &servicev1.AddBot{
				Seat: seatPtr(c.Seat), Policy: c.Policy,
			}}}
		}, func(r *reader, m *servicev1.Command) table.AddBot {
			return table.AddBot{Seat: r.anySeat("add_bot.seat", m.GetAddBot().Seat), Policy: m.GetAddBot().GetPolicy()}
		}),
		command[*servicev1.Command_RemoveBot](func(c table.RemoveBot) *servicev1.Command {
			return &servicev1.Command{Kind: &servicev1.Command_RemoveBot{RemoveBot: &servicev1.RemoveBot{
				Seat: seatPtr(c.Seat),
			}}}
		}, func(r *reader, m *servicev1.Command) table.RemoveBot {
			return table.RemoveBot{Seat: r.seat("remove_bot.seat", m.GetRemoveBot().Seat)}
		}),
		command[*servicev1.Command_TakeOver](func(c table.TakeOver) *servicev1.Command {
			return &servicev1.Command{Kind: &servicev1.Command_TakeOver{TakeOver: &servicev1.TakeOver{
				Seat: seatPtr(c.Seat), Reason: c.Reason,
			}}}
		}, func(r *reader, m *servicev1.Command) table.TakeOver {
			return table.TakeOver{Seat: r.seat("take_over.seat", m.GetTakeOver().Seat), Reason: m.GetTakeOver().GetReason()}
		}),
		command[*servicev1.Command_RevokeToken](func(c table.RevokeToken) *servicev1.Command {
			return &servicev1.Command{Kind: &servicev1.Command_RevokeToken{RevokeToken: &servicev1.RevokeToken{
				Seat: seatPtr(c.Seat), Reason: c.Reason,
			}}}
		}, func(r *reader, m *servicev1.Command) table.RevokeToken {
			return table.RevokeToken{
				Seat: r.seat("revoke_token.seat", m.GetRevokeToken().Seat), Reason: m.GetRevokeToken().GetReason(),
			}
		}),
	}
}

// turnCommands have a tile.
func turnCommands() []commandPair {
	return []commandPair{
		command[*servicev1.Command_Play](func(c table.Play) *servicev1.Command {
			return &servicev1.Command{Kind: &servicev1.Command_Play{Play: &servicev1.Play{
				Tile: tilePtr(c.Tile), Spot: uint32(c.Spot),
			}}}
		}, func(r *reader, m *servicev1.Command) table.Play {
			return table.Play{Tile: r.tile("play.tile", m.GetPlay().Tile), Spot: r.spot("play.spot", m.GetPlay().GetSpot())}
		}),
	}
}

// plainCommands say all with their name.
func plainCommands() []commandPair {
	return []commandPair{
		plain[*servicev1.Command_Leave, table.Leave](func() *servicev1.Command {
			return &servicev1.Command{Kind: &servicev1.Command_Leave{Leave: &servicev1.Leave{}}}
		}),
		plain[*servicev1.Command_Unready, table.Unready](func() *servicev1.Command {
			return &servicev1.Command{Kind: &servicev1.Command_Unready{Unready: &servicev1.Unready{}}}
		}),
		plain[*servicev1.Command_Close, table.Close](func() *servicev1.Command {
			return &servicev1.Command{Kind: &servicev1.Command_Close{Close: &servicev1.Close{}}}
		}),
		plain[*servicev1.Command_Draw, table.Draw](func() *servicev1.Command {
			return &servicev1.Command{Kind: &servicev1.Command_Draw{Draw: &servicev1.Draw{}}}
		}),
		plain[*servicev1.Command_Pass, table.Pass](func() *servicev1.Command {
			return &servicev1.Command{Kind: &servicev1.Command_Pass{Pass: &servicev1.Pass{}}}
		}),
		plain[*servicev1.Command_AskRematch, table.AskRematch](func() *servicev1.Command {
			return &servicev1.Command{Kind: &servicev1.Command_AskRematch{AskRematch: &servicev1.AskRematch{}}}
		}),
		plain[*servicev1.Command_ReissueToken, table.ReissueToken](func() *servicev1.Command {
			return &servicev1.Command{Kind: &servicev1.Command_ReissueToken{ReissueToken: &servicev1.ReissueToken{}}}
		}),
		plain[*servicev1.Command_Disconnect, table.Disconnect](func() *servicev1.Command {
			return &servicev1.Command{Kind: &servicev1.Command_Disconnect{Disconnect: &servicev1.Disconnect{}}}
		}),
		plain[*servicev1.Command_Return, table.Return](func() *servicev1.Command {
			return &servicev1.Command{Kind: &servicev1.Command_Return{Return: &servicev1.Return{}}}
		}),
	}
}
