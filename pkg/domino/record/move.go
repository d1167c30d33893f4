package record

import (
	"errors"
	"fmt"
	"strconv"
	"strings"

	"tranca.example/pkg/domino"
)

// String writes the move as records do.
func (m Move) String() string {
	switch m.Kind {
	case MovePlay:
		return strings.TrimSuffix(fmt.Sprintf("%d %v %v", m.Seat, m.Tile, m.Spot), " ")
	case MoveDraw:
		return fmt.Sprintf("%d + %v", m.Seat, m.Tile)
	case MovePass:
		return fmt.Sprintf("%d pass", m.Seat)
	case MoveForfeit:
		return fmt.Sprintf("%d forfeit", m.Seat)
	case MoveVoid:
	}
	return "void"
}

// ParseMove reads what String writes; tiles may stand in either order.
func ParseMove(text string) (Move, error) {
	m, err := parseMove(strings.Split(text, " "))
	if err != nil {
		return Move{}, fmt.Errorf("move %q: %w", text, err)
	}
	return m, nil
}

func parseMove(word []string) (m Move, err error) {
	if len(word) == 1 && word[0] == "void" {
		return Move{Kind: MoveVoid, Seat: domino.NoSeat}, nil
	}
	if len(word) < 2 || len(word) > 3 {
		return m, errors.New("want seat and tile, with a side or node; seat, + and tile; or seat and pass")
	}
	if m.Seat, err = parseSeat(word[0]); err != nil {
		return m, err
	}
	switch {
	case len(word) == 2 && word[1] == "pass":
		m.Kind = MovePass
	case len(word) == 2 && word[1] == "forfeit":
		m.Kind = MoveForfeit
	case len(word) == 3 && word[1] == "+":
		m.Kind = MoveDraw
		m.Tile, err = domino.ParseTile(word[2])
	default:
		if m.Tile, err = domino.ParseTile(word[1]); err == nil && len(word) == 3 {
			m.Spot, err = parseSpot(word[2])
		}
	}
	return m, err
}

func parseSeat(text string) (domino.Seat, error) {
	n, err := strconv.Atoi(text)
	if err != nil || n < 0 || n >= domino.MaxSeats || strconv.Itoa(n) != text {
		return domino.NoSeat, fmt.Errorf("seat %q: want 0 to %d", text, domino.MaxSeats-1)
	}
	return domino.Seat(n), nil
}

// parseSpot refuses the empty spot, which a trailing blank would spell.
func parseSpot(text string) (domino.Spot, error) {
	s, err := domino.ParseSpot(text)
	if err == nil && s == domino.Unnamed {
		err = fmt.Errorf("spot %q: want L, R or a node", text)
	}
	return s, err
}
