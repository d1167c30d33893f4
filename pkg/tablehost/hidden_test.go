package tablehost_test

import (
	"context"
	"testing"

	"tranca.example/pkg/domino"
	"tranca.example/pkg/domino/deal"
	"tranca.example/pkg/eventlog"
	"tranca.example/pkg/rpcerr"
	"tranca.example/pkg/table"
	"tranca.example/pkg/wire"
)

// sealed is an opener that finds no seed.
type sealed struct{ asked int }

func (s *sealed) Open(context.Context, table.State) (*table.Hidden, error) {
	s.asked++
	return nil, rpcerr.New(rpcerr.ReasonUnavailable, "no seed")
}

// dealt leads a table whose seats are ready into its first round.
func (w *world) dealt() {
	w.t.Helper()
	dealer, root := w.host(table.Dealer, nil), deal.Seed{1}
	plan := func(_ context.Context, s table.State, due table.Due) (table.Command, error) {
		if due.Task == table.TaskCommitDeal {
			return table.CommitDeal{Tip: table.Hash(deal.Tip(root)), Entropy: s.Options.Entropy}, nil
		}
		c, _, err := table.PlanRound(s, root)
		return c, err
	}
	for range 2 {
		if err := dealer.React(w.t.Context(), w.id, 0, plan); err != nil {
			w.t.Fatal(err)
		}
	}
}

func TestAMissingSeedStopsOnlyWhatEndsInTheRound(t *testing.T) {
	w := newWorld(t)
	tok := w.opened()
	w.accepted(w.request(key(alice), table.AddBot{Seat: 1, Policy: "greedy"}))
	w.accepted(w.request(seatToken(tok), table.Ready{}))
	w.dealt()
	opener := &sealed{}
	rules := w.host(table.Rules, opener)
	for _, c := range []table.Command{table.Play{Tile: domino.Double(6)}, table.Draw{}, table.Pass{}} {
		if _, err := rules.Command(t.Context(), w.request(seatToken(tok), c)); reasonOf(err) != rpcerr.ReasonUnavailable {
			t.Errorf("%T: got %v, want unavailable", c, err)
		}
	}
	asked := opener.asked
	for _, c := range []table.Command{table.Disconnect{}, table.Return{}, table.ReissueToken{}, table.Leave{}} {
		reply, err := rules.Command(t.Context(), w.request(seatToken(tok), c))
		if err != nil {
			t.Fatalf("%T: %v", c, err)
		}
		if reply.SeatToken != "" {
			tok = reply.SeatToken
		}
	}
	s, err := rules.LastState(t.Context(), w.id)
	if err != nil || s.Phase != table.PhasePlaying || s.Seats[0].Kind != table.SeatBot {
		t.Errorf("got phase %s, seat %+v, %v; want a bot there that plays on", s.Phase, s.Seats[0], err)
	}
	if asked == 0 || opener.asked != asked {
		t.Errorf("the seed was asked for %d times, then %d", asked, opener.asked)
	}
}

// What is malformed in our own log is no fault of the caller.
func TestACommitThatCannotBeReadIsAnInternalError(t *testing.T) {
	w := newWorld(t)
	if _, err := w.log.Append(t.Context(), eventlog.Commit{
		Table: w.id, Version: 1, Writer: "lobby", Phase: "open", Body: []byte("\xff\xff"),
	}, 0); err != nil {
		t.Fatal(err)
	}
	for name, err := range map[string]error{
		"command": second(w.lobby.Command(t.Context(), w.request(key(alice), table.Close{}))),
		"state":   second(w.host(table.Rules, nil).LastState(t.Context(), w.id)),
	} {
		if r, withheld := rpcerr.From(err); r == nil || r.Code != rpcerr.Internal || !withheld {
			t.Errorf("%s: got %v, want an internal error", name, err)
		}
	}
}

func second[T wire.Reply | table.State](_ T, err error) error { return err }
