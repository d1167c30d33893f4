package gateway

import (
	"context"
	"errors"
	"fmt"
	"net"
	"time"

	"connectrpc.com/connect/v2"
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
)

// stopGrace is how long calls may go on when the gateway stops.
const stopGrace = 5 * time.Second

// Service is one replica of the gateway.
type Service struct {
	o         Options
	listener  net.Listener
	directory *natsrpc.Directory
	door      *door
}

// New checks the options, binds the address and makes the gateway. A gateway
// that is never run leaves the address bound until the process ends.
func New(o Options) (*Service, error) {
	if err := o.Validate(); err != nil {
		return nil, err
	}
	s := &Service{o: o, directory: natsrpc.NewDirectory(o.Conn, o.Now, subject.Lobby, subject.Dealer, subject.Rules, subject.Scoring)}
	server, err := s.build()
	if err != nil {
		return nil, fmt.Errorf("gateway: %w", err)
	}
	s.door = newDoor(o, server)
	var config net.ListenConfig
	if s.listener, err = config.Listen(context.Background(), "tcp", o.Addr); err != nil {
		return nil, fmt.Errorf("gateway: API port: %w", err)
	}
	return s, nil
}

func (s *Service) build() (*connect.Server, error) {
	client, err := natsrpc.NewClient(s.o.Conn, natsrpc.ClientOptions{
		Tracer: s.o.Scope.Tracer, Directory: s.directory, Deadline: s.o.Deadline,
	})
	if err != nil {
		return nil, err
	}
	log, err := jetstream.New(s.o.Conn, 0)
	if err != nil {
		return nil, err
	}
	codec := wire.NewCodec()
	service, err := api.New(api.Options{Via: dispatch.New(client, codec), Codec: codec, Log: log, Defaults: s.o.Table})
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
	return server, nil
}

// Addr is where the API listens.
func (s *Service) Addr() net.Addr { return s.listener.Addr() }

// Units are the parts in the order of their start.
func (s *Service) Units() []lifecycle.Unit {
	return []lifecycle.Unit{
		{Name: "gateway directory", Run: s.directory.Run},
		lifecycle.ServerUnit("gateway API", s.listener, s.door.server(), stopGrace),
	}
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
