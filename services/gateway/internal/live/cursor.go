package live

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"encoding/binary"
)

// Cursors make and read the ids of events. A cursor says which version of which
// table was told to whom; nobody without the key can make one.
type Cursors struct{ key []byte }

// NewCursors takes the key, the same for all gateways.
func NewCursors(key []byte) Cursors { return Cursors{key: key} }

// role is who a stream is for: everybody, or 1+n for the holder of seat n.
type role byte

const everybody role = 0

const (
	cursorVersion = 1
	cursorHead    = 1 + 1 + 4 // version of the form, role, version of the table
	cursorMAC     = 16
)

// seal makes the cursor after a version of a table.
func (c Cursors) seal(table string, r role, version uint32) string {
	b := append(make([]byte, 0, cursorHead+len(table)+cursorMAC), cursorVersion, byte(r))
	b = append(binary.BigEndian.AppendUint32(b, version), table...)
	return base64.RawURLEncoding.EncodeToString(append(b, c.mac(b)...))
}

// open reads a cursor; ok is false for one that is not ours or is for another
// table or role. Such a stream starts anew.
func (c Cursors) open(text, table string, r role) (version uint32, ok bool) {
	b, err := base64.RawURLEncoding.Strict().DecodeString(text)
	if err != nil || len(b) != cursorHead+len(table)+cursorMAC {
		return 0, false
	}
	body, mac := b[:len(b)-cursorMAC], b[len(b)-cursorMAC:]
	if !hmac.Equal(mac, c.mac(body)) || body[0] != cursorVersion || body[1] != byte(r) || string(body[cursorHead:]) != table {
		return 0, false
	}
	return binary.BigEndian.Uint32(body[2:]), true
}

func (c Cursors) mac(body []byte) []byte {
	h := hmac.New(sha256.New, c.key)
	h.Write([]byte("tranca live cursor\x00"))
	h.Write(body)
	return h.Sum(nil)[:cursorMAC]
}
