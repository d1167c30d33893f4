package gateway_test

import (
	"bytes"
	"context"
	"crypto/rand"
	"crypto/sha256"
	"encoding/json"
	"fmt"
	"io"
	"log/slog"
	"maps"
	"net/http"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/prometheus/client_golang/prometheus"
	sdktrace "go.opentelemetry.io/otel/sdk/trace"
	"go.opentelemetry.io/otel/sdk/trace/tracetest"
	"google.golang.org/protobuf/reflect/protoreflect"

	"tranca.example/pkg/domino/deal"
	"tranca.example/pkg/eventlog"
	"tranca.example/pkg/eventlog/jetstream"
	"tranca.example/pkg/lifecycle"
	"tranca.example/pkg/natsboot"
	"tranca.example/pkg/natsboot/natstest"
	"tranca.example/pkg/replica"
	"tranca.example/pkg/subject"
	"tranca.example/pkg/table"
	"tranca.example/pkg/tablehost"
	"tranca.example/pkg/telemetry"
	"tranca.example/pkg/telemetry/logtest"
	"tranca.example/pkg/token"
	"tranca.example/pkg/wire"
	apiv1 "tranca.example/proto/gen/tranca/api/v1"
	"tranca.example/services/gateway"
)

// world is a broker, one replica of each owner of a phase, and a gateway that
// is asked over HTTP as clients do.
type world struct {
	t      *testing.T
	broker *natsboot.Server
	url    string
	client *http.Client
	logged *logtest.Lines
	spans  *tracetest.SpanRecorder
	ids    int
	opts   gateway.Options
	shelf  *shelf
	stop   func()
	stops  map[table.Service]func()
	// commits counts what was appended to the log.
	commits atomic.Int64
}

func newWorld(t *testing.T, change ...func(*gateway.Options)) *world {
	t.Helper()
	w := &world{t: t, broker: natstest.Start(t), logged: &logtest.Lines{}, client: conforming(t), spans: tracetest.NewSpanRecorder(), shelf: newShelf(), stops: map[table.Service]func(){}}
	deals := &deals{root: deal.Seed{4, 2}}
	w.owner(table.Lobby, nil, func(h *tablehost.Host) tablehost.Asker { return opens{h, w.shelf} }, nil)
	w.owner(table.Dealer, nil, nil, deals.plan)
	w.owner(table.Rules, deals, nil, nil)
	w.owner(table.Scoring, nil, func(*tablehost.Host) tablehost.Asker { return ladder{} }, nil)
	w.opts = gateway.DefaultOptions(w.env("gateway"))
	w.opts.Addr = "127.0.0.1:0"
	w.opts.Table = table.Options{BotPolicy: "greedy"}
	w.opts.Poll, w.opts.Heartbeat, w.opts.Away = 100*time.Millisecond, 200*time.Millisecond, 150*time.Millisecond
	for _, c := range change {
		c(&w.opts)
	}
	w.start()
	return w
}

// start runs the gateway, at the same address as the one before.
func (w *world) start() {
	w.t.Helper()
	g, err := gateway.New(w.opts)
	if err != nil {
		w.t.Fatal(err)
	}
	w.opts.Addr = g.Addr().String()
	w.url = "http://" + w.opts.Addr
	w.stop = w.run(g.Units()...)
	if err := g.Ready(w.t.Context()); err != nil {
		w.t.Fatal(err)
	}
}

func (w *world) env(user string) replica.Env {
	w.t.Helper()
	name, err := subject.ParseToken("r1")
	if err != nil {
		w.t.Fatal(err)
	}
	env := replica.Env{
		Conn: natstest.Connect(w.t, w.broker, user), Name: name, Shards: []subject.Shard{0},
		Scope: telemetry.Scope{
			Logger:     slog.New(slog.NewTextHandler(w.logged, nil)),
			Tracer:     sdktrace.NewTracerProvider(sdktrace.WithSpanProcessor(w.spans)).Tracer("test"),
			Registerer: prometheus.NewRegistry(),
		},
		Now: time.Now, Random: rand.Reader,
		Appended: func(eventlog.Commit) { w.commits.Add(1) },
	}
	if env.Authority, err = token.NewAuthority([]byte(strings.Repeat("a", token.MinKey))); err != nil {
		w.t.Fatal(err)
	}
	if user != "gateway" {
		if env.Keys, err = token.NewKeys([]byte(strings.Repeat("k", token.MinKey))); err != nil {
			w.t.Fatal(err)
		}
	}
	return env
}

// owner runs one replica of a service that owns phases.
func (w *world) owner(service table.Service, opener tablehost.Opener, asker func(*tablehost.Host) tablehost.Asker, plan tablehost.Plan) {
	w.t.Helper()
	owner, err := replica.NewOwner(w.env(string(service)), service, opener)
	if err != nil {
		w.t.Fatal(err)
	}
	var asks tablehost.Asker
	if asker != nil {
		asks = asker(owner.Host)
	}
	w.stops[service] = w.run(owner.Serve(asks), owner.Wakes(func(ctx context.Context, id subject.TableID, version uint32) error {
		return owner.Host.React(ctx, id, version, plan)
	}))
}

// run runs units until the test ends or they are stopped.
func (w *world) run(units ...lifecycle.Unit) (stop func()) {
	ctx, cancel := context.WithCancel(context.Background())
	done := make(chan error, 1)
	go func() { done <- lifecycle.Run(ctx, units...) }()
	stop = sync.OnceFunc(func() {
		cancel()
		if err := <-done; err != nil {
			w.t.Error(err)
		}
	})
	w.t.Cleanup(stop)
	return stop
}

// deals deals every match from one root, and opens what it dealt.
type deals struct{ root deal.Seed }

func (d *deals) Open(_ context.Context, s table.State) (*table.Hidden, error) {
	seed, err := deal.RoundSeed(d.root, s.Round.Dealt.Round)
	if err != nil {
		return nil, err
	}
	return table.OpenRound(s, seed)
}

func (d *deals) plan(_ context.Context, s table.State, due table.Due) (table.Command, error) {
	if due.Task == table.TaskCommitDeal {
		return table.CommitDeal{Tip: table.Hash(deal.Tip(d.root)), Entropy: "crypto"}, nil
	}
	c, _, err := table.PlanRound(s, d.root)
	return c, err
}

// shelf is the list of tables, as a test wants it.
type shelf struct {
	mu   sync.Mutex
	list []table.State
}

func newShelf() *shelf { return &shelf{list: []table.State{shelved('a', 3)}} }

// shelved is a table in the list.
func shelved(letter byte, version uint32) table.State {
	return table.State{ID: "0-" + strings.Repeat(string(letter), 16), Version: version, Phase: table.PhaseOpen}
}

func (s *shelf) put(list ...table.State) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.list = list
}

// unlisted is a table that is private.
func unlisted(s table.State) table.State {
	s.Options.Private = true
	return s
}

func (s *shelf) get(private bool) (list []table.State) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, one := range s.list {
		if one.Options.Private == private {
			list = append(list, one)
		}
	}
	return list
}

// opens makes tables: the id of one follows from the id of its command.
type opens struct {
	host  *tablehost.Host
	shelf *shelf
}

func (o opens) Ask(ctx context.Context, r wire.Request) (wire.Reply, bool, error) {
	if q, ok := r.Query.(wire.ListTables); ok {
		return wire.Reply{Seat: -1, Tables: o.shelf.get(q.Private), NextPage: "more"}, true, nil
	}
	open, ok := r.Command.(table.OpenTable)
	if !ok {
		return wire.Reply{}, false, nil
	}
	hash := sha256.Sum256(r.ID[:])
	id, err := subject.NewTableID(0, [10]byte(hash[:10]))
	if err != nil {
		return wire.Reply{}, true, err
	}
	open.ID, r.TableID = id.String(), id.String()
	r.Command = open
	reply, err := o.host.Command(ctx, r)
	return reply, true, err
}

type ladder struct{}

func (ladder) Ask(_ context.Context, r wire.Request) (wire.Reply, bool, error) {
	_, ok := r.Query.(wire.ListStandings)
	return wire.Reply{Seat: -1, Standings: []wire.PlayerStanding{{Rank: 1, Player: "ada", Matches: 2, Wins: 1, Points: -7}}}, ok, nil
}

// object is a JSON object.
type object = map[string]any

// at finds a value by its path, such as "table.seats.0.player".
func at(v any, path string) any {
	for name := range strings.SplitSeq(path, ".") {
		switch in := v.(type) {
		case map[string]any:
			v = in[name]
		case []any:
			var i int
			if _, err := fmt.Sscan(name, &i); err != nil || i >= len(in) {
				return nil
			}
			v = in[i]
		default:
			return nil
		}
	}
	return v
}

// who is who calls: headers by name.
type who map[string]string

func seat(token any) who { return who{"Authorization": fmt.Sprint("Bearer ", token)} }

func key(letter string) who {
	return who{"Tranca-Player-Key": strings.Repeat(letter, token.MinPlayerKey)}
}

// post sends a call as curl does and returns status and JSON.
func (w *world) post(method string, by who, body any) (int, object) {
	w.t.Helper()
	raw, ok := body.([]byte)
	if !ok {
		var err error
		if raw, err = json.Marshal(body); err != nil {
			w.t.Fatal(err)
		}
	}
	by2 := who{"Content-Type": "application/json"}
	maps.Copy(by2, by)
	return w.send(http.MethodPost, "/tranca.api.v1."+serviceOf(method)+"/"+method, by2, bytes.NewReader(raw))
}

// serviceOf is the service with a method: operators' where that is one of theirs.
func serviceOf(method string) string {
	operators := apiv1.File_tranca_api_v1_operator_service_proto.Services().Get(0)
	if operators.Methods().ByName(protoreflect.Name(method)) != nil {
		return string(operators.Name())
	}
	return "TableService"
}

func (w *world) send(verb, path string, by who, body io.Reader) (int, object) {
	w.t.Helper()
	response := w.do(verb, path, by, body)
	defer response.Body.Close()
	raw, err := io.ReadAll(response.Body)
	if err != nil {
		w.t.Fatal(err)
	}
	out := object{}
	if len(raw) > 0 && json.Unmarshal(raw, &out) != nil {
		out["text"] = string(raw)
	}
	return response.StatusCode, out
}

func (w *world) do(verb, path string, by who, body io.Reader) *http.Response {
	w.t.Helper()
	r, err := http.NewRequestWithContext(w.t.Context(), verb, w.url+path, body)
	if err != nil {
		w.t.Fatal(err)
	}
	for name, value := range by {
		r.Header.Set(name, value)
	}
	response, err := w.client.Do(r)
	if err != nil {
		w.t.Fatal(err)
	}
	return response
}

// must sends a call that has to work.
func (w *world) must(method string, by who, body object) object {
	w.t.Helper()
	status, out := w.post(method, by, body)
	if status != http.StatusOK {
		w.t.Fatalf("%s: %d %v", method, status, out)
	}
	return out
}

// command adds a fresh id to the fields of a command.
func (w *world) command(fields object) object {
	w.ids++
	out := object{"commandId": fmt.Sprintf("%08x-0000-4000-8000-%012x", w.ids, w.ids)}
	maps.Copy(out, fields)
	return out
}

// match is a table whose match is about to begin, with the token of each seat.
type match struct {
	w      *world
	id     string
	tokens []any
}

// open makes a table and seats somebody on every seat.
func (w *world) open(preset string, seats int) *match {
	w.t.Helper()
	return w.openWith(object{"preset": preset}, seats)
}

// openWith is open with whatever else a table has.
func (w *world) openWith(settings object, seats int) *match {
	w.t.Helper()
	m := &match{w: w}
	m.id, _ = w.must("OpenTable", key("a"), w.command(settings))["tableId"].(string)
	for i := range seats {
		name := string(rune('a' + i))
		out := w.must("Sit", key(name), w.command(object{"tableId": m.id, "seat": i, "player": "p" + name}))
		m.tokens = append(m.tokens, out["seatToken"])
	}
	return m
}

// begin makes all ready and waits for the first deal.
func (m *match) begin() *match {
	m.w.t.Helper()
	for _, t := range m.tokens {
		m.w.must("Ready", seat(t), m.w.command(object{"tableId": m.id}))
	}
	return m.wait("playing")
}

// wait waits until the table is in a phase.
func (m *match) wait(phase string) *match {
	m.w.t.Helper()
	eventually(m.w.t, "phase "+phase, func() bool { return at(m.table(), "phase") == phase })
	return m
}

func (m *match) table() any {
	m.w.t.Helper()
	return m.w.must("GetTable", nil, object{"tableId": m.id})["table"]
}

// view is what a seat sees.
func (m *match) view(i int) any {
	m.w.t.Helper()
	return m.w.must("GetSeat", seat(m.tokens[i]), object{"tableId": m.id})["seat"]
}

// move does the first thing that the seat on turn may do; false when no round runs.
func (m *match) move() bool {
	m.w.t.Helper()
	return m.moveOf(object{"table": m.table()})
}

// moveOf does what the seat on turn may do first in the view of another one.
func (m *match) moveOf(view any) bool {
	m.w.t.Helper()
	turn, ok := at(view, "table.round.turn").(float64)
	if !ok {
		return false
	}
	v := m.view(int(turn))
	fields := object{"tableId": m.id, "expectedVersion": at(v, "table.version")}
	method := "Pass"
	if play, ok := at(v, "moves.plays.0").(object); ok {
		method = "Play"
		maps.Copy(fields, play)
	} else if at(v, "moves.mayDraw") == true {
		method = "Draw"
	}
	m.w.must(method, seat(m.tokens[int(turn)]), m.w.command(fields))
	return true
}

func eventually(t *testing.T, what string, holds func() bool) {
	t.Helper()
	for deadline := time.Now().Add(60 * time.Second); time.Now().Before(deadline); time.Sleep(5 * time.Millisecond) {
		if holds() {
			return
		}
	}
	t.Fatal("never came true: " + what)
}

// spoil appends a commit as it is.
func (w *world) spoil(tableID string, c eventlog.Commit) {
	w.t.Helper()
	log, err := jetstream.New(natstest.Connect(w.t, w.broker, c.Writer), 0)
	if err != nil {
		w.t.Fatal(err)
	}
	if c.Table, err = subject.ParseTableID(tableID); err != nil {
		w.t.Fatal(err)
	}
	last, err := log.Last(w.t.Context(), c.Table)
	if err != nil {
		w.t.Fatal(err)
	}
	c.Version = last.Version + 1
	if _, err := log.Append(w.t.Context(), c, last.Seq); err != nil {
		w.t.Fatal(err)
	}
}
