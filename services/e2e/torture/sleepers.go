package torture

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"sync"
	"time"

	"github.com/google/uuid"

	"tranca.example/pkg/client"
	apiv1 "tranca.example/proto/gen/tranca/api/v1"
	"tranca.example/services/e2e/checker"
)

// lookEvery is how often a sleeper's table is looked at.
const lookEvery = 500 * time.Millisecond

// sleepers sit at tables and never move: clocks and bots alone bring these on.
type sleepers struct {
	plain   bool // no time banks
	clients []*client.Client
	group   sync.WaitGroup
	mu      sync.Mutex
	acks    []checker.Ack
	tables  int
	errs    []error
}

func newSleepers(servers []string, plain bool) (*sleepers, error) {
	s := &sleepers{plain: plain}
	for _, server := range servers {
		transport, err := client.HTTP(server, 16)
		if err != nil {
			return nil, err
		}
		c, err := client.New(client.Options{Transport: transport, Random: rand.Reader, Deadline: stuck}) //nolint:forbidigo // of the tests themselves
		if err != nil {
			return nil, err
		}
		s.clients = append(s.clients, c)
	}
	return s, nil
}

// begin lets so many sleepers sit at one table after the other until stop is
// closed.
func (s *sleepers) begin(ctx context.Context, n int, stop <-chan struct{}) {
	for i := range n {
		s.group.Go(func() {
			for {
				select {
				case <-stop:
					return
				default:
				}
				if err := s.sleep(ctx, s.clients[i%len(s.clients)]); err != nil {
					s.failed(err)
					return
				}
			}
		})
	}
}

func (s *sleepers) failed(err error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.errs = append(s.errs, fmt.Errorf("sleeper: %w", err))
}

// sleep opens a table with bots, and returns when its match has finished.
func (s *sleepers) sleep(ctx context.Context, c *client.Client) error {
	p := c.Player("sleeper-" + uuid.NewString())
	open := &apiv1.OpenTableRequest{
		CommandId: uuid.NewString(), Preset: "latin.pairs", Knobs: map[string]string{"rounds": "2", "target": "0"},
		Options: &apiv1.Options{
			TurnLimitMs: new(uint32(300)), FirstMoveMs: new(uint32(400)), TimeBankMs: new(uint32(700)), IncrementMs: new(uint32(1)),
			IntermissionMs: new(uint32(200)), BotThinkingMs: new(uint32(20)),
		},
	}
	if s.plain {
		open.Options.FirstMoveMs, open.Options.TimeBankMs, open.Options.IncrementMs = nil, nil, nil
	}
	r, err := p.Open(ctx, open)
	if err != nil {
		return fmt.Errorf("open: %w", err)
	}
	id := r.GetTableId()
	s.acked(id, open.GetCommandId(), "open", r.GetVersion())
	sit := &apiv1.SitRequest{CommandId: uuid.NewString(), TableId: id, Seat: new(uint32), Player: "sleeper"}
	seat, err := p.Sit(ctx, sit)
	if err != nil {
		return fmt.Errorf("table %s: sit: %w", id, err)
	}
	s.acked(id, sit.GetCommandId(), "sit", seat.Version())
	for n := range uint32(3) {
		add := &apiv1.AddBotRequest{CommandId: uuid.NewString(), TableId: id, Seat: new(n + 1), Policy: "heuristic"}
		bot, err := p.AddBot(ctx, add)
		if err != nil {
			return fmt.Errorf("table %s: add a bot: %w", id, err)
		}
		s.acked(id, add.GetCommandId(), "add bot", bot.GetVersion())
	}
	ready := client.Command{ID: uuid.NewString()}
	version, err := seat.Ready(ctx, ready, "")
	if err != nil {
		return fmt.Errorf("table %s: ready: %w", id, err)
	}
	s.acked(id, ready.ID, "ready", version)
	return ended(ctx, c, id)
}

func (s *sleepers) acked(id, command, kind string, version uint32) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if kind == "open" {
		s.tables++
	}
	s.acks = append(s.acks, checker.Ack{Table: id, Command: command, Kind: kind, Version: version})
}

// ended waits for the end of the match, for as long as it gets on.
func ended(ctx context.Context, c *client.Client, id string) error {
	version, idle := uint32(0), 0
	for {
		t, err := c.Table(ctx, id, 0)
		if err != nil {
			return fmt.Errorf("table %s: %w", id, err)
		}
		if t.GetPhase() == finished {
			return nil
		}
		if idle++; t.GetVersion() > version {
			version, idle = t.GetVersion(), 0
		}
		if time.Duration(idle)*lookEvery > stuck {
			return fmt.Errorf("table %s stands still at version %d in phase %s", id, t.GetVersion(), t.GetPhase())
		}
		select {
		case <-ctx.Done():
			return errors.Join(ctx.Err(), fmt.Errorf("table %s is at version %d", id, t.GetVersion()))
		case <-time.After(lookEvery):
		}
	}
}
