package gamestream_test

import (
	"bytes"
	"errors"
	"iter"
	"reflect"
	"slices"
	"testing"

	natsjs "github.com/nats-io/nats.go/jetstream"

	"tranca.example/pkg/archive"
	"tranca.example/pkg/archive/gamestream"
	"tranca.example/pkg/eventlog"
	"tranca.example/pkg/natsboot"
	"tranca.example/pkg/natsboot/natstest"
)

func TestARestoredStreamHoldsWhatTheOldOneHeld(t *testing.T) {
	old := natstest.Start(t)
	p := newPlayer(t, natstest.Connect(t, old, "rules"))
	p.play(t, 300, 9)
	dir, server := written(t, old), restorer(t)
	r, err := gamestream.Restore(t.Context(), open(t, server, natsboot.RestorerUser), dir, natsboot.DefaultSettings())
	if err != nil || r.First != 1 || r.Last != 300 {
		t.Fatalf("got %+v, %v", r, err)
	}
	want, err := collect(dir.Messages(0))
	if err != nil {
		t.Fatal(err)
	}
	got, err := collect(open(t, server, natsboot.ObserverUser).Messages(t.Context(), 1, 300))
	if err != nil || len(got) != len(want) {
		t.Fatalf("got %d messages, %v", len(got), err)
	}
	for i := range got {
		got[i].Stored, got[i].Header, want[i].Header = want[i].Stored, lines(got[i].Header), lines(want[i].Header)
	}
	if !reflect.DeepEqual(got, want) {
		t.Errorf("got %+v", got)
	}
	goesOn(t, server, p)
	if _, err := gamestream.Restore(t.Context(), open(t, server, natsboot.RestorerUser), dir, natsboot.DefaultSettings()); !errors.Is(err, gamestream.ErrNotEmpty) {
		t.Errorf("again: got %v", err)
	}
}

func collect(messages iter.Seq2[archive.Message, error]) (all []archive.Message, err error) {
	for m, err := range messages {
		if err != nil {
			return all, err
		}
		all = append(all, m)
	}
	return all, nil
}

// lines sorts the lines of a header, which the client library writes in any order.
func lines(header []byte) []byte {
	return bytes.Join(slices.SortedFunc(bytes.Lines(header), bytes.Compare), nil)
}

// goesOn wants the settings of any game stream, and that its tables go on.
func goesOn(t *testing.T, server *natsboot.Server, p *player) {
	t.Helper()
	js, err := natsjs.New(natstest.Connect(t, server, natsboot.BootUser))
	if err != nil {
		t.Fatal(err)
	}
	if err := natsboot.EnsureStreams(t.Context(), js, natsboot.DefaultSettings()); err != nil {
		t.Error(err)
	}
	on := newPlayer(t, natstest.Connect(t, server, "rules"))
	on.last, on.next = p.last, p.next
	on.play(t, 9, 9)
}

// Tables whose first commits are gone are restored, too, as they are in the
// stream: without these.
func TestAnArchiveThatBeginsInTheMiddleOfTablesIsRestored(t *testing.T) {
	old := natstest.Start(t)
	p := newPlayer(t, natstest.Connect(t, old, "rules"))
	p.play(t, 1000, 9)
	s, dir := open(t, old, natsboot.ObserverUser), archive.Dir(t.TempDir())
	x, err := dir.Extend(0)
	if err != nil {
		t.Fatal(err)
	}
	if err := x.Add(s.Messages(t.Context(), 701, 1000), 1000, func(archive.Entry) {}); err != nil {
		t.Fatal(err)
	}
	server := restorer(t)
	r, err := gamestream.Restore(t.Context(), open(t, server, natsboot.RestorerUser), dir, natsboot.DefaultSettings())
	if err != nil || r.First != 701 || r.Last != 1000 {
		t.Fatalf("got %+v, %v", r, err)
	}
	state, err := open(t, server, natsboot.ObserverUser).State(t.Context())
	if err != nil || state.First != 701 || state.Messages != 300 {
		t.Errorf("got %+v, %v", state, err)
	}
	goesOn(t, server, p)
	for _, err := range p.log.History(t.Context(), table(t, 1), 0) {
		if err != nil {
			t.Error(err)
		}
	}
	log := newPlayer(t, natstest.Connect(t, server, "rules")).log
	for _, err := range log.History(t.Context(), table(t, 1), 0) {
		if !errors.Is(err, eventlog.ErrGap) {
			t.Errorf("got %v", err)
		}
	}
}

func TestAStreamThatIsInTheWayIsNeverTouched(t *testing.T) {
	old := natstest.Start(t)
	newPlayer(t, natstest.Connect(t, old, "rules")).play(t, 10, 3)
	dir, server := written(t, old), restorer(t)
	emptyAt(t, server, 5)
	_, err := gamestream.Restore(t.Context(), open(t, server, natsboot.RestorerUser), dir, natsboot.DefaultSettings())
	if want := "stream GAME_0: stream is not empty: its next sequence is 5: want 1, or no such stream"; err == nil || err.Error() != want {
		t.Errorf("got %v", err)
	}
	if _, err := gamestream.Restore(t.Context(), open(t, server, natsboot.RestorerUser), archive.Dir(t.TempDir()), natsboot.DefaultSettings()); !errors.Is(err, archive.ErrEmpty) {
		t.Errorf("no archive: got %v", err)
	}
}

func TestAnEmptyStreamThatIsThereIsFilled(t *testing.T) {
	old := natstest.Start(t)
	newPlayer(t, natstest.Connect(t, old, "rules")).play(t, 10, 3)
	dir, server := written(t, old), restorer(t)
	emptyAt(t, server, 0)
	if r, err := gamestream.Restore(t.Context(), open(t, server, natsboot.RestorerUser), dir, natsboot.DefaultSettings()); err != nil || r.Last != 10 {
		t.Errorf("got %+v, %v", r, err)
	}
}

// The archive of a stream that was restored is another one, because times are,
// and the order of lines in headers may be.
func TestARestoredStreamIsNoContinuationOfItsArchive(t *testing.T) {
	old := natstest.Start(t)
	newPlayer(t, natstest.Connect(t, old, "rules")).play(t, 10, 3)
	dir, server := written(t, old), restorer(t)
	s := open(t, server, natsboot.RestorerUser)
	if _, err := gamestream.Restore(t.Context(), s, dir, natsboot.DefaultSettings()); err != nil {
		t.Fatal(err)
	}
	if _, err := gamestream.Write(t.Context(), s, dir, everything(), func(archive.Entry) {}); !errors.Is(err, gamestream.ErrOtherStream) {
		t.Errorf("write: got %v", err)
	}
	if err := compared(t, s, dir); !errors.Is(err, gamestream.ErrDiffer) {
		t.Errorf("compare: got %v", err)
	}
}

func compared(t *testing.T, s *gamestream.Stream, dir archive.Dir) error {
	t.Helper()
	_, err := gamestream.Compare(t.Context(), s, dir)
	return err
}
