package checker

import (
	"fmt"
	"strings"

	"tranca.example/pkg/domino"
	eventv1 "tranca.example/proto/gen/tranca/event/v1"
)

// Sight is one event of a live stream, in the order in which a viewer got them.
type Sight struct {
	Viewer  string `json:"viewer"`
	Table   string `json:"table"`
	Event   string `json:"event"` // table or update
	Version uint32 `json:"version"`
	// Tiles are those that it tells, Odd what is written like a tile and is none.
	Tiles domino.Set `json:"tiles,omitempty"`
	Odd   string     `json:"odd,omitempty"`
}

// NewSight is what an event tells in which these tiles are written, such as 6-4. It
// keeps nothing of the texts but an odd one.
func NewSight(viewer, table, event string, version uint32, tiles ...string) Sight {
	s := Sight{Viewer: viewer, Table: table, Event: event, Version: version}
	for _, text := range tiles {
		if t, err := tile(text); err == nil {
			s.Tiles = s.Tiles.With(t)
		} else {
			s.Odd = strings.Clone(text)
		}
	}
	return s
}

// public is what everybody may know of a table's tiles after each version.
type public struct{ tiles []domino.Set }

// fold adds what a commit makes public: a tile on the board, a double that can never
// get there, and at the end of the round all tiles, until the next round is dealt.
func (p *public) fold(c *eventv1.Commit) {
	if p == nil {
		return
	}
	var now domino.Set
	if len(p.tiles) > 0 {
		now = p.tiles[len(p.tiles)-1]
	}
	for _, e := range c.GetEvents() {
		switch {
		case e.GetRoundDealt() != nil:
			now = domino.SetOf(tiles(e.GetRoundDealt().GetLot())...)
		case e.GetTilePlayed() != nil:
			now = now.With(domino.Tile(e.GetTilePlayed().GetTile())) //nolint:gosec // few tiles
		case e.GetDoubleHung() != nil: // the board tells it: all others of its suit lie there
			now = now.With(domino.Tile(e.GetDoubleHung().GetDouble())) //nolint:gosec // few tiles
		case e.GetRoundEnded() != nil:
			now = ^domino.Set(0)
		}
	}
	p.tiles = append(p.tiles, now)
}

// Hidden checks what viewers saw: each version once and in order, and no tile that
// was not public then. The tables must have been watched.
func (f *Facts) Hidden(sights []Sight) *Verdict {
	v := NewVerdict(RuleHidden)
	for _, s := range sights {
		p := f.watched[s.Table]
		if p == nil || s.Version < 1 || int(s.Version) > len(p.tiles) {
			v.Check(false, "viewer %s saw version %d of table %s, which the log does not have", s.Viewer, s.Version, s.Table)
			continue
		}
		secret := s.Tiles &^ p.tiles[s.Version-1]
		v.Check(secret == 0 && s.Odd == "", "viewer %s saw tiles %v %s at version %d of table %s, where they were hidden",
			s.Viewer, secret.Tiles(), s.Odd, s.Version, s.Table)
	}
	return v
}

// Ordered checks that an update brought every viewer the next version, and a whole
// table no earlier one than it had. It is kept with the players' versions.
func Ordered(v *Verdict, sights []Sight) *Verdict {
	type stream struct{ viewer, table string }
	last := map[stream]uint32{}
	for _, s := range sights {
		at := stream{s.Viewer, s.Table}
		v.Check(s.Version == last[at]+1 || s.Event == "table" && s.Version >= last[at],
			"viewer %s was shown version %d of table %s (%s) after %d", s.Viewer, s.Version, s.Table, s.Event, last[at])
		last[at] = s.Version
	}
	return v
}

func tile(text string) (domino.Tile, error) {
	var hi, lo int
	if _, err := fmt.Sscanf(text, "%d-%d", &hi, &lo); err != nil || lo > hi {
		return 0, fmt.Errorf("%q is no tile", text)
	}
	return domino.Tile(hi*(hi+1)/2 + lo), nil //nolint:gosec // few tiles
}
