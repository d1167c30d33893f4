package replica

import (
	"context"
	"errors"
	"time"

	"tranca.example/pkg/lifecycle"
	"tranca.example/pkg/natsrpc"
	"tranca.example/pkg/subject"
)

// electEvery is how often a replica looks whether it is the elected one.
const electEvery = natsrpc.DefaultHeartbeat

// Elected is a unit that runs work in one replica of the service only: the one
// that the heartbeats prefer for key. It is a saving and no lock: when replicas
// come and go, two of them may work for a moment, or none. Work that ends with
// an error ends the unit.
func Elected(env Env, service subject.Service, key string, work func(ctx context.Context) error) lifecycle.Unit {
	return lifecycle.Unit{Name: string(service) + " " + key, Run: func(ctx context.Context) error {
		directory := natsrpc.NewDirectory(env.Conn, env.Now, service)
		return lifecycle.Run(ctx,
			lifecycle.Unit{Name: "heartbeats", Run: directory.Run},
			lifecycle.Unit{Name: "work", Run: func(ctx context.Context) error {
				return whileElected(ctx, func() bool {
					name, known := directory.Prefer(service, key)
					return known && name == env.Name
				}, work)
			}})
	}}
}

// whileElected starts and stops work as elected says.
func whileElected(ctx context.Context, elected func() bool, work func(ctx context.Context) error) error {
	ticker := time.NewTicker(electEvery)
	defer ticker.Stop()
	var stop func() error
	var failed <-chan error
	for {
		if now := elected(); now != (stop != nil) {
			if now {
				stop, failed = begin(ctx, work)
			} else {
				err := stop()
				stop, failed = nil, nil
				if err != nil {
					return err
				}
			}
		}
		select {
		case <-ticker.C:
		case err := <-failed:
			return err
		case <-ctx.Done():
			if stop != nil {
				return stop()
			}
			return nil
		}
	}
}

// begin runs work until stop; failed tells an end before that.
func begin(ctx context.Context, work func(ctx context.Context) error) (stop func() error, failed <-chan error) {
	ctx, cancel := context.WithCancel(ctx)
	ended := make(chan error, 1)
	go func() { ended <- work(ctx) }()
	return func() error {
		cancel()
		if err := <-ended; !errors.Is(err, context.Canceled) {
			return err
		}
		return nil
	}, ended
}
