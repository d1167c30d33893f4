package record

import (
	"errors"
	"fmt"

	"tranca.example/pkg/domino"
)

// The reasons that a record adds to those of the engine.
const (
	Unfinished   domino.Reason = "unfinished"    // the moves end before the round does
	DrawOrder    domino.Reason = "draw_order"    // another tile was next in the boneyard
	DealMismatch domino.Reason = "deal_mismatch" // the hands do not follow from the deal's seed
)

// Fault is the move that could not be made, or the deal that was not dealt.
type Fault struct {
	Move    int           `json:"move,omitempty"` // from 1; one past the last when unfinished; 0 for the deal
	Reason  domino.Reason `json:"reason"`
	Message string        `json:"message"`
	Legal   []string      `json:"legal"` // what the seat on turn could do

	cause error
}

// Error is the message with the move, if one is at fault.
func (f *Fault) Error() string {
	if f.Move == 0 {
		return f.Message
	}
	return fmt.Sprintf("move %d: %s", f.Move, f.Message)
}

// Unwrap is what deal.Verify said, for a deal that was not dealt.
func (f *Fault) Unwrap() error { return f.cause }

// replay plays the moves of a record through the engine.
type replay struct {
	*dealt
	full   domino.Full
	events []domino.Event
	passed domino.Seat // made the pass that follows a missed draw-one; the record must write it
	at     int         // the move that is being judged, from 1
}

func (d *dealt) replay() (*replay, error) {
	p := &replay{dealt: d, passed: domino.NoSeat}
	full, err := domino.Open(domino.NewRound(d.rules, d.start), d.deal)
	if err != nil {
		return nil, premise("hands", "%w", err)
	}
	p.full = full
	for i, m := range d.rec.Moves {
		p.at = i + 1
		if err := p.move(m); err != nil {
			return p, err
		}
	}
	return p, nil
}

// finished is nil when the moves played the round out.
func (p *replay) finished() error {
	if _, over := p.full.Over(); over {
		return nil
	}
	p.at = len(p.rec.Moves) + 1
	return p.fault(Unfinished, "the round is not over after the last move")
}

func (p *replay) move(m Move) error {
	if p.at <= len(p.start.StartDraws) {
		return p.startDraw(m)
	}
	if p.passed != domino.NoSeat {
		return p.writtenPass(m)
	}
	turn := p.full.Turn()
	next := p.full.Boneyard()
	events, err := domino.Decide(&p.full, m.command())
	if err != nil {
		return p.illegal(m, err)
	}
	if m.Kind == MoveDraw && m.Tile != next[0] {
		return p.fault(DrawOrder, "seat %d draws %v, but the next boneyard tile is %v", m.Seat, m.Tile, next[0])
	}
	if err := p.fold(events); err != nil {
		return err
	}
	if _, missed := last(events).(domino.TurnPassed); missed && m.Kind == MoveDraw {
		p.passed = turn
	}
	return nil
}

func last(events []domino.Event) domino.Event { return events[len(events)-1] }

func (p *replay) fold(events []domino.Event) (err error) {
	for _, e := range events {
		p.full.Public = domino.Evolve(p.full.Public, e)
	}
	p.events = append(p.events, events...)
	if p.full, err = domino.Open(p.full.Public, p.deal); err != nil {
		return fmt.Errorf("replay move %d: %w", p.at, err)
	}
	return nil
}

// startDraw compares a draw before the root with the one that the hands and
// the boneyard make (K-06).
func (p *replay) startDraw(m Move) error {
	want := Move{Kind: MoveDraw, Seat: p.start.StartDraws[p.at-1], Tile: p.deal.Boneyard[p.at-1]}
	why := domino.NotYourTurn
	switch {
	case m == want:
		return nil
	case m.Kind != MoveDraw:
		why = domino.MustDraw
	case m.Seat == want.Seat:
		why = DrawOrder
	}
	f := p.fault(why, "%q before the start: nobody holds a starting double, so the draw is %q", m, want)
	f.Legal = []string{want.String()}
	return f
}

// writtenPass wants the pass that the engine has made together with a missed
// draw-one: records write both (E-13).
func (p *replay) writtenPass(m Move) error {
	want := Move{Kind: MovePass, Seat: p.passed}
	why := domino.DoesNotFit
	switch {
	case m == want:
		p.passed = domino.NoSeat
		return nil
	case m.Seat != want.Seat:
		why = domino.NotYourTurn
	case m.Kind == MoveDraw:
		why = domino.CannotDraw
	}
	f := p.fault(why, "%q: the drawn tile does not fit, so seat %d passes", m, want.Seat)
	f.Legal = []string{want.String()}
	return f
}

func (m Move) command() domino.Command {
	switch m.Kind {
	case MovePlay:
		return domino.Play{Seat: m.Seat, Tile: m.Tile, Spot: m.Spot}
	case MoveDraw:
		return domino.Draw{Seat: m.Seat}
	case MovePass:
		return domino.Pass{Seat: m.Seat}
	case MoveForfeit:
		return domino.Forfeit{Seat: m.Seat}
	case MoveVoid:
	}
	return domino.Annul{}
}

// illegal tells the engine's rejection; a record hides nothing, so whose turn
// it is and what that seat could do are told too.
func (p *replay) illegal(m Move, err error) error {
	var e *domino.Illegal
	if !errors.As(err, &e) {
		return fmt.Errorf("judge move %d: %w", p.at, err)
	}
	if e.Why == domino.NotYourTurn {
		return p.fault(e.Why, "%q: %v; seat %d is on turn", m, e, p.full.Turn())
	}
	return p.fault(e.Why, "%q: %v", m, e)
}

func (p *replay) fault(why domino.Reason, format string, args ...any) *Fault {
	return &Fault{Move: p.at, Reason: why, Message: fmt.Sprintf(format, args...), Legal: p.legal()}
}

// legal lists what the seat on turn could do, as moves.
func (p *replay) legal() []string {
	out, seat := []string{}, p.full.Turn()
	if p.passed != domino.NoSeat {
		return []string{Move{Kind: MovePass, Seat: p.passed}.String()}
	}
	for _, play := range p.full.Plays(nil) {
		out = append(out, Move{MovePlay, play.Seat, play.Tile, play.Spot}.String())
	}
	if p.full.MayDraw() {
		out = append(out, Move{Kind: MoveDraw, Seat: seat, Tile: p.full.Boneyard()[0]}.String())
	}
	if p.full.MayPass() {
		out = append(out, Move{Kind: MovePass, Seat: seat}.String())
	}
	return out
}

// score is what the finished round is worth under r.
func (p *replay) score(r *domino.Rules) (domino.RoundEnded, domino.RoundScore) {
	e, _ := p.full.Over()
	var lead domino.Tile
	if board := p.full.Board(); len(board) > 0 {
		lead = board[0].Tile
	}
	return e, domino.ScoreRound(r, p.before, p.start.Opener, lead, e)
}
