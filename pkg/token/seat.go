package token

import (
	"crypto/sha256"
	"encoding/base64"
	"encoding/binary"
	"encoding/hex"
	"errors"
	"strings"
	"time"
)

// Errors of Open, to test for with errors.Is. None of them repeats the token.
var (
	ErrMalformed = errors.New("seat token is malformed")
	ErrForged    = errors.New("seat token is not signed by a key of this server")
	ErrExpired   = errors.New("seat token has expired")
)

// Seat is what a seat token says.
type Seat struct {
	Table   string
	Seat    uint8
	Gen     uint32 // generation of the holder; an older one is void
	Expires time.Time
}

const (
	fixed   = 1 + 1 + 4 + 8 // version, seat, generation, expiry
	version = 1
	macSize = sha256.Size
	maxText = 512
)

// encoding is strict, so that one token has one text.
var encoding = base64.RawURLEncoding.Strict()

// Keys signs seat tokens with its first key and accepts all of them, so that a
// key can be replaced while tokens of the old one are in use.
type Keys struct{ signers }

// NewKeys takes the signing keys, newest first.
func NewKeys(keys ...[]byte) (Keys, error) {
	made, err := newSigners("seat token", keys)
	return Keys{made}, err
}

// Prints tell the keys apart without telling them: 8 hexadecimal digits each, the key
// that signs first.
func (k Keys) Prints() []string {
	out := make([]string, len(k.keys))
	for i, s := range k.keys {
		out[i] = hex.EncodeToString(s.sign([]byte("print of a key"))[:4]) // no token begins like that
	}
	return out
}

// Seal writes s as text that only a holder of the keys can make.
func (k Keys) Seal(s Seat) string {
	body := make([]byte, fixed, fixed+len(s.Table)+macSize)
	body[0], body[1] = version, s.Seat
	binary.BigEndian.PutUint32(body[2:], s.Gen)
	binary.BigEndian.PutUint64(body[6:], uint64(s.Expires.Unix()))
	body = append(body, s.Table...)
	return encoding.EncodeToString(append(body, k.sign(body)...))
}

// Claims is the table that a token says to be for, without any check: nothing may
// be granted on it. The error is ErrMalformed.
func Claims(text string) (table string, err error) {
	body, _, err := parts(text)
	if err != nil {
		return "", err
	}
	return string(body[fixed:]), nil
}

// parts are the body of a token and its signature.
func parts(text string) (body, mac []byte, err error) {
	if len(text) > maxText || strings.IndexByte(text, '\r') >= 0 || strings.IndexByte(text, '\n') >= 0 {
		return nil, nil, ErrMalformed
	}
	raw, err := encoding.DecodeString(text)
	if err != nil || len(raw) < fixed+macSize || raw[0] != version {
		return nil, nil, ErrMalformed
	}
	return raw[:len(raw)-macSize], raw[len(raw)-macSize:], nil
}

// Open reads a token and checks its signature and its expiry at now.
func (k Keys) Open(text string, now time.Time) (Seat, error) {
	body, mac, err := parts(text)
	if err != nil {
		return Seat{}, err
	}
	if !k.signed(body, mac) {
		return Seat{}, ErrForged
	}
	s := Seat{
		Table:   string(body[fixed:]),
		Seat:    body[1],
		Gen:     binary.BigEndian.Uint32(body[2:]),
		Expires: time.Unix(int64(binary.BigEndian.Uint64(body[6:])), 0),
	}
	if !now.Before(s.Expires) {
		return Seat{}, ErrExpired
	}
	return s, nil
}
