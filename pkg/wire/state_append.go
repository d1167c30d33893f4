package wire

import (
	"google.golang.org/protobuf/encoding/protowire"

	"tranca.example/pkg/domino"
	"tranca.example/pkg/table"
)

// The numbers are those of the fields in tranca/event/v1. Tests of whole games
// show that they are right and that nothing is left out.

// state writes a State. Whatever leaves the log is table.Public first.
func (c *Codec) state(m *message, s *table.State) {
	m.text(1, s.ID)
	m.number(2, uint64(s.Version))
	m.number(3, uint64(s.TurnVersion))
	m.number(4, uint64(phaseNumber(s.Phase)))
	if s.Rules != nil {
		m.bytes(5, c.rules.spelled(s.Rules))
	}
	mark := m.open(6)
	options(m, &s.Options)
	m.close(mark)
	m.pairs(7, s.Properties)
	m.hash(8, s.OwnerKey)
	for i := range s.Seats {
		mark := m.open(9)
		seatState(m, &s.Seats[i], s.Version)
		m.close(mark)
	}
	m.number(10, uint64(s.Matches))
	if s.Match != nil {
		mark := m.open(11)
		match(m, s.Match)
		m.close(mark)
	}
	if s.Round != nil {
		mark := m.open(12)
		round(m, s.Round)
		m.close(mark)
	}
	m.signed(13, int64(s.Deadline))
	m.flag(14, s.Overdue)
	m.flag(15, s.Frozen)
	small(m, 16, s.Rematch)
	m.signed(17, int64(s.LastCommit))
	m.signed(18, int64(s.TurnAt))
	recent(m, 19, s.OwnerRecent, s.Version)
	m.signed(20, int64(s.LimitEnd))
	m.flag(21, s.BankRuns)
}

func options(m *message, o *table.Options) {
	m.signed(1, int64(o.TurnLimit))
	m.signed(2, int64(o.Intermission))
	m.signed(3, int64(o.RevealLimit))
	m.signed(4, int64(o.IdleLimit))
	m.signed(5, int64(o.Grace))
	m.text(6, o.BotPolicy)
	m.signed(7, int64(o.BotThinking))
	m.text(8, o.Entropy)
	m.signed(9, int64(o.FirstMove))
	m.signed(10, int64(o.TimeBank))
	m.signed(11, int64(o.Increment))
	m.text(12, o.Emotes)
	m.signed(13, int64(o.SpectatorDelay))
	m.number(14, uint64(o.SpectatorRounds))
	m.flag(15, o.Private)
}

func seatState(m *message, s *table.SeatState, version uint32) {
	m.number(1, uint64(s.Kind))
	m.text(2, s.Player)
	m.text(3, s.Policy)
	m.hash(4, s.KeyHash)
	m.number(5, uint64(s.Gen))
	m.flag(6, s.Ready)
	m.flag(7, s.Away)
	m.signed(8, int64(s.GraceUntil))
	m.hash(9, s.ClientCommit)
	m.bytes(10, s.ClientSeed)
	m.number(11, uint64(s.Cancelled)) //nolint:gosec // a count
	recent(m, 12, s.Recent, version)
	m.flag(13, s.GraceOverdue)
}

func recent(m *message, field protowire.Number, all []table.Answered, version uint32) {
	if len(all) == 0 {
		return
	}
	mark := m.open(field)
	b := m.b
	for i := range all {
		a := &all[i]
		b = append(b, a.ID[:]...)
		b = appendNumber(b, uint64(a.Gen))
		b = appendNumber(b, uint64(version-a.Version))
	}
	m.b = b
	m.close(mark)
}

func match(m *message, a *table.Match) {
	m.text(1, a.ID)
	m.number(2, uint64(a.N))
	standing(m, 3, &a.Standing)
	m.hash(4, a.Tip)
	m.flag(5, a.Committed)
	m.flag(6, a.Fair)
	m.signed(7, int64(a.RevealBy))
	m.number(8, uint64(a.Round))
	m.signed(9, int64(a.NextDeal))
	m.hash(10, a.PrevSeed)
	list(m, 11, a.Winners, func(s domino.Side) uint64 { return uint64(s) })
	list(m, 12, a.Places, func(n int) uint64 { return uint64(n) })
	m.text(13, a.EndReason)
	for _, p := range a.Players {
		m.item(14, p)
	}
	list(m, 15, a.Banks, func(t table.Millis) uint64 { return uint64(t) }) //nolint:gosec // none is negative
}

func round(m *message, r *table.Round) {
	premises(m, 1, &r.Dealt)
	m.hash(2, r.Commit)
	small(m, 3, r.Lot)
	if len(r.Steps) > 0 {
		mark := m.open(4)
		b := m.b
		for _, s := range r.Steps {
			b = append(b, byte(s.Kind), byte(s.Seat), byte(s.Tile), byte(s.Spot), byte(s.Next))
		}
		m.b = b
		m.close(mark)
	}
	if r.Ended != nil {
		m.embed(5, encodeEnded(*r.Ended))
	}
	if r.Score != nil {
		m.embed(6, encodeScore(*r.Score))
	}
}
