package table

import (
	"slices"

	"tranca.example/pkg/domino"
)

// askRematch opens the table again when every player wants it.
func (j *judge) askRematch() ([]Event, error) {
	if j.Phase != PhaseFinished {
		return nil, j.wrongPhase()
	}
	i, _ := j.me()
	if slices.Contains(j.Rematch, i) {
		return nil, j.granted()
	}
	e := RematchAsked{Seat: i}
	if j.allWantRematch(append(slices.Clone(j.Rematch), i), domino.NoSeat) {
		return []Event{e, j.reopened()}, nil
	}
	return []Event{e}, nil
}

// allWantRematch tells whether every player but the one who leaves has asked.
func (j *judge) allWantRematch(asked []domino.Seat, leaver domino.Seat) bool {
	somebody := false
	for i := range j.Seats {
		if s := domino.Seat(i); s != leaver && j.Seats[i].Kind == SeatPlayer {
			if !slices.Contains(asked, s) {
				return false
			}
			somebody = true
		}
	}
	return somebody
}

func (j *judge) reopened() Event { return TableReopened{Deadline: j.in(j.Options.IdleLimit)} }

// closeTable is the owner's, whenever no match runs.
func (j *judge) closeTable() ([]Event, error) {
	if !j.Phase.idles() {
		return nil, j.wrongPhase()
	}
	return []Event{TableClosed{Reason: ByOwner}}, nil
}
