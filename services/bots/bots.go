package bots

import (
	"context"
	"errors"
	"fmt"
	"time"

	"tranca.example/pkg/dispatch"
	"tranca.example/pkg/lifecycle"
	"tranca.example/pkg/natsrpc"
	"tranca.example/pkg/replica"
	"tranca.example/pkg/subject"
	"tranca.example/pkg/table"
	"tranca.example/pkg/wire"
)

// Service is one replica of the bots' service.
type Service struct {
	o         Options
	directory *natsrpc.Directory
	via       *dispatch.Dispatcher
	pace      *pace
}

// New checks the options and makes a replica.
func New(o Options) (*Service, error) {
	if err := o.Validate(); err != nil {
		return nil, err
	}
	directory := natsrpc.NewDirectory(o.Conn, o.Now, subject.Rules)
	client, err := natsrpc.NewClient(o.Conn, natsrpc.ClientOptions{Tracer: o.Scope.Tracer, Directory: directory, Local: o.Local})
	if err != nil {
		return nil, fmt.Errorf("bots: %w", err)
	}
	return &Service{
		o: o, directory: directory, via: dispatch.New(client, wire.NewCodec()),
		pace: newPace(natsrpc.NewWaker(o.Conn, o.Local), o.Scope.Logger),
	}, nil
}

// Units are the parts of the replica in the order of their start.
func (s *Service) Units() []lifecycle.Unit {
	return []lifecycle.Unit{
		{Name: "bots directory", Run: s.directory.Run},
		{Name: "bots pace", Run: s.pace.Run},
		replica.WakeUnit(s.o.Env, subject.Bots, s.turn),
	}
}

// Run works until ctx ends.
func (s *Service) Run(ctx context.Context) error { return lifecycle.Run(ctx, s.Units()...) }

// Ready is nil: bots keep nothing.
func (s *Service) Ready(context.Context) error { return nil }

// turn plays for the bot on turn, if there is one: at once when it has thought
// for long enough, else it asks to be woken then.
func (s *Service) turn(ctx context.Context, id subject.TableID, version uint32) error {
	reply, err := s.via.Do(ctx, wire.Request{TableID: id.String(), Query: wire.GetState{AtLeast: version}})
	if err != nil {
		return err
	}
	if reply.State == nil {
		return errors.New("bots: an answer without a table")
	}
	for _, due := range table.Agenda(*reply.State) {
		if due.Task != table.TaskBotTurn {
			continue
		}
		if wait := time.Duration(due.At-table.Time(s.o.Now().UnixMilli())) * time.Millisecond; wait > 0 {
			s.pace.wakeIn(ctx, wait, natsrpc.Wake{Table: id.String(), Version: version})
			return nil
		}
		return s.play(ctx, id, reply.State, due.Seat)
	}
	return nil
}
