package wire

import (
	"tranca.example/pkg/table"
	servicev1 "tranca.example/proto/gen/tranca/service/v1"
)

// dealerCommands are the dealer's.
func dealerCommands() []commandPair {
	return []commandPair{
		command[*servicev1.Command_CommitDeal](func(c table.CommitDeal) *servicev1.Command {
			return &servicev1.Command{Kind: &servicev1.Command_CommitDeal{CommitDeal: &servicev1.CommitDeal{
				Tip: hashBytes(c.Tip), Entropy: c.Entropy,
			}}}
		}, func(r *reader, m *servicev1.Command) table.CommitDeal {
			return table.CommitDeal{
				Tip: r.hash("commit_deal.tip", m.GetCommitDeal().GetTip()), Entropy: m.GetCommitDeal().GetEntropy(),
			}
		}),
		command[*servicev1.Command_DealRound](func(c table.DealRound) *servicev1.Command {
			return &servicev1.Command{Kind: &servicev1.Command_DealRound{DealRound: &servicev1.DealRound{
				Premises: encodePremises(c.Dealt), Commit: hashBytes(c.Commit), Lot: tileBytes(c.Lot),
			}}}
		}, func(r *reader, m *servicev1.Command) table.DealRound {
			return table.DealRound{
				Dealt:  r.premises("deal_round.premises", m.GetDealRound().GetPremises()),
				Commit: r.hash("deal_round.commit", m.GetDealRound().GetCommit()),
				Lot:    r.tiles("deal_round.lot", m.GetDealRound().GetLot()),
			}
		}),
		plain[*servicev1.Command_CancelStart, table.CancelStart](func() *servicev1.Command {
			return &servicev1.Command{Kind: &servicev1.Command_CancelStart{CancelStart: &servicev1.CancelStart{}}}
		}),
	}
}

// serviceCommands are those of other services and of operators.
func serviceCommands() []commandPair {
	return []commandPair{
		command[*servicev1.Command_Timeout](func(c table.Timeout) *servicev1.Command {
			return &servicev1.Command{Kind: &servicev1.Command_Timeout{Timeout: &servicev1.Timeout{
				Version: c.Version,
			}}}
		}, func(_ *reader, m *servicev1.Command) table.Timeout {
			return table.Timeout{Version: m.GetTimeout().GetVersion()}
		}),
		plain[*servicev1.Command_Score, table.Score](func() *servicev1.Command {
			return &servicev1.Command{Kind: &servicev1.Command_Score{Score: &servicev1.Score{}}}
		}),
		command[*servicev1.Command_Annul](func(c table.Annul) *servicev1.Command {
			return &servicev1.Command{Kind: &servicev1.Command_Annul{Annul: &servicev1.Annul{Reason: c.Reason}}}
		}, func(_ *reader, m *servicev1.Command) table.Annul {
			return table.Annul{Reason: m.GetAnnul().GetReason()}
		}),
		command[*servicev1.Command_Void](func(c table.Void) *servicev1.Command {
			return &servicev1.Command{Kind: &servicev1.Command_Void{Void: &servicev1.Void{Reason: c.Reason}}}
		}, func(_ *reader, m *servicev1.Command) table.Void {
			return table.Void{Reason: m.GetVoid().GetReason()}
		}),
		command[*servicev1.Command_Freeze](func(c table.Freeze) *servicev1.Command {
			return &servicev1.Command{Kind: &servicev1.Command_Freeze{Freeze: &servicev1.Freeze{Reason: c.Reason}}}
		}, func(_ *reader, m *servicev1.Command) table.Freeze {
			return table.Freeze{Reason: m.GetFreeze().GetReason()}
		}),
		command[*servicev1.Command_Thaw](func(c table.Thaw) *servicev1.Command {
			return &servicev1.Command{Kind: &servicev1.Command_Thaw{Thaw: &servicev1.Thaw{Reason: c.Reason}}}
		}, func(_ *reader, m *servicev1.Command) table.Thaw {
			return table.Thaw{Reason: m.GetThaw().GetReason()}
		}),
	}
}
