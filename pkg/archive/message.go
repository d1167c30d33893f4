package archive

import (
	"encoding/binary"
	"fmt"
	"math"
	"time"
)

// version of the format.
const version = 1

// magic begins every file.
const magic = "TRANCA\x00" + string(rune(version))

const (
	lengthSize = 4         // of the number before each entry
	fixedSize  = 22        // of the numbers within an entry
	maxEntry   = 1 << 20   // no message of ours comes near
	endSize    = 4 + 8     // of the end of a file
	maxSubject = 1<<16 - 1 // of a subject, in bytes
)

// Message is one message of a stream, exactly as it was stored.
type Message struct {
	Seq     uint64
	Stored  time.Time
	Subject string
	Header  []byte // its bytes with the first line; nil for none
	Body    []byte
}

// appendEntry appends the message as it stands in a file.
func appendEntry(to []byte, m Message) ([]byte, error) {
	n := fixedSize + len(m.Subject) + len(m.Header) + len(m.Body)
	if n > maxEntry || len(m.Subject) > maxSubject {
		return nil, fmt.Errorf("message %d: %d bytes: want at most %d", m.Seq, n, maxEntry)
	}
	stored := m.Stored.UnixNano()
	if !time.Unix(0, stored).Equal(m.Stored) {
		return nil, fmt.Errorf("message %d: stored at %s: no nanoseconds can tell that", m.Seq, m.Stored)
	}
	to = binary.BigEndian.AppendUint32(to, uint32(n)) //nolint:gosec // at most maxEntry
	to = binary.BigEndian.AppendUint64(to, m.Seq)
	to = binary.BigEndian.AppendUint64(to, uint64(stored))         //nolint:gosec // the bits of a signed number
	to = binary.BigEndian.AppendUint16(to, uint16(len(m.Subject))) //nolint:gosec // at most maxSubject
	to = binary.BigEndian.AppendUint32(to, uint32(len(m.Header)))  //nolint:gosec // at most maxEntry
	to = append(to, m.Subject...)
	to = append(to, m.Header...)
	return append(to, m.Body...), nil
}

// parseEntry reads what follows the length of an entry, and keeps parts of it.
func parseEntry(entry []byte) (Message, error) {
	if len(entry) < fixedSize {
		return Message{}, fmt.Errorf("%w: an entry of %d bytes: want %d or more", ErrDamaged, len(entry), fixedSize)
	}
	m := Message{
		Seq:    binary.BigEndian.Uint64(entry),
		Stored: time.Unix(0, int64(binary.BigEndian.Uint64(entry[8:]))).UTC(), //nolint:gosec // the bits of a signed number
	}
	s, h := int(binary.BigEndian.Uint16(entry[16:])), binary.BigEndian.Uint32(entry[18:])
	rest := entry[fixedSize:]
	if h > math.MaxInt32 || s+int(h) > len(rest) {
		return Message{}, fmt.Errorf("%w: message %d: subject and header have %d bytes of %d", ErrDamaged, m.Seq, s+int(h), len(rest))
	}
	m.Subject = string(rest[:s])
	if h > 0 {
		m.Header = rest[s : s+int(h) : s+int(h)]
	}
	m.Body = rest[s+int(h):]
	return m, nil
}
