package pipeline

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"net/http"
	"strings"
	"time"

	"github.com/nats-io/nats.go/jetstream"

	"tranca.example/pkg/inbox"
	"tranca.example/pkg/loopback"
	"tranca.example/pkg/subject"
	"tranca.example/services/e2e/harness"
	"tranca.example/services/e2e/load"
)

// BareProgram is the package of the bare prototype, in the services' module.
const BareProgram = "./e2e/cmd/bare"

// What the bare prototype is given: its stream, the subject of its requests, how long
// an answer may take, the weight of a request, and how many read its log: as many as
// there are projections.
const (
	bareName    = "bare"
	bareStream  = "BARE"
	bareAsk     = "bare.ask"
	bareLimit   = 10 * time.Second
	bareRequest = 200
	bareReaders = 3
)

// bare is the prototype on the servers of a rig, for one door.
type bare struct {
	r     *rig
	parts map[string]*harness.Process
	url   string                                       // of its HTTP; "" over NATS
	ask   func(ctx context.Context, body []byte) error // one request
}

// bareMoves measures the least that a platform of this shape does at a door, with
// messages of the sizes that moves had there.
func (r *rig) bareMoves(door string, tables, body int, of Moves) Moves {
	r.t.Helper()
	ctx, cancel := context.WithCancel(r.t.Context())
	defer cancel()
	b := r.startBare(door, tables, body, of)
	defer b.end()
	conn := r.gateway()
	defer conn.Close()
	watcher := load.Live(conn)
	if of.Viewers > 0 {
		watcher = load.NewAudience(b.url, of.Viewers)
	}
	all := make([]bareTable, tables)
	r.each(tables, func(i int) (err error) {
		all[i], err = b.open(ctx, watcher, i)
		return err
	})
	next := func(i int) (bool, error) { return true, all[i].next(ctx, b.ask) }
	_ = r.sample(tables, r.warming(), next)
	m := r.cost(b.programs(), func() load.Sample { return r.sample(tables, r.o.Time, next) })
	m.Viewers, m.Event = of.Viewers, of.Event
	return m
}

// startBare starts it with a stream of its own, which is kept as that of commits is.
func (r *rig) startBare(door string, tables, body int, of Moves) *bare {
	r.t.Helper()
	r.likeCommits(bareStream, bareStream+".*.ev", subject.LiveDestination(0))
	b := &bare{r: r, parts: map[string]*harness.Process{}}
	sizes := []string{"--stream", bareStream, "--ask", bareAsk, "--body", fmt.Sprint(body), "--event", fmt.Sprint(int(of.Event))}
	b.start("answer", "answer", sizes)
	for i := range bareReaders {
		b.start(fmt.Sprint("read-", i), "read", sizes)
	}
	if door == OverHTTP {
		b.url = b.start("serve", "serve", sizes)
		b.ask = b.overHTTP(tables)
	} else {
		b.ask = b.overNATS()
	}
	harness.Eventually(r.t, bareLimit, "servers have told each other who answers", func() bool {
		return b.ask(r.t.Context(), []byte("nobody")) == nil
	})
	return b
}

func (b *bare) overNATS() func(ctx context.Context, body []byte) error {
	b.r.t.Helper()
	box, err := inbox.New(b.r.admin)
	if err != nil {
		b.r.t.Fatal(err)
	}
	return func(ctx context.Context, body []byte) error {
		_, err := box.Ask(ctx, bareAsk, nil, body, bareLimit)
		return err
	}
}

// start starts one program and returns its URL.
func (b *bare) start(name, what string, args []string) string {
	b.r.t.Helper()
	const user = "admin"
	addr := loopback.Addr(b.r.t)
	env := []string{"NATS_URL=" + b.r.broker.Servers(), "NATS_USER=" + user, "NATS_PASSWORD=" + b.r.broker.Password(user)}
	b.parts[name] = b.r.programs.Start(b.r.t, bareName, env, "http://"+addr+"/readyz", append([]string{what, "--addr", addr}, args...)...)
	return "http://" + addr
}

func (b *bare) overHTTP(calls int) func(ctx context.Context, body []byte) error {
	client := &http.Client{Transport: &http.Transport{MaxIdleConnsPerHost: calls}, Timeout: bareLimit}
	return func(ctx context.Context, body []byte) error {
		req, err := http.NewRequestWithContext(ctx, http.MethodPost, b.url+"/", bytes.NewReader(body))
		if err != nil {
			return err
		}
		res, err := client.Do(req)
		if err != nil {
			return err
		}
		defer func() { _ = res.Body.Close() }()
		answer, err := io.ReadAll(res.Body)
		if err == nil && res.StatusCode != http.StatusOK {
			err = fmt.Errorf("%s: %s", res.Status, answer)
		}
		return err
	}
}

// programs are the ids of all that have to do with its moves.
func (b *bare) programs() map[string]int {
	all := b.r.servers()
	for name, p := range b.parts {
		all[name] = p.PID()
	}
	return all
}

// end takes it away again.
func (b *bare) end() {
	b.r.t.Helper()
	for _, p := range b.parts {
		p.Kill()
	}
	if err := b.r.js.DeleteStream(b.r.t.Context(), bareStream); err != nil {
		b.r.t.Error(err)
	}
}

// bareTable is a table of which nothing is known but its name.
type bareTable struct {
	request []byte
	feed    load.Feed
}

func (b *bare) open(ctx context.Context, watcher load.Watcher, n int) (bareTable, error) {
	id, err := subject.NewTableID(0, [10]byte{0: 0xba, 1: byte(n), 2: byte(n >> 8)}) //nolint:gosec // the low bytes
	if err != nil {
		return bareTable{}, err
	}
	feed, err := watcher.Watch(ctx, id.String())
	request := id.String() + " "
	return bareTable{[]byte(request + strings.Repeat("x", bareRequest-len(request))), feed}, err
}

// next takes in what was pushed, as who plays does, and asks once.
func (t bareTable) next(ctx context.Context, ask func(context.Context, []byte) error) error {
	for t.feed.Waiting() {
		if _, err := t.feed.Next(ctx); err != nil {
			return err
		}
	}
	return ask(ctx, t.request)
}

// likeCommits makes a stream that is kept as the stream of commits is, for messages
// that are none.
func (r *rig) likeCommits(name, subjects, live string) {
	r.t.Helper()
	for _, c := range r.streams() {
		if c.Name != subject.GameStream(0) {
			continue
		}
		c.Name, c.Subjects, c.RePublish = name, []string{subjects}, &jetstream.RePublish{Source: subjects, Destination: live}
		if _, err := r.js.CreateStream(r.t.Context(), c); err != nil {
			r.t.Fatal(err)
		}
	}
}
