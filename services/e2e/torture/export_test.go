package torture

import (
	"context"
	"testing"
)

// Network is a network for tests of it.
type Network struct{ *network }

// NewNetwork makes one.
func NewNetwork(tb testing.TB) Network {
	tb.Helper()
	return Network{newNetwork(tb)}
}

// Link is a new way from a replica to an address.
func (n Network) Link(replica, peer, addr string) string { return n.link(replica, peer, addr) }

// Spoil begins a fault.
func (n Network) Spoil(f Fault) error { return n.spoil(f) }

// Heal ends it.
func (n Network) Heal(ctx context.Context, f Fault) error { return n.heal(ctx, f) }

// Replace makes another link of each between a replica and a peer.
func (n Network) Replace(replica, peer string) error {
	links := n.links[replica+" "+peer]
	for i, old := range links {
		fresh, err := n.replace(old)
		if err != nil {
			return err
		}
		links[i] = fresh
	}
	return nil
}
