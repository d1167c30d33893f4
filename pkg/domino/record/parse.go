package record

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"unicode/utf8"

	"tranca.example/pkg/domino"
)

// Parse reads one record. The error is an *InputError: every field must be a
// known one, stand once and have its shape. Whether the round could be dealt
// and played under its rules is for Judge to say.
func Parse(line []byte) (Record, error) {
	rec := Record{Opener: domino.NoSeat, Starter: domino.NoSeat, Claims: map[string]json.RawMessage{}}
	if !utf8.Valid(line) {
		return rec, &InputError{Kind: ErrSyntax, Err: errors.New("not UTF-8")}
	}
	seen := map[string]bool{}
	err := eachField(line, func(name string, raw json.RawMessage) error {
		if seen[name] {
			return &InputError{Field: name, Kind: ErrSyntax, Err: errors.New("stands twice")}
		}
		seen[name] = true
		return rec.set(name, raw)
	})
	if err == nil {
		err = rec.complete(seen)
	}
	return rec, in(rec, err)
}

// eachField calls take for every field of the one object in line.
func eachField(line []byte, take func(string, json.RawMessage) error) error {
	if !json.Valid(line) {
		return &InputError{Kind: ErrSyntax, Err: errors.New("not valid JSON")}
	}
	dec := json.NewDecoder(bytes.NewReader(line))
	if t, err := dec.Token(); err != nil || t != json.Delim('{') {
		return &InputError{Kind: ErrSyntax, Err: errors.New("want one JSON object")}
	}
	for dec.More() {
		token, err := dec.Token()
		name, isName := token.(string)
		if err != nil || !isName {
			return &InputError{Kind: ErrSyntax, Err: errors.New("want the name of a field")}
		}
		var raw json.RawMessage
		if err := dec.Decode(&raw); err != nil {
			return &InputError{Kind: ErrSyntax, Err: err}
		}
		if err := take(name, raw); err != nil {
			return err
		}
	}
	return nil
}

// set stores one field.
func (rec *Record) set(name string, raw json.RawMessage) error {
	dst := rec.premise(name)
	if dst == nil {
		return rec.claim(name, raw)
	}
	if err := strict(raw, dst); err != nil {
		return &InputError{Field: name, Kind: ErrSyntax, Err: err}
	}
	return nil
}

// premise is where a premise is decoded to; nil when name is none.
func (rec *Record) premise(name string) any {
	switch name {
	case "id":
		return &rec.ID
	case "preset":
		return &rec.Preset
	case "knobs":
		return (*knobsJSON)(&rec.Knobs)
	case "first":
		return &rec.First
	case "total_before":
		return &sidesJSON{&rec.Before, &rec.Pairs}
	case "teams":
		return &teamsJSON{&rec.Pairs}
	case "played":
		return &rec.Played
	case "rot":
		return &rec.Rot
	case "draw":
		return &rec.Draw
	}
	return rec.dealt(name)
}

// dealt is premise for the fields of the deal, the start and the moves.
func (rec *Record) dealt(name string) any {
	switch name {
	case "opener":
		return (*seatJSON)(&rec.Opener)
	case "eligible":
		return &pipsJSON{&rec.Eligible}
	case "start":
		return &rec.Start
	case "root":
		return &tileJSON{&rec.Root}
	case "starter":
		return (*seatJSON)(&rec.Starter)
	case "hands":
		return (*handsJSON)(&rec.Hands)
	case "boneyard":
		return (*tilesJSON)(&rec.Boneyard)
	case "moves":
		return (*movesJSON)(&rec.Moves)
	case "deal":
		return &dealJSON{&rec.Deal}
	}
	return nil
}

// claim keeps an outcome as it stands; it is compared, never used.
func (rec *Record) claim(name string, raw json.RawMessage) error {
	if !isOutcome(name) && !isAlternative(name) {
		return &InputError{Field: name, Kind: ErrUnknownField, Err: errors.New("no record has it")}
	}
	var tight bytes.Buffer
	if err := json.Compact(&tight, raw); err != nil {
		return &InputError{Field: name, Kind: ErrSyntax, Err: err}
	}
	rec.Claims[name] = tight.Bytes()
	return nil
}

// complete tells the first premise that is missing.
func (rec *Record) complete(seen map[string]bool) error {
	for _, name := range []string{"preset", "first", "total_before", "hands", "moves"} {
		if !seen[name] {
			return missing(name, "every record has it")
		}
	}
	return nil
}

func missing(field, why string) error {
	return &InputError{Field: field, Kind: ErrMissing, Err: errors.New(why)}
}

// strict decodes raw into dst; null is refused, as are fields that dst lacks.
func strict(raw json.RawMessage, dst any) error {
	if string(raw) == "null" {
		return errors.New("null: want a value, or leave the field out")
	}
	dec := json.NewDecoder(bytes.NewReader(raw))
	dec.DisallowUnknownFields()
	if err := dec.Decode(dst); err != nil {
		return err
	}
	if _, err := dec.Token(); !errors.Is(err, io.EOF) {
		return errors.New("want one value")
	}
	return nil
}
