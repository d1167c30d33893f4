package allinone

import (
	"context"
	"errors"
	"time"

	"connectrpc.com/connect/v2"
	"github.com/nats-io/nats.go"

	"tranca.example/pkg/natsrpc"
	"tranca.example/pkg/subject"
)

// How often readiness is looked at, how long one answer may take, and when
// waiting gets a line in the log.
const (
	readyEvery = 20 * time.Millisecond
	pingLimit  = 500 * time.Millisecond
	readyTold  = 5 * time.Second
)

// errEnded says that the units ended without an error before all was ready.
var errEnded = errors.New("start: it ended before it was ready")

// waitReady returns when every service answers.
func (c *Cluster) waitReady(ctx context.Context) error {
	told := c.o.Now()
	ticker := time.NewTicker(readyEvery)
	defer ticker.Stop()
	for {
		checks, ready := c.health.Check(ctx)
		if ready && c.answers(ctx) {
			return nil
		}
		if c.o.Now().Sub(told) > readyTold {
			told = c.o.Now()
			c.tel.Logger().WarnContext(ctx, "not ready yet", "checks", checks)
		}
		select {
		case <-c.done:
			return errors.Join(c.err, errEnded)
		case <-ctx.Done():
			return ctx.Err()
		case <-ticker.C:
		}
	}
}

// answers asks every service that takes requests whether it is there.
func (c *Cluster) answers(ctx context.Context) bool {
	ctx, cancel := context.WithTimeout(ctx, pingLimit)
	defer cancel()
	for _, name := range []subject.Service{subject.Lobby, subject.Dealer, subject.Rules, subject.Scoring} {
		if _, err := c.gatewayConn.RequestWithContext(ctx, "$SRV.PING."+string(name), nil); err != nil {
			return false
		}
	}
	return true
}

// URL is where the gateway answers.
func (c *Cluster) URL() string { return "http://" + c.http.Addr().String() }

// Transport calls the table service without the network in between.
func (c *Cluster) Transport() connect.Transport { return c.transport }

// Local holds the services, for a caller that asks them as the gateway does.
func (c *Cluster) Local() *natsrpc.Local { return c.local }

// AdminURL is where /metrics, /livez and /readyz are.
func (c *Cluster) AdminURL() string { return "http://" + c.admin.Addr().String() }

// Observer is the embedded server's door for reading public facts: its URL, ""
// without one, and the password of the user observer, "" when it needs none.
func (c *Cluster) Observer() (url, password string) { return c.broker.url(), c.broker.observer }

// Connect opens a connection as one of the NATS users; the caller closes it.
func (c *Cluster) Connect(user string) (*nats.Conn, error) { return c.broker.connect(user) }

// Wait returns when everything has ended: the error of what failed, nil after a
// gentle stop.
func (c *Cluster) Wait() error {
	<-c.done
	return c.err
}

// Stop ends everything gently and waits for it. A second stop does nothing.
func (c *Cluster) Stop() error {
	c.stop()
	return c.Wait()
}
