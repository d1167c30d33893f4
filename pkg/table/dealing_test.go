package table_test

import (
	"testing"

	"tranca.example/pkg/domino"
	"tranca.example/pkg/domino/deal"
	"tranca.example/pkg/table"
)

func TestTheDealerCommits(t *testing.T) {
	tip := table.Hash(deal.Tip(deal.Seed{7, 7, 7}))
	commit := table.CommitDeal{Tip: tip, Entropy: "crypto"}
	committed := func(t *testing.T) *desk { return seatedTable(t).committed(1) }
	run(t, []example{
		{name: "nobody has a say", given: startedTable, when: as(dealer, commit),
			then: []table.Event{table.DealCommitted{Tip: tip, ClientCommits: make([]table.Hash, 2), Entropy: "crypto"}}},
		{name: "one seat committed: fair, and it must reveal", given: committed, when: as(dealer, commit),
			then: []table.Event{table.DealCommitted{Tip: tip, ClientCommits: []table.Hash{{}, newDesk(t).open("classic.draw", nil, limits).commitOf(1)},
				Fair: true, Entropy: "crypto", RevealDeadline: 1_005_000}}},
		{name: "the same again is done", given: with(startedTable, as(dealer, commit)), when: as(dealer, commit), err: granted(6)},
		{name: "another tip is too late", given: with(startedTable, as(dealer, commit)),
			when: as(dealer, table.CommitDeal{Tip: table.Hash{1}, Entropy: "crypto"}), err: refused(table.AlreadyCommitted)},
		{name: "no tip", given: startedTable, when: as(dealer, table.CommitDeal{Entropy: "crypto"}), err: refused(table.Malformed, "field", "tip")},
		{name: "no entropy", given: startedTable, when: as(dealer, table.CommitDeal{Tip: tip}),
			err: refused(table.BadSettings, "setting", "entropy", "got", "", "want", "crypto, seeded")},
		{name: "another service", given: startedTable, when: as(rules, commit), err: notAllowed(table.Forbidden, domino.NoSeat)},
		{name: "before the match", given: seatedTable, when: as(dealer, commit), err: wrongPhase(table.PhaseOpen)},
	})
}

func TestSeatsReveal(t *testing.T) {
	early := func(t *testing.T) *desk { return seatedTable(t).committed(0, 1) }
	half := with(revealing, at(0, table.Reveal{Seed: clientSeed(0)}))
	cancelled := func(seats ...domino.Seat) []table.Event {
		return []table.Event{table.StartCancelled{Seats: seats, Deadline: 1_060_000}}
	}
	run(t, []example{
		{name: "the seed that was committed to", given: revealing, when: at(0, table.Reveal{Seed: clientSeed(0)}),
			then: []table.Event{table.ClientSeedRevealed{Seat: 0, Seed: clientSeed(0)}}},
		{name: "the same reveal twice is a no-op", given: half, when: at(0, table.Reveal{Seed: clientSeed(0)}), err: granted(7)},
		{name: "another one is refused", given: half, when: at(0, table.Reveal{Seed: clientSeed(1)}),
			err: refused(table.AlreadyRevealed, "seat", "0")},
		{name: "before the dealer is bound", given: early, when: at(0, table.Reveal{Seed: clientSeed(0)}), err: refused(table.NotCommitted)},
		{name: "a seat that committed to nothing", given: func(t *testing.T) *desk {
			d := seatedTable(t).committed(1)
			d.do(dealer, d.commitDeal())
			return d
		}, when: at(0, table.Reveal{Seed: clientSeed(0)}), err: refused(table.NothingCommitted, "seat", "0")},
		{name: "a wrong seed cancels the start", given: revealing, when: at(0, table.Reveal{Seed: clientSeed(1)}), then: cancelled(0)},
		{name: "so does a short one", given: revealing, when: at(1, table.Reveal{Seed: clientSeed(1)[:15]}), then: cancelled(1)},
		{name: "and one that no deal could use", given: revealing, when: at(1, table.Reveal{Seed: make([]byte, 256)}), then: cancelled(1)},
		{name: "too early to cancel", given: half, when: as(dealer, table.CancelStart{}), err: refused(table.NotDue, "at", "1005000")},
		{name: "a missed deadline cancels the start for those who are missing", given: later(half, 5000), when: as(dealer, table.CancelStart{}),
			then: []table.Event{table.StartCancelled{Seats: []domino.Seat{1}, Deadline: 1_065_000}}},
		{name: "the timekeeper may say so too", given: later(half, 5000), when: as(rules, table.Timeout{}),
			then: []table.Event{table.StartCancelled{Seats: []domino.Seat{1}, Deadline: 1_065_000}}},
		{name: "but not for an outage of ours", given: later(half, 7001), when: as(dealer, table.CancelStart{}),
			then: []table.Event{table.ClockCompensated{Deadline: 1_012_001}}},
		{name: "which is granted once", given: later(with(later(half, 7001), as(dealer, table.CancelStart{})), 9000),
			when: as(dealer, table.CancelStart{}),
			then: []table.Event{table.StartCancelled{Seats: []domino.Seat{1}, Deadline: 1_076_001}}},
		{name: "nothing to cancel", given: startedTable, when: as(dealer, table.CancelStart{}), err: refused(table.NoDeadline)},
		{name: "no reveal in an open table", given: seatedTable, when: at(0, table.Reveal{Seed: clientSeed(0)}), err: wrongPhase(table.PhaseOpen)},
	})
}

func TestACancelledStartUnreadiesAllAndTheSecondTimeTheSeatIsLost(t *testing.T) {
	d := revealing(t)
	d.do(d.seat(1), table.Reveal{Seed: nil})
	if s := d.state; s.Phase != table.PhaseOpen || s.Seats[0].Ready || s.Seats[1].Ready || s.Seats[1].Cancelled != 1 ||
		s.Seats[0].ClientCommit != (table.Hash{}) || table.NextMatchID(s) != tableID+".2" {
		t.Fatalf("after the first cancelled start: %+v", s)
	}
	d.committed(0, 1).do(dealer, d.commitDeal())
	d.now += 5000
	got := d.do(dealer, table.CancelStart{})[0].(table.StartCancelled)
	if len(got.Lost) != 1 || got.Lost[0] != 1 || len(got.Seats) != 2 {
		t.Fatalf("%+v, want seats 0 and 1, and seat 1 lost", got)
	}
	if d.state.Seats[1].Kind != table.SeatEmpty || d.state.Seats[0].Kind != table.SeatPlayer {
		t.Fatalf("seats: %+v", d.state.Seats)
	}
	checkFold(t, d.log)
}

func TestTheDealerDeals(t *testing.T) {
	bound := func(t *testing.T) *desk { d := startedTable(t); d.do(dealer, d.commitDeal()); return d }
	plan := func(change func(*table.DealRound)) func(*desk) (table.Actor, table.Command) {
		return func(d *desk) (table.Actor, table.Command) {
			c := d.dealRound()
			change(&c)
			return dealer, c
		}
	}
	bad := func(field, got, want string) error {
		return refused(table.BadRound, "field", field, "got", got, "want", want)
	}
	commit, err := table.DealParams(bound(t).state, 1).Commit(roundSeed(t, 1))
	if err != nil {
		t.Fatal(err)
	}
	run(t, []example{
		{name: "the next round starts with its turn limit", given: bound, when: plan(func(*table.DealRound) {}),
			then: []table.Event{table.RoundDealt{RoundDealt: domino.RoundDealt{
				Round: 1, Opener: 0, Opening: domino.OpenForced, HandSize: 7, BoneyardSize: 14,
			}, Commit: table.Hash(commit), Deadline: 1_010_000}}},
		{name: "another round", given: bound, when: plan(func(c *table.DealRound) { c.Dealt.Round = 2 }), err: bad("round", "2", "1")},
		{name: "no opener", given: bound, when: plan(func(c *table.DealRound) { c.Dealt.Opener = domino.NoSeat }), err: bad("opener", "-1", "a seat")},
		{name: "other hands", given: bound, when: plan(func(c *table.DealRound) { c.Dealt.HandSize = 6 }), err: bad("hand_size", "6", "7")},
		{name: "another boneyard", given: bound, when: plan(func(c *table.DealRound) { c.Dealt.BoneyardSize = 0 }), err: bad("boneyard_size", "0", "14")},
		{name: "strange draws", given: bound, when: plan(func(c *table.DealRound) { c.Dealt.StartDraws = []domino.Seat{5} }),
			err: bad("start_draws", "1", "seats that drew from the boneyard")},
		{name: "no commit", given: bound, when: plan(func(c *table.DealRound) { c.Commit = table.Hash{} }), err: bad("commit", "0", "a hash")},
		{name: "before the deal is committed", given: startedTable, when: as(dealer, table.DealRound{}), err: refused(table.NotCommitted)},
		{name: "before the seeds are revealed", given: revealing, when: as(dealer, table.DealRound{}), err: refused(table.RevealsMissing)},
		{name: "before the intermission is over", given: with(endedRound, as(scoring, table.Score{})), when: as(dealer, table.DealRound{}),
			err: refused(table.NotDue, "at", "1003000")},
		{name: "while a round runs", given: dealtTable, when: as(dealer, table.DealRound{}), err: wrongPhase(table.PhasePlaying)},
	})
}

func roundSeed(t *testing.T, round uint32) deal.Seed {
	t.Helper()
	s, err := deal.RoundSeed(deal.Seed{7, 7, 7}, round)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func TestARoundOpensWithItsOwnSeedAlone(t *testing.T) {
	d := dealtTable(t)
	if _, err := table.OpenRound(d.state, roundSeed(t, 2)); err == nil || err.Error() != "open round 1 of match "+tableID+".1: seed is not the one of this round" {
		t.Fatalf("the seed of round 2: %v", err)
	}
	if _, err := table.OpenRound(seatedTable(t).state, roundSeed(t, 1)); err == nil || err.Error() != "open the round of table "+tableID+": no round runs" {
		t.Fatalf("no round: %v", err)
	}
	if _, _, err := table.PlanRound(endedRound(t).state, deal.Seed{1}); err == nil {
		t.Fatal("a round was planned from another root")
	}
}

func TestRevealedClientSeedsChangeTheDeal(t *testing.T) {
	hands := func(d *desk) domino.Set { return d.dealt().hidden().Full.Hands[0] }
	plain := hands(startedTable(t))
	d := revealing(t)
	d.do(d.seat(0), table.Reveal{Seed: clientSeed(0)})
	d.do(d.seat(1), table.Reveal{Seed: clientSeed(1)})
	if d.state.Deadline != 0 || d.state.Match.RevealBy != 0 {
		t.Fatal("reveals are still awaited after the last one")
	}
	if hands(d) == plain {
		t.Fatal("the client seeds have no part in the deal")
	}
}

func TestALeaverInDealingIsReplacedAndStaysBoundToHisCommit(t *testing.T) {
	d := revealing(t)
	d.do(d.seat(1), table.Leave{})
	if got := d.state.Seats[1]; got.Kind != table.SeatBot || got.ClientCommit == (table.Hash{}) {
		t.Fatalf("seat 1: %+v", got)
	}
	d.do(d.seat(0), table.Reveal{Seed: clientSeed(0)})
	d.now += 5000
	d.do(dealer, table.CancelStart{})
	if got := d.state.Seats; got[1].Cancelled != 0 || !got[1].Ready || got[0].Ready {
		t.Fatalf("seats: %+v", got)
	}
}
