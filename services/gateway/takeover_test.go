package gateway_test

import (
	"net/http"
	"testing"
	"time"

	"tranca.example/pkg/subject"
	"tranca.example/services/gateway"
)

// another runs one more gateway and makes it the one that is asked.
func (w *world) another() {
	w.t.Helper()
	o := w.opts
	o.Env, o.Addr = w.env("gateway"), "127.0.0.1:0"
	name, err := subject.ParseToken("r2")
	if err != nil {
		w.t.Fatal(err)
	}
	o.Name = name
	g, err := gateway.New(o)
	if err != nil {
		w.t.Fatal(err)
	}
	w.run(g.Units()...)
	w.url = "http://" + g.Addr().String()
}

func TestASeatHasOneStreamTheLastThatWasOpened(t *testing.T) {
	for name, elsewhere := range map[string]bool{"at one gateway": false, "at two gateways": true} {
		t.Run(name, func(t *testing.T) {
			w := newWorld(t)
			m := w.open("classic.draw", 2)
			older, guest, other := m.watch(seat(m.tokens[0]), ""), m.watch(nil, ""), m.watch(seat(m.tokens[1]), "")
			older.next("seat")
			other.next("seat")
			guest.next("table")
			if elsewhere {
				w.another()
			}
			version := number(at(m.table(), "version"))
			newer := m.watch(seat(m.tokens[0]), "")
			newer.next("seat")
			if e := older.next("end"); at(e.data, "reason") != "taken_over" || at(e.data, "table") != m.id {
				t.Fatalf("got %s", e.text)
			}
			older.ended()
			time.Sleep(2 * w.opts.Away) // nothing is to happen
			if got := number(at(m.table(), "version")); got != version {
				t.Errorf("the table went on from version %v to %v: the holder counts as gone", version, got)
			}
			m.begin()
			newer.next("update")
			other.next("update")
			guest.next("update")
		})
	}
}

func TestAQuestionForTheHeadOfAStreamTakesNothingOver(t *testing.T) {
	w := newWorld(t)
	m := w.open("classic.draw", 2)
	s := m.watch(seat(m.tokens[0]), "")
	s.next("seat")
	response := w.do(http.MethodHead, "/v1/tables/"+m.id+"/live", seat(m.tokens[0]), nil)
	defer response.Body.Close()
	m.begin()
	if e := s.next("update", "end"); e.name != "update" {
		t.Fatalf("got %s", e.text)
	}
}
