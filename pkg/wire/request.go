package wire

import (
	"crypto/sha256"
	"fmt"
	"reflect"

	"tranca.example/pkg/table"
	servicev1 "tranca.example/proto/gen/tranca/service/v1"
)

// Request asks the owner of a table's phase to do or tell something: either
// Command or Query is set.
type Request struct {
	TableID    string
	ID         table.CommandID
	Expected   uint32 // version that the actor saw; 0: any
	Credential Credential
	Deadline   table.Time // the caller stops waiting then; 0: never
	Arrived    table.Time // when it reached our system, by who let it in; 0: now
	Command    table.Command
	Query      Query
}

// Credential is what the actor shows; at most one field is set. It is verified
// by whoever owns the command, and never logged.
type Credential struct {
	SeatToken string
	PlayerKey string
	Service   table.Service
	Statement string // of a gateway about a referee or an operator, signed
}

// Query asks without changing anything. The set is closed.
//
//sumtype:decl
type Query interface{ isQuery() }

// The queries. AtLeast is the version that the answer must have reached.
type (
	// GetState asks for a table as everybody may see it.
	GetState struct{ AtLeast uint32 }
	// GetSeatView asks for the seat of the credential; Last: at the last version,
	// because nobody but its bearer says that it was good at AtLeast.
	GetSeatView struct {
		AtLeast uint32
		Last    bool
	}
	// ListTables asks for a page of tables.
	ListTables struct {
		Phase  table.Phase // PhaseNone: any but closed
		Preset string      // empty: any
		Page   Page

		Private bool // the private tables instead of the others
	}
	// ListStandings asks for a page of the ladder.
	ListStandings struct {
		Preset string // empty: all games together
		Page   Page
	}
)

// Page is a part of a list.
type Page struct {
	Size  uint32 // 0: as many as the service likes
	Token string // where to go on; empty: from the start
}

func (GetState) isQuery()      {}
func (GetSeatView) isQuery()   {}
func (ListTables) isQuery()    {}
func (ListStandings) isQuery() {}

// CommandDigest is the SHA-256 of a command as a request has it. It fails for what
// is no command that the contract knows.
func (c *Codec) CommandDigest(command table.Command) ([sha256.Size]byte, error) {
	p := c.commands.kinds[reflect.TypeOf(command)]
	if p == nil {
		return [sha256.Size]byte{}, fmt.Errorf("digest of command %T: there is no message for it", command)
	}
	b, err := marshal(p.encode(command))
	return sha256.Sum256(b), err
}

// EncodeRequest writes a request. It fails when neither a command nor a query
// that the contract knows is set.
func (c *Codec) EncodeRequest(q Request) ([]byte, error) {
	if move := moveField(q.Command); move != 0 && q.Query == nil {
		return c.written(func(m *message) error { turn(m, &q, move); return nil })
	}
	m := &servicev1.Request{
		TableId: q.TableID, ExpectedVersion: q.Expected, DeadlineMs: int64(q.Deadline), ArrivedMs: int64(q.Arrived),
		Credential: encodeCredential(q.Credential),
	}
	if q.ID != (table.CommandID{}) {
		m.CommandId = q.ID[:]
	}
	if q.Query != nil {
		m.Ask = &servicev1.Request_Query{Query: encodeQuery(q.Query)}
		return marshal(m)
	}
	p := c.commands.kinds[reflect.TypeOf(q.Command)]
	if p == nil {
		return nil, fmt.Errorf("encode request: command %T: there is no message for it", q.Command)
	}
	m.Ask = &servicev1.Request_Command{Command: p.encode(q.Command)}
	return marshal(m)
}

// DecodeRequest reads what EncodeRequest wrote. The error is a *Malformed.
func (c *Codec) DecodeRequest(b []byte) (Request, error) {
	if q, ok := readTurn(b); ok {
		return q, nil
	}
	return c.decodeRequest(b)
}

func (c *Codec) decodeRequest(b []byte) (Request, error) {
	var m servicev1.Request
	if err := unmarshal("request", b, &m); err != nil {
		return Request{}, err
	}
	var r reader
	q := Request{
		TableID: m.GetTableId(), ID: r.commandID("request.command_id", m.GetCommandId()),
		Expected: m.GetExpectedVersion(), Deadline: table.Time(m.GetDeadlineMs()),
		Arrived: table.Time(m.GetArrivedMs()), Credential: decodeCredential(m.GetCredential()),
	}
	switch {
	case m.GetCommand() != nil:
		q.Command = c.decodeCommand(&r, m.GetCommand())
	case m.GetQuery() != nil:
		q.Query = r.query(m.GetQuery())
	default:
		r.fail("request.ask", "nothing", "a command or a query")
	}
	if err := r.done(); err != nil {
		return Request{}, err
	}
	return q, nil
}

func (c *Codec) decodeCommand(r *reader, m *servicev1.Command) table.Command {
	p := c.commands.oneofs[reflect.TypeOf(m.GetKind())]
	if p == nil {
		r.fail("request.command", "nothing or a kind of a later version", "a known command")
		return nil
	}
	return p.decode(r, m)
}

func encodeCredential(c Credential) *servicev1.Credential {
	switch {
	case c.SeatToken != "":
		return &servicev1.Credential{Kind: &servicev1.Credential_SeatToken{SeatToken: c.SeatToken}}
	case c.PlayerKey != "":
		return &servicev1.Credential{Kind: &servicev1.Credential_PlayerKey{PlayerKey: c.PlayerKey}}
	case c.Service != "":
		return &servicev1.Credential{Kind: &servicev1.Credential_Service{Service: string(c.Service)}}
	case c.Statement != "":
		return &servicev1.Credential{Kind: &servicev1.Credential_Statement{Statement: c.Statement}}
	}
	return nil
}

func decodeCredential(m *servicev1.Credential) Credential {
	return Credential{
		SeatToken: m.GetSeatToken(), PlayerKey: m.GetPlayerKey(),
		Service: table.Service(m.GetService()), Statement: m.GetStatement(),
	}
}

func encodeQuery(q Query) *servicev1.Query {
	switch q := q.(type) {
	case GetState:
		return &servicev1.Query{Kind: &servicev1.Query_GetState{
			GetState: &servicev1.GetState{AtLeastVersion: q.AtLeast},
		}}
	case GetSeatView:
		return &servicev1.Query{Kind: &servicev1.Query_GetSeatView{
			GetSeatView: &servicev1.GetSeatView{AtLeastVersion: q.AtLeast, Last: q.Last},
		}}
	case ListTables:
		return &servicev1.Query{Kind: &servicev1.Query_ListTables{ListTables: &servicev1.ListTables{
			Phase: string(q.Phase), Preset: q.Preset, PageSize: q.Page.Size, PageToken: q.Page.Token, Private: q.Private,
		}}}
	case ListStandings:
		return &servicev1.Query{Kind: &servicev1.Query_ListStandings{ListStandings: &servicev1.ListStandings{
			Preset: q.Preset, PageSize: q.Page.Size, PageToken: q.Page.Token,
		}}}
	}
	return nil
}

func (r *reader) query(m *servicev1.Query) Query {
	switch q := m.GetKind().(type) {
	case *servicev1.Query_GetState:
		return GetState{AtLeast: q.GetState.GetAtLeastVersion()}
	case *servicev1.Query_GetSeatView:
		return GetSeatView{AtLeast: q.GetSeatView.GetAtLeastVersion(), Last: q.GetSeatView.GetLast()}
	case *servicev1.Query_ListTables:
		l := q.ListTables
		return ListTables{
			Phase: table.Phase(l.GetPhase()), Preset: l.GetPreset(),
			Page: Page{Size: l.GetPageSize(), Token: l.GetPageToken()}, Private: l.GetPrivate(),
		}
	case *servicev1.Query_ListStandings:
		l := q.ListStandings
		return ListStandings{Preset: l.GetPreset(), Page: Page{Size: l.GetPageSize(), Token: l.GetPageToken()}}
	}
	r.fail("request.query", "nothing or a kind of a later version", "a known query")
	return nil
}
