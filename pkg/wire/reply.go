package wire

import (
	"strconv"

	"google.golang.org/protobuf/encoding/protowire"

	"tranca.example/pkg/domino"
	"tranca.example/pkg/table"
	eventv1 "tranca.example/proto/gen/tranca/event/v1"
	servicev1 "tranca.example/proto/gen/tranca/service/v1"
)

// Reply answers a Request that was not refused; a refusal travels in headers.
type Reply struct {
	Version   uint32
	Seat      domino.Seat // NoSeat when none is meant
	SeatToken string      // when the command gave one
	TableID   string      // when the command made one
	Phase     table.Phase // of a table, at Version: who takes the next command
	State     *table.State
	View      *table.SeatView // of the holder of the seat alone
	Tables    []table.State   // a page
	Standings []PlayerStanding
	NextPage  string // empty: this was the last
}

// PlayerStanding is a player on a ladder.
type PlayerStanding struct {
	Rank    uint32
	Player  string
	Matches uint32
	Wins    uint32
	Points  int32
}

// EncodeReply writes a reply. States go out as everybody may see them, without
// key hashes and command ids; a reply with a state needs no phase.
func (c *Codec) EncodeReply(p Reply) ([]byte, error) {
	return c.written(func(m *message) error {
		m.number(1, uint64(p.Version))
		m.seat(2, p.Seat)
		m.text(3, p.SeatToken)
		m.text(4, p.TableID)
		if p.State != nil {
			c.public(m, 5, *p.State)
		}
		if p.View != nil {
			mark := m.open(6)
			c.view(m, p.View)
			m.close(mark)
		}
		for _, s := range p.Tables {
			c.public(m, 7, s)
		}
		for _, s := range p.Standings {
			m.embed(8, &servicev1.PlayerStanding{
				Rank: s.Rank, Player: s.Player, Matches: s.Matches, Wins: s.Wins, Points: s.Points,
			})
		}
		m.text(9, p.NextPage)
		m.number(10, uint64(phaseNumber(p.Phase)))
		return nil
	})
}

// public writes a state as everybody may see it.
func (c *Codec) public(m *message, field protowire.Number, s table.State) {
	s = table.Public(s)
	mark := m.open(field)
	c.state(m, &s)
	m.close(mark)
}

// DecodeReply reads what EncodeReply wrote. The error is a *Malformed.
func (c *Codec) DecodeReply(b []byte) (Reply, error) {
	if p, ok := readShort(b); ok {
		return p, nil
	}
	return c.decodeReply(b)
}

func (c *Codec) decodeReply(b []byte) (Reply, error) {
	var m servicev1.Reply
	if err := unmarshal("reply", b, &m); err != nil {
		return Reply{}, err
	}
	var r reader
	p := Reply{
		Version: m.GetVersion(), Seat: r.anySeat("reply.seat", m.Seat), SeatToken: m.GetSeatToken(),
		TableID: m.GetTableId(), View: c.decodeView(&r, m.GetView()), NextPage: m.GetNextPageToken(),
		Tables: c.decodeStates(&r, m.GetTables()), Phase: r.phase("reply.phase", m.GetPhase()),
	}
	if m.GetState() != nil {
		s := c.decodeState(&r, m.GetState())
		p.State, p.Phase = &s, s.Phase
	}
	for _, s := range m.GetStandings() {
		p.Standings = append(p.Standings, PlayerStanding{
			Rank: s.GetRank(), Player: s.GetPlayer(), Matches: s.GetMatches(), Wins: s.GetWins(), Points: s.GetPoints(),
		})
	}
	if err := r.done(); err != nil {
		return Reply{}, err
	}
	return p, nil
}

func (c *Codec) decodeStates(r *reader, states []*eventv1.State) []table.State {
	var out []table.State
	for _, s := range states {
		out = append(out, c.decodeState(r, s))
	}
	return out
}

func (c *Codec) view(m *message, v *table.SeatView) {
	m.seat(1, v.Seat)
	m.bytes(2, setBytes(v.Hand))
	if len(v.Plays) > 0 || v.MayDraw || v.MayPass {
		moves := &servicev1.Moves{MayDraw: v.MayDraw, MayPass: v.MayPass}
		for _, p := range v.Plays {
			moves.Plays = append(moves.Plays, byte(p.Tile), byte(p.Spot))
		}
		m.embed(3, moves)
	}
	c.public(m, 4, v.State)
}

func (c *Codec) decodeView(r *reader, m *servicev1.SeatView) *table.SeatView {
	if m == nil {
		return nil
	}
	plays := m.GetMoves().GetPlays()
	if len(plays)%2 != 0 {
		r.fail("reply.view.moves.plays", strconv.Itoa(len(plays))+" bytes", "2 a play")
		return nil
	}
	v := &table.SeatView{
		State: c.decodeState(r, m.GetState()), Seat: r.seat("reply.view.seat", m.Seat), Hand: r.set("reply.view.hand", m.GetHand()),
		MayDraw: m.GetMoves().GetMayDraw(), MayPass: m.GetMoves().GetMayPass(),
	}
	for ; len(plays) > 0; plays = plays[2:] {
		v.Plays = append(v.Plays, domino.Play{
			Seat: v.Seat, Tile: r.tileNumber("reply.view.moves.plays", uint32(plays[0])), Spot: domino.Spot(plays[1]),
		})
	}
	return v
}
