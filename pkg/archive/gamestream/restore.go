package gamestream

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/nats-io/nats.go"
	natsjs "github.com/nats-io/nats.go/jetstream"

	"tranca.example/pkg/archive"
	"tranca.example/pkg/natsboot"
	"tranca.example/pkg/stored"
	"tranca.example/pkg/subject"
)

// Restored says what Restore did.
type Restored struct {
	First, Last uint64 // sequences
}

// Restore makes the stream again from its archive, with the same sequences,
// subjects, headers and bodies, and compares every message afterwards. The
// stream must be missing or empty. Times differ: a message is stored when it is
// restored, or it would be too old to be kept. And the lines of a header come in
// any order, as the client library writes them.
//
// A table whose first commits are older than the archive cannot be appended to a
// stream that checks expectations: its first archived commit expects one that is
// not there. So the stream begins lower, with empty messages in the place of the
// missing ones, which are purged in the end. That, and making the stream, takes
// the rights of natsboot.RestorerUser.
//
// Errors: ErrNotEmpty, ErrDiffer, eventlog.ErrUnavailable, and those of package
// archive.
func Restore(ctx context.Context, s *Stream, dir archive.Dir, settings natsboot.Settings) (Restored, error) {
	p, err := plan(dir, s.shard)
	if err != nil {
		return Restored{}, err
	}
	r := Restored{First: p.first, Last: p.last}
	stream, err := s.makeEmpty(ctx, p, settings)
	if err != nil {
		return r, err
	}
	if err := s.fill(ctx, p, dir, stream.CachedInfo().Config.Replicas); err != nil {
		return r, err
	}
	if p.base < p.first {
		if err := s.dropStandIns(ctx, stream, p, settings); err != nil {
			return r, err
		}
	}
	if err := s.is(ctx, p); err != nil {
		return r, err
	}
	return r, s.equal(ctx, dir, p.first, p.last, restored)
}

// restoration is what has to be appended.
type restoration struct {
	base, first, last uint64            // base is where stand-ins begin; first without any
	stood             map[uint64]string // subjects of the stand-ins that commits expect
}

// plan reads the archive for tables that begin before it.
func plan(dir archive.Dir, shard subject.Shard) (restoration, error) {
	entries, err := dir.Entries(shard)
	if err == nil && len(entries) == 0 {
		err = &archive.FileError{File: string(dir), Err: archive.ErrEmpty}
	}
	if err != nil {
		return restoration{}, err
	}
	p := restoration{first: entries[0].First, last: entries[len(entries)-1].Last, stood: map[uint64]string{}}
	p.base = p.first
	if p.first == 1 {
		return p, nil
	}
	for m, err := range dir.Messages(shard) {
		if err != nil {
			return p, err
		}
		c, err := Decode(m)
		if err != nil {
			return p, err
		}
		if c.PrevSeq != 0 && c.PrevSeq < p.first {
			p.stood[c.PrevSeq], p.base = m.Subject, min(p.base, c.PrevSeq)
		}
	}
	return p, nil
}

// config of the stream, in which stand-ins may be purged as long as there are any.
func (s *Stream) config(p restoration, settings natsboot.Settings, whole bool) (natsjs.StreamConfig, error) {
	settings.Shards = []subject.Shard{s.shard}
	for _, c := range natsboot.Streams(settings) {
		if c.Name == s.Name() {
			c.FirstSeq = p.base
			c.DenyPurge = c.DenyPurge && (whole || p.base == p.first)
			return c, nil
		}
	}
	return natsjs.StreamConfig{}, fmt.Errorf("stream %s: no settings for it", s.Name())
}

// makeEmpty makes the stream, or takes one that is there, empty and in place.
func (s *Stream) makeEmpty(ctx context.Context, p restoration, settings natsboot.Settings) (natsjs.Stream, error) {
	config, err := s.config(p, settings, false)
	if err != nil {
		return nil, err
	}
	ctx, cancel := context.WithTimeout(ctx, s.timeout)
	defer cancel()
	stream, err := s.js.CreateStream(ctx, config)
	if errors.Is(err, natsjs.ErrStreamNameAlreadyInUse) {
		stream, err = s.js.Stream(ctx, s.Name())
	}
	if err != nil {
		return nil, fmt.Errorf("stream %s: %w", s.Name(), err)
	}
	info := stream.CachedInfo()
	switch {
	case info.State.Msgs > 0:
		return nil, fmt.Errorf("stream %s: %w: %d messages", s.Name(), ErrNotEmpty, info.State.Msgs)
	case info.State.LastSeq+1 != p.base || p.base < p.first && info.Config.DenyPurge:
		return nil, fmt.Errorf("stream %s: %w: its next sequence is %d: want %d, or no such stream",
			s.Name(), ErrNotEmpty, info.State.LastSeq+1, p.base)
	}
	return stream, nil
}

// fill appends stand-ins and messages.
func (s *Stream) fill(ctx context.Context, p restoration, dir archive.Dir, replicas int) error {
	a, err := s.newAppender(p.base, replicas)
	if err != nil {
		return err
	}
	for seq := p.base; seq < p.first; seq++ {
		on := p.stood[seq]
		if on == "" {
			on = nobody(s.shard)
		}
		if err := a.append(ctx, &nats.Msg{Subject: on}); err != nil {
			return err
		}
	}
	for m, err := range dir.Messages(s.shard) {
		var raw *nats.Msg
		if err == nil {
			raw, err = message(m)
		}
		if err == nil {
			err = a.append(ctx, raw)
		}
		if err != nil {
			return err
		}
	}
	return a.flush(ctx)
}

// nobody is a subject of the stream that is no table's.
func nobody(shard subject.Shard) string { return "g." + shard.String() + ".nobody.ev" }

// message builds one that is stored as the archived one was.
func message(m archive.Message) (*nats.Msg, error) {
	header, err := stored.Message{Header: m.Header}.ParseHeader()
	if err != nil {
		return nil, fmt.Errorf("message %d: %w", m.Seq, err)
	}
	return &nats.Msg{Subject: m.Subject, Header: header, Data: m.Body}, nil
}

// dropStandIns purges what stands in for messages that are not archived, and
// gives the stream the settings that it is to have.
func (s *Stream) dropStandIns(ctx context.Context, stream natsjs.Stream, p restoration, settings natsboot.Settings) error {
	config, err := s.config(p, settings, true)
	if err != nil {
		return err
	}
	ctx, cancel := context.WithTimeout(ctx, time.Minute)
	defer cancel()
	if err := stream.Purge(ctx, natsjs.WithPurgeSequence(p.first)); err != nil {
		return fmt.Errorf("stream %s: purge stand-ins: %w", s.Name(), err)
	}
	if _, err := s.js.UpdateStream(ctx, config); err != nil {
		return fmt.Errorf("stream %s: deny purges: %w", s.Name(), err)
	}
	return nil
}

// is wants just the sequences of the archive in the stream.
func (s *Stream) is(ctx context.Context, p restoration) error {
	state, err := s.State(ctx)
	if err != nil {
		return err
	}
	if state.First != p.first || state.Last != p.last || state.Messages != p.last-p.first+1 {
		return fmt.Errorf("stream %s: %w: it holds %d messages, %d to %d: want %d to %d", s.Name(), ErrDiffer,
			state.Messages, state.First, state.Last, p.first, p.last)
	}
	return nil
}
