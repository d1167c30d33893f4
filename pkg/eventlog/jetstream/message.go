package jetstream

import (
	"fmt"
	"strconv"
	"strings"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"

	"tranca.example/pkg/eventlog"
	"tranca.example/pkg/subject"
)

// Headers that the broker adds to a message that it pushes on a live subject.
const (
	liveSequence = "Nats-Sequence"
	livePrevious = "Nats-Last-Sequence"
	liveTime     = "Nats-Time-Stamp"
)

// ParseLive reads a commit from a message on a live subject. PrevSeq tells a
// reader whether it missed the commit before.
func ParseLive(m *nats.Msg) (eventlog.Commit, error) {
	table, err := subject.ParseLive(m.Subject)
	if err != nil {
		return eventlog.Commit{}, fmt.Errorf("live message: %w", err)
	}
	seq, err := number(m.Header, liveSequence, 64)
	if err != nil {
		return eventlog.Commit{}, fmt.Errorf("live message of table %s: %w", table, err)
	}
	previous, err := number(m.Header, livePrevious, 64)
	if err != nil {
		return eventlog.Commit{}, fmt.Errorf("live message of table %s: %w", table, err)
	}
	stored, err := time.Parse(time.RFC3339Nano, m.Header.Get(liveTime))
	if err != nil {
		return eventlog.Commit{}, fmt.Errorf("live message of table %s: header %s: %w", table, liveTime, err)
	}
	c, err := commit(table, seq, stored, m.Header, m.Data)
	c.PrevSeq = previous
	return c, err
}

// ParseStored reads a commit from a message that a consumer of a game stream
// delivered.
func ParseStored(m jetstream.Msg) (eventlog.Commit, error) {
	meta, err := m.Metadata()
	if err != nil {
		return eventlog.Commit{}, fmt.Errorf("stored message: %w", err)
	}
	table, err := subject.ParseGame(m.Subject())
	if err != nil {
		return eventlog.Commit{}, fmt.Errorf("stored message %d: %w", meta.Sequence.Stream, err)
	}
	return commit(table, meta.Sequence.Stream, meta.Timestamp, m.Headers(), m.Data())
}

// header is that of the message of a commit. It carries nothing but what is ours,
// and what the broker must expect.
func header(c eventlog.Commit, expect uint64) nats.Header {
	header := make(nats.Header, len(c.Header)+4)
	values := make([]string, 0, len(c.Header)+4)
	set := func(name, value string) {
		values = append(values, value)
		header[name] = values[len(values)-1 : len(values) : len(values)] // of one array
	}
	for name, value := range c.Header {
		set(name, value)
	}
	set(eventlog.HeaderWriter, c.Writer)
	set(eventlog.HeaderPhase, c.Phase)
	set(eventlog.HeaderVersion, strconv.FormatUint(uint64(c.Version), 10))
	set(jetstream.ExpectedLastSubjSeqHeader, strconv.FormatUint(expect, 10))
	return header
}

func commit(table subject.TableID, seq uint64, stored time.Time, header nats.Header, body []byte) (eventlog.Commit, error) {
	version, err := number(header, eventlog.HeaderVersion, 32)
	if err != nil {
		return eventlog.Commit{}, malformed(table, seq, err)
	}
	previous, err := number(header, jetstream.ExpectedLastSubjSeqHeader, 64)
	if err != nil {
		return eventlog.Commit{}, malformed(table, seq, err)
	}
	return eventlog.Commit{
		Table:   table,
		Version: uint32(version),
		Seq:     seq,
		PrevSeq: previous,
		Stored:  stored,
		Writer:  header.Get(eventlog.HeaderWriter),
		Phase:   header.Get(eventlog.HeaderPhase),
		Body:    body,
		Header:  traces(header),
	}, nil
}

func malformed(table subject.TableID, seq uint64, err error) error {
	return fmt.Errorf("message %d of table %s is no commit: %w: %w", seq, table, eventlog.ErrInvalid, err)
}

// traces returns the headers that are neither ours nor the broker's.
func traces(header nats.Header) map[string]string {
	var traces map[string]string
	for name, values := range header {
		if strings.HasPrefix(name, "tranca-") || strings.ToLower(name) != name || len(values) == 0 {
			continue
		}
		if traces == nil {
			traces = make(map[string]string, 2)
		}
		traces[name] = values[0]
	}
	return traces
}

func number(header nats.Header, name string, bits int) (uint64, error) {
	n, err := strconv.ParseUint(header.Get(name), 10, bits)
	if err != nil {
		return 0, fmt.Errorf("header %s: %w", name, err)
	}
	return n, nil
}
