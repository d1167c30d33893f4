package gateway_test

import (
	"bytes"
	"encoding/json"
	"math/rand/v2"
	"net/http"
	"testing"

	"google.golang.org/protobuf/reflect/protoreflect"

	apiv1 "tranca.example/proto/gen/tranca/api/v1"
)

// junk are values that stand where others should.
func junk() []string {
	return []string{
		`null`, `true`, `-1`, `1e999`, `4294967296`, `""`, `"6-4"`, `"99-99"`, `"\u0000"`, `"\ud800"`, `[]`, `[[]]`, `{}`,
		`{"a":"b"}`, `{"target":"0"}`, `"0-aaaaaaaaaaaaaaaa"`, `"classic.draw"`, `"00000001-0000-4000-8000-000000000001"`,
		`{"turnLimitMs":4294967295}`, `{"botPolicy":"none"}`, `0`, `3`, `"LEFT"`, `"open"`, `"AAAA"`,
	}
}

// Whatever is sent as a message, the gateway answers and it is never our fault.
func TestGarbageIsNeverOurFault(t *testing.T) {
	w := newWorld(t)
	m := w.open("classic.draw", 2)
	r := rand.New(rand.NewPCG(1, 2))
	methods := apiv1.File_tranca_api_v1_table_service_proto.Services().ByName("TableService").Methods()
	all := []who{nil, seat(m.tokens[0]), key("a"), {"Tranca-Player-Key": "\x80"}, {"Connect-Timeout-Ms": "nan"}}
	for n := range 1500 {
		method := methods.Get(n % methods.Len())
		body := message(r, method.Input())
		status, out := w.post(string(method.Name()), all[r.IntN(len(all))], body)
		if status >= http.StatusInternalServerError {
			t.Fatalf("%s %s: %d %v", method.Name(), body, status, out)
		}
		if status != http.StatusOK && out["code"] == nil {
			t.Fatalf("%s %s: %d without a code: %v", method.Name(), body, status, out)
		}
	}
	if logged := w.logged.String(); logged != "" {
		t.Fatalf("logged: %s", logged)
	}
}

// message fills the fields of a message with junk, now and then breaking the
// JSON itself.
func message(r *rand.Rand, d protoreflect.MessageDescriptor) []byte {
	var out bytes.Buffer
	out.WriteByte('{')
	for i := range d.Fields().Len() {
		if r.IntN(4) == 0 {
			continue
		}
		if out.Len() > 1 {
			out.WriteByte(',')
		}
		name, _ := json.Marshal(d.Fields().Get(i).JSONName())
		out.Write(name)
		out.WriteByte(':')
		out.WriteString(junk()[r.IntN(len(junk()))])
	}
	out.WriteByte('}')
	raw := out.Bytes()
	if r.IntN(10) == 0 {
		raw[r.IntN(len(raw))] ^= byte(1 + r.IntN(255))
	}
	return raw
}
