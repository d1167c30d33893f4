package natsrpc

import (
	"context"
	"fmt"
	"hash/fnv"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/nats-io/nats.go"

	"tranca.example/pkg/subject"
)

// DefaultHeartbeat is the interval of a replica's signs of life.
const DefaultHeartbeat = 500 * time.Millisecond

// suspicion is how long a replica that did not answer is not preferred.
const suspicion = 2 * time.Second

// Prefixes of a heartbeat's body, before the replica's name.
const (
	alive = "+"
	gone  = "-"
)

// Directory knows the live replicas of services from their heartbeats.
type Directory struct {
	nc       *nats.Conn
	now      func() time.Time
	services []subject.Service

	mu       sync.Mutex
	replicas map[subject.Service]map[string]sighting
}

type sighting struct {
	seen    time.Time
	suspect time.Time // not preferred before
}

// NewDirectory makes the directory of some services. Until Run hears them it
// knows no replica, and clients ask any.
func NewDirectory(nc *nats.Conn, now func() time.Time, services ...subject.Service) *Directory {
	d := &Directory{nc: nc, now: now, services: services, replicas: map[subject.Service]map[string]sighting{}}
	for _, s := range services {
		d.replicas[s] = map[string]sighting{}
	}
	return d
}

// Run listens to the heartbeats until ctx ends.
func (d *Directory) Run(ctx context.Context) error {
	var subs []*nats.Subscription
	defer func() {
		for _, sub := range subs {
			_ = sub.Unsubscribe() // fails only when the connection is closed
		}
	}()
	for _, service := range d.services {
		sub, err := d.nc.Subscribe(subject.Heartbeat(service), func(m *nats.Msg) { d.hear(service, string(m.Data)) })
		if err != nil {
			return fmt.Errorf("natsrpc: listen to heartbeats of %s: %w", service, err)
		}
		subs = append(subs, sub)
	}
	<-ctx.Done()
	return nil
}

func (d *Directory) hear(service subject.Service, body string) {
	d.mu.Lock()
	defer d.mu.Unlock()
	if name, ok := strings.CutPrefix(body, alive); ok {
		if _, err := subject.ParseToken(name); err == nil {
			s := d.replicas[service][name]
			s.seen = d.now()
			d.replicas[service][name] = s
		}
	}
	if name, ok := strings.CutPrefix(body, gone); ok {
		delete(d.replicas[service], name)
	}
}

// Prefer returns the live replica with the highest rendezvous hash for key, or
// false when none is known.
func (d *Directory) Prefer(service subject.Service, key string) (subject.Token, bool) {
	return d.preferBut(service, key, nil)
}

// preferBut is Prefer among the replicas that are not in but.
func (d *Directory) preferBut(service subject.Service, key string, but []string) (subject.Token, bool) {
	d.mu.Lock()
	defer d.mu.Unlock()
	now := d.now()
	best, highest := "", uint64(0)
	for name, s := range d.replicas[service] {
		if now.Sub(s.seen) > 4*DefaultHeartbeat {
			delete(d.replicas[service], name)
			continue
		}
		if slices.Contains(but, name) {
			continue
		}
		if score := rendezvous(name, key); !now.Before(s.suspect) && (best == "" || score > highest) {
			best, highest = name, score
		}
	}
	token, err := subject.ParseToken(best)
	return token, err == nil
}

// Live counts the replicas of each service that gave a sign of life lately.
func (d *Directory) Live() map[subject.Service]int {
	d.mu.Lock()
	defer d.mu.Unlock()
	now, live := d.now(), make(map[subject.Service]int, len(d.services))
	for _, service := range d.services {
		live[service] = 0
		for _, s := range d.replicas[service] {
			if now.Sub(s.seen) <= 4*DefaultHeartbeat {
				live[service]++
			}
		}
	}
	return live
}

// Drop forgets a replica until its next sign of life.
func (d *Directory) Drop(service subject.Service, replica subject.Token) {
	d.mu.Lock()
	defer d.mu.Unlock()
	delete(d.replicas[service], replica.String())
}

// Suspect makes a replica not preferred for a while.
func (d *Directory) Suspect(service subject.Service, replica subject.Token) {
	d.mu.Lock()
	defer d.mu.Unlock()
	if s, ok := d.replicas[service][replica.String()]; ok {
		s.suspect = d.now().Add(suspicion)
		d.replicas[service][replica.String()] = s
	}
}

// rendezvous scores a pair. FNV alone is weak in its high bits, hence the
// finaliser of splitmix64.
func rendezvous(replica, key string) uint64 {
	h := fnv.New64a()
	_, _ = h.Write([]byte(replica + "\x00" + key)) // never fails
	x := h.Sum64()
	x = (x ^ x>>30) * 0xbf58476d1ce4e5b9
	x = (x ^ x>>27) * 0x94d049bb133111eb
	return x ^ x>>31
}
