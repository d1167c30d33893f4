package natsrpc

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"

	"github.com/nats-io/nats.go"

	"tranca.example/pkg/subject"
	"tranca.example/pkg/telemetry"
)

// Wake tells a service that a table may need it.
type Wake struct {
	Table   string `json:"table"`
	Version uint32 `json:"version"` // of the commit that is the reason
}

// Waker sends wakes, over NATS or within the process.
type Waker struct {
	nc    *nats.Conn
	local *Local
}

// NewWaker makes a waker on a connection; local holds the services of the same
// process and may be nil.
func NewWaker(nc *nats.Conn, local *Local) *Waker { return &Waker{nc: nc, local: local} }

// Wake sends w to one replica of the service, at most once. An error means that
// it was surely not sent; the sweep will find the table.
func (k *Waker) Wake(ctx context.Context, service subject.Service, w Wake) error {
	if k.local.wake(ctx, service, w) {
		return nil
	}
	body, err := json.Marshal(w)
	if err != nil {
		return fmt.Errorf("natsrpc: encode wake: %w", err)
	}
	msg := &nats.Msg{Subject: subject.Wake(service), Header: nats.Header{}, Data: body}
	telemetry.Inject(ctx, msg.Header)
	if err := k.nc.PublishMsg(msg); err != nil {
		return fmt.Errorf("natsrpc: wake %s: %w", service, err)
	}
	return nil
}

// ServeWakes passes the wakes of a service to q until ctx ends; each wake goes to
// one of the service's replicas, that of its own process if local holds one. It
// runs q as well.
func ServeWakes(ctx context.Context, nc *nats.Conn, local *Local, service subject.Service, q *WakeQueue) error {
	sub, err := nc.QueueSubscribe(subject.Wake(service), string(service), func(m *nats.Msg) {
		var w Wake
		if json.Unmarshal(m.Data, &w) != nil || w.Table == "" {
			return // not ours; the sweep covers whatever it meant
		}
		q.Offer(telemetry.Extract(context.Background(), m.Header), w)
	})
	if err != nil {
		return fmt.Errorf("natsrpc: listen to wakes of %s: %w", service, err)
	}
	local.listen(service, q)
	context.AfterFunc(ctx, func() { local.unlisten(service, q) })
	err = q.Run(ctx)
	if subErr := sub.Unsubscribe(); subErr != nil && !errors.Is(subErr, nats.ErrConnectionClosed) {
		err = errors.Join(err, subErr)
	}
	return err
}
