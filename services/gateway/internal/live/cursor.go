package live

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"encoding/binary"
)

// Cursors make and read the ids of events. A cursor says how far each topic of a
// stream was told to whom; nobody without the key can make one.
type Cursors struct{ key []byte }

// NewCursors takes the key, the same for all gateways.
func NewCursors(key []byte) Cursors { return Cursors{key: key} }

// role is who a topic is told to: everybody, or 1+n for the holder of seat n.
type role byte

const everybody role = 0

// position is how far a topic was told.
type position struct {
	topic string // a table's id, or another name of at most 255 bytes
	role  role
	at    uint64 // version of the table, or whatever the topic counts by
}

const (
	cursorVersion = 2
	cursorMAC     = 16
	cursorLongest = 4 << 10 // of the text, in bytes
	cursorTopic   = 32      // room for a position
)

// seal makes the cursor of a stream.
func (c Cursors) seal(all ...position) string {
	b := append(make([]byte, 0, 1+len(all)*cursorTopic+cursorMAC), cursorVersion)
	for _, p := range all {
		b = append(append(b, byte(len(p.topic))), p.topic...)
		b = binary.AppendUvarint(append(b, byte(p.role)), p.at)
	}
	return base64.RawURLEncoding.EncodeToString(append(b, c.mac(b)...))
}

// open reads a cursor; one that is not ours has no positions.
func (c Cursors) open(text string) []position {
	if len(text) > cursorLongest {
		return nil
	}
	b, err := base64.RawURLEncoding.Strict().DecodeString(text)
	if err != nil || len(b) < 1+cursorMAC {
		return nil
	}
	body, mac := b[:len(b)-cursorMAC], b[len(b)-cursorMAC:]
	if !hmac.Equal(mac, c.mac(body)) || body[0] != cursorVersion {
		return nil
	}
	return positions(body[1:])
}

// positions are those in the body of a cursor; a body that has been signed is one
// that seal made.
func positions(b []byte) (all []position) {
	for len(b) > 0 {
		n := 1 + int(b[0])
		if len(b) < n+1 {
			return nil
		}
		p := position{topic: string(b[1:n]), role: role(b[n])}
		var length int
		if p.at, length = binary.Uvarint(b[n+1:]); length <= 0 {
			return nil
		}
		all, b = append(all, p), b[n+1+length:]
	}
	return all
}

// told is how far a topic was told to a role; ok is false when that is not known:
// the topic starts anew.
func told(all []position, topic string, r role) (at uint64, ok bool) {
	for _, p := range all {
		if p.topic == topic && p.role == r {
			return p.at, true
		}
	}
	return 0, false
}

func (c Cursors) mac(body []byte) []byte {
	h := hmac.New(sha256.New, c.key)
	h.Write([]byte("tranca live cursor\x00"))
	h.Write(body)
	return h.Sum(nil)[:cursorMAC]
}
