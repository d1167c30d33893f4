package jetstream_test

import (
	"encoding/json"
	"errors"
	"testing"

	natsjs "github.com/nats-io/nats.go/jetstream"

	"tranca.example/pkg/eventlog/jetstream"
)

var acks = map[string]struct {
	text    string
	seq     uint64
	refused natsjs.ErrorCode
	ok      bool
}{
	"as they are":         {`{"stream":"GAME_0","seq":17}`, 17, 0, true},
	"with spaces":         {`{ "stream": "GAME_0", "seq": 17 }`, 17, 0, true},
	"with a domain":       {`{"stream":"GAME_0","domain":"hub","seq":18446744073709551615}`, 1<<64 - 1, 0, true},
	"a duplicate":         {`{"stream":"GAME_0","seq":17,"duplicate":true}`, 17, 0, true},
	"an odd stream":       {`{"stream":"GAME\"_0","seq":17}`, 17, 0, true},
	"a conflict":          {`{"error":{"code":400,"err_code":10071,"description":"wrong last sequence: 3"},"stream":"GAME_0","seq":0}`, 0, 10071, false},
	"another conflict":    {`{"stream":"GAME_0","seq":9,"error":{"code":400,"err_code":10164,"description":"x"}}`, 0, 10164, false},
	"no sequence":         {`{"stream":"GAME_0","seq":0}`, 0, 0, false},
	"no stream":           {`{"stream":"","seq":17}`, 0, 0, false},
	"too large a number":  {`{"stream":"GAME_0","seq":18446744073709551616}`, 0, 0, false},
	"no number":           {`{"stream":"GAME_0","seq":1x}`, 0, 0, false},
	"something behind it": {`{"stream":"GAME_0","seq":17}}`, 0, 0, false},
	"nothing":             {``, 0, 0, false},
}

func TestAcksAreReadToTheLetter(t *testing.T) {
	for name, want := range acks {
		seq, err := jetstream.Acked([]byte(want.text))
		if seq != want.seq || (err == nil) != want.ok {
			t.Errorf("%s: got %d, %v; want %d", name, seq, err, want.seq)
		}
		if api, ok := errors.AsType[*natsjs.APIError](err); ok != (want.refused != 0) || ok && api.ErrorCode != want.refused {
			t.Errorf("%s: got %v, want the refusal %d", name, err, want.refused)
		}
	}
}

func FuzzAnAckMeansWhatItsJSONSays(f *testing.F) {
	for _, a := range acks {
		f.Add([]byte(a.text))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		var said struct {
			Error  *natsjs.APIError `json:"error"`
			Stream string           `json:"stream"`
			Seq    uint64           `json:"seq"`
		}
		valid := json.Unmarshal(data, &said) == nil && said.Error == nil && said.Stream != "" && said.Seq > 0
		seq, err := jetstream.Acked(data)
		if (err == nil) != valid || valid && seq != said.Seq {
			t.Fatalf("%s: got %d, %v; the JSON says %+v", data, seq, err, said)
		}
	})
}
