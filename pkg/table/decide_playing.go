package table

import (
	"errors"

	"tranca.example/pkg/domino"
)

// playing judges the commands that end in the round.
func (j *judge) playing() ([]Event, error) {
	if j.Phase != PhasePlaying {
		return nil, j.wrongPhase()
	}
	seat, _ := j.me()
	switch c := j.Command.(type) {
	case Play:
		return j.inRound(domino.Play{Seat: seat, Tile: c.Tile, Spot: c.Spot}, 0)
	case Draw:
		return j.inRound(domino.Draw{Seat: seat}, 0)
	case Pass:
		return j.inRound(domino.Pass{Seat: seat}, 0)
	case Annul:
		return j.annul(c)
	default:
		return nil, refuse(UnknownCommand)
	}
}

// inRound lets the round judge a command and wraps its events. The events
// carry the deadline of the seat that is on turn afterwards: a fresh limit
// where the turn goes on, and drawing's own (0: the turn's stays).
func (j *judge) inRound(c domino.Command, drawing Millis) ([]Event, error) {
	facts, err := j.judgeRound(c)
	if err != nil {
		return nil, err
	}
	out := make([]Event, 0, len(facts))
	for _, f := range facts {
		out = append(out, j.wrap(f, drawing))
	}
	return out, nil
}

func (j *judge) judgeRound(c domino.Command) ([]domino.Event, error) {
	if j.hidden == nil {
		return nil, refuse(DealMissing)
	}
	facts, err := domino.Decide(&j.hidden.Full, c)
	if illegal, ok := errors.AsType[*domino.Illegal](err); ok {
		return nil, &IllegalMove{Illegal: illegal}
	}
	return facts, err
}

func (j *judge) wrap(f domino.Event, drawing Millis) Event {
	switch f := f.(type) {
	case domino.RoundEnded:
		return j.ended(f)
	case domino.TilePlayed:
		return j.endsTurn(f, f.Next)
	case domino.TurnPassed:
		return j.endsTurn(f, f.Next)
	case domino.TileDrawn:
		return InRound{Event: f, Deadline: j.in(drawing)}
	default: // what follows from a placement sets no deadline
	}
	return InRound{Event: f}
}

// ended reveals the round together with its seed.
func (j *judge) ended(f domino.RoundEnded) Event {
	return RoundEnded{RoundEnded: f, Seed: Seed(j.hidden.Seed)}
}

// turnTimeout acts for the seat that let its time run out. The deal is needed
// for that alone.
func (j *judge) turnTimeout() ([]Event, error) {
	if j.hidden == nil {
		return nil, refuse(DealMissing)
	}
	c := j.hidden.Full.Default()
	seat := j.hidden.Full.Turn()
	facts, err := j.inRound(c, min(TimedOutDraw, j.turnLimit()))
	if err != nil {
		return nil, err
	}
	return append([]Event{TurnTimedOut{Seat: seat, Action: actionOf(c), BankUsed: j.used()}}, facts...), nil
}

func actionOf(c domino.Command) string {
	switch c.(type) {
	case domino.Play:
		return "play"
	case domino.Draw:
		return "draw"
	default:
		return "pass"
	}
}

// annul ends the round without points. Where the deal is lost nothing can be
// revealed and no further round can be dealt: the table is voided too.
func (j *judge) annul(c Annul) ([]Event, error) {
	if j.hidden == nil {
		return append(j.lost(c.Reason), TableVoided{Reason: DealLost, By: j.author()}), nil
	}
	return j.annulled(c.Reason)
}

func (j *judge) annulled(reason string) ([]Event, error) {
	facts, err := j.judgeRound(domino.Annul{Reason: reason})
	if err != nil {
		return nil, err
	}
	out := make([]Event, 0, len(facts)+1)
	for _, f := range facts {
		e := j.wrap(f, 0)
		if ended, ok := e.(RoundEnded); ok {
			ended.Actor = j.actorName()
			e = ended
		}
		out = append(out, e)
	}
	return out, nil
}

// lost ends a round that nobody can open any more.
func (j *judge) lost(reason string) []Event {
	return []Event{RoundEnded{Actor: j.actorName(), RoundEnded: domino.RoundEnded{
		End: domino.EndVoid, Closer: j.Round.Public.Closer(), Forfeits: domino.NoSeat, Reason: reason,
	}}}
}

func (j *judge) actorName() string {
	if j.Actor.Kind == ActorService {
		return string(j.Actor.Service)
	}
	return j.Actor.Name
}
