package tablehost

import (
	"context"
	"errors"
	"fmt"
	"time"

	"tranca.example/pkg/eventlog"
	"tranca.example/pkg/subject"
	"tranca.example/pkg/table"
	"tranca.example/pkg/wire"
)

// Host runs the commands of one service in one process.
type Host struct {
	o  Options
	ex *eventlog.Executor[table.State]
}

// New checks the options and makes a host.
func New(o Options) (*Host, error) {
	if err := o.Validate(); err != nil {
		return nil, fmt.Errorf("table host: %w", err)
	}
	if o.TokenLife == 0 {
		o.TokenLife = DefaultTokenLife
	}
	ex, err := eventlog.NewExecutor(eventlog.Options[table.State]{
		Log: tracedLog{o.Log, o.Tracer}, Writer: string(o.Service), Baton: Baton(), Memory: o.Memory,
		Decode: func(c eventlog.Commit) (table.State, error) {
			commit, err := stored(o.Codec, c)
			return commit.State, err
		},
	})
	if err != nil {
		return nil, fmt.Errorf("table host: %w", err)
	}
	return &Host{o: o, ex: ex}, nil
}

// Outcome is what became of an accepted command.
type Outcome struct {
	State    table.State   // the table with the command in it, or later
	Events   []table.Event // what it changed; nil when it had been accepted before
	Appended bool          // this call appended it
	Answered uint32        // version that had accepted it before; 0 when Appended
}

// Do decides a request on a table and appends what it changes. A request that
// was accepted before gets the same answer again. Errors are those of
// table.Decide or a rejection; nothing is appended then.
func (h *Host) Do(ctx context.Context, id subject.TableID, req table.Request) (Outcome, error) {
	req.Now = h.now()
	result, err := eventlog.Execute(ctx, h.ex, id, eventlog.Command[table.State, Outcome]{
		Recognise: func(s table.State) (Outcome, bool) {
			v, ok := table.Recognise(s, req)
			return Outcome{State: s, Answered: v}, ok
		},
		Decide: func(s table.State, _ eventlog.Position) (eventlog.Draft[table.State, Outcome], error) {
			return h.decide(ctx, id, s, req)
		},
	})
	if errors.Is(err, eventlog.ErrWrongPhase) {
		err = h.passed(ctx, id, req, err)
	}
	if done, ok := errors.AsType[*table.AlreadyAnswered](err); ok {
		s, _, err := h.ex.Read(ctx, id, done.Version)
		return Outcome{State: s, Answered: done.Version}, reject(err)
	}
	if err != nil {
		return Outcome{}, reject(err)
	}
	out := result.Answer
	switch {
	case !result.Recognised:
		out.Appended = true
		h.accepted(ctx, id, out)
	case out.Answered == out.State.Version:
		// Whoever appended it may have died, or lost the answer, before the wake.
		h.wakeNext(ctx, id, out.State)
	}
	return out, nil
}

func (h *Host) decide(ctx context.Context, id subject.TableID, s table.State, req table.Request) (eventlog.Draft[table.State, Outcome], error) {
	var none eventlog.Draft[table.State, Outcome]
	if err := reached(id, s.Version, req); err != nil {
		return none, err
	}
	if err := h.searched(ctx, id, s, req); err != nil {
		return none, err
	}
	var hidden *table.Hidden
	if table.NeedsHidden(s, req.Command) {
		if err := table.Refuse(s, req); err != nil {
			return none, judged{err, s.Version}
		}
		var err error
		if hidden, err = h.open(ctx, s); err != nil {
			return none, err
		}
	}
	events, err := table.Decide(s, hidden, req)
	if err != nil {
		return none, judged{err, s.Version}
	}
	c := table.NewCommit(s, req, events, h.o.Service)
	body, err := h.o.Codec.EncodeCommit(c)
	if err != nil {
		return none, fmt.Errorf("encode version %d of table %s: %w", c.Version, id, err)
	}
	return eventlog.Draft[table.State, Outcome]{
		Phase: string(c.State.Phase), Body: body, After: &c.State, Value: &c,
		Answer: Outcome{State: c.State, Events: events},
	}, nil
}

// maxBehind is more versions than a table gets while a server that was cut off
// still takes itself for the leader: some ten seconds.
const maxBehind = 1 << 16

// reached tells a table that is older than what the caller has seen of it: a
// server of the log that was cut off and does not know yet may answer like that,
// and no refusal may rest on it. A version that lies further ahead than a server
// can be behind is one that nobody has seen: that is refused like any mistake.
func reached(id subject.TableID, version uint32, req table.Request) error {
	if version >= req.Expected || req.Expected-version > maxBehind {
		return nil
	}
	return judged{&eventlog.BehindError{Table: id, Want: req.Expected, Have: version}, version}
}

// passed is the refusal of a command in a phase of another service, unless the
// command was accepted in a phase of ours that has passed since.
func (h *Host) passed(ctx context.Context, id subject.TableID, req table.Request, refusal error) error {
	s, _, err := h.ex.Read(ctx, id, 0)
	if err != nil {
		return refusal
	}
	if err := reached(id, s.Version, req); err != nil {
		return err
	}
	if err := h.searched(ctx, id, s, req); err != nil {
		return err
	}
	return refusal
}

// searched finds a command in the log that the state is too young to remember.
func (h *Host) searched(ctx context.Context, id subject.TableID, s table.State, req table.Request) error {
	if !table.MayHaveForgotten(s, req) {
		return nil
	}
	for c, err := range h.o.Log.History(ctx, id, req.Expected) {
		if err != nil {
			return fmt.Errorf("search the log of table %s: %w", id, err)
		}
		commit, err := stored(h.o.Codec, c)
		if err != nil {
			return err
		}
		if v, ok := table.Recognise(commit.State, req); ok {
			return &table.AlreadyAnswered{Version: v}
		}
	}
	return nil
}

// Read is what a commit says: what a host of this process has handed on with it,
// or what is written in it.
func Read(codec *wire.Codec, c eventlog.Commit) (table.Commit, error) {
	if commit, ok := c.Value.(*table.Commit); ok {
		return *commit, nil
	}
	return stored(codec, c)
}

// stored reads a commit of the log.
func stored(codec *wire.Codec, c eventlog.Commit) (table.Commit, error) {
	commit, err := codec.DecodeCommit(c.Body)
	if err != nil { // not wrapped: what is malformed is ours, not the caller's request
		return commit, fmt.Errorf("version %d of table %s: %v", c.Version, c.Table, err) //nolint:errorlint // see above
	}
	return commit, nil
}

// open finds the hidden tiles where a verdict needs them.
func (h *Host) open(ctx context.Context, s table.State) (*table.Hidden, error) {
	if h.o.Opener == nil || s.Phase != table.PhasePlaying {
		return nil, nil
	}
	return h.o.Opener.Open(ctx, s)
}

// State is the state of a table that is at least of version atLeast.
func (h *Host) State(ctx context.Context, id subject.TableID, atLeast uint32) (table.State, error) {
	s, _, err := h.ex.Read(ctx, id, atLeast)
	return s, reject(err)
}

// LastState is the state after the last commit, by a leader read.
func (h *Host) LastState(ctx context.Context, id subject.TableID) (table.State, error) {
	s, _, err := h.ex.ReadLast(ctx, id)
	return s, reject(err)
}

func (h *Host) accepted(ctx context.Context, id subject.TableID, out Outcome) {
	for _, e := range out.Events {
		h.o.Events.Appended(h.o.Codec.EventName(e), 1)
	}
	h.wakeNext(ctx, id, out.State)
}

func (h *Host) now() table.Time { return timeOf(h.o.Now()) }

func timeOf(t time.Time) table.Time { return table.Time(t.UnixMilli()) }
