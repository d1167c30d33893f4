package gateway

import (
	"context"
	"log/slog"
	"net/http"
	"time"

	"connectrpc.com/connect/v2"
	"connectrpc.com/connect/v2/connecthttp"

	"tranca.example/pkg/rpcerr"
	"tranca.example/proto/gen/tranca/api/v1/apiv1connect"
	"tranca.example/services/gateway/internal/limit"
	"tranca.example/services/gateway/internal/refuse"
	"tranca.example/services/gateway/web"
)

// Limits of one request, in bytes.
const (
	maxBody    = 64 << 10
	shortBody  = 4 << 10
	maxHeaders = 16 << 10
)

// worthPacking is from what length on an answer is compressed for a client that
// takes it so, in bytes: most answers are shorter, and would only grow.
const worthPacking = 1 << 10

// door is the HTTP side: routes, limits and headers.
type door struct {
	o     Options
	calls chan struct{}           // a slot for each call in work
	known map[string]connect.Spec // by procedure
	rpc   procedures
	live  http.Handler
	ready func(context.Context) error
	site  *web.Site
	gate  *limit.Gate
	ops   http.Handler // nil: there is no operators' page
}

func newDoor(o Options, server *connect.Server, live http.Handler, ready func(context.Context) error) (*door, error) {
	site, err := web.New()
	if err != nil {
		return nil, err
	}
	gate, err := limit.New(o.Limits, o.Scope.Registerer, o.Now)
	if err != nil {
		return nil, err
	}
	d := &door{
		o: o, live: live, site: site, gate: gate, ready: ready,
		calls: make(chan struct{}, o.MaxCalls), known: map[string]connect.Spec{}, rpc: procedures{},
	}
	connecthttp.Mount(d.rpc, server, connecthttp.WithReadMaxBytes(maxBody), connecthttp.WithCompressMinBytes(worthPacking))
	for spec := range server.Specs() {
		d.known[spec.Procedure] = spec
	}
	return d, nil
}

// procedures are the handlers of calls by path.
type procedures map[string]http.Handler

// Handle implements connecthttp.ServeMux.
func (p procedures) Handle(path string, h http.Handler) { p[path] = h }

// server speaks HTTP/1.1 and HTTP/2 without TLS on one port. Streams have no
// limit of time, so it has none for writing.
func (d *door) server() *http.Server {
	protocols := new(http.Protocols)
	protocols.SetHTTP1(true)
	protocols.SetUnencryptedHTTP2(true)
	s := &http.Server{
		Handler: d.handler(), Protocols: protocols, MaxHeaderBytes: maxHeaders,
		ReadHeaderTimeout: 10 * time.Second, IdleTimeout: 2 * time.Minute,
		ErrorLog: slog.NewLogLogger(d.o.Scope.Logger.Handler(), slog.LevelWarn),
	}
	d.gate.Watch(s)
	return s
}

func (d *door) handler() http.Handler {
	mux := http.NewServeMux()
	mux.Handle("/"+apiv1connect.TableServiceName+"/", http.HandlerFunc(d.call))
	mux.Handle("/"+apiv1connect.OperatorServiceName+"/", http.HandlerFunc(d.call))
	mux.Handle("/"+apiv1connect.LiveServiceName+"/", http.HandlerFunc(d.watch))
	d.tools(mux)
	mux.Handle("GET /v1/stream", d.streaming(d.live))
	mux.Handle("GET /v1/tables/{id}/live", d.streaming(d.live))
	if d.ops != nil {
		mux.Handle("GET /v1/pipeline", d.streaming(d.ops))
	}
	mux.Handle("GET /{$}", front(d.site, newIndex(d.o.Version, d.ops != nil)))
	mux.Handle("GET /assets/", assets(d.site))
	mux.HandleFunc("GET /openapi.json", describe())
	mux.HandleFunc("/", unknown)
	return d.guarded(d.admitting(unequivocal(mux)))
}

// call answers a call of one of the services, if there is a slot for it.
func (d *door) call(w http.ResponseWriter, r *http.Request) {
	if _, ok := d.comesIn(w, r); !ok {
		return
	}
	select {
	case d.calls <- struct{}{}:
		defer func() { <-d.calls }()
		d.rpc[r.URL.Path].ServeHTTP(w, d.gate.Guarded(r))
	default:
		refuse.Write(w, r, rpcerr.New(rpcerr.ReasonOverloaded, "too many calls at once; try again with the same id"))
	}
}

// watch answers a call with a stream, if its client has not too many.
func (d *door) watch(w http.ResponseWriter, r *http.Request) {
	actor, ok := d.comesIn(w, r)
	if !ok {
		return
	}
	done, err := d.gate.Stream(r, actor)
	if err != nil {
		refuse.Write(w, r, err)
		return
	}
	defer done()
	d.rpc[r.URL.Path].ServeHTTP(&patient{w, d.o.Now}, r)
}

// comesIn takes a call in that there is, from an actor who may call now; false: it
// is refused.
func (d *door) comesIn(w http.ResponseWriter, r *http.Request) (limit.Actor, bool) {
	spec, known := d.known[r.URL.Path]
	switch {
	case !known && (r.Method != http.MethodPost || !refuse.RPC(r)):
		unknown(w, r)
		return 0, false
	case !known:
		refuse.Write(w, r, connect.NewError(connect.CodeUnimplemented, "there is no such method"))
		return 0, false
	case !spoken(w, r, spec):
		return 0, false
	}
	if status, err := legible(r); err != nil {
		refuse.WriteAs(w, r, status, err)
		return 0, false
	}
	actor := d.actor(r)
	err := d.gate.Call(actor)
	if err == nil {
		err = d.receive(w, r)
	}
	if err != nil {
		refuse.Write(w, r, err)
		return 0, false
	}
	return actor, true
}

func unknown(w http.ResponseWriter, r *http.Request) {
	refuse.Write(w, r, &rpcerr.Rejection{
		Code: rpcerr.NotFound, Reason: "unknown_path", Message: "there is nothing at this path; GET / lists what is",
	})
}
