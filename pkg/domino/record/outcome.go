package record

import (
	"encoding/json"
	"slices"

	"tranca.example/pkg/domino"
)

// Outcomes is what came of a round. Which of them a record has depends on the
// family: a line or a tree, an opener or a starting double, sides or seats, a
// winner or a score for everybody.
type Outcomes struct {
	End          string // domino, block, forfeit or void
	Closer       domino.Seat
	Line         []domino.Laid // boards with two ends
	Left         []domino.Set
	BoneyardLeft []domino.Tile
	Chickies     []domino.Tile // games that start with a double, in the order of the calls
	Pips         []int
	SidePips     []int       // pairs
	Winner       domino.Side // where one side wins the round
	Points       int
	Totals       []int
	NextOpener   domino.Seat // other games; NoSeat when the hands will tell
	Shuffler     domino.Seat // other games
	Hung         []domino.DoubleHung
	Capicua      bool // boards with two ends: went out with a tile that fitted both of two different ends
	MatchEnd     bool
	MatchWinners []domino.Side

	tree, starts, pairs, ownPips bool
}

// outcomeNames lists the outcomes in the order of the format.
func outcomeNames() []string {
	return []string{"end", "closer", "line", "left", "boneyard_left", "chickies", "pips", "side_pips", "winner",
		"points", "total", "next_opener", "shuffler", "hung", "capicua", "match_end", "match_winners"}
}

func isOutcome(name string) bool { return slices.Contains(outcomeNames(), name) }

// outcomes puts together what the finished state, the events and the score say.
func outcomes(p *domino.Public, events []domino.Event, e domino.RoundEnded, s domino.RoundScore) Outcomes {
	r := p.Rules()
	o := Outcomes{
		End: endName(e.End), Closer: e.Closer, Line: p.Line(), Left: e.Hands, BoneyardLeft: e.Boneyard,
		Pips: e.Pips, SidePips: domino.SidePips(r, e.Pips), Winner: s.Winner, Points: s.Points,
		Totals: s.Next.Totals, NextOpener: s.Next.Opener, Shuffler: s.Shuffler,
		Capicua: e.End == domino.EndDomino && capicua(p), MatchEnd: s.MatchOver, MatchWinners: s.Winners,
		tree: r.Tree(), starts: r.StartsWithDouble(), pairs: r.Teams == domino.TeamsPairs, ownPips: r.ScoreDomino == domino.ScoreOwnPips,
	}
	for _, e := range events {
		switch e := e.(type) {
		case domino.ChickieCalled:
			o.Chickies = append(o.Chickies, e.Double)
		case domino.DoubleHung:
			o.Hung = append(o.Hung, e)
		default: // no outcome of its own
		}
	}
	return o
}

func endName(e domino.Ending) string {
	switch e {
	case domino.EndDomino:
		return "domino"
	case domino.EndBlocked:
		return "block"
	case domino.EndForfeit:
		return "forfeit"
	case domino.EndVoid:
		return "void"
	case domino.EndNone:
	}
	return ""
}

// capicua tells whether the last tile of a line is no double and fitted both
// of two different ends.
func capicua(p *domino.Public) bool {
	line, board := p.Line(), p.Board()
	if len(line) < 2 {
		return false
	}
	last, left, right := board[len(board)-1], line[0].Left, line[len(line)-1].Right
	if last.Spot == domino.Left {
		left = line[1].Left
	} else {
		right = line[len(line)-2].Right
	}
	return left != right && last.Tile == domino.NewTile(left, right)
}

// object writes the outcomes that the family has, in the order of the format.
func (out Outcomes) object(o *object) {
	ends, opener := !out.tree, !out.starts
	o.put("end", out.End)
	o.put("closer", seatNumber(out.Closer))
	o.putIf(ends, "line", lineText(out.Line))
	o.put("left", handTexts(out.Left))
	o.put("boneyard_left", tilesText(out.BoneyardLeft))
	o.putIf(out.starts, "chickies", tileNames(out.Chickies))
	o.put("pips", out.Pips)
	o.putIf(out.pairs, "side_pips", bySide(out.pairs, out.SidePips))
	o.putIf(!out.ownPips, "winner", sideName(out.pairs, out.Winner))
	o.putIf(!out.ownPips, "points", out.Points)
	o.put("total", bySide(out.pairs, out.Totals))
	o.putIf(opener, "next_opener", seatNumber(out.NextOpener))
	o.putIf(opener, "shuffler", seatNumber(out.Shuffler))
	o.putIf(opener, "hung", hungText(out.Hung))
	o.putIf(ends, "capicua", out.Capicua)
	o.put("match_end", out.MatchEnd)
	o.put("match_winners", sideNames(out.pairs, out.MatchWinners))
}

func tileNames(tiles []domino.Tile) []string {
	out := make([]string, len(tiles))
	for i, t := range tiles {
		out[i] = t.String()
	}
	return out
}

type hungJSON struct {
	Double string `json:"double"`
	By     int    `json:"by"`
}

func hungText(hung []domino.DoubleHung) []hungJSON {
	out := make([]hungJSON, len(hung))
	for i, h := range hung {
		out[i] = hungJSON{h.Double.String(), int(h.By)}
	}
	return out
}

// fields is the outcomes by name.
func (out Outcomes) fields() (map[string]json.RawMessage, error) {
	var o object
	out.object(&o)
	raw, err := o.bytes()
	if err != nil {
		return nil, err
	}
	fields := map[string]json.RawMessage{}
	return fields, json.Unmarshal(raw, &fields)
}
