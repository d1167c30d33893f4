package record

import (
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"reflect"
)

// Options says what Judge works out besides the outcomes.
type Options struct {
	// Alternatives adds every alt_* that could differ, also where the record
	// states none.
	Alternatives bool
}

// Difference is an outcome that the record states wrongly.
type Difference struct {
	Field string          `json:"field"`
	Want  json.RawMessage `json:"want"` // recomputed; null where the family has no such outcome
	Got   json.RawMessage `json:"got"`  // what the record says
}

// Verdict is what came of judging one record.
type Verdict struct {
	ID          string
	Outcomes    *Outcomes // nil when there is a Fault
	Differences []Difference
	Fault       *Fault // an illegal or unfinished record, or a deal that does not verify

	alternatives map[string]json.RawMessage
	compared     bool
}

// OK tells whether the record is legal and every outcome that it states right.
func (v Verdict) OK() bool { return v.Fault == nil && len(v.Differences) == 0 }

// Judge replays a record, recomputes its outcomes and compares those that it
// states. The error is an *InputError when the record cannot be played at all:
// its premises contradict its rule set or each other. An illegal move, an
// unfinished round or a wrong outcome is not an error but a Verdict.
func Judge(rec Record, opts Options) (Verdict, error) {
	v := Verdict{ID: rec.ID, compared: len(rec.Claims) > 0}
	p, err := play(rec)
	if err != nil {
		return v.faulty(rec, err)
	}
	e, s := p.score(p.rules)
	out := outcomes(&p.full.Public, p.events, e, s)
	v.Outcomes = &out
	if v.alternatives, err = p.alternatives(opts.Alternatives); err != nil {
		return v, in(rec, err)
	}
	return v, v.compare(rec)
}

// play replays a record to the end of its round.
func play(rec Record) (*replay, error) {
	d, err := open(rec)
	if err != nil {
		return nil, err
	}
	p, err := d.replay()
	if err != nil {
		return nil, err
	}
	return p, p.finished()
}

// faulty sorts a Fault from an error.
func (v Verdict) faulty(rec Record, err error) (Verdict, error) {
	if errors.As(err, &v.Fault) {
		return v, nil
	}
	return v, in(rec, err)
}

// compare looks at every claim of the record, in the order of the format.
func (v *Verdict) compare(rec Record) error {
	right, err := v.Outcomes.fields()
	if err != nil {
		return fmt.Errorf("compare record %q: %w", rec.ID, err)
	}
	maps.Copy(right, v.alternatives)
	for _, name := range append(outcomeNames(), alternativeNames()...) {
		got, claimed := rec.Claims[name]
		want, has := right[name]
		if !has {
			want = json.RawMessage("null")
		}
		if claimed && !sameJSON(want, got) {
			v.Differences = append(v.Differences, Difference{name, want, got})
		}
	}
	return nil
}

// sameJSON compares values, not spellings.
func sameJSON(a, b json.RawMessage) bool {
	var x, y any
	if json.Unmarshal(a, &x) != nil || json.Unmarshal(b, &y) != nil {
		return false
	}
	return reflect.DeepEqual(x, y)
}

// MarshalJSON is the id with the outcomes, or with the error. Differences are
// listed, be it none, when the record stated an outcome.
func (v Verdict) MarshalJSON() ([]byte, error) {
	var o object
	o.put("id", v.ID)
	if v.Fault != nil {
		o.put("error", v.Fault)
		return o.bytes()
	}
	if v.Outcomes != nil {
		v.Outcomes.object(&o)
	}
	for _, name := range alternativeNames() {
		raw, ok := v.alternatives[name]
		o.putIf(ok, name, raw)
	}
	o.putIf(v.compared, "differences", append([]Difference{}, v.Differences...))
	return o.bytes()
}
