package tablehost_test

import (
	"strings"
	"testing"
	"time"

	"tranca.example/pkg/table"
	"tranca.example/pkg/token"
	"tranca.example/pkg/wire"
)

// authority is that of the hosts, and of a gateway that they believe.
func authority(t *testing.T, letter string) token.Authority {
	t.Helper()
	a, err := token.NewAuthority([]byte(strings.Repeat(letter, token.MinKey)))
	if err != nil {
		t.Fatal(err)
	}
	return a
}

// stated is the next command of an official, with what a gateway says of it.
func (w *world) stated(c table.Command, change func(*token.Statement)) wire.Request {
	w.t.Helper()
	r := w.request(wire.Credential{}, c)
	digest, err := w.codec.CommandDigest(c)
	if err != nil {
		w.t.Fatal(err)
	}
	s := token.Statement{
		Role: table.ByOperator, Name: "p-ops", Key: [32]byte{7}, Table: r.TableID, ID: r.ID, Command: digest, Expires: w.now.Add(time.Minute),
	}
	change(&s)
	r.Credential.Statement = authority(w.t, "a").Seal(s)
	return r
}

func unchanged(*token.Statement) {}

func TestAnOwnerBelievesAStatementAboutItsVeryCommandAlone(t *testing.T) {
	freeze := table.Freeze{Reason: "look"}
	holder, err := token.HashPlayerKey(alice)
	if err != nil {
		t.Fatal(err)
	}
	for name, c := range map[string]struct {
		change func(*token.Statement)
		send   func(*wire.Request)
		want   string
	}{
		"as it was said":      {unchanged, func(*wire.Request) {}, ""},
		"a referee":           {func(s *token.Statement) { s.Role = table.ByReferee }, func(*wire.Request) {}, ""},
		"another table":       {func(s *token.Statement) { s.Table = "0-x" }, func(*wire.Request) {}, "bad_token"},
		"another id":          {unchanged, func(r *wire.Request) { r.ID[0]++ }, "bad_token"},
		"another command":     {unchanged, func(r *wire.Request) { r.Command = table.Void{Reason: "look"} }, "bad_token"},
		"another reason":      {unchanged, func(r *wire.Request) { r.Command = table.Freeze{Reason: "hm"} }, "bad_token"},
		"expired":             {func(s *token.Statement) { s.Expires = epoch }, func(*wire.Request) {}, "bad_token"},
		"a role without say":  {func(s *token.Statement) { s.Role = "service" }, func(*wire.Request) {}, "wrong_role"},
		"no role":             {func(s *token.Statement) { s.Role = "" }, func(*wire.Request) {}, "wrong_role"},
		"somebody who sits":   {func(s *token.Statement) { s.Key = holder }, func(*wire.Request) {}, "holds_seat"},
		"a name alone":        {unchanged, func(r *wire.Request) { r.Credential.Statement = "p-ops" }, "bad_token"},
		"a seat token beside": {unchanged, func(r *wire.Request) { r.Credential.SeatToken = "x" }, "bad_token"},
	} {
		t.Run(name, func(t *testing.T) {
			w := newWorld(t)
			w.opened()
			r := w.stated(freeze, c.change)
			c.send(&r)
			_, err := w.lobby.Command(t.Context(), r)
			if c.want == "" && (err != nil || !w.state().Frozen) || c.want != "" && reasonOf(err) != c.want {
				t.Errorf("got %v, want %q", err, c.want)
			}
		})
	}
}

func TestAnOfficialSeesNoSeatAndHoldsNone(t *testing.T) {
	w := newWorld(t)
	w.opened()
	r := w.stated(table.Freeze{}, unchanged)
	r.Command, r.Query = nil, wire.GetSeatView{}
	body, err := w.codec.EncodeRequest(r)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := w.lobby.Handler(nil)(t.Context(), body); reasonOf(err) != "bad_token" {
		t.Errorf("a view: got %v", err)
	}
	for _, c := range []table.Command{table.Sit{Player: "x"}, table.Ready{}, table.Leave{}, table.Play{}, table.Close{}, table.AddBot{}} {
		if _, err := w.lobby.Command(t.Context(), w.stated(c, unchanged)); err == nil {
			t.Errorf("%T is done", c)
		}
	}
	if got := w.state(); got.Version != 2 {
		t.Errorf("the table is at version %d", got.Version)
	}
}

// A replica remembers the version before a token was revoked by another one.
func TestAVoidTokenOpensNoVersionThatAReplicaRemembers(t *testing.T) {
	w := newWorld(t)
	tok := w.opened()
	other := w.host(table.Lobby, nil)
	ask := func(last bool) error {
		r := wire.Request{TableID: w.id.String(), Credential: seatToken(tok), Query: wire.GetSeatView{AtLeast: 2, Last: last}}
		body, err := w.codec.EncodeRequest(r)
		if err != nil {
			t.Fatal(err)
		}
		_, err = other.Handler(nil)(t.Context(), body)
		return err
	}
	if err := ask(true); err != nil {
		t.Fatal(err)
	}
	w.accepted(w.stated(table.RevokeToken{Seat: 0, Reason: "stolen"}, unchanged))
	if err := ask(true); reasonOf(err) != "token_revoked" {
		t.Errorf("got %v, want token_revoked", err)
	}
}
