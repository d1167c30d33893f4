package wire

import (
	"encoding/binary"
	"slices"
	"strconv"

	"tranca.example/pkg/domino"
	"tranca.example/pkg/table"
	eventv1 "tranca.example/proto/gen/tranca/event/v1"
)

func (c *Codec) decodeState(r *reader, m *eventv1.State) table.State {
	s := table.State{
		ID: m.GetId(), Version: m.GetVersion(), TurnVersion: m.GetTurnVersion(), TurnAt: table.Time(m.GetTurnAtMs()),
		Phase: r.phase("state.phase", m.GetPhase()), Options: decodeOptions(m.GetOptions()),
		Properties: present(m.GetProperties()), OwnerKey: r.hash("state.owner_key_hash", m.GetOwnerKeyHash()),
		Matches: m.GetMatches(), Match: r.match(m.GetMatch()), Deadline: table.Time(m.GetDeadlineMs()),
		LimitEnd: table.Time(m.GetLimitEndMs()), BankRuns: m.GetBankRuns(),
		Overdue: m.GetOverdue(), Frozen: m.GetFrozen(), Rematch: r.seatBytes("state.rematch", m.GetRematch()),
		LastCommit:  table.Time(m.GetLastCommitMs()),
		OwnerRecent: r.recent("state.owner_recent", m.GetOwnerRecent(), m.GetVersion()),
	}
	s.Rules = c.decodeRules(r, m.GetRules())
	s.Seats = r.seatStates(m.GetSeats(), m.GetVersion(), s.Rules)
	s.Round = r.round(m.GetRound(), s.Rules)
	return s
}

func (c *Codec) decodeRules(r *reader, m *eventv1.RuleSet) *domino.Rules {
	if m == nil {
		return nil
	}
	rules, err := c.rules.set(m)
	if err != nil && r.err == nil {
		r.err = &Malformed{Field: "state.rules", Err: err}
	}
	return rules
}

func (r *reader) seatStates(seats []*eventv1.SeatState, version uint32, rules *domino.Rules) []table.SeatState {
	if want := seatsOf(rules); len(seats) > want {
		r.fail("state.seats", strconv.Itoa(len(seats))+" seats", "at most "+strconv.Itoa(want))
		return nil
	}
	if len(seats) == 0 {
		return nil
	}
	out := make([]table.SeatState, 0, len(seats))
	for _, m := range seats {
		out = append(out, table.SeatState{
			Kind: r.holderKind("state.seats.kind", m.GetKind()), Player: m.GetPlayer(), Policy: m.GetPolicy(),
			KeyHash: r.hash("state.seats.key_hash", m.GetKeyHash()), Gen: m.GetGen(),
			Ready: m.GetReady(), Away: m.GetAway(),
			GraceUntil: table.Time(m.GetGraceUntilMs()), GraceOverdue: m.GetGraceOverdue(),
			ClientCommit: r.hash("state.seats.client_commit", m.GetClientCommit()), ClientSeed: m.GetClientSeed(),
			Cancelled: r.count("state.seats.cancelled", m.GetCancelled()),
			Recent:    r.recent("state.seats.recent", m.GetRecent(), version),
		})
	}
	return out
}

func seatsOf(rules *domino.Rules) int {
	if rules == nil {
		return 0
	}
	return rules.Seats
}

func (r *reader) recent(field string, b []byte, version uint32) []table.Answered {
	if len(b) == 0 {
		return nil
	}
	out := make([]table.Answered, 0, len(b)/18)
	for len(b) > 0 {
		var a table.Answered
		b = b[copy(a.ID[:], b):]
		gen, n := binary.Uvarint(b)
		ago, k := binary.Uvarint(b[max(n, 0):])
		if n <= 0 || k <= 0 || gen != uint64(uint32(gen)) || ago != uint64(uint32(ago)) {
			r.fail(field, strconv.Itoa(len(b))+" odd bytes at the end", "16 bytes and two numbers for each id")
			return nil
		}
		a.Gen, a.Version = uint32(gen), version-uint32(ago)
		out, b = append(out, a), b[n+k:]
	}
	return out
}

func (r *reader) match(m *eventv1.Match) *table.Match {
	if m == nil {
		return nil
	}
	return &table.Match{
		ID: m.GetId(), N: m.GetN(), Standing: r.standing("state.match.standing", m.GetStanding()),
		Tip: r.hash("state.match.tip", m.GetTip()), Committed: m.GetCommitted(), Fair: m.GetFair(),
		RevealBy: table.Time(m.GetRevealByMs()), Round: m.GetRound(), NextDeal: table.Time(m.GetNextDealMs()),
		PrevSeed: r.hash("state.match.prev_seed", m.GetPrevSeed()),
		Winners:  r.sides("state.match.winners", m.GetWinners()), Places: r.counts("state.match.places", m.GetPlaces()),
		EndReason: m.GetEndReason(), Players: m.GetPlayers(), Banks: r.banks("state.match.banks", m.GetBanksMs()),
	}
}

func (r *reader) banks(field string, banks []int64) []table.Millis {
	if len(banks) == 0 {
		return nil
	}
	if len(banks) > domino.MaxSeats || slices.Min(banks) < 0 {
		r.fail(field, strconv.Itoa(len(banks))+" numbers", "at most "+strconv.Itoa(domino.MaxSeats)+", none negative")
		return nil
	}
	out := make([]table.Millis, 0, len(banks))
	for _, b := range banks {
		out = append(out, table.Millis(b))
	}
	return out
}

func phases() [7]table.Phase {
	return [...]table.Phase{
		eventv1.Phase_PHASE_UNSPECIFIED: table.PhaseNone,
		eventv1.Phase_PHASE_OPEN:        table.PhaseOpen,
		eventv1.Phase_PHASE_DEALING:     table.PhaseDealing,
		eventv1.Phase_PHASE_PLAYING:     table.PhasePlaying,
		eventv1.Phase_PHASE_SCORING:     table.PhaseScoring,
		eventv1.Phase_PHASE_FINISHED:    table.PhaseFinished,
		eventv1.Phase_PHASE_CLOSED:      table.PhaseClosed,
	}
}

func phaseNumber(p table.Phase) eventv1.Phase {
	for n, phase := range phases() {
		if phase == p {
			return eventv1.Phase(n)
		}
	}
	return eventv1.Phase_PHASE_UNSPECIFIED
}

func (r *reader) phase(field string, p eventv1.Phase) table.Phase {
	all := phases()
	if p < 0 || int(p) >= len(all) {
		r.fail(field, p.String(), "a known phase")
		return table.PhaseNone
	}
	return all[p]
}
