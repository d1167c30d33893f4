package harness

import (
	"crypto/rand"
	"fmt"
	"net"
	"os"
	"path/filepath"
	"testing"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"

	"tranca.example/pkg/natsboot"
)

// adminUser may do everything in the account of the games. No program has it.
const adminUser = "admin"

// NATS is an external server with a user for each service and just its rights.
type NATS struct {
	*Process
	URL         string
	credentials map[string]natsboot.Credential
	config      string // file
}

const serverConfig = `server_name: tranca
listen: %q
http: %q
jetstream { store_dir: %q }
%s`

// StartNATS starts a server with all streams.
func (p Programs) StartNATS(tb testing.TB) *NATS {
	tb.Helper()
	settings, dir := natsboot.DefaultSettings(), tb.TempDir()
	users := append(natsboot.Users(settings.Shards), natsboot.User{
		Name: adminUser, Rights: natsboot.Rights{Publish: []string{">"}, Subscribe: []string{">"}},
	})
	credentials, err := natsboot.NewPasswords(rand.Reader, users) //nolint:forbidigo // of the tests themselves
	if err != nil {
		tb.Fatal(err)
	}
	listen, monitor := FreeAddr(tb), FreeAddr(tb)
	config := fmt.Sprintf(serverConfig, listen, monitor, dir, natsboot.Accounts(users, credentials))
	file := filepath.Join(dir, "nats.conf")
	if err := os.WriteFile(file, []byte(config), 0o600); err != nil {
		tb.Fatal(err)
	}
	n := &NATS{URL: "nats://" + listen, credentials: credentials, config: file}
	n.Process = p.Start(tb, "nats-server", nil, "http://"+monitor+"/healthz", "-c", file)
	js, err := jetstream.New(n.Connect(natsboot.BootUser))
	if err != nil {
		tb.Fatal(err)
	}
	if err := natsboot.EnsureStreams(tb.Context(), js, settings); err != nil {
		tb.Fatal(err)
	}
	return n
}

// Dir is where the server keeps its streams.
func (n *NATS) Dir() string { return filepath.Dir(n.config) }

// Password of a user.
func (n *NATS) Password(user string) string { return n.credentials[user].Password }

// Connect opens a connection of a user until the test ends.
func (n *NATS) Connect(user string) *nats.Conn {
	n.tb.Helper()
	conn, err := natsboot.Connect(n.URL, natsboot.Auth{User: user, Password: n.Password(user)})
	if err != nil {
		n.tb.Fatal(err)
	}
	n.tb.Cleanup(conn.Close)
	return conn
}

// Admin may do everything.
func (n *NATS) Admin() (*nats.Conn, jetstream.JetStream) {
	n.tb.Helper()
	conn := n.Connect(adminUser)
	js, err := jetstream.New(conn)
	if err != nil {
		n.tb.Fatal(err)
	}
	return conn, js
}

// port of an address.
func port(tb testing.TB, addr string) string {
	tb.Helper()
	_, port, err := net.SplitHostPort(addr)
	if err != nil {
		tb.Fatal(err)
	}
	return port
}
