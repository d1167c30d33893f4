package natsboot

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net"
	"os"
	"strconv"
	"time"

	"github.com/nats-io/nats-server/v2/server"
	"github.com/nats-io/nats.go"

	"tranca.example/pkg/subject"
)

// AnyPort asks for a free port of the loopback interface.
const AnyPort = -1

// loopback is where the listener is.
const loopback = "127.0.0.1"

// startLimit is how long the server may take to recover its streams.
const startLimit = 60 * time.Second

// ServerConfig says how to run the embedded server.
type ServerConfig struct {
	Dir    string // data; made when missing, locked while the server runs
	Shards []subject.Shard
	Random io.Reader // for the users' passwords, which live as long as the server
	// Port of the loopback listener for observers: 0 for none, or AnyPort.
	Port int
	// ObserverPassword of the user observer; "" lets every client of the
	// listener in as observer.
	ObserverPassword string
	// SyncAlways makes every append survive a power cut, at a price. Without it
	// appends survive the death of the process only.
	SyncAlways bool
	// Restoring adds the user RestorerUser. Nothing else may reach the server
	// then: Port must be 0.
	Restoring bool
	Logger    *slog.Logger // the server's own warnings; nil for none
}

// Validate joins every complaint.
func (c ServerConfig) Validate() error {
	var all []error
	if c.Dir == "" {
		all = append(all, errors.New("no data directory"))
	}
	if len(c.Shards) == 0 {
		all = append(all, errors.New("no shards: want at least one"))
	}
	if c.Random == nil {
		all = append(all, errors.New("no source of randomness"))
	}
	if c.Restoring && c.Port != 0 {
		all = append(all, fmt.Errorf("port %d: want none on a server that restores", c.Port))
	}
	if c.Port < AnyPort || c.Port > 65535 {
		all = append(all, fmt.Errorf("port %d: want %d to 65535", c.Port, AnyPort))
	}
	return errors.Join(all...)
}

// PortTakenError says that another process listens on the port.
type PortTakenError struct {
	Address string
	Err     error
}

// Error names the address and the cause.
func (e *PortTakenError) Error() string {
	return fmt.Sprintf("NATS cannot listen on %s: %v", e.Address, e.Err)
}

// Unwrap returns the cause.
func (e *PortTakenError) Unwrap() error { return e.Err }

// Server is an embedded server that runs.
type Server struct {
	ns          *server.Server
	credentials map[string]Credential
	lock        *os.File
	failed      chan error
}

// WriteError says that the server could not write to its directory. It takes no
// more writes, even when the cause is gone, until it is started again. Nothing
// that it has acknowledged is lost.
type WriteError struct {
	Dir  string
	Text string // of the server
}

// Error names the directory and the cause.
func (e *WriteError) Error() string {
	return fmt.Sprintf("NATS cannot write to %s any more: %s", e.Dir, e.Text)
}

// Taken tells before a start what others have of that which a server needs:
// *PortTakenError and *LockedError or *DirError, joined. It makes the directory
// when that is missing.
func (c ServerConfig) Taken() error {
	var port error
	if c.Port != 0 {
		port = portFree(loopback, c.Port)
	}
	lock, err := lockDir(c.Dir)
	if err == nil {
		_ = lock.Close() // gives the lock back
	}
	return errors.Join(port, err)
}

// Start runs a server until Stop. Errors: *LockedError, *DirError,
// *PortTakenError.
func Start(c ServerConfig) (*Server, error) {
	if err := c.Validate(); err != nil {
		return nil, fmt.Errorf("NATS server: %w", err)
	}
	lock, err := lockDir(c.Dir)
	if err != nil {
		return nil, err
	}
	s := &Server{lock: lock, failed: make(chan error, 1)}
	if err := s.start(c); err != nil {
		s.Stop()
		return nil, err
	}
	return s, nil
}

func (s *Server) start(c ServerConfig) error {
	users := Users(c.Shards)
	if c.Restoring {
		users = append(users, User{RestorerUser, RestorerRights(c.Shards)})
	}
	credentials, err := NewPasswords(c.Random, users)
	if err != nil {
		return err
	}
	if c.ObserverPassword != "" {
		credentials[ObserverUser] = Credential{Password: c.ObserverPassword}
	}
	options, err := c.options(users, credentials)
	if err != nil {
		return err
	}
	if s.ns, err = server.NewServer(options); err != nil {
		return fmt.Errorf("NATS server: %w", err)
	}
	s.ns.SetLoggerV2(s.log(c), false, false, false)
	s.credentials = credentials
	s.ns.Start()
	if !s.ns.ReadyForConnections(startLimit) {
		return fmt.Errorf("NATS server: not ready after %s", startLimit)
	}
	return nil
}

// log passes on what the server says and listens for what has to be acted upon.
func (s *Server) log(c ServerConfig) *serverLog {
	logger := c.Logger
	if logger == nil {
		logger = slog.New(slog.DiscardHandler)
	}
	return &serverLog{logger: logger, failed: func(text string) {
		select {
		case s.failed <- &WriteError{Dir: c.Dir, Text: text}:
		default: // it was told already
		}
	}}
}

// Watch returns nil when ctx ends, and a *WriteError when the server can no
// longer write; one caller is told.
func (s *Server) Watch(ctx context.Context) error {
	select {
	case <-ctx.Done():
		return nil
	case err := <-s.failed:
		return err
	}
}

func (c ServerConfig) options(users []User, credentials map[string]Credential) (*server.Options, error) {
	options := &server.Options{}
	if err := options.ProcessConfigString(Accounts(users, credentials)); err != nil {
		return nil, fmt.Errorf("NATS server: accounts: %w", err)
	}
	options.ServerName = "tranca"
	options.JetStream = true
	options.StoreDir = c.Dir
	options.NoSigs = true
	options.SyncAlways = c.SyncAlways
	options.Host, options.Port = loopback, c.Port
	if c.Port == 0 {
		options.DontListen = true
		return options, nil
	}
	if c.ObserverPassword == "" {
		options.NoAuthUser = ObserverUser
	}
	return options, portFree(options.Host, c.Port)
}

// portFree finds out before the server does, which would only log it.
func portFree(host string, port int) error {
	address := net.JoinHostPort(host, strconv.Itoa(max(port, 0)))
	listener, err := net.Listen("tcp", address)
	if err != nil {
		return &PortTakenError{Address: address, Err: err}
	}
	return listener.Close()
}

// Connect opens an in-process connection for one of the users.
func (s *Server) Connect(user string, further ...nats.Option) (*nats.Conn, error) {
	credential, found := s.credentials[user]
	if !found {
		return nil, fmt.Errorf("connect to NATS: no user %q", user)
	}
	options := append([]nats.Option{nats.InProcessServer(s.ns)}, further...)
	return Connect("", Auth{User: user, Password: credential.Password}, options...)
}

// URL of the loopback listener, "" without one.
func (s *Server) URL() string {
	if s.ns.Addr() == nil {
		return ""
	}
	return s.ns.ClientURL()
}

// Stop ends the server and frees the directory. A second stop does nothing.
func (s *Server) Stop() {
	if s.ns != nil {
		s.ns.Shutdown()
		s.ns.WaitForShutdown()
	}
	_ = s.lock.Close() // gives the lock back
}
