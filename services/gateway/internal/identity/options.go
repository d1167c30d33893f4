package identity

import (
	"cmp"
	"errors"
	"fmt"
	"net"
	"net/http"
	"net/netip"
	"net/url"
	"time"
)

// Options describe a verifier. Without an issuer there is nothing to verify.
type Options struct {
	// Issuers are the URLs of those who are trusted, exactly as their tokens name
	// them.
	Issuers []string
	// Audience is what a token must be meant for.
	Audience string
	// RoleClaim is the claim of a token that names the role; "": DefaultRoleClaim.
	RoleClaim string
	// Key makes pseudonyms; at least MinKey bytes, and the same for all gateways
	// and as long as the seats of players are to be theirs.
	Key []byte
	// Client asks issuers; nil: one that follows no redirect.
	Client *http.Client
	Now    func() time.Time
}

// MinKey is the least length of the key of pseudonyms, in bytes.
const MinKey = 32

// Validate joins every complaint.
func (o Options) Validate() error {
	if len(o.Issuers) == 0 {
		return nil
	}
	var all []error
	for _, issuer := range o.Issuers {
		all = append(all, checkURL("issuer", issuer))
	}
	if o.Audience == "" {
		all = append(all, errors.New("no audience: want what the issuer puts into aud of tokens for this server"))
	}
	if len(o.Key) < MinKey {
		all = append(all, fmt.Errorf("key of pseudonyms of %d bytes: want at least %d", len(o.Key), MinKey))
	}
	return errors.Join(all...)
}

func (o Options) roleClaim() string { return cmp.Or(o.RoleClaim, DefaultRoleClaim) }

// checkURL wants TLS, but for what does not leave this machine.
func checkURL(what, text string) error {
	u, err := url.Parse(text)
	if err == nil && u.Host != "" && u.User == nil && u.Fragment == "" && u.RawQuery == "" &&
		(u.Scheme == "https" || u.Scheme == "http" && loopback(u)) {
		return nil
	}
	return fmt.Errorf("%s %q: want a URL with https, or with http on a loopback address, without user, query and fragment", what, text)
}

// Loopback lists the issuers that answer on this machine alone: whoever runs a
// program here can be one.
func (o Options) Loopback() []string {
	var all []string
	for _, issuer := range o.Issuers {
		if u, err := url.Parse(issuer); err == nil && loopback(u) {
			all = append(all, issuer)
		}
	}
	return all
}

func loopback(u *url.URL) bool { return LoopbackHost(u.Hostname()) }

// LoopbackHost tells whether a host is this machine and nothing else.
func LoopbackHost(host string) bool {
	a, err := netip.ParseAddr(host)
	return host == "localhost" || err == nil && a.IsLoopback()
}

// LoopbackAddr tells whether only this machine reaches who listens there.
func LoopbackAddr(a net.Addr) bool {
	host, _, err := net.SplitHostPort(a.String())
	return a.Network() == "unix" || err == nil && LoopbackHost(host)
}
