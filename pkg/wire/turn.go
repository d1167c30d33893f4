package wire

import (
	"unicode/utf8"

	"google.golang.org/protobuf/encoding/protowire"

	"tranca.example/pkg/domino"
	"tranca.example/pkg/table"
	eventv1 "tranca.example/proto/gen/tranca/event/v1"
)

// Most requests are moves, and most replies tell a version: both are written and
// read here without the messages of the contract in between, byte by byte as those
// would be. What is spelled in any other way, or says anything else, is left to
// them.

// Numbers of the moves in a Command.
const (
	playField = protowire.Number(12)
	drawField = protowire.Number(13)
	passField = protowire.Number(14)
)

// moveField is the number of a move; 0 for another command.
func moveField(c table.Command) protowire.Number {
	switch c.(type) {
	case table.Play:
		return playField
	case table.Draw:
		return drawField
	case table.Pass:
		return passField
	default:
		return 0
	}
}

// turn writes a request for a move.
func turn(m *message, q *Request, move protowire.Number) {
	m.text(1, q.TableID)
	if q.ID != (table.CommandID{}) {
		m.bytes(2, q.ID[:])
	}
	m.number(3, uint64(q.Expected))
	credential(m, q.Credential)
	m.signed(5, int64(q.Deadline))
	m.signed(6, int64(q.Arrived))
	command := m.open(10)
	mark := m.open(move)
	if p, ok := q.Command.(table.Play); ok {
		m.present(1, uint64(p.Tile))
		m.number(2, uint64(p.Spot))
	}
	m.close(mark)
	m.close(command)
}

func credential(m *message, c Credential) {
	if c == (Credential{}) {
		return
	}
	mark := m.open(4)
	switch {
	case c.SeatToken != "":
		m.text(1, c.SeatToken)
	case c.PlayerKey != "":
		m.text(2, c.PlayerKey)
	case c.Service != "":
		m.text(3, string(c.Service))
	default:
		m.text(5, c.Statement)
	}
	m.close(mark)
}

// fields reads those of a message in the order of their numbers, each at most
// once. odd is set when they are spelled otherwise.
type fields struct {
	b   []byte
	odd bool
}

// at tells whether the next field is the one with that number, below 16, and
// passes over its tag.
func (p *fields) at(field protowire.Number, kind protowire.Type) bool {
	if len(p.b) == 0 || p.b[0] != byte(field)<<3|byte(kind) {
		return false
	}
	p.b = p.b[1:]
	return true
}

func (p *fields) number(field protowire.Number) (v uint64) {
	if !p.at(field, protowire.VarintType) {
		return 0
	}
	v, n := protowire.ConsumeVarint(p.b)
	p.pass(n)
	return v
}

func (p *fields) bytes(field protowire.Number) (v []byte) {
	if !p.at(field, protowire.BytesType) {
		return nil
	}
	v, n := protowire.ConsumeBytes(p.b)
	p.pass(n)
	return v
}

func (p *fields) text(field protowire.Number) string {
	v := p.bytes(field)
	p.odd = p.odd || !utf8.Valid(v)
	return string(v)
}

func (p *fields) pass(n int) {
	if n < 0 {
		p.b, p.odd = nil, true
		return
	}
	p.b = p.b[n:]
}

// done tells whether all has been read, as it should be.
func (p *fields) done() bool { return !p.odd && len(p.b) == 0 }

// readTurn reads a request for a move.
func readTurn(b []byte) (q Request, ok bool) {
	p := fields{b: b}
	q.TableID = p.text(1)
	id := p.bytes(2)
	p.odd = p.odd || len(id) != 0 && len(id) != len(q.ID)
	copy(q.ID[:], id)
	q.Expected = uint32(p.number(3)) //nolint:gosec // as protobuf does
	given := fields{b: p.bytes(4)}
	q.Credential = readCredential(&given)
	q.Deadline = table.Time(p.number(5)) //nolint:gosec // as protobuf does
	q.Arrived = table.Time(p.number(6))  //nolint:gosec // as protobuf does
	if q.Command = readMove(p.bytes(10)); q.Command == nil {
		return Request{}, false
	}
	return q, p.done() && given.done()
}

// readCredential reads the one thing that is shown.
func readCredential(p *fields) (c Credential) {
	if c.SeatToken = p.text(1); c.SeatToken != "" {
		return c
	}
	c.PlayerKey = p.text(2)
	return c
}

// readMove is nil for another command.
func readMove(b []byte) table.Command {
	p := fields{b: b}
	for _, move := range []struct {
		field protowire.Number
		read  func(p *fields) table.Command
	}{{playField, readPlay}, {drawField, readDraw}, {passField, readPass}} {
		if len(b) == 0 || b[0] != byte(move.field)<<3|byte(protowire.BytesType) {
			continue
		}
		in := fields{b: p.bytes(move.field)}
		if c := move.read(&in); p.done() && in.done() {
			return c
		}
	}
	return nil
}

func readPlay(p *fields) table.Command {
	if len(p.b) == 0 || p.b[0] != 1<<3 {
		p.odd = true // no tile
		return nil
	}
	tile, spot := p.number(1), p.number(2)
	p.odd = p.odd || tile >= tileCount || spot > 0xff
	return table.Play{Tile: domino.Tile(tile), Spot: domino.Spot(spot)} //nolint:gosec // small
}

func readDraw(*fields) table.Command { return table.Draw{} }

func readPass(*fields) table.Command { return table.Pass{} }

// readShort reads a reply without a state, a view or a page.
func readShort(b []byte) (q Reply, ok bool) {
	p := fields{b: b}
	q.Version, q.Seat = uint32(p.number(1)), domino.NoSeat //nolint:gosec // as protobuf does
	if len(p.b) > 0 && p.b[0] == 2<<3 {
		seat := p.number(2)
		p.odd = p.odd || seat >= domino.MaxSeats
		q.Seat = domino.Seat(seat) //nolint:gosec // small
	}
	q.SeatToken, q.TableID = p.text(3), p.text(4)
	all, phase := phases(), p.number(10)
	if phase >= uint64(len(all)) {
		return Reply{}, false
	}
	q.Phase = all[phase]
	return q, p.done()
}

// moved writes what happens on the board in nearly every turn, and tells whether
// it was that.
func moved(m *message, field protowire.Number, e table.Event) bool {
	in, _ := e.(table.InRound)
	switch e := in.Event.(type) {
	case domino.TilePlayed:
		event, mark := m.open(field), m.open(tilePlayedField)
		m.seat(1, e.Seat)
		m.present(2, uint64(e.Tile))
		m.number(3, uint64(e.Spot))
		m.seat(4, e.Next)
		clock(m, 5, in)
		m.close(mark)
		m.close(event)
	case domino.TurnPassed:
		event, mark := m.open(field), m.open(turnPassedField)
		m.seat(1, e.Seat)
		m.seat(2, e.Next)
		clock(m, 3, in)
		m.close(mark)
		m.close(event)
	default:
		return false
	}
	return true
}

// Numbers of what happens on the board in an Event.
const (
	tilePlayedField = protowire.Number(50)
	turnPassedField = protowire.Number(52)
)

// clock writes the four fields of the clock from a number on.
func clock(m *message, first protowire.Number, in table.InRound) {
	m.signed(first, int64(in.Deadline))
	m.signed(first+1, int64(in.LimitEnd))
	m.signed(first+2, int64(in.BankUsed))
	m.signed(first+3, int64(in.BankAdded))
}

func standing(m *message, field protowire.Number, s *domino.Standing) {
	mark := m.open(field)
	m.flag(1, s.First)
	m.seat(2, s.Opener)
	m.seat(3, s.Starter)
	m.number(4, uint64(s.Eligible))
	m.number(5, uint64(uint32(s.Played)))                                                       //nolint:gosec // a count
	list(m, 6, s.Totals, func(n int) uint64 { return protowire.EncodeZigZag(int64(int32(n))) }) //nolint:gosec // points
	m.close(mark)
}

func premises(m *message, field protowire.Number, d *domino.RoundDealt) {
	mark := m.open(field)
	m.number(1, uint64(d.Round))
	m.seat(2, d.Opener)
	m.number(3, uint64(eventv1.Opening(d.Opening))) //nolint:gosec // a known one
	m.number(4, uint64(d.Eligible))
	m.number(5, uint64(d.HandSize))     //nolint:gosec // a count
	m.number(6, uint64(d.BoneyardSize)) //nolint:gosec // a count
	small(m, 7, d.StartDraws)
	m.close(mark)
}
