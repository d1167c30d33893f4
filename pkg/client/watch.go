package client

import (
	"context"
	"errors"
	"io"
	"iter"
	"slices"
	"time"

	"connectrpc.com/connect/v2"
	"google.golang.org/protobuf/proto"

	apiv1 "tranca.example/proto/gen/tranca/api/v1"
)

// Watch tells tables, or the list of tables, as they go on. A stream that breaks goes
// on where it was, for as long as ctx allows. The iteration ends when every topic has
// ended, or after an error: that of ctx, or a refusal for good.
func (c *Client) Watch(ctx context.Context, m *apiv1.WatchRequest) iter.Seq2[*apiv1.WatchResponse, error] {
	return c.watch(ctx, credential{}, "", m)
}

// Watch is Client.Watch of the seat's table, with what the seat sees. It ends when
// the seat is watched once more, or has another holder.
func (s *Seat) Watch(ctx context.Context) iter.Seq2[*apiv1.WatchResponse, error] {
	return s.c.watch(ctx, s.shown(), s.table, &apiv1.WatchRequest{TableIds: []string{s.table}})
}

// follower watches what is left of the topics.
type follower struct {
	c     *Client
	shown credential
	seat  string // the table of the credential
	m     *apiv1.WatchRequest
	yield func(*apiv1.WatchResponse, error) bool
}

func (c *Client) watch(ctx context.Context, shown credential, seat string, m *apiv1.WatchRequest) iter.Seq2[*apiv1.WatchResponse, error] {
	return func(yield func(*apiv1.WatchResponse, error) bool) {
		f := &follower{c: c, shown: shown, seat: seat, m: proto.CloneOf(m), yield: yield}
		pause := firstPause
		for {
			told, err := f.follow(ctx)
			if errors.Is(err, errOver) {
				return
			}
			if err = typed(err); ctx.Err() != nil || !passing(ctx, err) {
				yield(nil, err)
				return
			}
			if pause = min(2*pause, lastPause); told {
				pause = firstPause
			}
			if err := sleep(ctx, pause); err != nil {
				yield(nil, err)
				return
			}
		}
	}
}

// errOver says that nothing is left to watch, or that nobody wants more.
var errOver = errors.New("over")

// follow follows one stream to its end, and tells whether anything was told.
func (f *follower) follow(ctx context.Context) (told bool, err error) {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	silent := time.AfterFunc(f.c.o.Silence, cancel)
	defer silent.Stop()
	ctx, info := connect.NewClientContext(ctx)
	if f.shown.value != "" {
		info.RequestHeader().Set(f.shown.header, f.shown.value)
	}
	stream, err := f.c.live.Watch(ctx, f.m)
	if err != nil {
		return false, err
	}
	defer func() { _ = stream.Close() }() // it has ended
	for {
		r, err := stream.Receive()
		if errors.Is(err, io.EOF) {
			return told, errOver
		}
		if err != nil {
			return told, err
		}
		told = true
		silent.Reset(f.c.o.Silence)
		if err := f.take(r); err != nil {
			return told, err
		}
	}
}

// take remembers where the stream is and hands on what it tells.
func (f *follower) take(r *apiv1.WatchResponse) error {
	if r.GetCursor() != "" {
		f.m.Cursor = r.GetCursor()
	}
	if r.GetHeartbeat() != nil {
		return nil
	}
	if end := r.GetEnd(); end != nil {
		f.drop(end.GetTable())
	}
	if !f.yield(r, nil) || len(f.m.GetTableIds()) == 0 && !f.m.GetLobby() {
		return errOver
	}
	return nil
}

// drop does not ask for a table again, nor for its seat.
func (f *follower) drop(table string) {
	f.m.TableIds = slices.DeleteFunc(f.m.GetTableIds(), func(id string) bool { return id == table })
	if table == f.seat {
		f.shown = credential{}
	}
}
