package live

import (
	"net"
	"time"
)

// Seal and Open are what handlers do with cursors; seat -1 is everybody.
func (c Cursors) Seal(table string, seat int, version uint32) string {
	return c.seal(table, role(1+seat), version)
}

// Open reads a cursor.
func (c Cursors) Open(text, table string, seat int) (uint32, bool) {
	return c.open(text, table, role(1+seat))
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
