package checker_test

import (
	"slices"
	"strings"
	"testing"

	eventv1 "tranca.example/proto/gen/tranca/event/v1"
	"tranca.example/services/e2e/checker"
)

func kind[K any](c *eventv1.Commit) bool {
	return slices.ContainsFunc(c.GetEvents(), func(e *eventv1.Event) bool { _, is := e.GetKind().(K); return is })
}

func first[K any](c *eventv1.Commit) (found K) {
	for _, e := range c.GetEvents() {
		if k, is := e.GetKind().(K); is {
			return k
		}
	}
	return found
}

// Every way of spoiling a log has a rule that sees it; the log itself keeps all.
func TestEachRuleSeesWhatBreaksIt(t *testing.T) {
	w := played(t)
	played := w.find(t, 20, kind[*eventv1.Event_TilePlayed])
	ended := w.find(t, 1, kind[*eventv1.Event_RoundEnded])
	scored := w.find(t, 0, kind[*eventv1.Event_RoundScored])
	change := func(n int, f func(m *checker.Message, c *eventv1.Commit)) []checker.Message {
		return w.changed(t, n, f)
	}
	for name, c := range map[string]struct {
		log  []checker.Message
		want []string
	}{
		"nothing": {w.log, nil},
		"a sequence that is missing": {
			slices.Delete(slices.Clone(w.log), played, played+1),
			[]string{checker.RuleContiguous, checker.RuleChain, checker.RuleVersions, checker.RuleLegal, checker.RuleAcknowledged},
		},
		"a commit that is there again": {
			append(slices.Clone(w.log), change(played, func(m *checker.Message, _ *eventv1.Commit) { m.Seq = uint64(len(w.log)) + 1 })[played]),
			[]string{checker.RuleChain, checker.RuleVersions, checker.RuleWriter, checker.RuleOnce, checker.RuleFinished},
		},
		"an append that expected nothing": {
			change(played, func(m *checker.Message, _ *eventv1.Commit) { m.Header.Del("Nats-Expected-Last-Subject-Sequence") }),
			[]string{checker.RuleChain},
		},
		"an append that expected something else": {
			change(played, func(m *checker.Message, _ *eventv1.Commit) { m.Header.Set("Nats-Expected-Last-Subject-Sequence", "1") }),
			[]string{checker.RuleChain},
		},
		"a version that is told wrongly": {
			change(played, func(m *checker.Message, _ *eventv1.Commit) { m.Header.Set("tranca-version", "1") }),
			[]string{checker.RuleVersions},
		},
		"a foreign writer": {
			change(played, func(m *checker.Message, c *eventv1.Commit) {
				m.Header.Set("tranca-writer", "lobby")
				c.Writer = "lobby"
			}),
			[]string{checker.RuleWriter},
		},
		"a command that counts twice": {
			change(played, func(_ *checker.Message, c *eventv1.Commit) { c.Answer.CommandId = answer(t, w, c.GetState().GetId()) }),
			[]string{checker.RuleOnce, checker.RuleAcknowledged},
		},
		"a turn that runs out without a deadline": {
			change(played, func(_ *checker.Message, c *eventv1.Commit) {
				out := &eventv1.TurnTimedOut{Seat: first[*eventv1.Event_TilePlayed](c).TilePlayed.Seat}
				c.Events = append([]*eventv1.Event{{Kind: &eventv1.Event_TurnTimedOut{TurnTimedOut: out}}}, c.GetEvents()...)
			}),
			[]string{checker.RuleTimely},
		},
		"a bank that is opened without a limit": {
			change(played, func(_ *checker.Message, c *eventv1.Commit) {
				opened := &eventv1.BankOpened{Seat: new(uint32(0)), SinceMs: c.GetAtMs()}
				c.Events = append([]*eventv1.Event{{Kind: &eventv1.Event_BankOpened{BankOpened: opened}}}, c.GetEvents()...)
			}),
			[]string{checker.RuleTimely},
		},
		"a charge that no bank shows": {
			change(played, func(_ *checker.Message, c *eventv1.Commit) {
				first[*eventv1.Event_TilePlayed](c).TilePlayed.BankUsedMs = 1
			}),
			[]string{checker.RuleTimely},
		},
		"a tile that the seat does not hold": {
			change(played, func(_ *checker.Message, c *eventv1.Commit) {
				e := first[*eventv1.Event_TilePlayed](c)
				e.TilePlayed.Tile = new((e.TilePlayed.GetTile() + 1) % 28)
			}),
			[]string{checker.RuleLegal},
		},
		"another seed": {
			change(ended, func(_ *checker.Message, c *eventv1.Commit) {
				first[*eventv1.Event_RoundEnded](c).RoundEnded.Seed[0] ^= 1
			}),
			[]string{checker.RuleLegal, checker.RuleDeals},
		},
		"a point too many": {
			change(scored, func(_ *checker.Message, c *eventv1.Commit) {
				first[*eventv1.Event_RoundScored](c).RoundScored.Score.Next.Totals[0]++
			}),
			[]string{checker.RuleLegal, checker.RuleTotals},
		},
		"an end that is missing": {w.log[:len(w.log)-1], []string{checker.RuleFinished}},
	} {
		t.Run(name, func(t *testing.T) {
			f := facts(c.log)
			got := broken(append(f.Verdicts(), f.Acknowledged(w.acks), f.Finished())...)
			if !slices.Equal(got, c.want) {
				t.Errorf("broken are %q, want %q", got, c.want)
				for _, v := range f.Verdicts() {
					t.Log(v)
				}
			}
		})
	}
	t.Run("rows", func(t *testing.T) { rows(t, w) })
	t.Run("players", func(t *testing.T) { players(t, w) })
	t.Run("viewers", func(t *testing.T) { viewers(t, w) })
}

// answer is the id of the table's first command.
func answer(t *testing.T, w world, table string) []byte {
	t.Helper()
	var id []byte
	w.find(t, 0, func(c *eventv1.Commit) bool {
		id = c.GetAnswer().GetCommandId()
		return c.GetState().GetId() == table
	})
	return id
}

// rows spoils the projections, which the world has left alone.
func rows(t *testing.T, w world) {
	t.Helper()
	projected := func() *checker.Verdict {
		t.Helper()
		v, err := facts(w.log).Projected(t.Context(), w.redis, "0")
		if err != nil {
			t.Fatal(err)
		}
		return v
	}
	for _, name := range []string{"tables", "lobby", "results"} {
		key := "{tranca:" + name + ":0}:rows"
		all, err := w.redis.HGetAll(t.Context(), key).Result()
		if err != nil {
			t.Fatal(err)
		}
		for field, value := range all {
			w.redis.HDel(t.Context(), key, field)
			if v := projected(); v.Violations != 2 { // the row, and the number of rows
				t.Errorf("a row of %s is missing: %v", name, v)
			}
			w.redis.HSet(t.Context(), key, field, strings.Replace(value, `"version":`, `"version":1`, 1), "one-too-many", value)
			if v := projected(); v.OK() {
				t.Errorf("rows of %s are wrong: %v", name, v)
			}
			w.redis.HDel(t.Context(), key, "one-too-many")
			w.redis.HSet(t.Context(), key, field, value)
			break
		}
		w.redis.Set(t.Context(), "{tranca:"+name+":0}:checkpoint", len(w.log)-1, 0)
		if v := projected(); v.Violations != 1 {
			t.Errorf("%s stands at another sequence: %v", name, v)
		}
		w.redis.Set(t.Context(), "{tranca:"+name+":0}:checkpoint", len(w.log), 0)
	}
	if v := projected(); !v.OK() {
		t.Errorf("all is as it was: %v", v)
	}
}

func players(t *testing.T, w world) {
	t.Helper()
	f := facts(w.log)
	if n := f.Unanswered(w.acks[1:]); n != 1 {
		t.Errorf("one command has no ack: got %d", n)
	}
	lost := slices.Concat(w.acks, []checker.Ack{{Table: w.acks[0].Table, Command: "11111111-1111-4111-8111-111111111111", Version: 9}, {Table: "0-none"}})
	if v := f.Acknowledged(lost); v.Violations != 2 || !strings.Contains(v.String(), "11111111-1111") {
		t.Errorf("two acknowledged commands are not there: %v", v)
	}
	early := slices.Clone(w.acks)
	early[9].Version--
	if v := f.Acknowledged(early); v.Violations != 1 {
		t.Errorf("a command lies behind the version that was told: %v", v)
	}
	seen := []checker.Seen{{"a", 0, 3}, {"a", 1, 1}, {"a", 0, 3}, {"b", 0, 1}, {"a", 0, 4}}
	if v := checker.Forward(seen); !v.OK() || v.Checked != 5 {
		t.Errorf("nobody went back: %v", v)
	}
	if v := checker.Forward(append(seen, checker.Seen{Table: "a", Seat: 0, Version: 2})); v.Violations != 1 {
		t.Errorf("a seat went back: %v", v)
	}
}

func viewers(t *testing.T, w world) {
	t.Helper()
	at := w.find(t, 5, kind[*eventv1.Event_TilePlayed])
	id, version, tile := tableOf(w.log[at]), uint32(0), ""
	w.changed(t, at, func(_ *checker.Message, c *eventv1.Commit) {
		version = c.GetVersion()
		tile = text(first[*eventv1.Event_TilePlayed](c).TilePlayed.GetTile())
	})
	f := facts(w.log, id)
	table := func(version uint32, tiles ...string) checker.Sight {
		return checker.NewSight("v", id, "table", version, tiles...)
	}
	update := func(version uint32) checker.Sight {
		return checker.NewSight("v", id, "update", version, tile)
	}
	for name, c := range map[string]struct {
		saw  []checker.Sight
		want []string
	}{
		"a tile on the board":              {[]checker.Sight{table(version, tile), update(version + 1), table(version + 3)}, nil},
		"a tile before it was played":      {[]checker.Sight{table(version-1, tile)}, []string{checker.RuleHidden}},
		"what is no tile":                  {[]checker.Sight{table(version, "2-6")}, []string{checker.RuleHidden}},
		"a version that is not in the log": {[]checker.Sight{table(9999)}, []string{checker.RuleHidden}},
		"a table that nobody watched":      {[]checker.Sight{{Viewer: "v", Table: "0-x", Event: "table", Version: 1}}, []string{checker.RuleHidden}},
		"an earlier version":               {[]checker.Sight{table(version), table(version - 1)}, []string{checker.RuleSeen}},
		"an update again":                  {[]checker.Sight{table(version), update(version)}, []string{checker.RuleSeen}},
		"an update too far":                {[]checker.Sight{table(version), update(version + 2)}, []string{checker.RuleSeen}},
	} {
		v := checker.Ordered(checker.Forward(nil), c.saw)
		if got := broken(f.Hidden(c.saw), v); !slices.Equal(got, c.want) {
			t.Errorf("%s: broken are %q, want %q: %v", name, got, c.want, f.Hidden(c.saw))
		}
	}
}

// text is how a tile is written.
func text(tile uint32) string {
	hi := uint32(0)
	for (hi+1)*(hi+2)/2 <= tile {
		hi++
	}
	return string('0'+rune(hi)) + "-" + string('0'+rune(tile-hi*(hi+1)/2))
}
