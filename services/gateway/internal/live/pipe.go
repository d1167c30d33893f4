package live

import (
	"errors"
	"net"
	"os"
	"sync"
	"syscall"
	"time"
)

// pipe is the connection of a stream that was taken over from the HTTP server
// behind the head of the answer. Whoever has something to tell writes it without
// waiting; what the client does not take at once is written by a goroutine that
// lives as long as something waits. What is written are whole chunks.
type pipe struct {
	conn net.Conn
	raw  syscall.RawConn // nil where a write cannot but wait
	now  func() time.Time
	try  func(fd uintptr) bool // attempt

	mu       sync.Mutex
	text     []byte   // what attempt writes
	waiting  [][]byte // is written by drain
	draining bool
	last     bool // nothing more may be told
}

func newPipe(conn net.Conn, now func() time.Time) *pipe {
	p := &pipe{conn: conn, now: now}
	p.try = p.attempt
	if c, ok := conn.(syscall.Conn); ok {
		p.raw, _ = c.SyscallConn() // an error leaves nil
	}
	return p
}

// put tells b, which is not changed any more, by a goroutine unless now. It is
// false when too much waits already.
func (p *pipe) put(b []byte, now bool) bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.last {
		return true
	}
	if len(p.waiting) >= viewBuffer {
		return false
	}
	p.tell(b, now)
	return true
}

// spare tells b, unless something waits already.
func (p *pipe) spare(b []byte, now bool) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if !p.last && !p.draining {
		p.tell(b, now)
	}
}

// finish tells b as the last of all and closes the connection.
func (p *pipe) finish(b []byte) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.last {
		return
	}
	p.last = true
	if p.tell(b, true); !p.draining {
		p.close()
	}
}

// tell needs the lock.
func (p *pipe) tell(b []byte, now bool) {
	if now && !p.draining && p.raw != nil {
		p.text = b
		_ = p.raw.Write(p.try) // drain meets the same error
		b, p.text = p.text, nil
	}
	if len(b) == 0 {
		return
	}
	p.waiting = append(p.waiting, b)
	if !p.draining {
		p.draining = true
		go p.drain()
	}
}

// attempt writes once.
func (p *pipe) attempt(fd uintptr) bool {
	p.text = p.text[writeNow(fd, p.text):]
	return true
}

// drain writes what waits, all of it together, until nothing waits or the client
// takes nothing for too long.
func (p *pipe) drain() {
	for batch := p.next(); len(batch) > 0; batch = p.next() {
		_ = p.conn.SetWriteDeadline(p.now().Add(stall)) // the write tells what is wrong
		if _, err := batch.WriteTo(p.conn); err != nil {
			p.mu.Lock()
			p.last, p.waiting = true, nil
			p.mu.Unlock()
		}
	}
}

// next is what is written next; after nothing drain ends.
func (p *pipe) next() (batch net.Buffers) {
	p.mu.Lock()
	defer p.mu.Unlock()
	batch, p.waiting = p.waiting, nil
	if len(batch) > 0 {
		return batch
	}
	p.draining = false
	if p.last {
		p.close()
	} else {
		_ = p.conn.SetWriteDeadline(time.Time{}) // the next write tells what is wrong
	}
	return nil
}

func (p *pipe) close() { _ = p.conn.Close() } // nothing can be told any more

// watch returns when the connection is closed by either side, or the client says
// something, for which there is no place. Every so often it calls beat.
func (p *pipe) watch(every time.Duration, beat func()) {
	defer p.close()
	var said [1]byte
	for {
		_ = p.conn.SetReadDeadline(p.now().Add(every)) // the read tells what is wrong
		if _, err := p.conn.Read(said[:]); !errors.Is(err, os.ErrDeadlineExceeded) {
			return
		}
		beat()
	}
}
