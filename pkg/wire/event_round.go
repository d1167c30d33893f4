package wire

import (
	"tranca.example/pkg/domino"
	"tranca.example/pkg/table"
	eventv1 "tranca.example/proto/gen/tranca/event/v1"
)

// roundEvents are the edges of a round.
func roundEvents() []eventPair {
	return []eventPair{
		event[*eventv1.Event_RoundDealt](func(e table.RoundDealt) *eventv1.Event {
			return &eventv1.Event{Kind: &eventv1.Event_RoundDealt{RoundDealt: &eventv1.RoundDealt{
				Premises: encodePremises(e.RoundDealt), Commit: hashBytes(e.Commit), Lot: tileBytes(e.Lot),
				DeadlineMs: int64(e.Deadline), LimitEndMs: int64(e.LimitEnd),
			}}}
		}, func(r *reader, m *eventv1.Event) table.RoundDealt {
			e := m.GetRoundDealt()
			return table.RoundDealt{
				RoundDealt: r.premises("round_dealt.premises", e.GetPremises()),
				Commit:     r.hash("round_dealt.commit", e.GetCommit()), Lot: r.tiles("round_dealt.lot", e.GetLot()),
				Deadline: table.Time(e.GetDeadlineMs()), LimitEnd: table.Time(e.GetLimitEndMs()),
			}
		}),
		event[*eventv1.Event_RoundEnded](func(e table.RoundEnded) *eventv1.Event {
			return &eventv1.Event{Kind: &eventv1.Event_RoundEnded{RoundEnded: encodeEnded(table.Ended(e))}}
		}, func(r *reader, m *eventv1.Event) table.RoundEnded {
			return table.RoundEnded(r.ended("round_ended", m.GetRoundEnded()))
		}),
		event[*eventv1.Event_RoundScored](func(e table.RoundScored) *eventv1.Event {
			return &eventv1.Event{Kind: &eventv1.Event_RoundScored{RoundScored: &eventv1.RoundScored{
				Score: encodeScore(e.Score), NextDealAtMs: int64(e.NextDeal),
			}}}
		}, func(r *reader, m *eventv1.Event) table.RoundScored {
			e := m.GetRoundScored()
			return table.RoundScored{
				Score: r.score("round_scored.score", e.GetScore()), NextDeal: table.Time(e.GetNextDealAtMs()),
			}
		}),
	}
}

func encodeEnded(e table.Ended) *eventv1.RoundEnded {
	m := &eventv1.RoundEnding{
		End: eventv1.Ending(e.End), Closer: seatPtr(e.Closer), Forfeits: seatPtr(e.Forfeits), Reason: e.Reason,
		Pips: countNumbers(e.Pips), Boneyard: tileBytes(e.Boneyard),
	}
	for _, hand := range e.Hands {
		m.Hands = append(m.Hands, setBytes(hand))
	}
	return &eventv1.RoundEnded{Ending: m, Seed: hashBytes(e.Seed), Actor: e.Actor}
}

func (r *reader) ended(field string, m *eventv1.RoundEnded) table.Ended {
	e := m.GetEnding()
	if e == nil {
		r.fail(field+".ending", "nothing", "how the round ended")
		return table.Ended{}
	}
	if _, known := eventv1.Ending_name[int32(e.GetEnd())]; !known {
		r.fail(field+".ending.end", e.GetEnd().String(), "a known ending")
	}
	out := table.Ended{
		RoundEnded: domino.RoundEnded{
			End:    domino.Ending(e.GetEnd()),
			Closer: r.anySeat(field+".ending.closer", e.Closer), Forfeits: r.anySeat(field+".ending.forfeits", e.Forfeits),
			Reason: e.GetReason(), Pips: r.counts(field+".ending.pips", e.GetPips()),
			Boneyard: r.tiles(field+".ending.boneyard", e.GetBoneyard()),
		},
		Seed: r.hash(field+".seed", m.GetSeed()), Actor: m.GetActor(),
	}
	for _, hand := range e.GetHands() {
		out.Hands = append(out.Hands, r.set(field+".ending.hands", hand))
	}
	return out
}

func encodeScore(s domino.RoundScore) *eventv1.RoundScore {
	return &eventv1.RoundScore{
		Winner:    seatPtr(s.Winner),
		Points:    int32(s.Points),
		Breakdown: points(s.Breakdown), Next: encodeStanding(s.Next), Shuffler: seatPtr(s.Shuffler),
		MatchOver: s.MatchOver, Winners: seatNumbers(s.Winners), Places: countNumbers(s.Places),
	}
}

func (r *reader) score(field string, m *eventv1.RoundScore) domino.RoundScore {
	if m == nil {
		r.fail(field, "nothing", "a score")
		return domino.RoundScore{}
	}
	return domino.RoundScore{
		Winner: r.side(field+".winner", m.Winner), Points: int(m.GetPoints()), Breakdown: wholes(m.GetBreakdown()),
		Next: r.standing(field+".next", m.GetNext()), Shuffler: r.anySeat(field+".shuffler", m.Shuffler),
		MatchOver: m.GetMatchOver(), Winners: r.sides(field+".winners", m.GetWinners()),
		Places: r.counts(field+".places", m.GetPlaces()),
	}
}

func encodeStanding(s domino.Standing) *eventv1.Standing {
	return &eventv1.Standing{
		First: s.First, Opener: seatPtr(s.Opener), Starter: seatPtr(s.Starter), Eligible: uint32(s.Eligible),
		Played: uint32(s.Played),
		Totals: points(s.Totals),
	}
}

func (r *reader) standing(field string, m *eventv1.Standing) domino.Standing {
	if m == nil {
		r.fail(field, "nothing", "a standing")
		return domino.Standing{}
	}
	return domino.Standing{
		First: m.GetFirst(), Opener: r.anySeat(field+".opener", m.Opener), Starter: r.anySeat(field+".starter", m.Starter),
		Eligible: domino.PipSet(m.GetEligible()), Played: r.count(field+".played", m.GetPlayed()),
		Totals: wholes(m.GetTotals()),
	}
}
