package limit

import (
	"fmt"
	"net"
	"net/http"
	"net/netip"
	"slices"
	"strings"
)

// The headers by which proxies tell whom they speak for.
const (
	ForwardedFor = "X-Forwarded-For"
	Forwarded    = "Forwarded" // RFC 7239
)

// Proxies are trusted to tell the address of the client that they speak for, in
// one header: the other one may be the client's own and is not looked at.
type Proxies struct {
	Trusted []netip.Prefix
	Header  string
}

func (p Proxies) validate() error {
	if len(p.Trusted) == 0 || p.Header == ForwardedFor || p.Header == Forwarded {
		return nil
	}
	return fmt.Errorf("header of the trusted proxies %q: want %s or %s", p.Header, ForwardedFor, Forwarded)
}

// ParseProxies reads networks such as 10.0.0.0/8, separated by commas.
func ParseProxies(text string) ([]netip.Prefix, error) {
	var all []netip.Prefix
	for part := range strings.SplitSeq(text, ",") {
		part = strings.TrimSpace(part)
		if part == "" {
			continue
		}
		prefix, err := parsePrefix(part)
		if err != nil {
			return nil, fmt.Errorf("%q: want networks or addresses such as 10.0.0.0/8, separated by commas", part)
		}
		all = append(all, prefix)
	}
	return all, nil
}

func parsePrefix(text string) (netip.Prefix, error) {
	if strings.Contains(text, "/") {
		return netip.ParsePrefix(text)
	}
	addr, err := netip.ParseAddr(text)
	if err != nil {
		return netip.Prefix{}, err
	}
	return netip.PrefixFrom(addr, addr.BitLen()), nil
}

func (p Proxies) trust(a netip.Addr) bool {
	return slices.ContainsFunc(p.Trusted, func(n netip.Prefix) bool { return n.Contains(a) })
}

// client is the address that a request comes from: the peer's, or where that is a
// trusted proxy the nearest address that is none, from the right. What stands
// further left, or behind something that is no address, the client may have made
// up; then it counts as the proxy that told it.
func (p Proxies) client(r *http.Request) netip.Addr {
	at := peer(r.RemoteAddr)
	if len(p.Trusted) == 0 || !p.trust(at) {
		return at
	}
	hops := strings.Split(strings.Join(r.Header.Values(p.Header), ","), ",")
	for _, hop := range slices.Backward(hops) {
		next, ok := p.hop(hop)
		if !ok {
			return at
		}
		if at = next; !p.trust(at) {
			return at
		}
	}
	return at
}

// hop is the address in one element of the header.
func (p Proxies) hop(text string) (netip.Addr, bool) {
	text = strings.TrimSpace(text)
	if p.Header == Forwarded {
		text = forParameter(text)
	}
	if a, err := netip.ParseAddr(strings.Trim(text, "[]")); err == nil {
		return a.Unmap().WithZone(""), true
	}
	a, err := netip.ParseAddrPort(text)
	return a.Addr().Unmap().WithZone(""), err == nil
}

// forParameter is the value of "for" in an element of Forwarded.
func forParameter(element string) string {
	for pair := range strings.SplitSeq(element, ";") {
		name, value, _ := strings.Cut(strings.TrimSpace(pair), "=")
		if strings.EqualFold(name, "for") {
			return strings.Trim(value, `"`)
		}
	}
	return ""
}

// peer is the address at the other end of a connection.
func peer(remote string) netip.Addr {
	host, _, err := net.SplitHostPort(remote)
	if err != nil {
		return netip.Addr{}
	}
	a, err := netip.ParseAddr(host)
	if err != nil {
		return netip.Addr{}
	}
	return a.Unmap().WithZone("")
}

// network is what counts as one client: an IPv6 client has a network of its own.
func network(a netip.Addr) netip.Addr {
	if !a.Is6() {
		return a
	}
	n, err := a.Prefix(64)
	if err != nil {
		return a
	}
	return n.Addr()
}
