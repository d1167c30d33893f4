package table

import (
	"bytes"
	"slices"
	"strconv"

	"tranca.example/pkg/domino"
	"tranca.example/pkg/domino/deal"
)

// dealing judges the commands that lead to a dealt round.
func (j *judge) dealing() ([]Event, error) {
	if j.Phase != PhaseDealing || j.Match == nil {
		return nil, j.wrongPhase()
	}
	switch c := j.Command.(type) {
	case CommitDeal:
		return j.commitDeal(c)
	case Reveal:
		return j.reveal(c)
	case CancelStart:
		return j.revealTimeout()
	case DealRound:
		return j.dealRound(c)
	default:
		return nil, refuse(UnknownCommand)
	}
}

// commitDeal binds the dealer; the client commits go on record with it.
func (j *judge) commitDeal(c CommitDeal) ([]Event, error) {
	if j.Match.Committed {
		if j.Match.Tip == c.Tip {
			return nil, j.granted()
		}
		return nil, refuse(AlreadyCommitted)
	}
	if c.Tip == (Hash{}) {
		return nil, refuse(Malformed, "field", "tip")
	}
	if err := checkEntropy(c.Entropy); err != nil {
		return nil, err
	}
	e := DealCommitted{Tip: c.Tip, Entropy: c.Entropy, ClientCommits: make([]Hash, len(j.Seats))}
	for i := range j.Seats {
		e.ClientCommits[i] = j.Seats[i].ClientCommit
		e.Fair = e.Fair || e.ClientCommits[i] != (Hash{})
	}
	if e.Fair {
		e.RevealDeadline = j.in(j.Options.RevealLimit)
	}
	return []Event{e}, nil
}

// reveal takes the seed that the seat committed to. Any other seed cancels the
// start on record: nothing is substituted, and nobody may try twice.
func (j *judge) reveal(c Reveal) ([]Event, error) {
	i, seat := j.me()
	switch {
	case !j.Match.Committed:
		return nil, refuse(NotCommitted)
	case seat.ClientCommit == (Hash{}):
		return nil, refuse(NothingCommitted, "seat", strconv.Itoa(int(i)))
	case seat.ClientSeed != nil && bytes.Equal(seat.ClientSeed, c.Seed):
		return nil, j.granted()
	case seat.ClientSeed != nil:
		return nil, refuse(AlreadyRevealed, "seat", strconv.Itoa(int(i)))
	}
	commit, err := deal.ClientCommit(j.Match.ID, i, c.Seed)
	if err != nil || len(c.Seed) < deal.MinClientSeed || Hash(commit) != seat.ClientCommit {
		return []Event{j.cancelled(i)}, nil //nolint:nilerr // a bad seed is a withheld one
	}
	return []Event{ClientSeedRevealed{Seat: i, Seed: bytes.Clone(c.Seed)}}, nil
}

// revealTimeout cancels the start when reveals are missing at the deadline.
func (j *judge) revealTimeout() ([]Event, error) {
	by := j.Match.RevealBy
	if by == 0 {
		return nil, refuse(NoDeadline)
	}
	if e, err := j.due(by, j.State.Overdue, j.Options.RevealLimit); e != nil || err != nil {
		return e, err
	}
	return []Event{j.cancelled(j.unrevealed()...)}, nil
}

func (j *judge) cancelled(seats ...domino.Seat) Event {
	e := StartCancelled{Seats: seats, Deadline: j.in(j.Options.IdleLimit)}
	for _, i := range seats {
		if seat := j.at(i); seat.Kind == SeatPlayer && seat.Cancelled+1 >= MaxCancelled {
			e.Lost = append(e.Lost, i)
		}
	}
	return e
}

// dealRound starts the next round: the premises come from the dealer, who
// alone knows the hands.
func (j *judge) dealRound(c DealRound) ([]Event, error) {
	switch {
	case !j.Match.Committed:
		return nil, refuse(NotCommitted)
	case j.Match.RevealBy != 0:
		return nil, refuse(RevealsMissing)
	case j.Now < j.Match.NextDeal:
		return nil, j.notDue(j.Match.NextDeal)
	}
	if err := j.checkDealt(c); err != nil {
		return nil, err
	}
	e := RoundDealt{RoundDealt: c.Dealt, Commit: c.Commit, Lot: c.Lot}
	e.Deadline, e.LimitEnd = j.clock(j.Options.firstLimit(), j.Bank(c.Dealt.Opener))
	return []Event{e}, nil
}

// checkDealt finds what cannot be a round of this table. Numbers are skipped
// only by the deals that start_none=redeal throws away.
func (j *judge) checkDealt(c DealRound) error {
	d, next := c.Dealt, j.Match.Round+1
	bad := func(what string, got int, want string) error {
		return refuse(BadRound, "field", what, "got", strconv.Itoa(got), "want", want)
	}
	switch r := j.Rules; {
	case d.Round < next || d.Round > next && r.StartNone != domino.StartRedeal:
		return bad("round", int(d.Round), strconv.Itoa(int(next)))
	case d.Round > deal.ChainLength:
		return bad("round", int(d.Round), "at most "+strconv.Itoa(deal.ChainLength))
	case j.at(d.Opener) == nil:
		return bad("opener", int(d.Opener), "a seat")
	case d.HandSize != r.HandSize:
		return bad("hand_size", d.HandSize, strconv.Itoa(r.HandSize))
	case d.BoneyardSize != r.Tiles()-r.Seats*r.HandSize:
		return bad("boneyard_size", d.BoneyardSize, strconv.Itoa(r.Tiles()-r.Seats*r.HandSize))
	case len(d.StartDraws) > d.BoneyardSize || slices.ContainsFunc(d.StartDraws, func(s domino.Seat) bool { return j.at(s) == nil }):
		return bad("start_draws", len(d.StartDraws), "seats that drew from the boneyard")
	case c.Commit == (Hash{}):
		return bad("commit", 0, "a hash")
	}
	return nil
}
