package record

import (
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"

	"tranca.example/pkg/domino"
	"tranca.example/pkg/domino/deal"
)

// The types of this file decode one premise each into the Record.

// knobsJSON takes a knob as text, number or true/false.
type knobsJSON map[string]string

// UnmarshalJSON reads an object of knobs, each once.
func (k *knobsJSON) UnmarshalJSON(raw []byte) error {
	*k = map[string]string{}
	return eachField(raw, func(name string, value json.RawMessage) error {
		if _, twice := (*k)[name]; twice {
			return fmt.Errorf("knob %q stands twice", name)
		}
		if value[0] == '{' || value[0] == '[' || value[0] == 'n' {
			return fmt.Errorf("knob %q: want text, a number or true or false", name)
		}
		text := string(value)
		if value[0] == '"' {
			if err := json.Unmarshal(value, &text); err != nil {
				return err
			}
		}
		(*k)[name] = text
		return nil
	})
}

// pairJSON is a value for each of the two sides.
type pairJSON[T any] struct {
	A, B *T
}

func (p *pairJSON[T]) decode(raw []byte) error {
	return eachField(raw, func(name string, value json.RawMessage) error {
		switch {
		case name == "A" && p.A == nil:
			return strict(value, &p.A)
		case name == "B" && p.B == nil:
			return strict(value, &p.B)
		}
		return fmt.Errorf("side %q: want A and B, once each", name)
	})
}

// sidesJSON is points by seat, or by the sides A and B.
type sidesJSON struct {
	points *[]int
	pairs  *bool
}

// UnmarshalJSON reads totals by the sides A and B, or by seat.
func (s *sidesJSON) UnmarshalJSON(raw []byte) error {
	if raw[0] == '[' {
		points, err := ints(raw)
		*s.points = points
		return err
	}
	var p pairJSON[int]
	if err := p.decode(raw); err != nil {
		return err
	}
	if p.A == nil || p.B == nil {
		return errors.New("want a list by seat, or the sides A and B")
	}
	*s.points, *s.pairs = []int{*p.A, *p.B}, true
	return nil
}

// list reads a list without null; want names what stands in it.
func list[T any](raw []byte, want string) ([]T, error) {
	var entries []*T
	if err := json.Unmarshal(raw, &entries); err != nil {
		return nil, err
	}
	out := make([]T, len(entries))
	for i, entry := range entries {
		if entry == nil {
			return nil, fmt.Errorf("null: want %s", want)
		}
		out[i] = *entry
	}
	return out, nil
}

func ints(raw []byte) ([]int, error) { return list[int](raw, "whole numbers") }

// teamsJSON is the one way to sit in pairs (L-01).
type teamsJSON struct{ pairs *bool }

// UnmarshalJSON reads A and B, which must be the seats that face each other.
func (t *teamsJSON) UnmarshalJSON(raw []byte) error {
	var p pairJSON[[]int]
	if err := p.decode(raw); err != nil {
		return err
	}
	if p.A == nil || p.B == nil || !slices.Equal(*p.A, []int{0, 2}) || !slices.Equal(*p.B, []int{1, 3}) {
		return errors.New(`want {"A":[0,2],"B":[1,3]}`)
	}
	*t.pairs = true
	return nil
}

type seatJSON domino.Seat

// UnmarshalJSON reads the number of a seat.
func (s *seatJSON) UnmarshalJSON(raw []byte) error {
	seat, err := parseSeat(string(raw))
	*s = seatJSON(seat)
	return err
}

type pipsJSON struct{ set **domino.PipSet }

// UnmarshalJSON reads a list of values, each once.
func (p *pipsJSON) UnmarshalJSON(raw []byte) error {
	values, err := ints(raw)
	if err != nil {
		return err
	}
	var set domino.PipSet
	for _, v := range values {
		if v < 0 || v > int(domino.MaxPip) || set.Has(domino.Pip(v)) {
			return fmt.Errorf("double %d: want values from 0 to %d, once each", v, domino.MaxPip)
		}
		set = set.With(domino.Pip(v))
	}
	*p.set = &set
	return nil
}

type tileJSON struct{ tile **domino.Tile }

// UnmarshalJSON reads one tile, such as "6-4".
func (t *tileJSON) UnmarshalJSON(raw []byte) error {
	var text string
	if err := json.Unmarshal(raw, &text); err != nil {
		return err
	}
	tile, err := domino.ParseTile(text)
	*t.tile = &tile
	return err
}

// tilesJSON is tiles in order, with a blank between two.
type tilesJSON []domino.Tile

// UnmarshalJSON reads tiles in order.
func (t *tilesJSON) UnmarshalJSON(raw []byte) (err error) {
	var text string
	if err = json.Unmarshal(raw, &text); err != nil {
		return err
	}
	*t, err = parseTiles(text)
	return err
}

func parseTiles(text string) ([]domino.Tile, error) {
	if text == "" {
		return nil, nil
	}
	var out []domino.Tile
	for word := range strings.SplitSeq(text, " ") {
		tile, err := domino.ParseTile(word)
		if err != nil {
			return nil, err
		}
		if slices.Contains(out, tile) {
			return nil, fmt.Errorf("tile %v stands twice", tile)
		}
		out = append(out, tile)
	}
	return out, nil
}

type handsJSON []domino.Set

// UnmarshalJSON reads a hand for each seat.
func (h *handsJSON) UnmarshalJSON(raw []byte) error {
	texts, err := list[string](raw, "the tiles of each seat")
	if err != nil {
		return err
	}
	*h = make([]domino.Set, len(texts))
	for seat, text := range texts {
		tiles, err := parseTiles(text)
		if err != nil {
			return fmt.Errorf("hand of seat %d: %w", seat, err)
		}
		if i := slices.IndexFunc(tiles, beyond); i >= 0 {
			return fmt.Errorf("hand of seat %d: tile %v: want halves up to %d", seat, tiles[i], maxSetPip)
		}
		(*h)[seat] = domino.SetOf(tiles...)
	}
	return nil
}

// maxSetPip is the highest half of a tile that a domino.Set can hold.
const maxSetPip = 9

func beyond(t domino.Tile) bool { return t.Hi() > maxSetPip }

type movesJSON []Move

// UnmarshalJSON reads the transcript, one text for each move.
func (m *movesJSON) UnmarshalJSON(raw []byte) error {
	texts, err := list[string](raw, "moves")
	if err != nil {
		return err
	}
	*m = make([]Move, len(texts))
	for i, text := range texts {
		move, err := ParseMove(text)
		if err != nil {
			return fmt.Errorf("move %d: %w", i+1, err)
		}
		(*m)[i] = move
	}
	return nil
}

// dealText is the deal as it stands in a record, bytes in hexadecimal.
type dealText struct {
	MatchID string   `json:"match_id"`
	Round   uint32   `json:"round"`
	Seed    string   `json:"seed"`
	Commit  string   `json:"commit"`
	Tip     string   `json:"tip"`
	Clients []string `json:"clients"`
	Beacon  string   `json:"beacon"`
}

type dealJSON struct{ deal **Deal }

// UnmarshalJSON reads what makes the hands verifiable.
func (d *dealJSON) UnmarshalJSON(raw []byte) error {
	var text dealText
	if err := strict(raw, &text); err != nil {
		return err
	}
	out := &Deal{MatchID: text.MatchID, Round: text.Round}
	var err [4]error
	out.Seed, err[0] = deal.ParseSeed(text.Seed)
	out.Commit, err[1] = deal.ParseHash(text.Commit)
	out.Tip, err[2] = deal.ParseHash(text.Tip)
	out.Beacon, err[3] = hex.DecodeString(text.Beacon)
	for i, name := range []string{"seed", "commit", "tip", "beacon"} {
		if err[i] != nil {
			return fmt.Errorf("%s: %w", name, err[i])
		}
	}
	for seat, c := range text.Clients {
		bytes, err := hex.DecodeString(c)
		if err != nil {
			return fmt.Errorf("client seed of seat %d: %w", seat, err)
		}
		out.Clients = append(out.Clients, bytes)
	}
	*d.deal = out
	return nil
}
