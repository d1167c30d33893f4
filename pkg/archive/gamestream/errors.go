package gamestream

import (
	"errors"
	"fmt"
	"time"
)

// Errors to test for with errors.Is.
var (
	// ErrMissed: commits left the stream before they were archived (MissedError).
	ErrMissed = errors.New("commits left the stream before they were archived")
	// ErrOtherStream: the archive is of another stream (OtherStreamError).
	ErrOtherStream = errors.New("the archive is not of this stream")
	// ErrNotEmpty: a stream that is to be restored holds messages.
	ErrNotEmpty = errors.New("stream is not empty")
	// ErrDiffer: a message of the stream is not the archived one (DifferError).
	ErrDiffer = errors.New("the stream holds another message than the archive")
	// ErrTooOld: commits would leave the stream before they are old enough (AgeError).
	ErrTooOld = errors.New("the stream keeps commits too short a time")
)

// MissedError names what is lost for the archive. It is an ErrMissed.
type MissedError struct {
	Stream   string
	From, To uint64
}

// Error names the stream and the sequences.
func (e *MissedError) Error() string {
	return fmt.Sprintf("stream %s: gap: %v: sequences %d to %d", e.Stream, ErrMissed, e.From, e.To)
}

// Unwrap makes it an ErrMissed.
func (e *MissedError) Unwrap() error { return ErrMissed }

// OtherStreamError says how the two contradict each other. It is an ErrOtherStream.
type OtherStreamError struct {
	Stream string
	Seq    uint64 // the archive's last
	Reason string
}

// Error names the stream and the contradiction.
func (e *OtherStreamError) Error() string {
	return fmt.Sprintf("stream %s: %v: the archive ends with sequence %d, and %s", e.Stream, ErrOtherStream, e.Seq, e.Reason)
}

// Unwrap makes it an ErrOtherStream.
func (e *OtherStreamError) Unwrap() error { return ErrOtherStream }

// DifferError names a message and the part of it that differs. It is an ErrDiffer.
type DifferError struct {
	Stream string
	Seq    uint64
	Part   string // "sequence", "subject", "header", "body" or "time"
}

// Error names the message and the part.
func (e *DifferError) Error() string {
	return fmt.Sprintf("stream %s: message %d: %v: another %s", e.Stream, e.Seq, ErrDiffer, e.Part)
}

// Unwrap makes it an ErrDiffer.
func (e *DifferError) Unwrap() error { return ErrDiffer }

// AgeError names both ages. It is an ErrTooOld.
type AgeError struct {
	Stream            string
	MaxAge, OlderThan time.Duration
}

// Error names the stream, how long it keeps commits and what was asked.
func (e *AgeError) Error() string {
	return fmt.Sprintf("stream %s: %v: %s, when they are archived after %s", e.Stream, ErrTooOld, e.MaxAge, e.OlderThan)
}

// Unwrap makes it an ErrTooOld.
func (e *AgeError) Unwrap() error { return ErrTooOld }
