package harness

import (
	"fmt"
	"net"
	"os"
	"path/filepath"
	"testing"

	"github.com/nats-io/nats.go/jetstream"

	"tranca.example/pkg/loopback"
	"tranca.example/pkg/natsboot"
)

// adminUser may do everything in the account of the games. No program has it.
const adminUser = "admin"

// natsProgram is the server that the modules pin.
const natsProgram = "nats-server"

// NATS is one external server with a user for each service and just its rights.
type NATS struct {
	*Process
	*Account
	config string // file
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
	all, credentials := users(tb, settings)
	listen, monitor := loopback.Addr(tb), loopback.Addr(tb)
	config := fmt.Sprintf(serverConfig, listen, monitor, dir, natsboot.Accounts(all, credentials))
	file := filepath.Join(dir, "nats.conf")
	if err := os.WriteFile(file, []byte(config), 0o600); err != nil {
		tb.Fatal(err)
	}
	n := &NATS{Account: &Account{tb: tb, servers: "nats://" + listen, credentials: credentials}, config: file}
	n.Process = p.Start(tb, natsProgram, nil, "http://"+monitor+"/healthz", "-c", file)
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

// port of an address.
func port(tb testing.TB, addr string) string {
	tb.Helper()
	_, port, err := net.SplitHostPort(addr)
	if err != nil {
		tb.Fatal(err)
	}
	return port
}
