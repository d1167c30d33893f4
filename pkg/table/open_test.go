package table_test

import (
	"errors"
	"strings"
	"testing"

	"tranca.example/pkg/domino"
	"tranca.example/pkg/table"
)

func TestOpeningATable(t *testing.T) {
	open := table.OpenTable{ID: tableID, Preset: "classic.draw", Options: limits}
	hidden := limits
	hidden.Private = true
	change := func(f func(*table.OpenTable)) table.OpenTable { c := open; f(&c); return c }
	run(t, []example{
		{name: "a key opens a table with its settings filled in", given: noTable,
			when: as(key(0), change(func(c *table.OpenTable) {
				c.Knobs = map[string]string{"seats": "3", "target": "100"}
				c.Options = table.Options{}
				c.Properties = map[string]string{"league": "7"}
			})),
			then: []table.Event{table.TableOpened{
				ID: tableID, Preset: "classic.draw", Knobs: map[string]string{"seats": "3"},
				Options:    table.Options{RevealLimit: 30_000, BotPolicy: "heuristic", Entropy: "crypto"},
				Properties: map[string]string{"league": "7"}, OwnerKey: keyHash(0),
			}}},
		{name: "an idle limit sets a deadline", given: noTable, when: as(key(0), open),
			then: []table.Event{table.TableOpened{ID: tableID, Preset: "classic.draw", Knobs: map[string]string{},
				Options: filledIn(limits), OwnerKey: keyHash(0), Deadline: 1_060_000}}},
		{name: "the owner's second try finds the table", given: opened, when: as(key(0), open), err: granted(1)},
		{name: "another key cannot open it again", given: opened, when: as(key(1), open), err: wrongPhase(table.PhaseOpen)},
		{name: "a service cannot open a table", given: noTable, when: as(lobby, open), err: notAllowed(table.Forbidden, domino.NoSeat)},
		{name: "an empty key is no key", given: noTable, when: as(table.Actor{Kind: table.ActorKey}, open),
			err: notAllowed(table.NoToken, domino.NoSeat)},
		{name: "a table needs an id", given: noTable, when: as(key(0), change(func(c *table.OpenTable) { c.ID = "" })),
			err: refused(table.Malformed, "field", "table id")},
		{name: "a negative limit", given: noTable, when: as(key(0), change(func(c *table.OpenTable) { c.Options.Grace = -1 })),
			err: refused(table.BadSettings, "setting", "grace", "got", "-1", "want", "0 to 2592000000 ms")},
		{name: "a delay that never ends", given: noTable,
			when: as(key(0), change(func(c *table.OpenTable) { c.Options.SpectatorDelay = table.MaxLimit + 1 })),
			err:  refused(table.BadSettings, "setting", "spectator_delay", "got", "2592000001", "want", "0 to 2592000000 ms")},
		{name: "a table that no list tells of", given: noTable, when: as(key(0), change(func(c *table.OpenTable) { c.Options.Private = true })),
			then: []table.Event{table.TableOpened{ID: tableID, Preset: "classic.draw", Knobs: map[string]string{},
				Options: filledIn(hidden), OwnerKey: keyHash(0), Deadline: 1_060_000}}},
		{name: "a delay of too many rounds", given: noTable,
			when: as(key(0), change(func(c *table.OpenTable) { c.Options.SpectatorRounds = table.MaxRoundDelay + 1 })),
			err:  refused(table.BadSettings, "setting", "spectator_delay_rounds", "got", "1001", "want", "0 to 1000")},
		{name: "an unknown bot policy", given: noTable, when: as(key(0), change(func(c *table.OpenTable) { c.Options.BotPolicy = "wise" })),
			err: refused(table.BadSettings, "setting", "bot_policy", "got", "wise", "want", "random, greedy, heuristic, none")},
		{name: "without bots three players could not go on", given: noTable,
			when: as(key(0), change(func(c *table.OpenTable) {
				c.Knobs, c.Options.BotPolicy = map[string]string{"seats": "3"}, table.NoBots
			})),
			err: refused(table.BadSettings, "setting", "bot_policy", "got", "none", "want", "random, greedy, heuristic")},
		{name: "an unknown entropy", given: noTable, when: as(key(0), change(func(c *table.OpenTable) { c.Options.Entropy = "dice" })),
			err: refused(table.BadSettings, "setting", "entropy", "got", "dice", "want", "crypto, seeded")},
		{name: "properties are bounded", given: noTable,
			when: as(key(0), change(func(c *table.OpenTable) {
				c.Properties = map[string]string{"k": strings.Repeat("v", table.PropertiesMax)}
			})),
			err: refused(table.PropertiesTooLarge, "bytes", "1025", "want", "at most 1024")},
		{name: "nothing else is possible where no table is", given: noTable, when: as(key(0), table.Sit{Player: "p0"}),
			err: refused(table.UnknownTable)},
	})
}

func TestE45SettingsThatCannotBeDealtAreRefusedWithTheReasonOfTheRules(t *testing.T) {
	for _, x := range []struct {
		preset string
		knobs  map[string]string
		reason string
	}{
		{"chickie", map[string]string{"seats": "6"}, "bad_knob_value"},
		{"whist", nil, "unknown_preset"},
		{"chickie", map[string]string{"trumps": "4"}, "unknown_knob"},
	} {
		_, err := newDesk(t).try(key(0), table.OpenTable{ID: tableID, Preset: x.preset, Knobs: x.knobs})
		reasoned, ok := errors.AsType[interface {
			error
			Reason() string
		}](err)
		if !ok || reasoned.Reason() != x.reason {
			t.Errorf("%s %v: %v, want reason %s", x.preset, x.knobs, err, x.reason)
		}
	}
}

var badName = refused(table.Malformed, "field", "player", "want", "1 to 64 bytes of printable text without space around it")

func TestTakingSeats(t *testing.T) {
	run(t, []example{
		{name: "a key takes a certain seat", given: opened, when: as(key(1), table.Sit{Seat: 1, Player: "ana"}),
			then: []table.Event{table.SeatTaken{Seat: 1, Player: "ana", KeyHash: keyHash(1), Gen: 1}}},
		{name: "or the lowest free one", given: opened, when: as(key(1), table.Sit{Seat: domino.NoSeat, Player: "ana"}),
			then: []table.Event{table.SeatTaken{Seat: 0, Player: "ana", KeyHash: keyHash(1), Gen: 1}}},
		{name: "the key that sits keeps its seat", given: seatedTable, when: as(key(1), table.Sit{Seat: 0, Player: "x"}), err: granted(3)},
		{name: "even in a running match", given: dealtTable, when: as(key(1), table.Sit{Seat: domino.NoSeat, Player: "p1"}), err: granted(7)},
		{name: "a new key takes no player's seat in a match", given: dealtTable, when: as(key(5), table.Sit{Player: "eva"}), err: refused(table.SeatOccupied, "seat", "0")},
		{name: "an occupied seat", given: seatedTable, when: as(key(5), table.Sit{Seat: 1, Player: "eva"}),
			err: refused(table.SeatOccupied, "seat", "1")},
		{name: "a full table", given: seatedTable, when: as(key(5), table.Sit{Seat: domino.NoSeat, Player: "eva"}),
			err: refused(table.TableFull, "seats", "2")},
		{name: "a seat that is not there", given: opened, when: as(key(5), table.Sit{Seat: 2, Player: "eva"}),
			err: refused(table.UnknownSeat, "seat", "2", "want", "0 to 1")},
		{name: "a player sits once", given: with(opened, as(key(0), table.Sit{Seat: 0, Player: "ana"})),
			when: as(key(1), table.Sit{Seat: 1, Player: "ana"}), err: refused(table.PlayerSeated, "player", "ana")},
		{name: "a player has a name", given: opened, when: as(key(1), table.Sit{Seat: 1}),
			err: badName},
		{name: "a name shows something", given: opened, when: as(key(1), table.Sit{Seat: 1, Player: " \t"}), err: badName},
		{name: "a name has no space around it", given: opened, when: as(key(1), table.Sit{Seat: 1, Player: "eva\u00a0"}), err: badName},
		{name: "a name is one line", given: opened, when: as(key(1), table.Sit{Seat: 1, Player: "e\u2028va"}), err: badName},
		{name: "a name can be seen", given: opened, when: as(key(1), table.Sit{Seat: 1, Player: "\u3164\u2800"}), err: badName},
		{name: "a name hides nothing", given: opened, when: as(key(1), table.Sit{Seat: 1, Player: "a\u200bna"}), err: badName},
		{name: "a name turns no writing", given: opened, when: as(key(1), table.Sit{Seat: 1, Player: "e\u202eva"}), err: badName},
		{name: "a name has no controls", given: opened, when: as(key(1), table.Sit{Seat: 1, Player: "e\u0085va"}), err: badName},
		{name: "a name may be any writing", given: opened, when: as(key(1), table.Sit{Seat: 1, Player: "<i>Zoë</i> می\u200cخواهم"}),
			then: []table.Event{table.SeatTaken{Seat: 1, Player: "<i>Zoë</i> می\u200cخواهم", KeyHash: keyHash(1), Gen: 1}}},
		{name: "the next holder gets another generation", given: with(seatedTable, at(1, table.Leave{})),
			when: as(key(5), table.Sit{Seat: 1, Player: "eva"}),
			then: []table.Event{table.SeatTaken{Seat: 1, Player: "eva", KeyHash: keyHash(5), Gen: 2}}},
		{name: "a holder moves to an empty seat", given: with(opened, as(key(0), table.Sit{Seat: 0, Player: "ana"})),
			when: at(0, table.MoveSeat{To: 1}), then: []table.Event{table.SeatMoved{From: 0, To: 1, Gen: 1}}},
		{name: "moving to one's own seat is done already", given: seatedTable, when: at(0, table.MoveSeat{To: 0}), err: granted(3)},
		{name: "moving to an occupied seat", given: seatedTable, when: at(0, table.MoveSeat{To: 1}),
			err: refused(table.SeatOccupied, "seat", "1")},
		{name: "moving off the table", given: seatedTable, when: at(0, table.MoveSeat{To: domino.NoSeat}),
			err: refused(table.UnknownSeat, "seat", "-1", "want", "0 to 1")},
		{name: "nobody moves in a match", given: dealtTable, when: at(0, table.MoveSeat{To: 1}), err: wrongPhase(table.PhasePlaying)},
		{name: "leaving frees the seat", given: seatedTable, when: at(0, table.Leave{}), then: []table.Event{table.SeatLeft{Seat: 0}}},
	})
}

func TestBotsAtAnOpenTable(t *testing.T) {
	botAt0 := with(opened, as(key(0), table.AddBot{Seat: 0, Policy: "random"}))
	run(t, []example{
		{name: "the owner seats a bot", given: opened, when: as(key(0), table.AddBot{Seat: domino.NoSeat, Policy: "random"}),
			then: []table.Event{table.BotSeated{Seat: 0, Name: "bot-random-0-1", Policy: "random", Gen: 1}}},
		{name: "so does a seated player", given: with(opened, as(key(3), table.Sit{Seat: 0, Player: "ana"})),
			when: at(0, table.AddBot{Seat: 1, Policy: "greedy"}),
			then: []table.Event{table.BotSeated{Seat: 1, Name: "bot-greedy-1-1", Policy: "greedy", Gen: 1}}},
		{name: "no policy is the table's", given: opened, when: as(key(0), table.AddBot{Seat: 1}),
			then: []table.Event{table.BotSeated{Seat: 1, Name: "bot-greedy-1-1", Policy: "greedy", Gen: 1}}},
		{name: "the last bot starts the match", given: botAt0, when: as(key(0), table.AddBot{Seat: 1, Policy: "greedy"}),
			then: []table.Event{table.BotSeated{Seat: 1, Name: "bot-greedy-1-1", Policy: "greedy", Gen: 1},
				table.MatchStarted{MatchID: tableID + ".1", N: 1, Seating: []string{"bot-random-0-1", "bot-greedy-1-1"}}}},
		{name: "a stranger does not", given: opened, when: as(key(3), table.AddBot{Seat: 1, Policy: "greedy"}),
			err: notAllowed(table.NoToken, domino.NoSeat)},
		{name: "an unknown policy", given: opened, when: as(key(0), table.AddBot{Seat: 1, Policy: "none"}),
			err: refused(table.BadSettings, "setting", "policy", "got", "none", "want", "random, greedy, heuristic")},
		{name: "an occupied seat", given: botAt0, when: as(key(0), table.AddBot{Seat: 0, Policy: "greedy"}),
			err: refused(table.SeatOccupied, "seat", "0")},
		{name: "a bot is sent away", given: botAt0, when: as(key(0), table.RemoveBot{Seat: 0}), then: []table.Event{table.SeatLeft{Seat: 0}}},
		{name: "a player is not", given: seatedTable, when: as(key(0), table.RemoveBot{Seat: 1}), err: refused(table.NoBotThere, "seat", "1")},
		{name: "nor a seat that is not there", given: opened, when: as(key(0), table.RemoveBot{Seat: 9}),
			err: refused(table.UnknownSeat, "seat", "9", "want", "0 to 1")},
		{name: "bots stay as they are in a match", given: dealtTable, when: as(key(0), table.RemoveBot{Seat: 0}),
			err: wrongPhase(table.PhasePlaying)},
	})
}

func TestGettingReady(t *testing.T) {
	commit := table.Hash{9}
	run(t, []example{
		{name: "a player is ready", given: seatedTable, when: at(0, table.Ready{ClientCommit: commit}),
			then: []table.Event{table.PlayerReady{Seat: 0, ClientCommit: commit}}},
		{name: "the last one starts the match in the same commit", given: oneReady, when: at(0, table.Ready{}),
			then: []table.Event{table.PlayerReady{Seat: 0},
				table.MatchStarted{MatchID: tableID + ".1", N: 1, Seating: []string{"p0", "p1"}}}},
		{name: "ready twice is ready", given: oneReady, when: at(1, table.Ready{}), err: granted(4)},
		{name: "another commit replaces the first", given: oneReady, when: at(1, table.Ready{ClientCommit: commit}),
			then: []table.Event{table.PlayerReady{Seat: 1, ClientCommit: commit}}},
		{name: "readiness is taken back", given: oneReady, when: at(1, table.Unready{}), then: []table.Event{table.PlayerUnready{Seat: 1}}},
		{name: "what was not ready need not be taken back", given: oneReady, when: at(0, table.Unready{}), err: granted(4)},
		{name: "not in a match", given: dealtTable, when: at(0, table.Ready{}), err: wrongPhase(table.PhasePlaying)},
		{name: "a key without a seat is not asked", given: opened, when: as(key(0), table.Ready{}),
			err: notAllowed(table.NoToken, domino.NoSeat)},
	})
}

func TestChangingSettings(t *testing.T) {
	change := table.ChangeSettings{Preset: "classic.draw", Knobs: map[string]string{"target": "50"}, Options: limits}
	more := table.ChangeSettings{Preset: "chickie", Options: limits}
	hide := change
	hide.Options.Private = true
	run(t, []example{
		{name: "the owner's key changes them", given: seatedTable, when: as(key(0), change),
			then: []table.Event{table.SettingsChanged{Preset: "classic.draw", Knobs: map[string]string{"target": "50"}, Options: filledIn(limits)}}},
		{name: "so does the owner's seat", given: seatedTable, when: at(0, more),
			then: []table.Event{table.SettingsChanged{Preset: "chickie", Knobs: map[string]string{}, Options: filledIn(limits)}}},
		{name: "but not whether lists tell of the table", given: seatedTable, when: as(key(0), hide),
			err: refused(table.BadSettings, "setting", "private", "got", "true", "want", "false: the table was opened for everybody")},
		{name: "another seat does not", given: seatedTable, when: at(1, change), err: notAllowed(table.NotOwner, 1)},
		{name: "nor another key", given: seatedTable, when: as(key(1), change), err: notAllowed(table.NotOwner, domino.NoSeat)},
		{name: "no holder loses his seat", given: with(with(opened, as(key(0), more)), as(key(4), table.Sit{Seat: 3, Player: "eva"})),
			when: as(key(0), change), err: refused(table.SeatsInUse, "seat", "3", "want", "seats 0 to 1 only")},
		{name: "not in a match", given: dealtTable, when: as(key(0), change), err: wrongPhase(table.PhasePlaying)},
	})
}

func TestNewSettingsUnreadyEverybodyAndGrowTheTable(t *testing.T) {
	d := oneReady(t)
	d.do(key(0), table.ChangeSettings{Preset: "chickie", Options: limits})
	if len(d.state.Seats) != 4 || d.state.Seats[1].Ready || d.state.Seats[1].Player != "p1" {
		t.Fatalf("seats after the change: %+v", d.state.Seats)
	}
}

func TestAPrivateTableStaysSo(t *testing.T) {
	hidden := limits
	hidden.Private = true
	d := newDesk(t).open("latin.pairs", nil, hidden)
	for _, o := range []table.Options{limits, hidden} {
		d.do(key(0), table.ChangeSettings{Preset: "classic.draw", Options: o})
		if !d.state.Options.Private {
			t.Fatalf("%+v shows the table in lists", o)
		}
	}
}

func TestATokenIsNotGoodAgainAfterTheTableWasSmaller(t *testing.T) {
	d := newDesk(t).open("latin.pairs", nil, limits)
	d.do(key(3), table.Sit{Seat: 3, Player: "eva"})
	eva := d.seat(3)
	d.do(eva, table.Leave{})
	d.do(key(0), table.ChangeSettings{Preset: "classic.draw", Options: limits})
	d.do(key(0), table.ChangeSettings{Preset: "latin.pairs", Options: limits})
	d.do(key(4), table.Sit{Seat: 3, Player: "fay"})
	if fay := d.seat(3); fay.Gen <= eva.Gen {
		t.Fatalf("generation %d after %d", fay.Gen, eva.Gen)
	}
	_, err := table.Decide(d.state, nil, d.request(eva, table.Ready{}))
	if refusal, ok := errors.AsType[*table.NotAllowed](err); !ok || refusal.Why != table.TokenRevoked {
		t.Fatalf("got %v, want %s", err, table.TokenRevoked)
	}
}

func TestT18SeatsTakenInAnyOrderMakeOppositePartners(t *testing.T) {
	d := newDesk(t).open("latin.pairs", nil, limits)
	for _, i := range []int{2, 0, 3, 1} {
		d.do(key(i), table.Sit{Seat: domino.Seat(i), Player: player(i)})
	}
	d.started()
	for seat, side := range []domino.Side{0, 1, 0, 1} {
		if got := d.state.Rules.SideOf(domino.Seat(seat)); got != side {
			t.Errorf("seat %d plays for side %d, want %d", seat, got, side)
		}
	}
	if next := d.state.Rules.Next(0); next != 3 {
		t.Errorf("after seat 0 comes %d, want 3: counter-clockwise", next)
	}
}

func TestMovingTakesTheHolderAlongAndMakesHimUnready(t *testing.T) {
	d := opened(t)
	d.do(key(0), table.Sit{Seat: 0, Player: "ana"})
	d.do(d.seat(0), table.Ready{ClientCommit: table.Hash{9}})
	old := d.seat(0)
	d.do(old, table.MoveSeat{To: 1})
	if got := d.state.Seats[1]; got.Player != "ana" || got.Ready || got.ClientCommit != (table.Hash{}) || got.Gen != 1 {
		t.Fatalf("seat 1 after the move: %+v", got)
	}
	if d.state.SeatOf(keyHash(0)) != 1 {
		t.Fatal("the key did not move along")
	}
	if _, err := d.try(old, table.Ready{}); err == nil || err.Error() != "the seat has another holder or a newer token: seat 0" {
		t.Fatalf("the token of the old seat: %v", err)
	}
}
