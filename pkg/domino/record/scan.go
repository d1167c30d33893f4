package record

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"iter"
)

// MaxLine is the longest line that Scan reads, in bytes.
const MaxLine = 1 << 20

// Scan ranges over the records of a file, one JSON object a line; blank lines
// are skipped. A line that is no record yields an *InputError and the scan goes
// on; a line over MaxLine or a reader that fails ends it.
func Scan(r io.Reader) iter.Seq2[Record, error] {
	return func(yield func(Record, error) bool) {
		lines := bufio.NewScanner(r)
		lines.Buffer(make([]byte, 0, 64<<10), MaxLine)
		n := 0
		for lines.Scan() {
			n++
			if len(bytes.TrimSpace(lines.Bytes())) == 0 {
				continue
			}
			rec, err := Parse(lines.Bytes())
			rec.Line = n
			if !yield(rec, in(rec, err)) {
				return
			}
		}
		if err := lines.Err(); err != nil {
			yield(Record{}, readError(n+1, err))
		}
	}
}

func readError(line int, err error) error {
	if errors.Is(err, bufio.ErrTooLong) {
		return &InputError{Line: line, Kind: ErrSyntax, Err: fmt.Errorf("longer than %d bytes", MaxLine)}
	}
	return fmt.Errorf("read records at line %d: %w", line, err)
}
