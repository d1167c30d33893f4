package tablehost_test

import (
	"testing"

	"tranca.example/pkg/table"
	"tranca.example/pkg/wire"
)

// fourSeats is a table for four at which alice sits.
func (w *world) fourSeats() (aliceToken string) {
	w.t.Helper()
	w.accepted(w.request(key(alice), table.OpenTable{ID: w.id.String(), Preset: "latin.pairs"}))
	return w.accepted(w.request(key(alice), table.Sit{Seat: 0, Player: "alice"})).SeatToken
}

func (w *world) refused(r wire.Request, want string) {
	w.t.Helper()
	reply, err := w.lobby.Command(w.t.Context(), r)
	if reasonOf(err) != want || reply.SeatToken != "" {
		w.t.Fatalf("%T: got %+v, %v; want %s and no token", r.Command, reply, err, want)
	}
}

func TestALostAnswerOfAMoveIsAskedForAgainWithTheVoidToken(t *testing.T) {
	w := newWorld(t)
	move := w.request(seatToken(w.fourSeats()), table.MoveSeat{To: 3})
	first := w.accepted(move)
	move.Command = table.MoveSeat{To: 1} // whatever the retry says
	again := w.accepted(move)
	if again.Seat != 3 || again.SeatToken != first.SeatToken {
		t.Fatalf("got seat %d, want seat 3 and its token", again.Seat)
	}
}

func TestALostAnswerOfAReissueIsAskedForAgainWithTheVoidToken(t *testing.T) {
	w := newWorld(t)
	reissue := w.request(seatToken(w.fourSeats()), table.ReissueToken{})
	if first, again := w.accepted(reissue), w.accepted(reissue); again.SeatToken != first.SeatToken {
		t.Fatal("the retry got another token")
	}
}

func TestARetryNeverGivesTheTokenOfWhoeverHoldsTheSeatSince(t *testing.T) {
	for name, c := range map[string]struct {
		first table.Command // of alice on seat 0
		since func(w *world, fresh string)
	}{
		"moved, and another sat down on the old seat": {table.MoveSeat{To: 3}, func(w *world, _ string) {
			w.accepted(w.request(key(bob), table.Sit{Seat: 0, Player: "bob"}))
			w.accepted(w.request(key(alice), table.ReissueToken{}))
		}},
		"moved and left, and another sat down on the new seat": {table.MoveSeat{To: 3}, func(w *world, fresh string) {
			w.accepted(w.request(seatToken(fresh), table.Leave{}))
			w.accepted(w.request(key(bob), table.Sit{Seat: 3, Player: "bob"}))
		}},
		"reissued, and a newer token was issued with the key": {table.ReissueToken{}, func(w *world, _ string) {
			w.accepted(w.request(key(alice), table.ReissueToken{}))
		}},
		"reissued and left, and the seat is empty": {table.ReissueToken{}, func(w *world, fresh string) {
			w.accepted(w.request(seatToken(fresh), table.Leave{}))
		}},
		"reissued and left, and another sat down": {table.ReissueToken{}, func(w *world, fresh string) {
			w.accepted(w.request(seatToken(fresh), table.Leave{}))
			w.accepted(w.request(key(bob), table.Sit{Seat: 0, Player: "bob"}))
		}},
		"left, and another sat down": {table.Leave{}, func(w *world, _ string) {
			w.accepted(w.request(key(bob), table.Sit{Seat: 0, Player: "bob"}))
		}},
	} {
		t.Run(name, func(t *testing.T) {
			w := newWorld(t)
			first := w.request(seatToken(w.fourSeats()), c.first)
			c.since(w, w.accepted(first).SeatToken)
			for _, retried := range []table.Command{table.MoveSeat{To: 2}, table.ReissueToken{}} {
				first.Command = retried
				w.refused(first, "token_revoked")
			}
		})
	}
}
