package archive_test

import (
	"fmt"
	"iter"
	"math/rand/v2"
	"testing"
	"time"

	"tranca.example/pkg/archive"
	"tranca.example/pkg/subject"
)

// tape is a stream in which some tables play at once; all is random by a seed.
type tape struct {
	rand   *rand.Rand
	next   uint64
	tables []subject.TableID
	ends   []end
}

type end struct {
	version int
	seq     uint64
}

// newTape begins a stream at the sequence first.
func newTape(t testing.TB, first uint64, tables int) *tape {
	t.Helper()
	p := &tape{rand: rand.New(rand.NewPCG(first, uint64(tables))), next: first, ends: make([]end, tables)}
	for i := range tables {
		id, err := subject.NewTableID(0, [10]byte{byte(i), byte(i >> 8)})
		if err != nil {
			t.Fatal(err)
		}
		p.tables = append(p.tables, id)
	}
	return p
}

// message is the next one: a commit of any of the tables.
func (p *tape) message() archive.Message {
	i := p.rand.IntN(len(p.tables))
	body := make([]byte, p.rand.IntN(300))
	for n := range body {
		body[n] = byte(p.rand.Uint32())
	}
	m := commit(p.next, p.tables[i], p.ends[i].version+1, p.ends[i].seq, body)
	p.ends[i] = end{p.ends[i].version + 1, p.next}
	p.next++
	return m
}

// messages are the next n.
func (p *tape) messages(n int) []archive.Message {
	var all []archive.Message
	for range n {
		all = append(all, p.message())
	}
	return all
}

// commit is a message as the event log stores it.
func commit(seq uint64, table subject.TableID, version int, previous uint64, body []byte) archive.Message {
	header := fmt.Sprintf("NATS/1.0\r\ntranca-version: %d\r\nNats-Expected-Last-Subject-Sequence: %d\r\n"+
		"tranca-writer: rules\r\ntranca-phase: playing\r\n\r\n", version, previous)
	return archive.Message{
		Seq: seq, Stored: time.Unix(1_790_000_000, int64(seq)*1_234_567).UTC(),
		Subject: subject.Game(table), Header: []byte(header), Body: body,
	}
}

// yields makes an iterator of messages, which ends with err when that is set.
func yields(messages []archive.Message, err error) iter.Seq2[archive.Message, error] {
	return func(yield func(archive.Message, error) bool) {
		for _, m := range messages {
			if !yield(m, nil) {
				return
			}
		}
		if err != nil {
			yield(archive.Message{}, err)
		}
	}
}

// collect reads to the end.
func collect(messages iter.Seq2[archive.Message, error]) (all []archive.Message, err error) {
	for m, err := range messages {
		if err != nil {
			return all, err
		}
		all = append(all, m)
	}
	return all, nil
}

// extend makes the archive of shard 0 longer by the messages.
func extend(t testing.TB, dir archive.Dir, messages []archive.Message, perFile int) {
	t.Helper()
	x, err := dir.Extend(0)
	if err != nil {
		t.Fatal(err)
	}
	if err := x.Add(yields(messages, nil), perFile, func(archive.Entry) {}); err != nil {
		t.Fatal(err)
	}
}
