package live

import (
	"fmt"
	"log/slog"
	"net"
	"slices"
	"strings"
	"testing"
	"time"

	"google.golang.org/protobuf/encoding/protojson"

	"tranca.example/pkg/subject"
	apiv1 "tranca.example/proto/gen/tranca/api/v1"
)

// Seal and Open are what handlers do with cursors; seat -1 is everybody.
func (c Cursors) Seal(table string, seat int, version uint32) string {
	return c.seal(position{table, role(1 + seat), uint64(version)})
}

// Open reads a cursor.
func (c Cursors) Open(text, table string, seat int) (uint32, bool) {
	at, ok := told(c.open(text), table, role(1+seat))
	return uint32(at), ok //nolint:gosec // versions have 32 bits
}

// SealAll seals positions of everybody: a topic, then how far it was told.
func (c Cursors) SealAll(of ...any) string {
	var all []position
	for ; len(of) > 1; of = of[2:] {
		topic, _ := of[0].(string)
		at, _ := of[1].(int)
		all = append(all, position{topic, everybody, uint64(at)}) //nolint:gosec // a test's number
	}
	return c.seal(all...)
}

// OpenTopic reads a position of everybody.
func (c Cursors) OpenTopic(text, topic string) (uint64, bool) {
	return told(c.open(text), topic, everybody)
}

// Event is how everybody's streams tell an update.
func (u *Update) Event() []byte { return u.event }

// Pipe is a connection that was taken over.
type Pipe struct{ p *pipe }

// NewPipe takes a connection over.
func NewPipe(conn net.Conn) Pipe { return Pipe{newPipe(conn, time.Now)} }

// Put tells something; false: too much waits.
func (p Pipe) Put(b []byte) bool { return p.p.put(b, true) }

// Finish tells the last of all.
func (p Pipe) Finish(b []byte) { p.p.finish(b) }

// Watch returns when the connection is closed.
func (p Pipe) Watch(every time.Duration, beat func()) { p.p.watch(every, beat) }

// Claims are those of one gateway.
type Claims struct{ c *claims }

// NewClaims makes those of a gateway without claims.
func NewClaims(peers Peers, self uint64, now func() time.Time) Claims {
	return Claims{newClaims(Options{Peers: peers, Self: self, Now: now, Logger: slog.New(slog.DiscardHandler)})}
}

// Make claims seat 1 of a table, and gives a func that tells whether that was lost.
func (c Claims) Make(id subject.TableID) (lost func() bool) {
	return c.c.make(id, holder{table: id.String(), seat: 1, gen: 7}, make(chan struct{}, 1)).isLost
}

// Hear takes what a gateway told.
func (c Claims) Hear(id subject.TableID, body []byte) error { return c.c.hear(id, body) }

// Board is the list of tables.
type Board struct{ b board }

// Set takes the list as it is.
func (b *Board) Set(more bool, all ...*apiv1.TableSummary) bool {
	rows := make([]row, len(all))
	for i, s := range all {
		rows[i].summary = s
	}
	return b.b.set(rows, more)
}

// Text is what changed after a position; 0 is nothing at all.
func (b *Board) Text(at uint64) ([]byte, uint64, error) {
	change, to, err := b.b.since(at, at == 0)
	if change == nil {
		return nil, to, err
	}
	return change.text, to, err
}

// Since is Text in words.
func (b *Board) Since(t *testing.T, at uint64, whole bool) string {
	t.Helper()
	change, _, err := b.b.since(at, whole)
	if err != nil {
		t.Fatal(err)
	}
	if change == nil {
		return ""
	}
	var m apiv1.LobbyUpdate
	if err := protojson.Unmarshal(change.text, &m); err != nil {
		t.Fatal(err)
	}
	var words []string
	if m.GetWhole() {
		words = append(words, "whole")
	}
	for _, s := range m.GetTables() {
		words = append(words, fmt.Sprint(s.GetTableId(), s.GetVersion()))
	}
	if m.GetMore() {
		words = append(words, "more")
	}
	for _, id := range slices.Sorted(slices.Values(m.GetGone())) {
		words = append(words, "-"+id)
	}
	return strings.Join(words, " ")
}
