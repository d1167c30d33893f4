package client

import (
	"context"
	"errors"
	"fmt"
	"time"

	"connectrpc.com/connect/v2"

	"tranca.example/pkg/rpcerr"
)

// Pauses between tries: the first, doubled up to the last.
const (
	firstPause = 10 * time.Millisecond
	lastPause  = 500 * time.Millisecond
)

// credential is what a caller shows.
type credential struct{ header, value string }

// call sends one message until it is answered, refused for good, or the
// deadline is over. Every try is the same message, so a command counts once.
func call[Req, Res any](
	ctx context.Context, c *Client, shown credential, req *Req, method func(context.Context, *Req) (*Res, error),
) (*Res, error) {
	ctx, cancel := context.WithTimeout(ctx, c.o.Deadline)
	defer cancel()
	for pause := firstPause; ; pause = min(2*pause, lastPause) {
		res, err := try(ctx, c, shown, req, method)
		if err == nil {
			return res, nil
		}
		if err = typed(err); !passing(ctx, err) {
			return nil, err
		}
		if sleep(ctx, pause) != nil {
			return nil, fmt.Errorf("%w: %w", ErrOutcomeUnknown, err)
		}
	}
}

func try[Req, Res any](
	ctx context.Context, c *Client, shown credential, req *Req, method func(context.Context, *Req) (*Res, error),
) (*Res, error) {
	ctx, cancel := context.WithTimeout(ctx, c.o.Try)
	defer cancel()
	ctx, info := connect.NewClientContext(ctx)
	if shown.value != "" {
		info.RequestHeader().Set(shown.header, shown.value)
	}
	return method(ctx, req)
}

// passing tells whether a later try can do better: the server did not answer,
// or said that it cannot now.
func passing(ctx context.Context, err error) bool {
	if ctx.Err() != nil {
		return errors.Is(ctx.Err(), context.DeadlineExceeded)
	}
	if r, ok := errors.AsType[*rpcerr.Rejection](err); ok {
		return r.Code == rpcerr.Unavailable || r.Code == rpcerr.DeadlineExceeded ||
			r.Reason == rpcerr.ReasonOverloaded || r.Reason == rpcerr.ReasonConflict
	}
	answer, ok := errors.AsType[*connect.Error](err)
	if !ok || !answer.IsRemote() {
		return true // the connection failed
	}
	code := answer.Code()
	return code == connect.CodeUnavailable || code == connect.CodeDeadlineExceeded || code == connect.CodeResourceExhausted
}

func sleep(ctx context.Context, d time.Duration) error {
	timer := time.NewTimer(d)
	defer timer.Stop()
	select {
	case <-timer.C:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}
