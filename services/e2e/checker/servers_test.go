package checker_test

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"tranca.example/services/e2e/checker"
)

// monitor is a server's monitor that tells one stream.
func monitor(t *testing.T, account string, messages, first, last, deleted int) checker.Server {
	t.Helper()
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path != "/jsz" || r.URL.Query().Get("streams") != "1" {
			http.NotFound(w, r)
			return
		}
		_, _ = fmt.Fprintf(w, `{"account_details":[{"name":"SYS"},{"name":%q,"stream_detail":[{"name":"S","state":{"messages":%d,"first_seq":%d,"last_seq":%d,"num_deleted":%d}}]}]}`,
			account, messages, first, last, deleted)
	}))
	t.Cleanup(s.Close)
	return checker.Server{Name: "n", Monitor: s.URL}
}

func TestServersHoldTheSameLog(t *testing.T) {
	whole := monitor(t, "GAME", 9, 1, 9, 0)
	for name, c := range map[string]struct {
		other   checker.Server
		digests map[string]string
		want    int
	}{
		"the same":            {monitor(t, "GAME", 9, 1, 9, 0), map[string]string{"a": "x", "b": "x"}, 0},
		"one is behind":       {monitor(t, "GAME", 8, 1, 8, 0), nil, 1},
		"one lost something":  {monitor(t, "GAME", 8, 1, 9, 1), nil, 2},
		"another content":     {monitor(t, "GAME", 9, 1, 9, 0), map[string]string{"a": "x", "b": "y"}, 1},
		"one lost the middle": {monitor(t, "GAME", 7, 1, 9, 0), nil, 2},
	} {
		v, err := checker.SameLog(t.Context(), []checker.Server{whole, c.other}, []string{"S"}, c.digests)
		if err != nil || v.Violations != c.want {
			t.Errorf("%s: got %v, %v", name, v, err)
		}
	}
	v, err := checker.SameLog(t.Context(), []checker.Server{whole}, []string{"S", "T"}, nil)
	if err != nil || v.Violations != 1 || !strings.Contains(v.String(), "no stream T") {
		t.Errorf("a stream is missing: got %v, %v", v, err)
	}
	for _, s := range []checker.Server{monitor(t, "OTHER", 9, 1, 9, 0), {Name: "n", Monitor: "http://127.0.0.1:1"}} {
		if _, err := checker.SameLog(t.Context(), []checker.Server{s}, []string{"S"}, nil); err == nil {
			t.Error("a monitor that tells nothing was believed")
		}
	}
}

func TestADigestDependsOnEverythingThatCounts(t *testing.T) {
	digest := func(m checker.Message) string {
		d := checker.NewDigest()
		d.Add(m)
		return d.String()
	}
	m := checker.Message{Seq: 1, Subject: "s", Header: map[string][]string{"Nats-Expected-Last-Subject-Sequence": {"0"}}, Data: []byte("d")}
	if again := m; digest(m) != digest(again) {
		t.Error("the same message has two digests")
	}
	for _, other := range []checker.Message{
		{Seq: 2, Subject: m.Subject, Header: m.Header, Data: m.Data}, {Seq: 1, Subject: "x", Header: m.Header, Data: m.Data},
		{Seq: 1, Subject: m.Subject, Data: m.Data}, {Seq: 1, Subject: m.Subject, Header: m.Header, Data: []byte("x")},
	} {
		if digest(m) == digest(other) {
			t.Errorf("%+v has the digest of %+v", other, m)
		}
	}
}

func TestAVerdictOnNothingIsNotKept(t *testing.T) {
	v := checker.NewVerdict("a rule")
	if v.OK() || checker.OK(nil) || checker.OK([]*checker.Verdict{v}) || !strings.HasPrefix(v.String(), "EMPTY   a rule") {
		t.Errorf("got %v", v)
	}
	v.Check(true, "fine")
	if !checker.OK([]*checker.Verdict{v}) || v.String() != "kept    a rule: 1" {
		t.Errorf("got %v", v)
	}
	for n := range 9 {
		v.Check(false, "complaint %d", n)
	}
	if text := v.String(); v.OK() || !strings.HasPrefix(text, "BROKEN  a rule: 9 of 10\n") || strings.Count(text, "complaint") != 5 {
		t.Errorf("got %s", text)
	}
}

func TestLinesLeaveOutWhatIsStillBeingWritten(t *testing.T) {
	got, err := checker.Lines[checker.Seen]([]byte("{\"version\":1}\n{\"version\":2}\n{\"vers"))
	if err != nil || len(got) != 2 || got[1].Version != 2 {
		t.Errorf("got %v, %v", got, err)
	}
	if _, err := checker.Lines[checker.Seen]([]byte("nothing\n")); err == nil {
		t.Error("a line that is no JSON was read")
	}
}
