package natsrpc

import (
	"bytes"
	"context"
	"strconv"
	"strings"
	"time"

	"github.com/nats-io/nats.go"

	"tranca.example/pkg/rpcerr"
	"tranca.example/pkg/telemetry"
)

type callKey struct{}

// call collects what a handler tells about the request it answers.
type call struct{ command string }

// Name tells what kind of command a handler is working on, for the metrics. The
// kind must come from a closed set. Only the handler's own goroutine may call it.
func Name(ctx context.Context, command string) {
	if c, ok := ctx.Value(callKey{}).(*call); ok {
		c.command = command
	}
}

// handle answers one request.
func (s *Server) handle(req request) {
	begun := s.o.Now()
	deadline := deadlineOf(req.Header, begun)
	if !begun.Before(deadline) {
		s.drop(req.Subject, begun, begun.Sub(deadline))
		return // nobody waits for the answer any more
	}
	ctx, cancel := s.bound(deadline.Sub(begun))
	defer cancel()
	c := &call{command: "unnamed"}
	ctx = context.WithValue(ctx, callKey{}, c)
	ctx, span := telemetry.StartConsumer(ctx, s.o.Tracer, s.message(req.Subject), req.Header)

	body, err := s.o.Handler(ctx, req.Data)
	s.reply(ctx, req, body, err)
	s.commands.Observe(ctx, c.command, rpcerr.Outcome(err), s.o.Now().Sub(begun))
	telemetry.EndSpan(span, err)
}

// drop counts a request that came too late, and tells one of them a minute: where it
// is many, this replica has too much to do, or its clock is not the callers'.
func (s *Server) drop(subj string, now time.Time, late time.Duration) {
	s.dropped.Inc()
	told := s.told.Load()
	if now.UnixNano()-told >= int64(time.Minute) && s.told.CompareAndSwap(told, now.UnixNano()) {
		s.o.Logger.Warn("request dropped: its deadline has passed; the replica is overloaded, or clocks differ",
			"subject", subj, "late", late.Round(time.Millisecond).String())
	}
}

func (s *Server) message(subj string) telemetry.Message {
	m := telemetry.Message{Operation: "process", Destination: subj, Template: "cmd.{service}.{replica}"}
	if strings.HasSuffix(subj, ".any") {
		m.Template, m.Group = "cmd.{service}.any", string(s.o.Service)
	}
	return m
}

// reply sends the answer. An error whose text the caller may not see is logged
// here, once.
func (s *Server) reply(ctx context.Context, req request, body []byte, err error) {
	if err == nil {
		s.respond(ctx, req, nil, body)
		return
	}
	rejection, withheld := rpcerr.From(err)
	if withheld {
		s.o.Logger.ErrorContext(ctx, "request failed", "error", err)
	}
	header := nats.Header{}
	if err := rpcerr.Encode(rejection, header); err != nil {
		s.o.Logger.ErrorContext(ctx, "rejection not encoded", "error", err)
		return
	}
	header.Set(headerReplica, s.o.Replica.String())
	s.respond(ctx, req, header, nil)
}

// refuse sends the caller to another replica.
func (s *Server) refuse(req request) {
	s.reply(context.Background(), req, nil, rpcerr.New(reasonDraining, "this replica stops"))
}

func (s *Server) respond(ctx context.Context, req request, header nats.Header, body []byte) {
	if err := s.send(req, &nats.Msg{Subject: req.Reply, Header: header, Data: body}); err != nil {
		s.o.Logger.WarnContext(ctx, "answer not sent", "error", err)
	}
}

func (s *Server) send(req request, answer *nats.Msg) error {
	switch {
	case req.answers == nil && req.Reply == "":
		return nil // nobody wants it
	case req.answers == nil:
		return s.nc.PublishMsg(answer)
	case int64(len(answer.Data)) > s.nc.MaxPayload():
		return nats.ErrMaxPayload
	}
	answer.Data = bytes.Clone(answer.Data) // the handler may keep its bytes
	req.answers <- answer
	return nil
}

// deadlineOf reads the caller's deadline; none or nonsense means the default,
// and a far one is cut to it.
func deadlineOf(h nats.Header, now time.Time) time.Time {
	limit := now.Add(DefaultDeadline)
	ms, err := strconv.ParseInt(h.Get(headerDeadline), 10, 64)
	if err != nil {
		return limit
	}
	if d := time.UnixMilli(ms); d.Before(limit) {
		return d
	}
	return limit
}
