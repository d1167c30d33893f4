package archive

import (
	"bufio"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"iter"

	"github.com/klauspost/compress/zstd"
)

// window is how far back the compression looks, in bytes: a commit repeats much
// of the table's commit before, and many tables play at once.
const window = 8 << 20

// Writer writes one file. It keeps nothing but what waits to be compressed.
type Writer struct {
	z     *zstd.Encoder
	entry []byte
	count uint64
	next  uint64
}

// NewWriter begins a file. What is written is in w after Close only.
func NewWriter(w io.Writer) (*Writer, error) {
	z, err := zstd.NewWriter(w, zstd.WithEncoderConcurrency(1), zstd.WithWindowSize(window))
	if err != nil {
		return nil, err
	}
	_, err = z.Write([]byte(magic))
	return &Writer{z: z}, err
}

// Write appends the next message. The error is ErrSequence when its sequence
// does not follow the one before.
func (w *Writer) Write(m Message) error {
	if m.Seq == 0 || w.count > 0 && m.Seq != w.next {
		return fmt.Errorf("%w: got %d, want %d", ErrSequence, m.Seq, max(w.next, 1))
	}
	var err error
	if w.entry, err = appendEntry(w.entry[:0], m); err != nil {
		return err
	}
	if _, err := w.z.Write(w.entry); err != nil {
		return err
	}
	w.count, w.next = w.count+1, m.Seq+1
	return nil
}

// Close ends the file; the io.Writer stays open.
func (w *Writer) Close() error {
	end := binary.BigEndian.AppendUint64(make([]byte, lengthSize, endSize), w.count)
	_, err := w.z.Write(end)
	return errors.Join(err, w.z.Close())
}

// Messages yields the messages of one file. It yields all of them or ends with
// an error: ErrDamaged, ErrCut, ErrSequence, or that of r.
func Messages(r io.Reader) iter.Seq2[Message, error] {
	return func(yield func(Message, error) bool) {
		err := messages(r, func(m Message) bool { return yield(m, nil) })
		if err != nil {
			yield(Message{}, err)
		}
	}
}

func messages(r io.Reader, yield func(Message) bool) error {
	z, err := zstd.NewReader(r, zstd.WithDecoderConcurrency(1), zstd.WithDecoderMaxWindow(window))
	if err != nil {
		return err
	}
	defer z.Close()
	in := reader{bufio.NewReaderSize(z, 64<<10)}
	begin := make([]byte, len(magic))
	if err := in.full(begin); err != nil {
		return err
	}
	if string(begin) != magic {
		return fmt.Errorf("%w: it begins with %q: want %q", ErrDamaged, begin, magic)
	}
	for count, next := uint64(0), uint64(0); ; count++ {
		entry, err := in.entry()
		if err != nil {
			return err
		}
		if entry == nil {
			return in.end(count)
		}
		m, err := parseEntry(entry)
		if err != nil {
			return err
		}
		if m.Seq == 0 || count > 0 && m.Seq != next {
			return fmt.Errorf("%w: got %d, want %d", ErrSequence, m.Seq, max(next, 1))
		}
		if next = m.Seq + 1; !yield(m) {
			return nil
		}
	}
}

// reader reads what was compressed.
type reader struct{ *bufio.Reader }

// full fills b.
func (r reader) full(b []byte) error {
	_, err := io.ReadFull(r, b)
	return told(err)
}

// told says what an error of the decoder means.
func told(err error) error {
	switch {
	case err == nil:
		return nil
	case errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF):
		return ErrCut
	}
	return fmt.Errorf("%w: %w", ErrDamaged, err)
}

// entry returns what follows the next length; nil at the end.
func (r reader) entry() ([]byte, error) {
	var length [lengthSize]byte
	if err := r.full(length[:]); err != nil {
		return nil, err
	}
	n := binary.BigEndian.Uint32(length[:])
	if n == 0 {
		return nil, nil
	}
	if n > maxEntry {
		return nil, fmt.Errorf("%w: an entry of %d bytes: want at most %d", ErrDamaged, n, maxEntry)
	}
	entry := make([]byte, n)
	return entry, r.full(entry)
}

// end checks what stands after the last of count messages.
func (r reader) end(count uint64) error {
	var told [8]byte
	if err := r.full(told[:]); err != nil {
		return err
	}
	if n := binary.BigEndian.Uint64(told[:]); n != count {
		return fmt.Errorf("%w: it holds %d messages and says %d", ErrDamaged, count, n)
	}
	if _, err := r.ReadByte(); !errors.Is(err, io.EOF) {
		return fmt.Errorf("%w: something follows its end", ErrDamaged)
	}
	return nil
}
