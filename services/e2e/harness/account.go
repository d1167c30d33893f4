package harness

import (
	"crypto/rand"
	"testing"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"

	"tranca.example/pkg/natsboot"
)

// Broker is what programs are told about NATS: one server, a cluster, or either
// behind a network of its own.
type Broker interface {
	// Servers are the URLs that a program may connect to, separated by commas.
	Servers() string
	// Password of a user.
	Password(user string) string
}

// Account is the account of the games, on one server or on a cluster. It is a
// Broker.
type Account struct {
	tb          testing.TB
	servers     string
	credentials map[string]natsboot.Credential
}

// Servers implements Broker.
func (a *Account) Servers() string { return a.servers }

// Password implements Broker.
func (a *Account) Password(user string) string { return a.credentials[user].Password }

// Connect opens a connection of a user until the test ends.
func (a *Account) Connect(user string) *nats.Conn {
	a.tb.Helper()
	conn, err := natsboot.Connect(a.servers, natsboot.Auth{User: user, Password: a.Password(user)})
	if err != nil {
		a.tb.Fatal(err)
	}
	a.tb.Cleanup(conn.Close)
	return conn
}

// Admin may do everything.
func (a *Account) Admin() (*nats.Conn, jetstream.JetStream) {
	a.tb.Helper()
	conn := a.Connect(adminUser)
	js, err := jetstream.New(conn)
	if err != nil {
		a.tb.Fatal(err)
	}
	return conn, js
}

// users draws a password for the admin and for every user of the shards.
func users(tb testing.TB, settings natsboot.Settings) ([]natsboot.User, map[string]natsboot.Credential) {
	tb.Helper()
	all := append(natsboot.Users(settings.Shards), natsboot.User{
		Name: adminUser, Rights: natsboot.Rights{Publish: []string{">"}, Subscribe: []string{">"}},
	})
	credentials, err := natsboot.NewPasswords(rand.Reader, all) //nolint:forbidigo // of the tests themselves
	if err != nil {
		tb.Fatal(err)
	}
	return all, credentials
}
