package natsrpc

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"sync/atomic"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/micro"
	"github.com/prometheus/client_golang/prometheus"

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
	subs     []*nats.Subscription
	commands *telemetry.Commands
	dropped  prometheus.Counter
	told     atomic.Int64       // when a dropped request was last told, in Unix nanoseconds
	requests chan *nats.Msg     // from the connection's reader straight to the workers
	local    chan request       // from callers in this process
	stopped  chan struct{}      // closed when there are no requests any more
	spare    atomic.Int64       // workers that wait for a request
	workers  atomic.Int64       // all of them
	kill     context.CancelFunc // ends the contexts of all handlers
	bound    func(d time.Duration) (context.Context, context.CancelFunc)

	mu       sync.Mutex
	draining bool
	inWork   sync.WaitGroup
}

// maxWaiting is how many requests may wait for a worker. What comes beyond is
// dropped, and its caller asks again.
const maxWaiting = 1 << 14

// Listen subscribes; requests are answered from now on. Run must follow.
func Listen(nc *nats.Conn, o Options) (*Server, error) {
	o = o.withDefaults()
	if err := o.Validate(); err != nil {
		return nil, fmt.Errorf("natsrpc: server: %w", err)
	}
	s := &Server{o: o, nc: nc, requests: make(chan *nats.Msg, maxWaiting), stopped: make(chan struct{})}
	if o.Local != nil {
		s.local = make(chan request, maxWaiting)
	}
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
	o.Local.add(s)
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

// subscribe makes the replica known to the service tools and listens. The
// requests go around micro, which would hand each over to a goroutine more.
func (s *Server) subscribe() (err error) {
	own, shared := subject.Command(s.o.Service, s.o.Replica), subject.CommandAny(s.o.Service)
	s.micro, err = micro.AddService(s.nc, micro.Config{
		Name:    string(s.o.Service),
		Version: s.o.Version,
		Metadata: map[string]string{
			MetaReplica: s.o.Replica.String(), MetaBuild: s.o.Build, MetaKeys: s.o.Keys, metaSubjects: own + " " + shared,
		},
	})
	if err != nil {
		return err
	}
	s.add()
	one, err := s.nc.ChanSubscribe(own, s.requests)
	if err == nil {
		s.subs = append(s.subs, one)
		one, err = s.nc.ChanQueueSubscribe(shared, string(s.o.Service), s.requests)
	}
	if err == nil {
		s.subs = append(s.subs, one)
		err = s.nc.FlushTimeout(5 * time.Second)
	}
	if err != nil {
		close(s.stopped)
		return errors.Join(err, s.unsubscribe())
	}
	return nil
}

func (s *Server) unsubscribe() error {
	errs := []error{s.micro.Stop()}
	for _, sub := range s.subs {
		if err := sub.Unsubscribe(); !errors.Is(err, nats.ErrConnectionClosed) {
			errs = append(errs, err)
		}
	}
	return errors.Join(errs...)
}

// Run sends heartbeats until ctx ends, then stops gently: it says goodbye, takes
// no more requests and lets those in work finish within Grace.
func (s *Server) Run(ctx context.Context) error {
	defer s.kill()
	ticker := time.NewTicker(s.o.Heartbeat)
	defer ticker.Stop()
	for unheard := false; ; {
		unheard = s.beat(ctx, unheard)
		select {
		case <-ctx.Done():
			s.drain()
			return nil
		case <-ticker.C:
		}
	}
}

// beat sends a heartbeat and tells whether that failed. A server that stays away
// is told of once, and when it is back.
func (s *Server) beat(ctx context.Context, unheard bool) bool {
	err := s.sign(alive)
	switch {
	case err != nil && !unheard && ctx.Err() == nil:
		s.o.Logger.WarnContext(ctx, "heartbeat not sent", "error", err)
	case err == nil && unheard:
		s.o.Logger.InfoContext(ctx, "heartbeat sent again")
	}
	return err != nil
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
	s.o.Local.remove(s)
	err := errors.Join(s.sign(gone), s.unsubscribe(), s.nc.FlushWithContext(ctx)) // it has stopped sending to us
	s.mu.Lock()
	s.draining = true
	s.mu.Unlock()
	s.inWork.Wait()
	close(s.stopped)
	s.refuseAll()
	if s.nc.IsClosed() {
		return // nothing to say goodbye to
	}
	if err = errors.Join(err, s.nc.FlushTimeout(lastFlush)); err != nil {
		s.o.Logger.Warn("stopped without a goodbye", "error", err)
	}
}

// add starts a worker.
func (s *Server) add() {
	s.workers.Add(1)
	s.spare.Add(1)
	go s.serve()
}

// serve handles requests until the server stops. Workers stay: a new goroutine
// would have to grow its stack for every request again. There is always one that
// waits, up to the bound.
func (s *Server) serve() {
	for {
		select {
		case m := <-s.requests:
			s.work(request{Msg: m})
		case r := <-s.local:
			s.work(r)
		case <-s.stopped:
			return
		}
	}
}

func (s *Server) work(r request) {
	if s.spare.Add(-1) == 0 && s.workers.Load() < int64(s.o.MaxInFlight) {
		s.add()
	}
	s.accept(r)
	s.spare.Add(1)
}

func (s *Server) accept(r request) {
	if !s.enter() {
		s.refuse(r)
		return
	}
	defer s.inWork.Done()
	s.handle(r)
}

// offer takes a request of a caller in this process. False is for what the broker
// is to answer: there is no room, the server stops, or it is too much for a message.
func (s *Server) offer(r request) bool {
	if int64(len(r.Data)) > s.nc.MaxPayload() {
		return false
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.draining {
		return false
	}
	select {
	case s.local <- r:
		return true
	default:
		return false
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

// refuseAll sends away what no worker has taken.
func (s *Server) refuseAll() {
	for {
		select {
		case m := <-s.requests:
			s.refuse(request{Msg: m})
		case r := <-s.local:
			s.refuse(r)
		default:
			return
		}
	}
}
