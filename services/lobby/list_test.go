package lobby_test

import (
	"encoding/base64"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	goredis "github.com/redis/go-redis/v9"

	"tranca.example/pkg/domino"
	"tranca.example/pkg/projection/redis"
	"tranca.example/pkg/projection/redisproc"
	"tranca.example/pkg/replica"
	"tranca.example/pkg/table"
	"tranca.example/pkg/wire"
	"tranca.example/services/lobby"
)

// tables is the whole list for a query, page by page, as "id phase seats".
func (h *house) tables(q wire.ListTables) []string {
	h.t.Helper()
	var out []string
	for range 1000 {
		reply, err := h.via.Do(h.t.Context(), wire.Request{Query: q})
		if err != nil {
			h.t.Fatal(err)
		}
		if q.Page.Size > 0 && len(reply.Tables) > int(q.Page.Size) {
			h.t.Fatalf("a page of %d holds %d tables", q.Page.Size, len(reply.Tables))
		}
		for _, s := range reply.Tables {
			taken := 0
			for _, seat := range s.Seats {
				if seat.Kind != table.SeatEmpty {
					taken++
				}
			}
			out = append(out, fmt.Sprintf("%s %s %d", s.ID, s.Phase, taken))
		}
		if q.Page.Token = reply.NextPage; q.Page.Token == "" {
			return out
		}
	}
	h.t.Fatal("the list does not end")
	return nil
}

// shows waits until the list of a query is the wanted one.
func (h *house) shows(q wire.ListTables, want ...string) {
	h.t.Helper()
	var got []string
	for end := time.Now().Add(10 * time.Second); ; time.Sleep(2 * time.Millisecond) {
		if got = h.tables(q); slices.Equal(got, want) {
			return
		}
		if time.Now().After(end) {
			h.t.Fatalf("%+v: got\n%s\nwant\n%s", q, strings.Join(got, "\n"), strings.Join(want, "\n"))
		}
	}
}

// fill opens tables of two presets, one each millisecond, and returns their rows
// with the latest first.
func (h *house) fill(n int) (all, draw []string) {
	h.t.Helper()
	for i := range n {
		preset := []string{"classic.draw", "latin.pairs"}[i%2]
		row := h.opens(preset) + " open 0"
		all = append(all, row)
		if preset == "classic.draw" {
			draw = append(draw, row)
		}
		time.Sleep(2 * time.Millisecond) // the order is by the millisecond
	}
	slices.Reverse(all)
	slices.Reverse(draw)
	return all, draw
}

func TestTheListHasTheTablesOfAllShardsPageByPage(t *testing.T) {
	h := newHouse(t, 0, 1)
	h.lobby(nil)
	h.shows(wire.ListTables{})
	all, draw := h.fill(24)
	if heads := h.heads(); heads[0] == 0 || heads[1] == 0 {
		t.Fatalf("all tables are on one shard: %v", heads)
	}
	for _, size := range []uint32{0, 1, 5, 24, 25, 10_000} {
		h.shows(wire.ListTables{Page: wire.Page{Size: size}}, all...)
		h.shows(wire.ListTables{Page: wire.Page{Size: size}, Preset: "classic.draw"}, draw...)
		h.shows(wire.ListTables{Page: wire.Page{Size: size}, Preset: "classic.draw", Phase: table.PhaseOpen}, draw...)
	}
	h.shows(wire.ListTables{Phase: table.PhasePlaying})
	h.shows(wire.ListTables{Preset: "chess"})
}

func TestTheListFollowsATableUntilItIsClosed(t *testing.T) {
	h := newHouse(t, 0)
	h.lobby(nil)
	at := h.opens("classic.draw")
	seat := h.seat("a", at)
	h.shows(wire.ListTables{Phase: table.PhaseOpen}, at+" open 1")
	h.must(key("a"), at, table.AddBot{Seat: domino.NoSeat, Policy: "random"})
	h.must(seat, at, table.Ready{})
	h.shows(wire.ListTables{Phase: table.PhaseDealing}, at+" dealing 2")
	h.shows(wire.ListTables{Phase: table.PhaseOpen})
	other := h.opens("classic.draw")
	h.shows(wire.ListTables{}, other+" open 0", at+" dealing 2")
	h.must(key("a"), other, table.Close{})
	h.shows(wire.ListTables{}, at+" dealing 2")
	h.shows(wire.ListTables{Phase: table.PhaseClosed})
}

func TestTheListTellsOfADelayedMatchThatItBeganAndNoMore(t *testing.T) {
	h := newHouse(t, 0)
	h.lobby(nil)
	at := h.must(key("a"), "", table.OpenTable{Preset: "classic.draw", Options: table.Options{SpectatorRounds: 1}}).TableID
	ana := h.seat("a", at)
	h.must(key("a"), at, table.AddBot{Seat: domino.NoSeat, Policy: "random"})
	h.must(ana, at, table.Ready{})
	h.shows(wire.ListTables{Phase: table.PhasePlaying}, at+" playing 2")
	began := h.row(at)
	h.leaves(ana, at)
	other := h.opens("classic.draw")
	h.shows(wire.ListTables{}, other+" open 0", at+" playing 2")
	got := h.row(at)
	if got.Version != began.Version || got.LastCommit != began.LastCommit || got.Seats[0].Kind != table.SeatPlayer {
		t.Errorf("got version %d, seats %+v; want what was at version %d", got.Version, got.Seats, began.Version)
	}
	if now := h.state(at); now.Version <= got.Version || now.Seats[0].Kind != table.SeatBot {
		t.Errorf("the table did not go on: %+v", now)
	}
}

func TestAPrivateTableIsInNoListButThatOfPrivateOnes(t *testing.T) {
	h := newHouse(t, 0, 1)
	h.lobby(nil)
	at := h.must(key("a"), "", table.OpenTable{Preset: "classic.draw", Options: table.Options{Private: true}}).TableID
	ana := h.seat("a", at)
	row := at + " open 1"
	for _, q := range []wire.ListTables{{}, {Phase: table.PhaseOpen}, {Preset: "classic.draw"}, {Phase: table.PhaseOpen, Preset: "classic.draw"}} {
		q.Private = true
		h.shows(q, row)
		q.Private = false
		h.shows(q)
	}
	other := h.opens("classic.draw") + " open 0"
	h.shows(wire.ListTables{Page: wire.Page{Size: 1}}, other)
	h.shows(wire.ListTables{Page: wire.Page{Size: 1}, Private: true}, row)
	h.must(key("a"), at, table.AddBot{Seat: domino.NoSeat, Policy: "random"})
	h.must(ana, at, table.Ready{})
	h.shows(wire.ListTables{Private: true}, at+" dealing 2")
	h.shows(wire.ListTables{}, other)
}

// row is a table as the list has it.
func (h *house) row(at string) table.State {
	h.t.Helper()
	reply, err := h.via.Do(h.t.Context(), wire.Request{Query: wire.ListTables{}})
	if err != nil {
		h.t.Fatal(err)
	}
	for _, s := range reply.Tables {
		if s.ID == at {
			return s
		}
	}
	h.t.Fatalf("table %s is not in the list", at)
	return table.State{}
}

func TestAListThatCannotBeReadIsRefused(t *testing.T) {
	h := newHouse(t, 0)
	h.lobby(nil)
	h.opens("classic.draw")
	encode := base64.RawURLEncoding.EncodeToString
	for name, q := range map[string]wire.ListTables{
		"no base64":      {Page: wire.Page{Token: "?!"}},
		"some text":      {Page: wire.Page{Token: encode([]byte("0 5"))}},
		"no table":       {Page: wire.Page{Token: encode([]byte("00000000000000000005\x00me"))}},
		"no number":      {Page: wire.Page{Token: encode([]byte("a\x000-aaaaaaaaaaaaaaaa"))}},
		"a bad preset":   {Preset: "a\x00b"},
		"a bad phase":    {Phase: "a\x00b"},
		"an empty token": {Page: wire.Page{Token: encode(nil) + "A"}},
	} {
		_, err := h.via.Do(t.Context(), wire.Request{Query: q})
		wantReason(t, name, err, "malformed")
	}
}

func TestAFullPageOfLongTablesFitsIntoAnAnswer(t *testing.T) {
	h := newHouse(t, 0)
	h.lobby(nil)
	properties := map[string]string{"a": strings.Repeat("x", 1000)}
	for range 200 {
		h.must(key("a"), "", table.OpenTable{Preset: "classic.draw4", Properties: properties})
	}
	h.Eventually("the page does not come", func() bool {
		reply, err := h.via.Do(t.Context(), wire.Request{Query: wire.ListTables{Page: wire.Page{Size: 200}}})
		if err != nil {
			t.Fatal(err)
		}
		return len(reply.Tables) == 200
	})
}

func redisStores(client goredis.UniversalClient) replica.Stores {
	return func(name string) (replica.Store, error) { return redis.New(client, name) }
}

func TestTheListIsTheSameAfterRedisWasFlushed(t *testing.T) {
	h := newHouse(t, 0, 1)
	client := redisproc.Start(t)
	two := func(o *lobby.Options) { o.Stores, o.CheckEvery = redisStores(client), 20*time.Millisecond }
	h.lobby(two)
	h.lobby(two)
	all, _ := h.fill(10)
	gone := h.opens("classic.draw")
	h.must(key("a"), gone, table.Close{})
	h.shows(wire.ListTables{Page: wire.Page{Size: 3}}, all...)
	for range 2 {
		if err := client.FlushAll(t.Context()).Err(); err != nil {
			t.Fatal(err)
		}
		h.shows(wire.ListTables{Page: wire.Page{Size: 3}}, all...)
	}
}

func TestTheListIsUnavailableWhileItsStoreIs(t *testing.T) {
	h := newHouse(t, 0)
	client := redisproc.Start(t)
	s, _ := h.lobby(func(o *lobby.Options) { o.Stores, o.CheckEvery = redisStores(client), 20*time.Millisecond })
	_ = client.ShutdownNoSave(t.Context()) // it cannot answer that
	_, err := h.via.Do(t.Context(), wire.Request{Query: wire.ListTables{}})
	wantReason(t, "list", err, "unavailable")
	h.Eventually("the replica stays ready", func() bool { return s.Ready(t.Context()) != nil })
	h.opens("classic.draw") // tables need no list
}
