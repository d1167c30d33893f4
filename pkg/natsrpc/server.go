package natsrpc

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/micro"
	"github.com/prometheus/client_golang/prometheus"

	"tranca.example/pkg/rpcerr"
	"tranca.example/pkg/subject"
	"tranca.example/pkg/telemetry"
)

// lastFlush is how long the last answers may take to leave.
const lastFlush = time.Second

// Server answers the requests of one replica of a service.
type Server struct {
	o        Options
	nc       *nats.Conn
	micro    micro.Service
	commands *telemetry.Commands
	dropped  prometheus.Counter
	work     chan micro.Request // to a worker that waits
	workers  chan struct{}      // one for each, busy or not
	kill     context.CancelFunc // ends the contexts of all handlers
	bound    func(d time.Duration) (context.Context, context.CancelFunc)

	mu       sync.Mutex
	draining bool
	inWork   sync.WaitGroup
}

// Listen subscribes; requests are answered from now on. Run must follow.
func Listen(nc *nats.Conn, o Options) (*Server, error) {
	o = o.withDefaults()
	if err := o.Validate(); err != nil {
		return nil, fmt.Errorf("natsrpc: server: %w", err)
	}
	s := &Server{o: o, nc: nc, work: make(chan micro.Request), workers: make(chan struct{}, o.MaxInFlight)}
	if err := s.register(o.Metrics); err != nil {
		return nil, err
	}
	life, kill := context.WithCancel(context.Background()) // outlives Run's context by Grace
	s.kill = kill
	s.bound = func(d time.Duration) (context.Context, context.CancelFunc) { return context.WithTimeout(life, d) }
	if err := s.subscribe(); err != nil {
		s.kill()
		return nil, fmt.Errorf("natsrpc: serve %s: %w", o.Service, err)
	}
	return s, nil
}

func (s *Server) register(reg prometheus.Registerer) error {
	commands, err := telemetry.NewCommands(reg, string(s.o.Service))
	if err != nil {
		return err
	}
	dropped, err := telemetry.Register(reg, prometheus.NewCounterVec(prometheus.CounterOpts{
		Name: "tranca_requests_expired_total",
		Help: "Requests that were dropped because their deadline had passed when their turn came.",
	}, []string{"service"}))
	if err != nil {
		return err
	}
	s.commands, s.dropped = commands, dropped.WithLabelValues(string(s.o.Service))
	return nil
}

func (s *Server) subscribe() error {
	svc, err := micro.AddService(s.nc, micro.Config{
		Name:     string(s.o.Service),
		Version:  s.o.Version,
		Metadata: map[string]string{MetaReplica: s.o.Replica.String(), MetaBuild: s.o.Build},
	})
	if err != nil {
		return err
	}
	s.micro = svc
	err = svc.AddEndpoint("replica", micro.HandlerFunc(s.accept),
		micro.WithEndpointSubject(subject.Command(s.o.Service, s.o.Replica)), micro.WithEndpointQueueGroupDisabled())
	if err == nil {
		err = svc.AddEndpoint("any", micro.HandlerFunc(s.accept),
			micro.WithEndpointSubject(subject.CommandAny(s.o.Service)), micro.WithEndpointQueueGroup(string(s.o.Service)))
	}
	if err == nil {
		err = s.nc.FlushTimeout(5 * time.Second)
	}
	if err != nil {
		return errors.Join(err, svc.Stop())
	}
	return nil
}

// Run sends heartbeats until ctx ends, then stops gently: it says goodbye, takes
// no more requests and lets those in work finish within Grace.
func (s *Server) Run(ctx context.Context) error {
	defer s.kill()
	ticker := time.NewTicker(s.o.Heartbeat)
	defer ticker.Stop()
	for {
		if err := s.sign(alive); err != nil && ctx.Err() == nil {
			s.o.Logger.WarnContext(ctx, "heartbeat not sent", "error", err)
		}
		select {
		case <-ctx.Done():
			s.drain()
			return nil
		case <-ticker.C:
		}
	}
}

func (s *Server) sign(state string) error {
	return s.nc.Publish(subject.Heartbeat(s.o.Service), []byte(state+s.o.Replica.String()))
}

// drain takes at most Grace, lastFlush, and what handlers need to notice their end.
// Callers of a replica that could not say goodbye ask another one.
func (s *Server) drain() {
	ctx, cancel := context.WithTimeout(context.Background(), s.o.Grace)
	defer cancel()
	defer context.AfterFunc(ctx, s.kill)()
	err := errors.Join(s.sign(gone), s.micro.Stop(), s.nc.FlushWithContext(ctx)) // it has stopped sending to us
	s.mu.Lock()
	s.draining = true
	s.mu.Unlock()
	s.inWork.Wait()
	close(s.work) // accept takes nothing any more
	if s.nc.IsClosed() {
		return // nothing to say goodbye to
	}
	if err = errors.Join(err, s.nc.FlushTimeout(lastFlush)); err != nil {
		s.o.Logger.Warn("stopped without a goodbye", "error", err)
	}
}

// accept runs serially per subscription: it only waits for a worker.
func (s *Server) accept(req micro.Request) {
	if !s.enter() {
		s.refuse(req, rpcerr.New(reasonDraining, "this replica stops"))
		return
	}
	select {
	case s.work <- req: // one that waits comes first
		return
	default:
	}
	select {
	case s.work <- req:
	case s.workers <- struct{}{}:
		go s.serve(req)
	}
}

// serve handles requests until the server stops. Workers stay: a new goroutine
// would have to grow its stack for every request again.
func (s *Server) serve(req micro.Request) {
	for ok := true; ok; req, ok = <-s.work {
		s.handle(req)
		s.inWork.Done()
	}
}

func (s *Server) enter() bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.draining {
		return false
	}
	s.inWork.Add(1)
	return true
}
