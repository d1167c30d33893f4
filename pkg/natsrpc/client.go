package natsrpc

import (
	"context"
	"errors"
	"fmt"
	"strconv"
	"time"

	"github.com/nats-io/nats.go"
	"go.opentelemetry.io/otel/trace"

	"tranca.example/pkg/inbox"
	"tranca.example/pkg/rpcerr"
	"tranca.example/pkg/subject"
	"tranca.example/pkg/telemetry"
)

// ClientOptions describe a Client. Tracer is required.
type ClientOptions struct {
	Tracer trace.Tracer
	// Directory finds preferred replicas; nil means that any replica is asked.
	Directory *Directory
	// Local holds the services of the same process, which are asked without the
	// broker; nil: none.
	Local *Local
	// Deadline bounds calls whose context has no deadline; default DefaultDeadline.
	Deadline time.Duration
}

// Client asks services.
type Client struct {
	answers *inbox.Inbox
	local   *exchanges
	o       ClientOptions
}

// NewClient makes a client on a connection.
func NewClient(nc *nats.Conn, o ClientOptions) (*Client, error) {
	if o.Tracer == nil || o.Deadline < 0 {
		return nil, errors.New("natsrpc: client: want a Tracer and no negative Deadline")
	}
	if o.Deadline == 0 {
		o.Deadline = DefaultDeadline
	}
	answers, err := inbox.New(nc)
	if err != nil {
		return nil, fmt.Errorf("natsrpc: client: %w", err)
	}
	return &Client{answers: answers, local: newExchanges(), o: o}, nil
}

// Call asks any replica of a service. See CallTable for the rest.
func (c *Client) Call(ctx context.Context, service subject.Service, body []byte) ([]byte, error) {
	return c.CallTable(ctx, service, "", body)
}

// CallTable asks the replica that the table prefers, and any other one when that
// does not answer. It asks again, with the same body, until the context's
// deadline; the error is then an unavailable rejection, and whether the command
// worked is unknown. A *rpcerr.Rejection from the service is final; that the
// table's shard is unknown is final when no other replica knows it either.
func (c *Client) CallTable(ctx context.Context, service subject.Service, table string, body []byte) ([]byte, error) {
	ctx, cancel := c.bound(ctx)
	defer cancel()
	header := nats.Header{}
	ctx, span := telemetry.StartProducer(ctx, c.o.Tracer,
		telemetry.Message{Operation: "request", Template: "cmd." + string(service), Conversation: table}, header)
	deadline, _ := ctx.Deadline()
	header.Set(headerDeadline, strconv.FormatInt(deadline.UnixMilli(), 10))
	reply, err := c.persist(ctx, &attempt{service: service, table: table, header: header, body: body})
	telemetry.EndSpan(span, err)
	return reply, err
}

func (c *Client) bound(ctx context.Context) (context.Context, context.CancelFunc) {
	if _, ok := ctx.Deadline(); ok {
		return ctx, func() {}
	}
	return context.WithTimeout(ctx, c.o.Deadline)
}

// attempt is the state of one call over its tries.
type attempt struct {
	service  subject.Service
	table    string
	header   nats.Header
	body     []byte
	tries    int      // all tries
	timeouts int      // tries that got no answer in time
	absences int      // tries that nobody listened to
	ignorant []string // replicas that do not know the table's shard
}

// persist tries until there is an answer or no time is left.
func (c *Client) persist(ctx context.Context, a *attempt) ([]byte, error) {
	for {
		reply, err := c.try(ctx, a)
		var rejection *rpcerr.Rejection
		switch {
		case err == nil:
			return reply, nil
		case errors.As(err, &rejection) && rejection.Reason == rpcerr.ReasonUnknownShard:
			if _, another := c.prefer(a); !another {
				return nil, rejection
			}
			continue
		case errors.As(err, &rejection) && rejection.Reason != reasonDraining:
			return nil, rejection
		}
		if ctx.Err() == nil && !errors.Is(err, context.DeadlineExceeded) {
			a.pause(ctx)
		}
		if ctx.Err() != nil {
			return nil, c.gaveUp(ctx, a, err)
		}
	}
}

func (c *Client) gaveUp(ctx context.Context, a *attempt, last error) error {
	if errors.Is(ctx.Err(), context.Canceled) {
		return fmt.Errorf("natsrpc: ask %s: %w", a.service, context.Canceled)
	}
	r := rpcerr.New(rpcerr.ReasonUnavailable, "no answer in time; try again with the same id").With("service", string(a.service))
	// last is told as text: it may be a rejection that is not the answer.
	return fmt.Errorf("natsrpc: ask %s, %d tries, last %q: %w", a.service, a.tries, last.Error(), r)
}

// try asks once: the preferred replica first, then any.
func (c *Client) try(ctx context.Context, a *attempt) ([]byte, error) {
	subj := subject.CommandAny(a.service)
	replica, preferred := c.prefer(a)
	if preferred {
		subj = subject.Command(a.service, replica)
	}
	a.tries++
	msg, err := c.ask(ctx, a, replica, subj)
	if err == nil {
		if r := rpcerr.Decode(msg.Header); r != nil {
			if r.Reason == rpcerr.ReasonUnknownShard {
				a.ignorant = append(a.ignorant, replica.String(), msg.Header.Get(headerReplica))
			}
			return nil, r
		}
		return msg.Data, nil
	}
	c.learn(a, replica, preferred, err)
	return nil, err
}

// ask asks within the process while that answers, and else through the broker.
func (c *Client) ask(ctx context.Context, a *attempt, replica subject.Token, subj string) (*nats.Msg, error) {
	if c.o.Local != nil && a.timeouts == 0 {
		if msg, taken, err := c.local.ask(ctx, c.o.Local, a, replica, subj); taken {
			return msg, err
		}
	}
	return c.answers.Ask(ctx, subj, a.header, a.body, patience(a.timeouts))
}

// prefer is the table's replica at the first try, and after one that does not
// know the table's shard the next that was not asked yet.
func (c *Client) prefer(a *attempt) (subject.Token, bool) {
	if a.tries > 0 && len(a.ignorant) == 0 || a.table == "" || c.o.Directory == nil {
		return subject.Token{}, false
	}
	return c.o.Directory.preferBut(a.service, a.table, a.ignorant)
}

// learn draws the conclusions from a try without answer.
func (c *Client) learn(a *attempt, replica subject.Token, preferred bool, err error) {
	switch {
	case errors.Is(err, context.DeadlineExceeded):
		a.timeouts++
		if preferred {
			c.o.Directory.Suspect(a.service, replica)
		}
	case preferred && errors.Is(err, nats.ErrNoResponders):
		c.o.Directory.Drop(a.service, replica)
	}
}

// patience is how long the try after n time-outs waits: 250 ms, 500 ms, 1 s and
// then 2 s.
func patience(n int) time.Duration {
	return min(250*time.Millisecond<<min(n, 3), 2*time.Second)
}

// pause waits before the next try when there was an answer of a kind at once:
// nobody listens, or the replica stops. The first pause is short, because
// another replica is likely there.
func (a *attempt) pause(ctx context.Context) {
	wait := 5 * time.Millisecond << min(a.absences, 6)
	a.absences++
	timer := time.NewTimer(min(wait, 250*time.Millisecond))
	defer timer.Stop()
	select {
	case <-ctx.Done():
	case <-timer.C:
	}
}
