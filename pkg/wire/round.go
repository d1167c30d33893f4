package wire

import (
	"strconv"

	"tranca.example/pkg/domino"
	"tranca.example/pkg/table"
	eventv1 "tranca.example/proto/gen/tranca/event/v1"
)

// stepSize is the number of bytes of a step: kind, seat, tile, spot, next.
const stepSize = 5

// round reads the premises and the steps of a round and folds them.
func (r *reader) round(m *eventv1.Round, rules *domino.Rules) *table.Round {
	if m == nil {
		return nil
	}
	out := &table.Round{
		Dealt:  r.premises("state.round.premises", m.GetPremises()),
		Commit: r.hash("state.round.commit", m.GetCommit()),
		Lot:    r.tiles("state.round.lot", m.GetLot()),
	}
	if m.GetEnded() != nil {
		ended := r.ended("state.round.ended", m.GetEnded())
		out.Ended = &ended
	}
	if m.GetScore() != nil {
		score := r.score("state.round.score", m.GetScore())
		out.Score = &score
	}
	if rules == nil {
		r.fail("state.rules", "nothing", "the rules of the round")
		return nil
	}
	out.Steps = r.steps(m.GetSteps(), rules)
	if r.err != nil {
		return nil
	}
	out.Public = fold(rules, out)
	return out
}

func (r *reader) steps(b []byte, rules *domino.Rules) []table.Step {
	if len(b)%stepSize != 0 {
		r.fail("state.round.steps", strconv.Itoa(len(b))+" bytes", "5 a step")
		return nil
	}
	if len(b) == 0 {
		return nil
	}
	out := make([]table.Step, 0, len(b)/stepSize)
	for ; len(b) > 0; b = b[stepSize:] {
		s := table.Step{
			Kind: table.StepKind(b[0]), Seat: domino.Seat(b[1]), Tile: domino.Tile(b[2]),
			Spot: domino.Spot(b[3]), Next: domino.Seat(b[4]),
		}
		if !plausible(s, rules) {
			r.fail("state.round.steps", "step "+strconv.Itoa(len(out)), "a kind, seats and a tile of the table")
			return nil
		}
		out = append(out, s)
	}
	return out
}

// plausible tells whether a step names seats and a tile that exist.
func plausible(s table.Step, rules *domino.Rules) bool {
	return s.Kind <= table.StepPass && s.Seat >= 0 && int(s.Seat) < rules.Seats &&
		int(s.Tile) < rules.Tiles() && s.Next >= domino.NoSeat && int(s.Next) < rules.Seats
}

// fold makes the public state of a round again.
func fold(rules *domino.Rules, round *table.Round) domino.Public {
	p := domino.NewRound(rules, round.Dealt)
	left := round.Dealt.BoneyardSize - len(round.Dealt.StartDraws)
	for _, s := range round.Steps {
		switch s.Kind {
		case table.StepPlay:
			domino.EvolveInto(&p, domino.TilePlayed{Seat: s.Seat, Tile: s.Tile, Spot: s.Spot, Next: s.Next})
		case table.StepDraw:
			left--
			domino.EvolveInto(&p, domino.TileDrawn{Seat: s.Seat, BoneyardLeft: left})
		case table.StepPass:
			domino.EvolveInto(&p, domino.TurnPassed{Seat: s.Seat, Next: s.Next})
		}
	}
	if round.Ended != nil {
		domino.EvolveInto(&p, round.Ended.RoundEnded)
	}
	return p
}
