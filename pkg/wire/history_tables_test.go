package wire_test

import (
	"math/rand/v2"
	"testing"

	"tranca.example/pkg/domino"
	"tranca.example/pkg/domino/deal"
	"tranca.example/pkg/table"
)

// historyTables plays the tables whose logs are recorded. Together they have
// every kind of event.
func historyTables(t *testing.T) map[string][]table.Commit {
	t.Helper()
	return map[string][]table.Commit{
		"lobby": lobbyTable(t).log, "draw": drawTable(t).log, "chickie": chickieTable(t).log, "pairs": pairsTable(t).log,
		"clock": clockTable(t).log, "guest": guestTable(t).log, "officials": officialsTable(t).log,
		"delay": delayTable(t).log, "private": privateTable(t).log,
	}
}

func historyDesk(tb testing.TB, seed uint64, open table.OpenTable) *desk {
	tb.Helper()
	d := &desk{t: tb, rand: rand.New(rand.NewPCG(seed, 1)), now: 1_790_000_000_000, root: deal.Seed{byte(seed), 9, 9}}
	d.do(key(0), open)
	return d
}

// delayTable is a table that whoever has no seat sees later.
func delayTable(t *testing.T) *desk {
	t.Helper()
	d := historyDesk(t, 6, table.OpenTable{
		ID: "0-4fz9k2m9", Preset: "classic.draw", Options: table.Options{SpectatorDelay: 300_000, SpectatorRounds: 2},
	})
	d.do(key(0), table.Sit{Seat: 0, Player: "Ana"})
	d.do(key(0), table.ChangeSettings{Preset: "classic.draw", Options: table.Options{SpectatorRounds: 1}})
	d.do(key(0), table.Close{})
	return d
}

// privateTable is a table that no list tells of.
func privateTable(t *testing.T) *desk {
	t.Helper()
	d := historyDesk(t, 7, table.OpenTable{ID: "0-4fz9k2m9", Preset: "classic.draw", Options: table.Options{Private: true}})
	d.do(key(0), table.ChangeSettings{Preset: "latin.pairs"})
	d.do(key(0), table.Close{})
	return d
}

// lobbyTable is everything before a deal: people come and go, a start is
// cancelled, and the owner closes the table.
func lobbyTable(t *testing.T) *desk {
	t.Helper()
	d := historyDesk(t, 1, table.OpenTable{
		ID: "0-4fz9k2m8", Preset: "latin.solo", Knobs: map[string]string{"seats": "2"},
		Properties: map[string]string{"name": "friday"},
		Options:    table.Options{RevealLimit: 5000, IdleLimit: 60_000, BotPolicy: "random"},
	})
	d.do(key(0), table.Sit{Seat: 1, Player: "Ana"})
	d.do(d.seat(1), table.MoveSeat{To: 0})
	d.do(key(1), table.Sit{Seat: domino.NoSeat, Player: "Bo"})
	d.do(d.seat(1), table.ReissueToken{})
	d.do(d.seat(1), table.Leave{})
	d.do(key(0), table.AddBot{Seat: 1, Policy: "heuristic"})
	d.do(d.seat(0), table.RemoveBot{Seat: 1})
	d.do(key(0), table.ChangeSettings{Preset: "classic.draw", Options: table.Options{
		TurnLimit: 20_000, Intermission: 1000, RevealLimit: 5000, IdleLimit: 60_000, Grace: 9000, BotPolicy: "greedy", BotThinking: 5,
	}})
	d.do(key(1), table.Sit{Seat: 1, Player: "Bo"})
	d.do(d.seat(0), table.Ready{})
	d.do(d.seat(0), table.Unready{})
	d.do(d.seat(0), table.Ready{ClientCommit: d.commitment(1)})
	d.do(d.seat(1), table.Ready{ClientCommit: d.commitment(1)})
	d.do(service(table.Dealer), table.CommitDeal{Tip: table.Hash(deal.Tip(d.root)), Entropy: "crypto"})
	d.do(d.seat(1), table.Reveal{Seed: clientSeed(1)})
	d.now += 5000
	d.do(service(table.Dealer), table.CancelStart{})
	d.do(key(0), table.Close{})
	return d
}

// drawTable is a whole match with a time-out, an outage and somebody who is
// away for a while; then the table is opened again and nobody stays.
func drawTable(t *testing.T) *desk {
	t.Helper()
	d := newMatch(t, "classic.draw", map[string]string{"target": "0", "rounds": "1"}, 12)
	d.step()
	d.do(d.seat(1), table.Disconnect{})
	d.do(d.seat(1), table.Return{})
	d.now = d.state.Deadline + table.Time(table.LateAfter)
	d.do(service(table.Rules), table.Timeout{})
	d.now = d.state.Deadline
	d.do(service(table.Rules), table.Timeout{})
	d.play(1000)
	d.do(d.seat(0), table.AskRematch{})
	d.do(d.seat(1), table.AskRematch{})
	d.do(d.seat(1), table.Leave{})
	return d
}

// chickieTable is frozen for a while, and voided in the middle of a round.
func chickieTable(t *testing.T) *desk {
	t.Helper()
	d := newMatch(t, "chickie", nil, 2)
	d.until(func() bool { return d.happened("chickie_called") && d.happened("foot_completed") })
	ops := table.Actor{Kind: table.ActorOperator, Name: "ops"}
	d.do(d.seat(0), table.Disconnect{})
	d.do(ops, table.Freeze{Reason: "look"})
	d.do(ops, table.Thaw{})
	d.until(func() bool { return d.state.Phase == table.PhasePlaying && len(d.state.Round.Steps) > 3 })
	d.do(ops, table.Void{Reason: "spilt"})
	return d
}

// pairsTable is left by one player, and another is away for too long.
func pairsTable(t *testing.T) *desk {
	t.Helper()
	d := newMatch(t, "latin.pairs", map[string]string{"target": "0", "rounds": "2"}, 3)
	d.step()
	d.do(d.seat(2), table.Leave{})
	d.do(d.seat(3), table.Disconnect{})
	d.now = d.state.Seats[3].GraceUntil
	d.do(service(table.Rules), table.TakeOver{Seat: 3})
	d.until(func() bool { return d.happened("double_hung") && d.happened("turn_passed") })
	return d.play(1000)
}

// guestTable is silent while rounds run; somebody sits down there for a bot in the
// middle of one.
func guestTable(t *testing.T) *desk {
	t.Helper()
	d := newMatchWith(t, "latin.pairs", map[string]string{"target": "0", "rounds": "1"}, table.Options{
		RevealLimit: 20_000, BotPolicy: "greedy", Emotes: table.EmotesPauses,
	}, 5)
	d.until(func() bool { return d.state.Phase == table.PhasePlaying && len(d.state.Round.Steps) > 3 })
	d.do(d.seat(2), table.Leave{})
	d.do(key(7), table.Sit{Seat: 2, Player: "Late"})
	return d.play(1000)
}

// clockTable has time banks: they are opened, used up, left alone in an outage and
// kept while the table is frozen.
func clockTable(t *testing.T) *desk {
	t.Helper()
	rules, ops := service(table.Rules), table.Actor{Kind: table.ActorOperator, Name: "ops"}
	d := newMatchWith(t, "latin.solo", map[string]string{"seats": "2", "target": "0", "rounds": "2"}, table.Options{
		TurnLimit: 2000, FirstMove: 3000, TimeBank: 9000, Increment: 300, RevealLimit: 20_000, Grace: 60_000, BotPolicy: "greedy",
	}, 8)
	d.step()
	timeout := func() {
		d.now = max(d.now, d.due())
		d.do(rules, table.Timeout{})
	}
	timeout() // the limit of the first turn is over
	d.move()
	timeout()
	d.now += 1000
	d.do(ops, table.Freeze{Reason: "look"})
	d.do(ops, table.Thaw{})
	d.now = d.due() + table.Time(table.LateAfter)
	d.do(rules, table.Timeout{}) // an outage
	timeout()
	timeout() // the bank is empty
	for d.state.Phase != table.PhaseFinished {
		if d.now += table.Time(d.rand.IntN(2500)); d.state.Phase == table.PhasePlaying && d.now+700 >= d.due() {
			timeout()
			continue
		}
		d.step()
	}
	return d
}

// officialsTable is one that referees and operators decide about: a seat is freed
// before the match and another given to a bot in it, a token is revoked, and the
// round is voided while the table is frozen.
func officialsTable(t *testing.T) *desk {
	t.Helper()
	ops := table.Actor{Kind: table.ActorOperator, Name: "p-ops", KeyHash: table.Hash{1}}
	ref := table.Actor{Kind: table.ActorReferee, Name: "p-ref", KeyHash: table.Hash{2}}
	d := historyDesk(t, 5, table.OpenTable{ID: "0-4fz9k2m9", Preset: "classic.draw", Options: table.Options{BotPolicy: "greedy", Grace: 9000}})
	d.do(key(0), table.Sit{Seat: 0, Player: "Ana"})
	d.do(key(1), table.Sit{Seat: 1, Player: "Bo"})
	d.do(ref, table.TakeOver{Seat: 1, Reason: "not who he says"})
	d.do(key(2), table.Sit{Seat: 1, Player: "Cy"})
	d.do(d.seat(0), table.Ready{})
	d.do(d.seat(1), table.Ready{})
	d.do(service(table.Dealer), table.CommitDeal{Tip: table.Hash(deal.Tip(d.root)), Entropy: "crypto"})
	d.step()
	d.do(ref, table.Freeze{Reason: "look"})
	d.do(ref, table.RevokeToken{Seat: 0, Reason: "stolen"})
	d.do(ref, table.Thaw{Reason: "seen"})
	d.do(ops, table.TakeOver{Seat: 1, Reason: "rude"})
	d.step()
	d.do(ops, table.Freeze{Reason: "look again"})
	d.do(ops, table.Void{Reason: "spilt"})
	return d
}

// due is when the timer of the running turn rings.
func (d *desk) due() table.Time {
	d.t.Helper()
	for _, due := range table.Agenda(d.state) {
		if due.Task == table.TaskTimeout {
			return due.At
		}
	}
	d.t.Fatalf("version %d: no timer is set", d.state.Version)
	return 0
}

// until goes on with the match until something is so.
func (d *desk) until(so func() bool) {
	d.t.Helper()
	for !so() {
		d.step()
	}
}

// happened tells whether the log has an event of a kind.
func (d *desk) happened(kind string) bool {
	for _, c := range d.log {
		for _, e := range c.Events {
			if sampleName(e) == kind {
				return true
			}
		}
	}
	return false
}
