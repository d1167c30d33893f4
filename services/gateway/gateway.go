package gateway

import (
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"net"
	"time"

	"connectrpc.com/connect/v2"
	"connectrpc.com/connect/v2/connectinprocess"
	"connectrpc.com/grpcreflect/v2"
	"connectrpc.com/validate"

	"tranca.example/pkg/dispatch"
	"tranca.example/pkg/eventlog/jetstream"
	"tranca.example/pkg/lifecycle"
	"tranca.example/pkg/natsrpc"
	"tranca.example/pkg/subject"
	"tranca.example/pkg/telemetry"
	"tranca.example/pkg/wire"
	"tranca.example/proto/gen/tranca/api/v1/apiv1connect"
	"tranca.example/services/gateway/internal/api"
	"tranca.example/services/gateway/internal/identity"
	"tranca.example/services/gateway/internal/live"
	"tranca.example/services/gateway/internal/pipeline"
)

// stopGrace is how long calls may go on when the gateway stops.
const stopGrace = 5 * time.Second

// Service is one replica of the gateway.
type Service struct {
	o         Options
	listener  net.Listener
	directory *natsrpc.Directory
	codec     *wire.Codec
	log       *jetstream.Log
	via       *dispatch.Dispatcher
	hub       *live.Hub
	streams   *live.Handler
	presence  *live.Presence
	server    *connect.Server
	door      *door
	ops       *pipeline.Monitor // nil: there is no operators' page
}

// New checks the options, binds the address, unless there is a listener, and
// makes the gateway. A gateway
// that is never run leaves the address bound until the process ends.
func New(o Options) (*Service, error) {
	if err := o.Validate(); err != nil {
		return nil, err
	}
	s := &Service{o: o, codec: wire.NewCodec(), listener: o.Listener}
	if err := s.build(); err != nil {
		return nil, fmt.Errorf("gateway: %w", err)
	}
	if s.listener == nil {
		var config net.ListenConfig
		var err error
		if s.listener, err = config.Listen(context.Background(), "tcp", o.Addr); err != nil {
			return nil, fmt.Errorf("gateway: API port: %w", err)
		}
	}
	if err := s.trusting(s.listener.Addr()); err != nil {
		return nil, errors.Join(fmt.Errorf("gateway: %w", err), s.listener.Close())
	}
	return s, nil
}

func (s *Service) build() (err error) {
	o := s.o
	s.directory = natsrpc.NewDirectory(o.Conn, o.Now, subject.Lobby, subject.Dealer, subject.Rules, subject.Scoring)
	client, err := natsrpc.NewClient(o.Conn, natsrpc.ClientOptions{
		Tracer: o.Scope.Tracer, Directory: s.directory, Local: o.Local, Deadline: o.Deadline,
	})
	if err != nil {
		return err
	}
	if s.log, err = jetstream.New(o.Conn, 0, o.Shards...); err != nil {
		return err
	}
	s.via = dispatch.New(client, s.codec)
	if s.streams, err = s.feeds(); err != nil {
		return err
	}
	if s.server, err = s.calls(); err != nil {
		return err
	}
	if s.door, err = newDoor(o, s.server, s.streams, s.Ready); err != nil || !o.OpsPage {
		return err
	}
	s.ops, err = s.watched()
	s.door.ops = s.ops
	return err
}

// calls are the table service and that of operators.
func (s *Service) calls() (*connect.Server, error) {
	people := s.o.People
	people.Now = s.o.Now
	verifier, err := identity.New(people)
	if err != nil {
		return nil, err
	}
	service, err := api.New(api.Options{
		Via: s.via, Codec: s.codec, Log: s.log, People: verifier, Room: s.streams, Sight: s.hub, Authority: s.o.Authority, Defaults: s.o.Table, Now: s.o.Now,
	})
	if err != nil {
		return nil, err
	}
	commands, err := telemetry.NewCommands(s.o.Scope.Registerer, string(subject.Gateway))
	if err != nil {
		return nil, err
	}
	watch := api.Watch{
		Logger: s.o.Scope.Logger, Tracer: s.o.Scope.Tracer, Commands: commands, Now: s.o.Now,
		Deadline: s.o.Deadline, Longest: s.o.Longest,
	}
	server := connect.NewServer(watch.Interceptor(), validate.NewServerInterceptor())
	apiv1connect.RegisterTableServiceHandler(server, service)
	apiv1connect.RegisterOperatorServiceHandler(server, service)
	apiv1connect.RegisterLiveServiceHandler(server, s.streams)
	grpcreflect.Register(server)
	return server, nil
}

// feeds is the live part.
func (s *Service) feeds() (*live.Handler, error) {
	o := s.o
	key, err := cursorKey(o)
	if err != nil {
		return nil, err
	}
	self, err := number(o.Random)
	if err != nil {
		return nil, err
	}
	cursors := live.NewCursors(key)
	s.hub, err = live.NewHub(live.HubOptions{
		Log: s.log, Pushes: live.Broker{Conn: o.Conn, Shards: o.Shards}, Codec: s.codec, Cursors: cursors,
		Logger: o.Scope.Logger, Metrics: o.Scope.Registerer, Now: o.Now, Poll: o.Poll,
	})
	if err != nil {
		return nil, err
	}
	s.presence = live.NewPresence(live.PresenceOptions{Via: s.via, Logger: o.Scope.Logger, Random: o.Random, Away: o.Away, Silent: o.Silent})
	return live.NewHandler(live.Options{
		Hub: s.hub, Via: s.via, Codec: s.codec, Cursors: cursors, Presence: s.presence, Peers: live.Broker{Conn: o.Conn}, Self: self,
		Logger: o.Scope.Logger, Now: o.Now, Heartbeat: o.Heartbeat, Grace: stopGrace, Streams: o.MaxStreams,
	})
}

// number draws one that no other gateway has.
func number(random io.Reader) (uint64, error) {
	var b [8]byte
	if _, err := io.ReadFull(random, b[:]); err != nil {
		return 0, fmt.Errorf("number of this gateway: %w", err)
	}
	return binary.BigEndian.Uint64(b[:]), nil
}

func cursorKey(o Options) ([]byte, error) {
	if len(o.CursorKey) > 0 {
		return o.CursorKey, nil
	}
	key := make([]byte, MinCursorKey)
	if _, err := io.ReadFull(o.Random, key); err != nil {
		return nil, fmt.Errorf("cursor key: %w", err)
	}
	return key, nil
}

// Transport lets a client in the same process call the table service through
// everything but the network: checks, credentials and limits of time apply,
// limits of the HTTP door do not.
func (s *Service) Transport() connect.Transport { return connectinprocess.New(s.server) }

// Addr is where the API listens.
func (s *Service) Addr() net.Addr { return s.listener.Addr() }

// Units are the parts in the order of their start. They stop in the opposite
// one: streams end before the API does, so that calls may finish.
func (s *Service) Units() []lifecycle.Unit {
	units := []lifecycle.Unit{
		{Name: "gateway directory", Run: s.directory.Run},
		lifecycle.ServerUnit("gateway API", s.listener, s.door.server(), stopGrace),
		{Name: "gateway live streams", Run: s.streams.Run},
	}
	if s.ops != nil {
		units = append(units, lifecycle.Unit{Name: "gateway operators' page", Run: s.ops.Run})
	}
	units = append(units, live.Broker{Conn: s.o.Conn, Shards: s.o.Shards}.Units(s.hub, s.streams)...)
	return append(units, lifecycle.Unit{Name: "gateway presence", Run: s.presence.Run})
}

// Run runs the gateway until ctx ends.
func (s *Service) Run(ctx context.Context) error { return lifecycle.Run(ctx, s.Units()...) }

// Ready tells whether the gateway can ask the services.
func (s *Service) Ready(context.Context) error {
	if !s.o.Conn.IsConnected() {
		return errors.New("not connected to NATS")
	}
	return nil
}
