package live

import (
	"net/http"

	"tranca.example/pkg/table"
)

// direct is a stream that is the same for everybody, behind its beginning. It has no
// goroutine that would have to be woken for an update.
type direct struct {
	*pipe
	table string
	told  uint32 // version of the last update
}

// direct goes on without the HTTP server until the stream is over. It is false
// when that cannot be: what a seat is told has to be asked for first, the ids of several
// topics are this stream's alone, and other versions of HTTP have other frames.
func (s *stream) direct() bool {
	if !s.plain || !s.alone {
		return false
	}
	w, ok := s.topics[0].(*watched)
	if !ok {
		return false
	}
	conn, ok := s.http.takeOver()
	if !ok {
		return false
	}
	d := &direct{newPipe(conn, s.h.o.Now), w.id.String(), w.told}
	w.viewer.divert(d)
	d.watch(s.h.o.Heartbeat, func() { d.pipe.put(chunkOf(comment(alive)), true) })
	return true
}

// plain tells whether the answer to a request goes out in chunks with nothing
// else on the connection.
func plain(r *http.Request) bool {
	return r.ProtoMajor == 1 && r.ProtoMinor == 1 && r.Method == http.MethodGet && r.Body == http.NoBody
}

// put implements outlet.
func (d *direct) put(u *Update, now bool) bool {
	if u.Commit.Version <= d.told {
		return true
	}
	d.told = u.Commit.Version
	if !d.pipe.put(u.chunk, now) {
		return false
	}
	if u.Commit.State.Phase == table.PhaseClosed {
		d.finish(lastEvent(d.table, endClosed))
	}
	return true
}

// say implements outlet.
func (d *direct) say(s *said, now bool) { d.spare(s.chunk, now) }

// end implements outlet.
func (d *direct) end(slow bool) { d.finish(comment(goodbye(slow))) }

func (d *direct) finish(text []byte) { d.pipe.finish(append(chunkOf(text), lastChunk...)) }
