package record

import (
	"encoding/hex"
	"fmt"
	"io"

	"tranca.example/pkg/domino"
)

// Write writes rec as one line. Equal records make equal bytes.
func Write(w io.Writer, rec Record) error {
	line, err := rec.MarshalJSON()
	if err == nil {
		_, err = w.Write(append(line, '\n'))
	}
	if err != nil {
		return fmt.Errorf("write record %q: %w", rec.ID, err)
	}
	return nil
}

// MarshalJSON is the record in the order of the format: premises, moves,
// outcomes, alternatives, deal. A Deal reveals the seed of its round.
func (rec Record) MarshalJSON() ([]byte, error) {
	var o object
	o.put("id", rec.ID)
	o.put("preset", rec.Preset)
	o.putIf(len(rec.Knobs) > 0, "knobs", rec.Knobs)
	o.put("first", rec.First)
	o.put("total_before", bySide(rec.Pairs, rec.Before))
	o.putIf(rec.Played != nil, "played", rec.Played)
	o.putIf(rec.Rot != "", "rot", rec.Rot)
	o.putIf(rec.Draw != "", "draw", rec.Draw)
	if rec.Pairs {
		o.put("teams", struct{ A, B []int }{[]int{0, 2}, []int{1, 3}})
	}
	rec.putStart(&o)
	o.put("hands", handTexts(rec.Hands))
	o.putIf(len(rec.Boneyard) > 0, "boneyard", tilesText(rec.Boneyard))
	o.put("moves", moveTexts(rec.Moves))
	for _, name := range append(outcomeNames(), alternativeNames()...) {
		if raw, ok := rec.Claims[name]; ok {
			o.put(name, raw)
		}
	}
	if rec.Deal != nil {
		o.put("deal", rec.Deal.text())
	}
	return o.bytes()
}

func (rec *Record) putStart(o *object) {
	if rec.Eligible != nil {
		o.put("eligible", pipList(*rec.Eligible))
	}
	o.putIf(rec.Start != "", "start", rec.Start)
	if rec.Root != nil {
		o.put("root", rec.Root.String())
	}
	o.putIf(rec.Starter != domino.NoSeat, "starter", int(rec.Starter))
	o.putIf(rec.Opener != domino.NoSeat, "opener", int(rec.Opener))
}

func (d *Deal) text() dealText {
	t := dealText{
		MatchID: d.MatchID, Round: d.Round, Seed: d.Seed.Hex(),
		Commit: d.Commit.String(), Tip: d.Tip.String(),
		Clients: []string{}, Beacon: hex.EncodeToString(d.Beacon),
	}
	for _, c := range d.Clients {
		t.Clients = append(t.Clients, hex.EncodeToString(c))
	}
	return t
}
