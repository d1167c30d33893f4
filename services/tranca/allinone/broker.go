package allinone

import (
	"context"
	"encoding/hex"
	"fmt"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"

	"tranca.example/pkg/lifecycle"
	"tranca.example/pkg/natsboot"
)

// streamsLimit bounds the making of all streams.
const streamsLimit = 30 * time.Second

// broker is the embedded server, or the one elsewhere.
type broker struct {
	server   *natsboot.Server // nil for one elsewhere
	connect  func(user string) (*nats.Conn, error)
	observer string            // password of the observer; empty when everybody is let in
	settings natsboot.Settings // of the streams
	conns    []*nats.Conn
}

// newBroker brings NATS and its streams up.
func newBroker(ctx context.Context, o Options, server natsboot.ServerConfig) (*broker, error) {
	b := &broker{}
	if o.NATSURL != "" {
		b.connect = func(user string) (*nats.Conn, error) {
			return natsboot.Connect(o.NATSURL, natsboot.Auth{User: user, Password: o.Passwords[user]}, natsboot.LogErrors(server.Logger))
		}
	} else if err := b.embed(o, server); err != nil {
		return nil, err
	}
	if err := b.ensureStreams(ctx, o); err != nil {
		b.close()
		return nil, err
	}
	return b, nil
}

func (b *broker) embed(o Options, config natsboot.ServerConfig) (err error) {
	if !o.OpenObserver && o.NATSPort != 0 {
		secret, err := o.secret("observer.key", 16)
		if err != nil {
			return err
		}
		b.observer = hex.EncodeToString(secret)
	}
	config.ObserverPassword = b.observer
	if b.server, err = natsboot.Start(config); err != nil {
		return err
	}
	b.connect = func(user string) (*nats.Conn, error) {
		return b.server.Connect(user, natsboot.LogErrors(config.Logger))
	}
	return nil
}

func (b *broker) ensureStreams(ctx context.Context, o Options) error {
	ctx, cancel := context.WithTimeout(ctx, streamsLimit)
	defer cancel()
	conn, err := b.connect(natsboot.BootUser)
	if err != nil {
		return err
	}
	defer conn.Close()
	js, err := jetstream.New(conn)
	if err != nil {
		return fmt.Errorf("streams: %w", err)
	}
	b.settings = natsboot.DefaultSettings()
	b.settings.Shards = o.shards()
	if b.server == nil {
		natsboot.Adopt(ctx, js, &b.settings)
		b.settings.AnyCompression = true
	}
	if o.VerifyStreams {
		return natsboot.VerifyStreams(ctx, js, b.settings)
	}
	return natsboot.EnsureStreams(ctx, js, b.settings)
}

// open connects a user until the end.
func (b *broker) open(user string) (*nats.Conn, error) {
	conn, err := b.connect(user)
	if err == nil {
		b.conns = append(b.conns, conn)
	}
	return conn, err
}

// units watch over the embedded server: without writes nothing goes on, and only
// a start brings them back.
func (b *broker) units() []lifecycle.Unit {
	if b.server == nil {
		return nil
	}
	return []lifecycle.Unit{{Name: "data directory", Run: b.server.Watch}}
}

// url of the observer's door, "" without one.
func (b *broker) url() string {
	if b.server == nil {
		return ""
	}
	return b.server.URL()
}

func (b *broker) close() {
	for _, conn := range b.conns {
		conn.Close()
	}
	if b.server != nil {
		b.server.Stop()
	}
}
