package wire

import (
	"tranca.example/pkg/domino"
	"tranca.example/pkg/table"
	eventv1 "tranca.example/proto/gen/tranca/event/v1"
)

// dealEvents bring a match to its rounds.
func dealEvents() []eventPair {
	return []eventPair{
		event[*eventv1.Event_DealCommitted](encodeDealCommitted, decodeDealCommitted),
		event[*eventv1.Event_ClientSeedRevealed](func(e table.ClientSeedRevealed) *eventv1.Event {
			return &eventv1.Event{Kind: &eventv1.Event_ClientSeedRevealed{ClientSeedRevealed: &eventv1.ClientSeedRevealed{
				Seat: seatPtr(e.Seat), Seed: e.Seed,
			}}}
		}, func(r *reader, m *eventv1.Event) table.ClientSeedRevealed {
			e := m.GetClientSeedRevealed()
			return table.ClientSeedRevealed{Seat: r.seat("client_seed_revealed.seat", e.Seat), Seed: e.GetSeed()}
		}),
		event[*eventv1.Event_StartCancelled](func(e table.StartCancelled) *eventv1.Event {
			return &eventv1.Event{Kind: &eventv1.Event_StartCancelled{StartCancelled: &eventv1.StartCancelled{
				Seats: seatNumbers(e.Seats), Lost: seatNumbers(e.Lost), DeadlineMs: int64(e.Deadline),
			}}}
		}, func(r *reader, m *eventv1.Event) table.StartCancelled {
			e := m.GetStartCancelled()
			return table.StartCancelled{
				Seats: r.seats("start_cancelled.seats", e.GetSeats()), Lost: r.seats("start_cancelled.lost", e.GetLost()),
				Deadline: table.Time(e.GetDeadlineMs()),
			}
		}),
		event[*eventv1.Event_MatchEnded](func(e table.MatchEnded) *eventv1.Event {
			return &eventv1.Event{Kind: &eventv1.Event_MatchEnded{MatchEnded: &eventv1.MatchEnded{
				Winners: seatNumbers(e.Winners), Places: countNumbers(e.Places), Reason: e.Reason,
				DeadlineMs: int64(e.Deadline),
			}}}
		}, func(r *reader, m *eventv1.Event) table.MatchEnded {
			e := m.GetMatchEnded()
			return table.MatchEnded{
				Winners: r.sides("match_ended.winners", e.GetWinners()), Places: r.counts("match_ended.places", e.GetPlaces()),
				Reason: e.GetReason(), Deadline: table.Time(e.GetDeadlineMs()),
			}
		}),
	}
}

func encodeDealCommitted(e table.DealCommitted) *eventv1.Event {
	m := &eventv1.DealCommitted{
		Tip: hashBytes(e.Tip), Fair: e.Fair, Entropy: e.Entropy, RevealDeadlineMs: int64(e.RevealDeadline),
	}
	for _, c := range e.ClientCommits {
		m.ClientCommits = append(m.ClientCommits, hashBytes(c))
	}
	return &eventv1.Event{Kind: &eventv1.Event_DealCommitted{DealCommitted: m}}
}

func decodeDealCommitted(r *reader, m *eventv1.Event) table.DealCommitted {
	e := m.GetDealCommitted()
	out := table.DealCommitted{
		Tip: r.hash("deal_committed.tip", e.GetTip()), Fair: e.GetFair(), Entropy: e.GetEntropy(),
		RevealDeadline: table.Time(e.GetRevealDeadlineMs()),
	}
	for _, c := range e.GetClientCommits() {
		out.ClientCommits = append(out.ClientCommits, r.hash("deal_committed.client_commits", c))
	}
	return out
}

func encodePremises(d domino.RoundDealt) *eventv1.Premises {
	return &eventv1.Premises{
		Round: d.Round, Opener: seatPtr(d.Opener), Opening: eventv1.Opening(d.Opening), Eligible: uint32(d.Eligible),
		HandSize:     uint32(d.HandSize),
		BoneyardSize: uint32(d.BoneyardSize),
		StartDraws:   seatBytes(d.StartDraws),
	}
}

func (r *reader) premises(field string, m *eventv1.Premises) domino.RoundDealt {
	if _, known := eventv1.Opening_name[int32(m.GetOpening())]; !known {
		r.fail(field+".opening", m.GetOpening().String(), "a known opening")
	}
	for _, n := range []uint32{m.GetHandSize(), m.GetBoneyardSize()} {
		if n > tileCount {
			r.fail(field, number(n)+" tiles", "at most "+number(tileCount))
		}
	}
	if m == nil {
		r.fail(field, "nothing", "the premises of a round")
		return domino.RoundDealt{}
	}
	return domino.RoundDealt{
		Round: m.GetRound(), Opener: r.anySeat(field+".opener", m.Opener),
		Opening:  domino.Opening(m.GetOpening()),
		Eligible: domino.PipSet(m.GetEligible()),
		HandSize: int(m.GetHandSize()), BoneyardSize: int(m.GetBoneyardSize()),
		StartDraws: r.seatBytes(field+".start_draws", m.GetStartDraws()),
	}
}
