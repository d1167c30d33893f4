package limit

import (
	"context"
	"errors"
	"net/http"

	"tranca.example/pkg/rpcerr"
)

type gateKey struct{}

// Guarded is a request that came through the gate.
func (g *Gate) Guarded(r *http.Request) *http.Request {
	if g.tables == nil && g.actors == nil {
		return r
	}
	return r.WithContext(context.WithValue(r.Context(), gateKey{}, g))
}

// Person admits a call of somebody whom an issuer vouches for, whatever token it is
// that he shows now, where the caller came through a gate.
func Person(ctx context.Context, name string) error {
	g, ok := ctx.Value(gateKey{}).(*Gate)
	if !ok {
		return nil
	}
	return g.Call(g.Actor("person " + name))
}

// Command does a command at a table with the limit of that table, where the
// caller came through a gate. What a stranger sends must not keep the table's own
// seats out: only the commands of those who hold a seat are charged to it.
func Command[R any](ctx context.Context, tableID string, do func() (R, error)) (R, error) {
	g, ok := ctx.Value(gateKey{}).(*Gate)
	if !ok || tableID == "" {
		return do()
	}
	if wait := g.tables.wait(tableID, g.now()); wait > 0 {
		var none R
		return none, g.often(rpcerr.ReasonTableRate, g.o.Table, wait)
	}
	reply, err := do()
	if !foreign(err) {
		g.tables.take(tableID, g.now())
	}
	return reply, err
}

// foreign tells whether a command was refused because of who sent it, or because
// there is no such table.
func foreign(err error) bool {
	if err == nil {
		return false
	}
	r, _ := rpcerr.From(err)
	switch r.Code {
	case rpcerr.Unauthenticated, rpcerr.PermissionDenied, rpcerr.NotFound:
		return true
	default:
		return errors.Is(err, context.Canceled)
	}
}
