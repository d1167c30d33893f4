package natsboot

import (
	"fmt"
	"log/slog"
	"time"

	"github.com/nats-io/nats.go"
)

// Auth is what a user shows to a server elsewhere. Without a password and a
// seed file only the name is sent.
type Auth struct {
	User     string
	Password string
	SeedFile string // the seed of the user's nkey
}

// Connect opens a connection to a server elsewhere, for the user auth.User.
// Further options come after ours.
func Connect(url string, auth Auth, further ...nats.Option) (*nats.Conn, error) {
	options := ConnectOptions(auth.User)
	switch {
	case auth.SeedFile != "":
		key, err := nats.NkeyOptionFromSeed(auth.SeedFile)
		if err != nil {
			return nil, fmt.Errorf("connect %s to NATS: seed file: %w", auth.User, err)
		}
		options = append(options, key)
	case auth.Password != "":
		options = append(options, nats.UserInfo(auth.User, auth.Password))
	}
	conn, err := nats.Connect(url, append(options, further...)...)
	if err != nil {
		return nil, fmt.Errorf("connect %s to NATS: %w", auth.User, err)
	}
	return conn, nil
}

// LogErrors tells in the log what goes wrong beside all calls, such as a right that
// the user lacks.
func LogErrors(log *slog.Logger) nats.Option {
	return nats.ErrorHandler(func(_ *nats.Conn, sub *nats.Subscription, err error) {
		where := ""
		if sub != nil {
			where = sub.Subject
		}
		log.Warn("NATS", "error", err, "subscription", where)
	})
}

// ConnectOptions are those of every connection of ours: it comes back for ever
// and soon, it notices a dead server, it never sends later what was asked
// during an outage, and it gets replies on an inbox of its own.
func ConnectOptions(user string) []nats.Option {
	return []nats.Option{
		nats.Name(user),
		nats.CustomInboxPrefix(InboxPrefix(user)),
		nats.MaxReconnects(-1),
		nats.ReconnectWait(100 * time.Millisecond),
		nats.ReconnectJitter(100*time.Millisecond, 500*time.Millisecond),
		nats.ReconnectBufSize(-1),
		nats.PingInterval(3 * time.Second), // a server that hangs is left after the third: its kernel still takes all
		nats.Timeout(2 * time.Second),
	}
}
