package lifecycle

import (
	"context"
	"errors"
	"net"
	"net/http"
	"time"
)

// HTTPUnit serves handler on a listener that is already bound, so that a busy
// port is told before anything starts. When it stops it lets open requests
// finish for grace, then cuts them; long-lived streams should watch the
// request's context, which ends as soon as the unit stops.
func HTTPUnit(name string, l net.Listener, handler http.Handler, grace time.Duration) Unit {
	return Unit{Name: name, Run: func(ctx context.Context) error {
		return serve(ctx, l, &http.Server{
			Handler:           handler,
			ReadHeaderTimeout: 10 * time.Second,
			BaseContext:       func(net.Listener) context.Context { return ctx },
		}, grace)
	}}
}

// ServerUnit is HTTPUnit for a server with settings of its own. Its requests
// know nothing of the stop: they finish within grace or are cut.
func ServerUnit(name string, l net.Listener, server *http.Server, grace time.Duration) Unit {
	return Unit{Name: name, Run: func(ctx context.Context) error { return serve(ctx, l, server, grace) }}
}

func serve(ctx context.Context, l net.Listener, server *http.Server, grace time.Duration) error {
	failed := make(chan error, 1)
	go func() { failed <- server.Serve(l) }()
	select {
	case err := <-failed:
		return err
	case <-ctx.Done():
	}
	return shutdown(server, failed, grace)
}

func shutdown(server *http.Server, served <-chan error, grace time.Duration) error {
	ctx, cancel := context.WithTimeout(context.Background(), grace)
	defer cancel()
	err := server.Shutdown(ctx)
	if errors.Is(err, context.DeadlineExceeded) {
		err = server.Close()
	}
	if serveErr := <-served; !errors.Is(serveErr, http.ErrServerClosed) {
		err = errors.Join(err, serveErr)
	}
	return err
}
