package cli

import (
	"context"
	"errors"
	"fmt"
	"io"

	"github.com/spf13/cobra"

	"tranca.example/pkg/eventlog/jetstream"
	"tranca.example/pkg/natsboot"
	"tranca.example/pkg/subject"
)

// defaultServer is where 'tranca up' answers unless told otherwise.
const defaultServer = "http://127.0.0.1:8080"

// source is where a table is read: a running server's API, the log on a NATS
// server, or the log in the data directory of a server that is stopped.
type source struct {
	server string
	nats   broker
	data   string
}

func (s *source) bind(cmd *cobra.Command) {
	cmd.Flags().StringVar(&s.server, "server", defaultServer, "read through this server's API")
	cmd.Flags().StringVar(&s.data, "data", "", "read the log in this data directory, whose server must be stopped")
	s.nats.bind(cmd, natsboot.ObserverUser, "read the log there")
	cmd.MarkFlagsMutuallyExclusive("server", "nats", "data")
}

// log opens the log that the source names; nil when it names none.
func (s *source) log(ctx context.Context, w World, shard subject.Shard) (*jetstream.Log, io.Closer, error) {
	switch {
	case s.nats.url != "":
		conn, err := s.nats.connect(ctx, w.Getenv)
		if err != nil {
			return nil, nil, err
		}
		log, err := jetstream.New(conn, callLimit)
		return log, closer(conn.Close), err
	case s.data != "":
		return s.stored(w, shard)
	}
	return nil, closer(func() {}), nil
}

// stored reads a data directory with a server of its own, which no port leads to.
func (s *source) stored(w World, shard subject.Shard) (*jetstream.Log, io.Closer, error) {
	if err := isData(s.data); err != nil {
		return nil, nil, err
	}
	ns, err := natsboot.Start(natsboot.ServerConfig{Dir: s.data, Shards: []subject.Shard{shard}, Random: w.Random})
	if _, locked := errors.AsType[*natsboot.LockedError](err); locked {
		return nil, nil, fmt.Errorf("%w: stop that one, or read through it with --server", err)
	}
	if err != nil {
		return nil, nil, err
	}
	conn, err := ns.Connect(natsboot.ObserverUser)
	if err != nil {
		ns.Stop()
		return nil, nil, err
	}
	log, err := jetstream.New(conn, callLimit)
	return log, closer(func() { conn.Close(); ns.Stop() }), err
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

// note tells something on stderr that is no error.
func (w World) note(format string, args ...any) {
	fmt.Fprintf(w.Stderr, "note: "+format+"\n", args...)
}
