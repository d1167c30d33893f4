package cli

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"

	"github.com/nats-io/nats.go"
	"github.com/spf13/cobra"

	"tranca.example/pkg/archive"
	"tranca.example/pkg/archive/gamestream"
	"tranca.example/pkg/eventlog"
	"tranca.example/pkg/eventlog/jetstream"
	"tranca.example/pkg/natsboot"
	"tranca.example/pkg/subject"
)

// defaultServer is where 'tranca up' answers unless told otherwise.
const defaultServer = "http://127.0.0.1:8080"

// source is where a table is read: a running server's API, an archive, the log
// on a NATS server, or the log in the data directory of a server that is stopped.
type source struct {
	server, archive string
	store
}

func (s *source) bind(cmd *cobra.Command) {
	cmd.Flags().StringVar(&s.server, "server", defaultServer, "read through this server's API")
	cmd.Flags().StringVar(&s.archive, "archive", "", "read the archive in this directory")
	s.store.bind(cmd)
	s.instead = "--server"
	cmd.MarkFlagsMutuallyExclusive("server", "archive", "nats", "data")
}

// log opens the log that the source names; nil when it names none.
func (s *source) log(ctx context.Context, w World, shard subject.Shard) (eventlog.HistoryReader, io.Closer, error) {
	if s.archive != "" {
		if err := isDir("--archive", s.archive); err != nil {
			return nil, nil, err
		}
		return archive.History{Dir: archive.Dir(s.archive), Decode: gamestream.Decode}, closer(func() {}), nil
	}
	conn, done, err := s.open(ctx, w, []subject.Shard{shard})
	if conn == nil || err != nil {
		return nil, done, err
	}
	log, err := jetstream.New(conn, callLimit)
	return log, done, err
}

// store is where the streams are: on a NATS server, or in the data directory of
// a server that is stopped.
type store struct {
	nats    broker
	data    string
	instead string // the flag that reads from a server that runs
}

func (s *store) bind(cmd *cobra.Command) {
	cmd.Flags().StringVar(&s.data, "data", "", "read the log in this data directory, whose server must be stopped")
	s.nats.bind(cmd, natsboot.ObserverUser, "read the log there")
	s.instead = "--nats"
}

// open connects to the store as one who may read; nil when none is named.
func (s *store) open(ctx context.Context, w World, shards []subject.Shard) (*nats.Conn, io.Closer, error) {
	switch {
	case s.nats.url != "":
		conn, err := s.nats.connect(ctx, w.Getenv)
		if err != nil {
			return nil, nil, err
		}
		return conn, closer(conn.Close), nil
	case s.data != "":
		if err := isData(s.data); err != nil {
			return nil, nil, err
		}
		conn, done, err := w.stopped(natsboot.ServerConfig{Dir: s.data, Shards: shards}, natsboot.ObserverUser)
		return conn, done, whenLocked(err, "read through it with "+s.instead)
	}
	return nil, closer(func() {}), nil
}

// whenLocked adds what to do about a data directory that a server uses.
func whenLocked(err error, instead string) error {
	if _, locked := errors.AsType[*natsboot.LockedError](err); locked {
		return fmt.Errorf("%w: stop that one, or %s", err, instead)
	}
	return err
}

// stopped opens a data directory with a server of its own, which no port leads to.
func (w World) stopped(config natsboot.ServerConfig, user string) (*nats.Conn, io.Closer, error) {
	config.Random = w.Random
	ns, err := natsboot.Start(config)
	if err != nil {
		return nil, nil, err
	}
	conn, err := ns.Connect(user)
	if err != nil {
		ns.Stop()
		return nil, nil, err
	}
	return conn, closer(func() { conn.Close(); ns.Stop() }), nil
}

// closer is a function to be called once, as an io.Closer.
type closer func()

// Close calls the function.
func (c closer) Close() error { c(); return nil }

// tableID reads the argument TABLE.
func tableID(text string) (subject.TableID, error) {
	id, err := subject.ParseTableID(text)
	if err != nil {
		return id, unusable("%w", err)
	}
	return id, nil
}

// isDir blames the flag for what is no directory.
func isDir(flag, path string) error {
	info, err := os.Stat(path)
	if cause, ok := errors.AsType[*os.PathError](err); ok {
		return unusable("%s %s: %w", flag, path, cause.Err) // the rest repeats the path
	}
	if err == nil && !info.IsDir() {
		return unusable("%s %s: want a directory", flag, path)
	}
	return err
}

// note tells something on stderr that is no error.
func (w World) note(format string, args ...any) {
	fmt.Fprintf(w.Stderr, "note: "+format+"\n", args...)
}
