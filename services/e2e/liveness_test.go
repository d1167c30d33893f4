package e2e_test

import (
	"crypto/rand"
	"fmt"
	"testing"
	"time"

	"tranca.example/pkg/client"
	"tranca.example/pkg/projection/redisproc"
	apiv1 "tranca.example/proto/gen/tranca/api/v1"
	"tranca.example/services/e2e/harness"
)

// droppedWakes is how long no wake gets through: long enough for every table to
// stand still.
const droppedWakes = 7 * time.Second

func TestEveryMatchEndsWhateverIsDeletedUnderIt(t *testing.T) {
	nats, redis := programs.StartNATS(t), redisproc.Start(t)
	apart := programs.StartApart(t, harness.ApartOptions{NATS: nats, Redis: "redis://" + redis.Options().Addr, LogLevel: "info"})
	o := harness.SimulationOptions{Server: apart.URL, Preset: "classic.draw4", Seed: "alive", Matches: size(t, 24)}
	var idle []string // tables where nobody but clocks and bots moves
	for i := range max(2, o.Matches/8) {
		idle = append(idle, openIdle(t, apart.URL, i))
	}
	s := programs.Simulate(t, o)
	s.WaitAcks(10*o.Matches, limit(o.Matches))

	t.Logf("%d consumers deleted", nats.DeleteConsumers("GAME_0")+nats.DeleteConsumers("TIMERS"))
	nats.WipeTimers()
	if err := redis.FlushAll(t.Context()).Err(); err != nil {
		t.Fatal(err)
	}
	nats.DropWakes(droppedWakes)
	for _, name := range harness.Services() {
		apart.Parts[name].Kill()
		nats.WipeTimers()
		apart.Parts[name].Restart()
	}
	nats.Kill()
	nats.Restart()
	if s.Ended() {
		t.Error("the matches ended before everything was done to them: play more of them")
	}

	sum := s.Finish(limit(o.Matches))
	conn, _ := nats.Admin()
	t.Logf("%+v; %+v", sum, harness.Compare(t, conn, s.Acks()))
	judged(t, s)
	for _, id := range idle {
		finishes(t, apart.URL, id)
	}
}

// openIdle opens a table with one player who never moves and three bots.
func openIdle(t *testing.T, url string, i int) string {
	t.Helper()
	p := caller(t, url).Player(fmt.Sprintf("a-key-of-somebody-who-sleeps-%d", i))
	open, err := p.Open(t.Context(), &apiv1.OpenTableRequest{
		Preset: "latin.pairs", Knobs: map[string]string{"rounds": "2", "target": "0"},
		Options: &apiv1.Options{TurnLimitMs: new(uint32(300)), IntermissionMs: new(uint32(200)), BotThinkingMs: new(uint32(20))},
	})
	if err != nil {
		t.Fatal(err)
	}
	seat, err := p.Sit(t.Context(), &apiv1.SitRequest{TableId: open.GetTableId(), Seat: new(uint32), Player: "sleeper"})
	if err != nil {
		t.Fatal(err)
	}
	for n := range uint32(3) {
		if _, err := p.AddBot(t.Context(), &apiv1.AddBotRequest{TableId: open.GetTableId(), Seat: new(n + 1), Policy: "heuristic"}); err != nil {
			t.Fatal(err)
		}
	}
	if _, err := seat.Ready(t.Context(), client.Command{}, ""); err != nil {
		t.Fatal(err)
	}
	return open.GetTableId()
}

func finishes(t *testing.T, url, id string) {
	t.Helper()
	c := caller(t, url)
	var last *apiv1.Table
	harness.Eventually(t, 2*time.Minute, "the match at table "+id+" ends", func() bool {
		var err error
		if last, err = c.Table(t.Context(), id, 0); err != nil {
			t.Fatal(err)
		}
		return last.GetPhase() == "finished"
	})
	if n := last.GetMatch().GetRoundsPlayed(); n != 2 {
		t.Errorf("table %s finished after %d rounds, want 2", id, n)
	}
}

// caller is a client in this process.
func caller(t *testing.T, url string) *client.Client {
	t.Helper()
	transport, err := client.HTTP(url, 16)
	if err != nil {
		t.Fatal(err)
	}
	c, err := client.New(client.Options{Transport: transport, Random: rand.Reader, Deadline: time.Minute})
	if err != nil {
		t.Fatal(err)
	}
	return c
}
