package archive_test

import (
	"bytes"
	"encoding/hex"
	"errors"
	"io"
	"reflect"
	"strings"
	"testing"
	"time"

	"github.com/klauspost/compress/zstd"

	"tranca.example/pkg/archive"
)

// write makes a file of the messages.
func write(t testing.TB, messages []archive.Message) []byte {
	t.Helper()
	var file bytes.Buffer
	w, err := archive.NewWriter(&file)
	if err != nil {
		t.Fatal(err)
	}
	for _, m := range messages {
		if err := w.Write(m); err != nil {
			t.Fatal(err)
		}
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return file.Bytes()
}

func TestMessagesAreReadAsTheyWereWritten(t *testing.T) {
	for seed := range uint64(60) {
		want := newTape(t, seed*1000+1, int(seed%7)+1).messages(int(seed) + 1)
		want[0].Header, want[0].Body = nil, []byte{}
		want[0].Stored = time.Unix(-1, 5).UTC()
		got, err := collect(archive.Messages(bytes.NewReader(write(t, want))))
		if err != nil || !reflect.DeepEqual(got, want) {
			t.Fatalf("seed %d: got %d messages, %v", seed, len(got), err)
		}
	}
}

// The example of this test is that of the package comment, byte by byte.
func TestTheFormatIsAsItIsTold(t *testing.T) {
	file := write(t, []archive.Message{
		{Seq: 258, Stored: time.Unix(1, 2), Subject: "g.x", Header: []byte("NATS/1.0\r\n\r\n"), Body: []byte{0xb0, 0xd1}},
		{Seq: 259, Stored: time.Unix(0, -1), Subject: "g.y"},
	})
	z, err := zstd.NewReader(bytes.NewReader(file))
	if err != nil {
		t.Fatal(err)
	}
	defer z.Close()
	got, err := io.ReadAll(z)
	if err != nil {
		t.Fatal(err)
	}
	want := strings.Join([]string{
		"5452414e4341", "00", "01",
		"00000027", "0000000000000102", "000000003b9aca02", "0003", "0000000c",
		"672e78", "4e4154532f312e300d0a0d0a", "b0d1",
		"00000019", "0000000000000103", "ffffffffffffffff", "0003", "00000000", "672e79",
		"00000000", "0000000000000002",
	}, "")
	if hex.EncodeToString(got) != want {
		t.Errorf("got  %x\nwant %s", got, want)
	}
}

func TestAFileThatIsCutAnywhereIsNeverRead(t *testing.T) {
	want := newTape(t, 1, 2).messages(5)
	file := write(t, want)
	for n := range file {
		_, err := collect(archive.Messages(bytes.NewReader(file[:n])))
		if !errors.Is(err, archive.ErrCut) && !errors.Is(err, archive.ErrDamaged) {
			t.Fatalf("%d of %d bytes: got %v", n, len(file), err)
		}
	}
}

func TestNoBitThatFlipsChangesAMessage(t *testing.T) {
	want := newTape(t, 1, 2).messages(2)
	want[0].Body, want[1].Body = want[0].Body[:20], want[1].Body[:20]
	file := write(t, want)
	for n := range 8 * len(file) {
		flipped := bytes.Clone(file)
		flipped[n/8] ^= 1 << (n % 8)
		got, err := collect(archive.Messages(bytes.NewReader(flipped)))
		if err == nil && !reflect.DeepEqual(got, want) {
			t.Fatalf("bit %d of %d: got %d messages", n, 8*len(file), len(got))
		}
	}
}

func TestWhatFollowsTheEndIsDamage(t *testing.T) {
	one := write(t, newTape(t, 1, 1).messages(1))
	for name, tail := range map[string][]byte{"another file": one, "bytes": []byte("xyz"), "an entry": compressed(t, "x")} {
		if _, err := collect(archive.Messages(bytes.NewReader(append(bytes.Clone(one), tail...)))); !errors.Is(err, archive.ErrDamaged) {
			t.Errorf("%s: got %v", name, err)
		}
	}
}

func compressed(t *testing.T, content string) []byte {
	t.Helper()
	z, err := zstd.NewWriter(nil)
	if err != nil {
		t.Fatal(err)
	}
	return z.EncodeAll([]byte(content), nil)
}

func TestWhatIsNoFileOfOursIsDamage(t *testing.T) {
	const begin, end = "TRANCA\x00\x01", "\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00"
	for name, content := range map[string]string{
		"another version":     "TRANCA\x00\x02" + end,
		"a short entry":       begin + "\x00\x00\x00\x01x" + end,
		"a huge entry":        begin + "\xff\xff\xff\xff",
		"too long a subject":  begin + "\x00\x00\x00\x16" + strings.Repeat("\xff", 22) + end,
		"a wrong count":       begin + end[:11] + "\x01",
		"a sequence of zero":  begin + "\x00\x00\x00\x16" + strings.Repeat("\x00", 22) + end,
		"no end":              begin,
		"less than its begin": "TRA",
	} {
		_, err := collect(archive.Messages(bytes.NewReader(compressed(t, content))))
		if err == nil {
			t.Errorf("%s was read", name)
		}
	}
}

func TestAWriterTakesOnlyTheNextSequence(t *testing.T) {
	w, err := archive.NewWriter(io.Discard)
	if err != nil {
		t.Fatal(err)
	}
	for _, s := range []struct {
		seq  uint64
		want error
	}{{0, archive.ErrSequence}, {7, nil}, {7, archive.ErrSequence}, {9, archive.ErrSequence}, {8, nil}} {
		if err := w.Write(archive.Message{Seq: s.seq, Subject: "g.0.x.ev", Stored: time.Unix(0, 0)}); !errors.Is(err, s.want) {
			t.Errorf("sequence %d: got %v", s.seq, err)
		}
	}
	if err := w.Write(archive.Message{Seq: 9, Body: make([]byte, 1<<20), Stored: time.Unix(0, 0)}); err == nil {
		t.Error("a message of a megabyte was taken")
	}
	if err := w.Write(archive.Message{Seq: 9}); err == nil {
		t.Error("a message of the year 1 was taken")
	}
}
