package wire

import (
	"cmp"
	"encoding/hex"

	"google.golang.org/protobuf/types/known/timestamppb"

	"tranca.example/pkg/domino"
	"tranca.example/pkg/table"
	apiv1 "tranca.example/proto/gen/tranca/api/v1"
)

// TableView is what everybody may see of a table. The state is one that has
// rules; no hidden tile, key hash or command id gets into the view.
func (c *Codec) TableView(s table.State) *apiv1.Table {
	rules := c.rules.name(s.Rules)
	return &apiv1.Table{
		TableId: s.ID, Version: s.Version, TurnVersion: s.TurnVersion, Phase: string(s.Phase),
		Preset: rules.GetPreset(), Knobs: rules.GetKnobs(), Options: optionsView(s.Options),
		Properties: s.Properties, Seats: seatViews(s), Match: matchView(s.Match), Round: roundView(s.Round),
		Deadline: timeView(s.Deadline), LimitEnd: timeView(limitEnd(&s)), Frozen: s.Frozen, Rematch: seatNumbers(s.Rematch), Updated: timeView(s.LastCommit),
	}
}

// limitEnd is when the limit of the running turn ends; 0: no turn runs, or it has
// no limit.
func limitEnd(s *table.State) table.Time {
	if s.LimitEnd == 0 && s.Phase == table.PhasePlaying {
		return s.Deadline
	}
	return s.LimitEnd
}

// TableSummary is a table in a list.
func (c *Codec) TableSummary(s table.State) *apiv1.TableSummary {
	rules := c.rules.name(s.Rules)
	m := &apiv1.TableSummary{
		TableId: s.ID, Version: s.Version, Phase: string(s.Phase), Preset: rules.GetPreset(), Knobs: rules.GetKnobs(),
		Properties: s.Properties, Seats: seatViews(s), Updated: timeView(s.LastCommit),
		SpectatorDelayMs: *millisView(s.Options.SpectatorDelay), SpectatorDelayRounds: s.Options.SpectatorRounds,
	}
	for i := range s.Seats {
		if s.Seats[i].Kind == table.SeatEmpty {
			m.FreeSeats++
		}
	}
	return m
}

// SeatView is what the holder of a seat sees: v belongs to that holder alone.
func (c *Codec) SeatView(v table.SeatView) *apiv1.Seat {
	m := &apiv1.Seat{Table: c.TableView(v.State), Seat: seatPtr(v.Seat)}
	for t := range v.Hand.All() {
		m.Hand = append(m.Hand, t.String())
	}
	if len(v.Plays) == 0 && !v.MayDraw && !v.MayPass {
		return m
	}
	m.Moves = &apiv1.Moves{MayDraw: v.MayDraw, MayPass: v.MayPass}
	for _, p := range v.Plays {
		side, node := spotView(p.Spot)
		m.Moves.Plays = append(m.Moves.Plays, &apiv1.Placement{Tile: p.Tile.String(), Side: side, Node: node})
	}
	return m
}

// timeView leaves no time out.
func timeView(t table.Time) *timestamppb.Timestamp {
	if t == 0 {
		return nil
	}
	return &timestamppb.Timestamp{Seconds: int64(t) / 1000, Nanos: int32(int64(t)%1000) * 1e6}
}

// hashView leaves no hash out.
func hashView[H table.Hash | table.Seed](h H) string { return hex.EncodeToString(hashBytes(h)) }

// emotesOn is how clients say and see the option that the log leaves out.
const emotesOn = "on"

func optionsView(o table.Options) *apiv1.Options {
	return &apiv1.Options{
		TurnLimitMs: millisView(o.TurnLimit), FirstMoveMs: millisView(o.FirstMove), TimeBankMs: millisView(o.TimeBank),
		IncrementMs: millisView(o.Increment), IntermissionMs: millisView(o.Intermission),
		RevealLimitMs: millisView(o.RevealLimit), IdleLimitMs: millisView(o.IdleLimit), GraceMs: millisView(o.Grace),
		BotPolicy: &o.BotPolicy, BotThinkingMs: millisView(o.BotThinking), Entropy: o.Entropy,
		Emotes:           new(cmp.Or(o.Emotes, emotesOn)),
		SpectatorDelayMs: millisView(o.SpectatorDelay), SpectatorDelayRounds: &o.SpectatorRounds,
		Private: &o.Private,
	}
}

func millisView(m table.Millis) *uint32 {
	return new(uint32(max(0, min(m, 1<<32-1))))
}

func seatViews(s table.State) []*apiv1.TableSeat {
	out := make([]*apiv1.TableSeat, 0, len(s.Seats))
	for i := range s.Seats {
		seat := domino.Seat(i)
		m := seatView(&s.Seats[i], seat)
		if s.Rules != nil {
			m.Side = seatPtr(s.Rules.SideOf(seat))
		}
		if s.Round != nil && s.Phase == table.PhasePlaying {
			m.HandSize = uint32(s.Round.Public.HandSize(seat))
		}
		if s.Match != nil && s.Options.TimeBank+s.Options.Increment > 0 {
			m.BankMs = millisView(s.Bank(seat))
		}
		out = append(out, m)
	}
	return out
}

func seatView(s *table.SeatState, seat domino.Seat) *apiv1.TableSeat {
	return &apiv1.TableSeat{
		Seat: seatPtr(seat), Kind: kindView(s.Kind), Player: s.Player, Policy: s.Policy, Ready: s.Ready, Away: s.Away,
		GraceUntil: timeView(s.GraceUntil), ClientCommit: hashView(s.ClientCommit),
		ClientSeed: hex.EncodeToString(s.ClientSeed),
	}
}

func kindView(k table.HolderKind) string {
	switch k {
	case table.SeatEmpty:
	case table.SeatPlayer:
		return "player"
	case table.SeatBot:
		return "bot"
	}
	return "empty"
}

func matchView(m *table.Match) *apiv1.Match {
	if m == nil {
		return nil
	}
	return &apiv1.Match{
		MatchId: m.ID, N: m.N, Round: m.Round,
		RoundsPlayed: uint32(m.Standing.Played),
		Scores:       points(m.Standing.Totals), Fair: m.Fair, DealTip: hashView(m.Tip), RevealBy: timeView(m.RevealBy),
		NextDeal: timeView(m.NextDeal), Over: m.EndReason != "", Winners: seatNumbers(m.Winners),
		Places: countNumbers(m.Places), EndReason: m.EndReason,
	}
}
