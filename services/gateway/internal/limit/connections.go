package limit

import (
	"context"
	"net"
	"net/http"
	"net/netip"
	"sync"

	"tranca.example/pkg/rpcerr"
)

// slack is how many connections beyond the limit are told why they are refused;
// further ones are closed.
const slack = 64

// connections counts those that are open.
type connections struct {
	o    Options
	each *held[netip.Addr]
	mu   sync.Mutex
	open map[net.Conn]netip.Addr // the address that it is charged to, if any
}

func newConnections(o Options) *connections {
	return &connections{o: o, each: newHeld[netip.Addr](o.AddressConnections), open: map[net.Conn]netip.Addr{}}
}

type overKey struct{}

// Overdrawn tells whether a request came over a connection that is one too many:
// it is to be closed.
func Overdrawn(ctx context.Context) bool { return overdrawn(ctx) != "" }

// overdrawn is the reason why a connection is one too many, or "".
func overdrawn(ctx context.Context) string {
	reason, _ := ctx.Value(overKey{}).(string)
	return reason
}

func (c *connections) most(reason string) int {
	if reason == rpcerr.ReasonAddressConnections {
		return c.o.AddressConnections
	}
	return c.o.Connections
}

// Watch makes a server count its connections. One that is taken over from the
// server is not counted any more: it is a stream.
func (g *Gate) Watch(s *http.Server) {
	c := g.connections
	s.ConnContext = func(ctx context.Context, conn net.Conn) context.Context {
		reason := c.add(conn)
		if reason == "" {
			return ctx
		}
		return context.WithValue(ctx, overKey{}, reason)
	}
	s.ConnState = func(conn net.Conn, state http.ConnState) {
		if state == http.StateClosed || state == http.StateHijacked {
			c.remove(conn)
		}
	}
}

// add counts a connection and tells why it is one too many.
func (c *connections) add(conn net.Conn) (reason string) {
	from := peer(conn.RemoteAddr().String())
	c.mu.Lock()
	n := len(c.open)
	c.open[conn] = netip.Addr{}
	c.mu.Unlock()
	if most := c.o.Connections; most > 0 && n >= most {
		if n >= most+slack {
			_ = conn.Close() // the server finds it closed
		}
		return rpcerr.ReasonConnections
	}
	if c.o.Proxies.trust(from) {
		return ""
	}
	from = network(from)
	if !c.each.take(from) {
		return rpcerr.ReasonAddressConnections
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	c.open[conn] = from
	return ""
}

func (c *connections) remove(conn net.Conn) {
	c.mu.Lock()
	from, ok := c.open[conn]
	delete(c.open, conn)
	c.mu.Unlock()
	if ok && from.IsValid() {
		c.each.give(from)
	}
}
