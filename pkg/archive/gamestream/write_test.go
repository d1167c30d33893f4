package gamestream_test

import (
	"bytes"
	"context"
	"errors"
	"iter"
	"strings"
	"testing"
	"time"

	"tranca.example/pkg/archive"
	"tranca.example/pkg/archive/gamestream"
	"tranca.example/pkg/eventlog"
	"tranca.example/pkg/natsboot"
	"tranca.example/pkg/natsboot/natstest"
)

func TestAnArchiveHoldsTheStreamByteByByte(t *testing.T) {
	server := natstest.Start(t)
	p := newPlayer(t, natstest.Connect(t, server, "rules"))
	p.play(t, 100, 7)
	dir := written(t, server)
	s := open(t, server, natsboot.ObserverUser)
	c, err := gamestream.Compare(t.Context(), s, dir)
	if err != nil || c.From != 1 || c.To != 100 {
		t.Fatalf("got %+v, %v", c, err)
	}
	r, err := dir.Verify(t.Context(), 0, gamestream.Decode)
	if err != nil || r.Commits != 100 || r.Tables != 7 || len(r.Entries) != 3 {
		t.Errorf("got %+v, %v", r, err)
	}
	p.play(t, 10, 7)
	if _, err := gamestream.Compare(t.Context(), s, dir); err != nil {
		t.Errorf("when the stream goes on: %v", err)
	}
	h := archive.History{Dir: dir, Decode: gamestream.Decode}
	for got, err := range h.History(t.Context(), table(t, 3), 0) {
		if err != nil {
			t.Fatal(err)
		}
		if got.Version == 1 && (len(got.Body) == 0 || got.Header["traceparent"] == "") {
			t.Errorf("got %+v", got)
		}
	}
}

func TestAWriteGoesOnWhereTheArchiveEnds(t *testing.T) {
	server := natstest.Start(t)
	p := newPlayer(t, natstest.Connect(t, server, "rules"))
	s, dir := open(t, server, natsboot.ObserverUser), archive.Dir(t.TempDir())
	for _, n := range []uint64{0, 50, 50, 130} {
		p.play(t, int(n)-p.next, 7)
		got, err := gamestream.Write(t.Context(), s, dir, everything(), func(archive.Entry) {})
		if err != nil || got.Last.Last != n || got.Any != (n > 0) {
			t.Fatalf("got %+v, %v", got, err)
		}
	}
	if r, err := dir.Verify(t.Context(), 0, gamestream.Decode); err != nil || r.Commits != 130 {
		t.Errorf("got %+v, %v", r, err)
	}
}

func TestOnlyCommitsThatAreOldEnoughAreArchived(t *testing.T) {
	server := natstest.Start(t)
	p := newPlayer(t, natstest.Connect(t, server, "rules"))
	p.play(t, 30, 3)
	border, err := p.log.Last(t.Context(), table(t, 2)) // the last of the thirty
	if err != nil {
		t.Fatal(err)
	}
	p.play(t, 30, 3)
	limits := gamestream.Limits{Now: border.Stored.Add(time.Hour), OlderThan: time.Hour, PerFile: 1000}
	got, err := gamestream.Write(t.Context(), open(t, server, natsboot.ObserverUser), archive.Dir(t.TempDir()), limits, func(archive.Entry) {})
	if err != nil || got.Last.Last != 30 {
		t.Errorf("got %+v, %v", got, err)
	}
	limits.OlderThan = natsboot.DefaultSettings().MaxAge
	_, err = gamestream.Write(t.Context(), open(t, server, natsboot.ObserverUser), archive.Dir(t.TempDir()), limits, func(archive.Entry) {})
	if want := "stream GAME_0: the stream keeps commits too short a time: 2160h0m0s, when they are archived after 2160h0m0s"; err == nil || err.Error() != want {
		t.Errorf("got %v", err)
	}
}

func TestCommitsThatLeftTheStreamBeforeAreNeverSkippedInSilence(t *testing.T) {
	old := natstest.Start(t)
	newPlayer(t, natstest.Connect(t, old, "rules")).play(t, 20, 3)
	dir := written(t, old)
	server := restorer(t)
	emptyAt(t, server, 31)
	newPlayer(t, natstest.Connect(t, server, "rules")).play(t, 20, 3)
	s := open(t, server, natsboot.ObserverUser)
	_, err := gamestream.Write(t.Context(), s, dir, everything(), func(archive.Entry) { t.Error("a file was written") })
	if want := "stream GAME_0: gap: commits left the stream before they were archived: sequences 21 to 30"; err == nil || err.Error() != want {
		t.Errorf("got %v", err)
	}
	if _, err := gamestream.Compare(t.Context(), s, dir); !errors.Is(err, gamestream.ErrMissed) {
		t.Errorf("compare: got %v", err)
	}
}

func TestAnotherStreamIsNeverAppendedToAnArchive(t *testing.T) {
	old, other := natstest.Start(t), natstest.Start(t)
	newPlayer(t, natstest.Connect(t, old, "rules")).play(t, 20, 3)
	dir, p := written(t, old), newPlayer(t, natstest.Connect(t, other, "rules"))
	for _, n := range []int{10, 30} {
		p.play(t, n-p.next, 3)
		s := open(t, other, natsboot.ObserverUser)
		_, err := gamestream.Write(t.Context(), s, dir, everything(), func(archive.Entry) { t.Error("a file was written") })
		if !errors.Is(err, gamestream.ErrOtherStream) || !strings.Contains(err.Error(), "the archive ends with sequence 20, and ") {
			t.Errorf("%d commits: got %v", n, err)
		}
		if _, err := gamestream.Compare(t.Context(), s, dir); !errors.Is(err, gamestream.ErrOtherStream) && !errors.Is(err, gamestream.ErrDiffer) {
			t.Errorf("compare: got %v", err)
		}
	}
}

func TestAStreamThatDoesNotAnswerIsToldAndLeavesNoFile(t *testing.T) {
	server := natstest.Start(t)
	newPlayer(t, natstest.Connect(t, server, "rules")).play(t, 20, 3)
	s := open(t, server, natsboot.ObserverUser)
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	for _, err := range s.Messages(ctx, 1, 20) {
		if !errors.Is(err, context.Canceled) {
			t.Errorf("got %v", err)
		}
	}
	for _, err := range s.Messages(t.Context(), 20, 21) {
		if err != nil && !errors.Is(err, eventlog.ErrGap) {
			t.Errorf("a sequence that is not there: got %v", err)
		}
	}
	dir := archive.Dir(t.TempDir())
	server.Stop()
	if _, err := gamestream.Write(ctx, s, dir, everything(), func(archive.Entry) {}); !errors.Is(err, eventlog.ErrUnavailable) {
		t.Errorf("got %v", err)
	}
	if _, err := dir.Shards(); !errors.Is(err, archive.ErrEmpty) {
		t.Errorf("got %v", err)
	}
}

func TestAMessageThatDiffersIsNamedWithItsPart(t *testing.T) {
	server := natstest.Start(t)
	newPlayer(t, natstest.Connect(t, server, "rules")).play(t, 20, 3)
	s := open(t, server, natsboot.ObserverUser)
	for part, change := range map[string]func(*archive.Message){
		"subject": func(m *archive.Message) { m.Subject = "g.0.0-aaaaaaaaaaaaaaaa.ev" },
		"header":  func(m *archive.Message) { m.Header = bytes.Replace(m.Header, []byte("rules"), []byte("lobby"), 1) },
		"body":    func(m *archive.Message) { m.Body = append(m.Body, 'x') },
		"time":    func(m *archive.Message) { m.Stored = m.Stored.Add(1) },
	} {
		all, err := collect(s.Messages(t.Context(), 1, 20))
		if err != nil {
			t.Fatal(err)
		}
		change(&all[16])
		dir := archive.Dir(t.TempDir())
		x, err := dir.Extend(0)
		if err != nil {
			t.Fatal(err)
		}
		if err := x.Add(yields(all), 8, func(archive.Entry) {}); err != nil {
			t.Fatal(err)
		}
		want := "stream GAME_0: message 17: the stream holds another message than the archive: another " + part
		if err := compared(t, s, dir); err == nil || err.Error() != want {
			t.Errorf("got %v, want %s", err, want)
		}
	}
}

func yields(messages []archive.Message) iter.Seq2[archive.Message, error] {
	return func(yield func(archive.Message, error) bool) {
		for _, m := range messages {
			if !yield(m, nil) {
				return
			}
		}
	}
}
