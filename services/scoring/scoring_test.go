package scoring_test

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	goredis "github.com/redis/go-redis/v9"

	"tranca.example/pkg/dispatch"
	"tranca.example/pkg/domino"
	"tranca.example/pkg/projection/redis"
	"tranca.example/pkg/projection/redisproc"
	"tranca.example/pkg/replica"
	"tranca.example/pkg/replica/replicatest"
	"tranca.example/pkg/rpcerr"
	"tranca.example/pkg/subject"
	"tranca.example/pkg/table"
	"tranca.example/pkg/token"
	"tranca.example/pkg/wire"
	"tranca.example/services/scoring"
)

// ladder is a world with tables to play at and scoring.
type ladder struct {
	*replicatest.World
	t      *testing.T
	via    *dispatch.Dispatcher
	tables byte
	n      uint16
}

func newLadder(t *testing.T, shards ...subject.Shard) *ladder {
	t.Helper()
	w := replicatest.New(t, shards...)
	w.Cast(table.Lobby, table.Dealer, table.Rules)
	return &ladder{World: w, t: t, via: w.Asker()}
}

func (l *ladder) scoring(stores replica.Stores) (s *scoring.Service, stop func()) {
	l.t.Helper()
	env := l.Env(subject.Scoring)
	if stores != nil {
		env.Stores = stores
	}
	s, err := scoring.New(scoring.Options{Env: env, CheckEvery: 20 * time.Millisecond})
	if err != nil {
		l.t.Fatal(err)
	}
	return s, l.Run(s)
}

func key(name string) wire.Credential {
	return wire.Credential{PlayerKey: strings.Repeat(name, token.MinPlayerKey)}
}

func (l *ladder) must(id string, c wire.Credential, cmd table.Command) wire.Reply {
	l.t.Helper()
	l.n++
	r := wire.Request{TableID: id, ID: table.CommandID{byte(l.n >> 8), byte(l.n)}, Credential: c, Command: cmd}
	reply, err := l.via.Do(l.t.Context(), r)
	if err != nil {
		l.t.Fatalf("%T: %v", cmd, err)
	}
	return reply
}

// match plays one match of some people, each on a side of his own, at a table of its own on the next shard, and
// returns how it ended. Scoring must run.
func (l *ladder) match(preset string, people ...string) table.State {
	l.t.Helper()
	l.tables++
	shard := l.Shards[int(l.tables)%len(l.Shards)]
	at, err := subject.NewTableID(shard, [10]byte{l.tables})
	if err != nil {
		l.t.Fatal(err)
	}
	return l.play(l.starts(table.OpenTable{ID: at.String(), Preset: preset}, people...))
}

// starts opens a table, seats people and starts their match.
func (l *ladder) starts(open table.OpenTable, people ...string) (id string, seats map[domino.Seat]wire.Credential) {
	l.t.Helper()
	id = open.ID
	l.must(id, key(people[0]), open)
	seats = map[domino.Seat]wire.Credential{}
	for _, name := range people {
		reply := l.must(id, key(name), table.Sit{Seat: domino.NoSeat, Player: name})
		seats[reply.Seat] = wire.Credential{SeatToken: reply.SeatToken}
	}
	for _, c := range seats {
		l.must(id, c, table.Ready{})
	}
	return id, seats
}

func (l *ladder) state(id string) table.State {
	l.t.Helper()
	reply, err := l.via.Do(l.t.Context(), wire.Request{TableID: id, Query: wire.GetState{}})
	if err != nil {
		l.t.Fatal(err)
	}
	return *reply.State
}

// play moves for everybody until the match is over.
func (l *ladder) play(id string, seats map[domino.Seat]wire.Credential) (s table.State) {
	l.t.Helper()
	l.Eventually("the match does not end", func() bool {
		for s = l.state(id); s.Phase == table.PhasePlaying; {
			turn := s.Round.Public.Turn()
			view, err := l.via.Do(l.t.Context(), wire.Request{TableID: id, Credential: seats[turn], Query: wire.GetSeatView{AtLeast: s.Version}})
			if err != nil {
				l.t.Fatal(err)
			}
			l.must(id, seats[turn], move(view.View))
			s = l.state(id)
		}
		return s.Phase == table.PhaseFinished
	})
	return s
}

func move(v *table.SeatView) table.Command {
	switch {
	case len(v.Plays) > 0:
		return table.Play{Tile: v.Plays[0].Tile, Spot: v.Plays[0].Spot}
	case v.MayDraw:
		return table.Draw{}
	}
	return table.Pass{}
}

// expected adds ended matches up as "rank player matches wins points".
func expected(matches ...table.State) []string {
	totals := map[string]*wire.PlayerStanding{}
	for _, s := range matches {
		for i, seat := range s.Seats {
			p := totals[seat.Player]
			if p == nil {
				p = &wire.PlayerStanding{Player: seat.Player}
				totals[seat.Player] = p
			}
			p.Matches++
			p.Points += int32(s.Match.Standing.Totals[i])
			if slices.Contains(s.Match.Winners, domino.Side(i)) {
				p.Wins++
			}
		}
	}
	var all []wire.PlayerStanding
	for _, p := range totals {
		all = append(all, *p)
	}
	return ranked(all)
}

// ranked are the rows in the ladder's order.
func ranked(all []wire.PlayerStanding) []string {
	slices.SortFunc(all, func(a, b wire.PlayerStanding) int {
		return cmp.Or(cmp.Compare(b.Wins, a.Wins), cmp.Compare(b.Points, a.Points), cmp.Compare(a.Matches, b.Matches), cmp.Compare(a.Player, b.Player))
	})
	for i := range all {
		all[i].Rank = uint32(i + 1)
	}
	return rows(all)
}

func rows(all []wire.PlayerStanding) (out []string) {
	for _, p := range all {
		out = append(out, fmt.Sprint(p.Rank, " ", p.Player, " ", p.Matches, " ", p.Wins, " ", p.Points))
	}
	return out
}

// standings reads the ladder page by page.
func (l *ladder) standings(preset string, size uint32) (out []string) {
	l.t.Helper()
	q := wire.ListStandings{Preset: preset, Page: wire.Page{Size: size}}
	for range 100 {
		reply, err := l.via.Do(l.t.Context(), wire.Request{Query: q})
		if err != nil {
			l.t.Fatal(err)
		}
		out = append(out, rows(reply.Standings)...)
		if q.Page.Token = reply.NextPage; q.Page.Token == "" {
			return out
		}
	}
	l.t.Fatal("the ladder does not end")
	return nil
}

func (l *ladder) shows(preset string, want []string) {
	l.t.Helper()
	var got []string
	for end := time.Now().Add(10 * time.Second); ; time.Sleep(2 * time.Millisecond) {
		if got = l.standings(preset, 2); slices.Equal(got, want) {
			return
		}
		if time.Now().After(end) {
			l.t.Fatalf("got\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
		}
	}
}

func TestEveryRoundIsScoredAndTheLadderAddsMatchesUp(t *testing.T) {
	l := newLadder(t, 0, 1)
	l.scoring(nil)
	l.shows("", nil)
	draw := []table.State{l.match("classic.draw", "a", "b"), l.match("classic.draw", "c", "a"), l.match("classic.draw", "b", "c")}
	solo := l.match("latin.solo", "a", "b", "c", "d")
	for _, s := range append(draw, solo) {
		if len(s.Match.Winners) == 0 || s.Match.EndReason != table.EndTarget && s.Match.EndReason != table.EndRounds {
			t.Errorf("got %+v", s.Match)
		}
	}
	l.shows("classic.draw", expected(draw...))
	l.shows(solo.Rules.Preset, expected(solo))
	l.shows("", expected(append(draw, solo)...))
	l.shows("chess", nil)
	if got := l.standings("", 0); len(got) != 4 {
		t.Errorf("a page of the usual size has %d rows", len(got))
	}
}

func TestAMatchCountsForWhoeverBeganItAndWhoeverLeftHasNotWon(t *testing.T) {
	for _, policy := range []string{table.NoBots, "greedy"} {
		l := newLadder(t, 0)
		l.scoring(nil)
		at, err := subject.NewTableID(0, [10]byte{200})
		if err != nil {
			t.Fatal(err)
		}
		id, seats := l.starts(table.OpenTable{
			ID: at.String(), Preset: "classic.draw", Options: table.Options{BotPolicy: policy},
		}, "a", "b")
		l.Eventually("nothing is dealt", func() bool { return l.state(id).Phase == table.PhasePlaying })
		l.must(id, seats[0], table.Leave{})
		if policy != table.NoBots { // the bot plays on with a token of its own, as all bots do
			seats[0] = wire.Credential{SeatToken: l.Env(subject.Bots).Keys.Seal(token.Seat{
				Table: id, Seat: 0, Gen: l.state(id).Seats[0].Gen, Expires: time.Now().Add(time.Hour),
			})}
		}
		end := l.play(id, seats)
		if end.Seats[0].Player == "a" {
			t.Fatalf("%s: a still sits there", policy)
		}
		b := wire.PlayerStanding{Player: "b", Matches: 1, Points: int32(end.Match.Standing.Totals[1])}
		if slices.Contains(end.Match.Winners, 1) {
			b.Wins = 1
		}
		l.shows("", ranked([]wire.PlayerStanding{{Player: "a", Matches: 1, Points: int32(end.Match.Standing.Totals[0])}, b}))
	}
}

func TestTwoReplicasScoreEachRoundOnceHoweverOftenTheyAreWoken(t *testing.T) {
	l := newLadder(t, 0)
	client := redisproc.Start(t)
	l.scoring(redisStores(client))
	l.scoring(redisStores(client))
	first := l.match("classic.draw", "a", "b")
	for range 10 {
		l.Wake(subject.Scoring, first.ID, first.Version)
	}
	l.Wake(subject.Scoring, "nonsense", 1)
	want := expected(first, l.match("classic.draw", "b", "a"))
	for range 5 { // asked of either
		l.shows("", want)
	}
	reply, err := l.via.Do(t.Context(), wire.Request{TableID: first.ID, Query: wire.GetState{}})
	if err != nil || reply.Version != first.Version {
		t.Errorf("the finished table went from %d to %d, %v", first.Version, reply.Version, err)
	}
}

func redisStores(client goredis.UniversalClient) replica.Stores {
	return func(name string) (replica.Store, error) { return redis.New(client, name) }
}

func TestResultsCountOnceAfterRedisWasFlushedAndAReplicaWasReplaced(t *testing.T) {
	l := newLadder(t, 0)
	client := redisproc.Start(t)
	_, stop := l.scoring(redisStores(client))
	first := l.match("classic.draw", "a", "b")
	l.shows("", expected(first))
	for range 2 {
		if err := client.FlushAll(t.Context()).Err(); err != nil {
			t.Fatal(err)
		}
		l.shows("", expected(first))
	}
	second := l.match("classic.draw", "a", "b")
	l.shows("", expected(first, second))
	stop()
	l.scoring(redisStores(client))
	l.shows("", expected(first, second))
	third := l.match("classic.draw", "b", "a")
	l.shows("", expected(first, second, third))
}

func TestALadderThatCannotBeReadIsRefused(t *testing.T) {
	l := newLadder(t, 0)
	client := redisproc.Start(t)
	s, _ := l.scoring(redisStores(client))
	for _, text := range []string{"-1", "1.5", "x", "99999999999999999999"} {
		l.refuses(wire.ListStandings{Page: wire.Page{Token: text}}, "malformed")
	}
	if got := l.standings("", 0); len(got) != 0 {
		t.Errorf("got %v", got)
	}
	reply, err := l.via.Do(t.Context(), wire.Request{Query: wire.ListStandings{Page: wire.Page{Token: "5"}}})
	if err != nil || len(reply.Standings) != 0 || reply.NextPage != "" {
		t.Errorf("past the end: got %+v, %v", reply, err)
	}
	_ = client.ShutdownNoSave(t.Context()) // it cannot answer that
	l.refuses(wire.ListStandings{}, "unavailable")
	l.Eventually("the replica stays ready", func() bool { return s.Ready(t.Context()) != nil })
}

func (l *ladder) refuses(q wire.Query, want string) {
	l.t.Helper()
	_, err := l.via.Do(l.t.Context(), wire.Request{Query: q})
	if r, ok := errors.AsType[*rpcerr.Rejection](err); !ok || r.Reason != want {
		l.t.Errorf("%+v: got %v, want %s", q, err, want)
	}
}

func TestOptionsSayAllThatIsMissing(t *testing.T) {
	_, err := scoring.New(scoring.Options{})
	for _, want := range []string{"no connection", "no name", "no shards", "no seat token keys", "no stores"} {
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("got %v, want it to contain %q", err, want)
		}
	}
}
