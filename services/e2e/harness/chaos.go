package harness

import (
	"os"
	"slices"
	"strings"
	"syscall"
	"time"

	"github.com/nats-io/nats.go/jetstream"

	"tranca.example/pkg/subject"
)

// DeleteConsumers deletes every consumer of the stream and tells how many.
func (a *Account) DeleteConsumers(stream string) int {
	a.tb.Helper()
	_, js := a.Admin()
	s, err := js.Stream(a.tb.Context(), stream)
	if err != nil {
		a.tb.Fatal(err)
	}
	list, deleted := s.ConsumerNames(a.tb.Context()), 0
	for name := range list.Name() {
		if err := s.DeleteConsumer(a.tb.Context(), name); err == nil { // an ordered one may be gone by itself
			deleted++
		}
	}
	if err := list.Err(); err != nil {
		a.tb.Fatal(err)
	}
	return deleted
}

// WipeTimers removes every schedule and firing.
func (a *Account) WipeTimers() {
	a.tb.Helper()
	_, js := a.Admin()
	s, err := js.Stream(a.tb.Context(), subject.TimersStream)
	if err != nil {
		a.tb.Fatal(err)
	}
	if err := s.Purge(a.tb.Context()); err != nil {
		a.tb.Fatal(err)
	}
}

// DropWakes takes from all users the right to send wakes for so long: the server
// drops them without the sender noticing.
func (n *NATS) DropWakes(d time.Duration) {
	n.Process.tb.Helper()
	before, err := os.ReadFile(n.config)
	if err != nil {
		n.Process.tb.Fatal(err)
	}
	without := strings.ReplaceAll(string(before), `"wake.*"`, `"nowhere"`)
	if without == string(before) {
		n.Process.tb.Fatal("no user has the right to send wakes")
	}
	n.reload([]byte(without))
	time.Sleep(d)
	n.reload(before)
}

func (n *NATS) reload(config []byte) {
	n.Process.tb.Helper()
	if err := os.WriteFile(n.config, config, 0o600); err != nil {
		n.Process.tb.Fatal(err)
	}
	reloads := strings.Count(n.Log(), "Reloaded server configuration")
	if err := n.cmd.Process.Signal(syscall.SIGHUP); err != nil {
		n.Process.tb.Fatal(err)
	}
	Eventually(n.Process.tb, startLimit, "the server has read its configuration again", func() bool {
		return strings.Count(n.Log(), "Reloaded server configuration") > reloads
	})
}

// Message is one message of a stream.
type Message struct {
	Subject string
	Data    []byte
}

// Stored are all messages of a stream, which an administrator may read.
func (a *Account) Stored(stream string) []Message {
	a.tb.Helper()
	_, js := a.Admin()
	s, err := js.Stream(a.tb.Context(), stream)
	if err != nil {
		a.tb.Fatal(err)
	}
	c, err := s.OrderedConsumer(a.tb.Context(), jetstream.OrderedConsumerConfig{})
	if err != nil {
		a.tb.Fatal(err)
	}
	var all []Message
	for left := int(s.CachedInfo().State.Msgs); left > 0; { //nolint:gosec // few
		batch, err := c.Fetch(left, jetstream.FetchMaxWait(startLimit))
		if err != nil {
			a.tb.Fatal(err)
		}
		for m := range batch.Messages() {
			all = append(all, Message{m.Subject(), slices.Clone(m.Data())})
			left--
		}
		if err := batch.Error(); err != nil {
			a.tb.Fatal(err)
		}
	}
	return all
}
