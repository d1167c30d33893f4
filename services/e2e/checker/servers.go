package checker

import (
	"context"
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"hash"
	"net/http"
	"slices"
)

// Server is one server of the cluster, by the base URL of its monitor.
type Server struct{ Name, Monitor string }

// Digest is what a log says, whoever tells it.
type Digest struct{ h hash.Hash }

// NewDigest is the digest of nothing.
func NewDigest() *Digest { return &Digest{sha256.New()} }

// Add takes the next message.
func (d *Digest) Add(m Message) {
	var seq [8]byte
	binary.BigEndian.PutUint64(seq[:], m.Seq)
	d.h.Write(seq[:])
	_, _ = fmt.Fprintf(d.h, "%s\x00%s\x00", m.Subject, m.Header.Get(headerExpected)) // a hash takes all
	d.h.Write(m.Data)
}

// String is the digest in hexadecimal.
func (d *Digest) String() string { return hex.EncodeToString(d.h.Sum(nil)) }

// state is what a server's monitor says of its own copy of a stream.
type state struct {
	Name  string `json:"name"`
	State struct {
		Messages uint64 `json:"messages"`
		First    uint64 `json:"first_seq"`
		Last     uint64 `json:"last_seq"`
		Deleted  int    `json:"num_deleted"`
	} `json:"state"`
}

// SameLog asks every server for its own copies of the streams: they must end at
// the same sequence and lack nothing. Each of digests is what the log said while
// one server led; all must be the same.
func SameLog(ctx context.Context, servers []Server, streams []string, digests map[string]string) (*Verdict, error) {
	v := NewVerdict(RuleSameLog)
	first := map[string]state{}
	for _, s := range servers {
		copies, err := copies(ctx, s)
		if err != nil {
			return nil, err
		}
		for _, name := range streams {
			i := slices.IndexFunc(copies, func(c state) bool { return c.Name == name })
			if i < 0 {
				v.Check(false, "server %s has no stream %s", s.Name, name)
				continue
			}
			at := copies[i].State
			v.Check(at.Deleted == 0 && (at.Messages == 0 || at.Messages == at.Last-at.First+1),
				"server %s: stream %s lacks messages: %d from %d to %d, %d deleted", s.Name, name, at.Messages, at.First, at.Last, at.Deleted)
			if other, known := first[name]; known {
				v.Check(other.State == at, "server %s: stream %s is %+v, elsewhere %+v", s.Name, name, at, other.State)
			}
			first[name] = copies[i]
		}
	}
	one := ""
	for leader, d := range digests {
		v.Check(one == "" || d == one, "led by %s the log says something else", leader)
		one = d
	}
	return v, nil
}

// copies asks a server's monitor for its streams.
func copies(ctx context.Context, s Server) ([]state, error) {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, s.Monitor+"/jsz?accounts=1&streams=1", http.NoBody)
	if err != nil {
		return nil, err
	}
	res, err := (&http.Client{}).Do(req)
	if err != nil {
		return nil, fmt.Errorf("monitor of %s: %w", s.Name, err)
	}
	defer func() { _ = res.Body.Close() }()
	var answer struct {
		Accounts []struct {
			Name    string  `json:"name"`
			Streams []state `json:"stream_detail"`
		} `json:"account_details"`
	}
	if err := json.NewDecoder(res.Body).Decode(&answer); err != nil {
		return nil, fmt.Errorf("monitor of %s: %w", s.Name, err)
	}
	for _, a := range answer.Accounts {
		if a.Name == "GAME" {
			return a.Streams, nil
		}
	}
	return nil, fmt.Errorf("monitor of %s knows no account GAME", s.Name)
}
