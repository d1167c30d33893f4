package token

import (
	"encoding/binary"
	"errors"
	"fmt"
	"time"
)

// ErrStatement says that a statement cannot be believed: it is malformed, not signed
// by a key of this server, or has expired. No error repeats it.
var ErrStatement = errors.New("statement about an official")

// Statement is what a gateway says of the official who gives a command. It is good
// for that command alone.
type Statement struct {
	Role    string   // "referee" or "operator"
	Name    string   // pseudonym
	Key     [32]byte // digest under which a seat of theirs would be kept
	Table   string
	ID      [16]byte // of the command
	Command [32]byte // digest of the command
	Expires time.Time
}

// Authority signs what gateways say of officials with its first key and accepts all
// of them. Its keys are others than those of seat tokens, which gateways have not.
type Authority struct{ signers }

// NewAuthority takes the signing keys, newest first.
func NewAuthority(keys ...[]byte) (Authority, error) {
	made, err := newSigners("authority", keys)
	return Authority{made}, err
}

const (
	statementVersion = 1
	statementFixed   = 1 + 8 + 16 + 32 + 32 // version, expiry, id, key, command
	maxStatement     = 1024
)

// Seal writes s as text that only a holder of the keys can make.
func (a Authority) Seal(s Statement) string {
	body := append(make([]byte, 0, statementFixed+128), statementVersion)
	body = binary.BigEndian.AppendUint64(body, uint64(s.Expires.Unix())) //nolint:gosec // no time before 1970
	body = append(body, s.ID[:]...)
	body = append(body, s.Key[:]...)
	body = append(body, s.Command[:]...)
	for _, text := range []string{s.Role, s.Name, s.Table} {
		body = append(binary.AppendUvarint(body, uint64(len(text))), text...)
	}
	return encoding.EncodeToString(append(body, a.sign(body)...))
}

// Open reads a statement and checks its signature and its expiry at now. Errors are
// of ErrStatement.
func (a Authority) Open(text string, now time.Time) (s Statement, err error) {
	if len(text) > maxStatement {
		return s, fmt.Errorf("%w: it is too long", ErrStatement)
	}
	raw, err := encoding.DecodeString(text)
	if err != nil || len(raw) < statementFixed+macSize || raw[0] != statementVersion {
		return s, fmt.Errorf("%w: it is malformed", ErrStatement)
	}
	body, mac := raw[:len(raw)-macSize], raw[len(raw)-macSize:]
	if !a.signed(body, mac) {
		return s, fmt.Errorf("%w: it is not signed by an authority key of this server", ErrStatement)
	}
	s.Expires = time.Unix(int64(binary.BigEndian.Uint64(body[1:])), 0) //nolint:gosec // we wrote it
	rest := body[9:]
	rest = rest[copy(s.ID[:], rest):]
	rest = rest[copy(s.Key[:], rest):]
	rest = rest[copy(s.Command[:], rest):]
	for _, into := range []*string{&s.Role, &s.Name, &s.Table} {
		size, n := binary.Uvarint(rest)
		if n <= 0 || uint64(len(rest)-n) < size {
			return Statement{}, fmt.Errorf("%w: it is malformed", ErrStatement)
		}
		*into, rest = string(rest[n:n+int(size)]), rest[n+int(size):] //nolint:gosec // not longer than the text
	}
	if !now.Before(s.Expires) {
		return Statement{}, fmt.Errorf("%w: it has expired", ErrStatement)
	}
	return s, nil
}
