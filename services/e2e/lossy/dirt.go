package lossy

import (
	"fmt"
	"io"
	"os"
	"sync"
)

// span is a range of bytes of a file.
type span struct{ from, to int64 }

// dirt is what was written to a file since it was synced, in the order of the
// writes.
type dirt struct {
	mu    sync.Mutex
	spans []span
}

// written notes a write of some bytes that do does.
func (d *dirt) written(from int64, do func() int64) {
	d.mu.Lock()
	defer d.mu.Unlock()
	to := from + do()
	if last := len(d.spans) - 1; last >= 0 && d.spans[last].to == from {
		d.spans[last].to = to
		return
	}
	d.spans = append(d.spans, span{from, to})
}

// cut forgets what lies behind the end of a file that was made shorter.
func (d *dirt) cut(size int64) {
	d.mu.Lock()
	defer d.mu.Unlock()
	left := d.spans[:0]
	for _, s := range d.spans {
		if s.to = min(s.to, size); s.from < s.to {
			left = append(left, s)
		}
	}
	d.spans = left
}

// sync copies what is unsynced from one file into the other.
func (d *dirt) sync(from io.ReaderAt, to *os.File) error {
	d.mu.Lock()
	defer d.mu.Unlock()
	for _, s := range d.spans {
		if _, err := io.Copy(io.NewOffsetWriter(to, s.from), io.NewSectionReader(from, s.from, s.to-s.from)); err != nil {
			return fmt.Errorf("sync bytes %d to %d: %w", s.from, s.to, err)
		}
	}
	d.spans = nil
	return nil
}

func (d *dirt) size() (bytes int64) {
	d.mu.Lock()
	defer d.mu.Unlock()
	for _, s := range d.spans {
		bytes += s.to - s.from
	}
	return bytes
}
