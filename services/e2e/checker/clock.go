package checker

import (
	"slices"

	eventv1 "tranca.example/proto/gen/tranca/event/v1"
)

// clock is what the log told of a table's clock so far.
type clock struct {
	deadline, limitEnd int64 // of the commit before
	turn               uint32
	banks              []int64 // by seat; nil before a match
}

// clocks checks that no turn ran out and no time bank was opened before its time,
// and that every bank is what the events make of it and never below nothing.
func (f *Facts) clocks(t *table, c *eventv1.Commit, id string) {
	k, at := &t.clock, c.GetAtMs()
	for _, event := range c.GetEvents() {
		switch e := event.GetKind().(type) {
		case *eventv1.Event_MatchStarted:
			k.banks = slices.Repeat([]int64{e.MatchStarted.GetTimeBankMs()}, len(e.MatchStarted.GetSeating()))
		case *eventv1.Event_RoundDealt:
			k.turn = e.RoundDealt.GetPremises().GetOpener()
		case *eventv1.Event_TilePlayed:
			k.charge(e.TilePlayed.GetSeat(), e.TilePlayed.GetBankAddedMs()-e.TilePlayed.GetBankUsedMs())
			k.turn = e.TilePlayed.GetNext()
		case *eventv1.Event_TurnPassed:
			k.charge(e.TurnPassed.GetSeat(), e.TurnPassed.GetBankAddedMs()-e.TurnPassed.GetBankUsedMs())
			k.turn = e.TurnPassed.GetNext()
		case *eventv1.Event_TableFrozen:
			k.charge(k.turn, -e.TableFrozen.GetBankUsedMs())
		case *eventv1.Event_BankOpened:
			f.timely.Check(k.limitEnd != 0 && at >= k.limitEnd && e.BankOpened.GetSinceMs() >= k.limitEnd,
				"table %s, version %d: a bank is opened at %d for %d, the limit ends at %d", id, c.GetVersion(), at, e.BankOpened.GetSinceMs(), k.limitEnd)
		case *eventv1.Event_TurnTimedOut:
			f.timely.Check(k.deadline != 0 && at >= k.deadline,
				"table %s, version %d: a turn runs out at %d, its deadline is %d", id, c.GetVersion(), at, k.deadline)
			k.charge(e.TurnTimedOut.GetSeat(), -e.TurnTimedOut.GetBankUsedMs())
		}
	}
	k.deadline, k.limitEnd = c.GetState().GetDeadlineMs(), c.GetState().GetLimitEndMs()
	if k.banks != nil {
		f.timely.Check(k.holds(c.GetState().GetMatch().GetBanksMs()),
			"table %s, version %d: the time banks are %v, the events make them %v", id, c.GetVersion(), c.GetState().GetMatch().GetBanksMs(), k.banks)
	}
}

func (k *clock) charge(seat uint32, by int64) {
	if int(seat) < len(k.banks) {
		k.banks[seat] += by
	}
}

// holds tells whether the stored banks, of which none is stored when all are
// empty, are those of the events.
func (k *clock) holds(stored []int64) bool {
	if len(stored) == 0 {
		stored = make([]int64, len(k.banks))
	}
	return slices.Equal(stored, k.banks) && slices.Min(k.banks) >= 0
}
