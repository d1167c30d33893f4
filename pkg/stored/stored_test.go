package stored_test

import (
	"bytes"
	"context"
	"errors"
	"testing"
	"time"

	"github.com/nats-io/nats.go"

	"tranca.example/pkg/natsboot/natstest"
	"tranca.example/pkg/stored"
)

func TestAMessageIsReadAsItWasStored(t *testing.T) {
	conn := natstest.Connect(t, natstest.Start(t), "dealer")
	const stream, subject = "SECRET_0", "s.0.t.1.1"
	if _, err := stored.Get(t.Context(), conn, stream, stored.Query{Subject: subject}); !errors.Is(err, stored.ErrNone) {
		t.Errorf("before the first: got %v", err)
	}
	for _, m := range []*nats.Msg{
		{Subject: subject, Data: []byte("one"), Header: nats.Header{"tranca-Kind": {"a"}}},
		{Subject: "s.0.t.1.2"},
		{Subject: subject, Data: []byte("two")},
	} {
		if _, err := conn.RequestMsgWithContext(t.Context(), m); err != nil {
			t.Fatal(err)
		}
	}
	first, err := stored.Get(t.Context(), conn, stream, stored.Query{Seq: 1})
	if err != nil || first.Subject != subject || first.Seq != 1 || string(first.Data) != "one" || time.Since(first.Time) > time.Hour {
		t.Errorf("got %+v, %v", first, err)
	}
	if !bytes.Equal(first.Header, []byte("NATS/1.0\r\ntranca-Kind: a\r\n\r\n")) {
		t.Errorf("got the header %q", first.Header)
	}
	if header, err := first.ParseHeader(); err != nil || len(header) != 1 || header["tranca-Kind"][0] != "a" {
		t.Errorf("got %v, %v", header, err)
	}
	last, err := stored.Get(t.Context(), conn, stream, stored.Query{Subject: subject})
	if err != nil || last.Seq != 3 || last.Header != nil {
		t.Errorf("got %+v, %v", last, err)
	}
	if _, err := stored.Get(t.Context(), conn, stream, stored.Query{Seq: 4}); !errors.Is(err, stored.ErrNone) {
		t.Errorf("after the last: got %v", err)
	}
}

func TestWithoutAnAnswerNothingIsKnown(t *testing.T) {
	conn := natstest.Connect(t, natstest.Start(t), "dealer")
	ctx, cancel := context.WithTimeout(t.Context(), 5*time.Second)
	defer cancel()
	for _, stream := range []string{"SECRET_7", "GAME_0x"} {
		if _, err := stored.Get(ctx, conn, stream, stored.Query{Seq: 1}); err == nil || errors.Is(err, stored.ErrNone) {
			t.Errorf("%s: got %v", stream, err)
		}
	}
}
