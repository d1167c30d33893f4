package results

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strconv"
	"sync"

	"tranca.example/pkg/projection"
	"tranca.example/pkg/replica"
	"tranca.example/pkg/rpcerr"
	"tranca.example/pkg/subject"
	"tranca.example/pkg/wire"
)

// Sizes of a page.
const (
	defaultPage = 50
	maxPage     = 200
	scan        = projection.MaxPage
)

// ladder adds results up. It reads on where it stopped, so that every result
// counts once, whatever happens to the store in between.
type ladder struct {
	store  replica.Store
	shards []subject.Shard

	mu     sync.Mutex
	after  map[subject.Shard]string
	totals map[who]*wire.PlayerStanding
}

// who is a player in one game, or in all ("").
type who struct{ preset, name string }

func newLadder(store replica.Store, shards []subject.Shard) *ladder {
	return &ladder{store: store, shards: shards, after: map[subject.Shard]string{}, totals: map[who]*wire.PlayerStanding{}}
}

// Standings answers a query with a page of the ladder: most wins first, then
// most points, fewest matches, and the name.
func (r *Results) Standings(ctx context.Context, q wire.ListStandings) (wire.Reply, error) {
	from, err := offset(q.Page.Token)
	if err != nil {
		return wire.Reply{}, err
	}
	all, err := r.ladder.ranked(ctx, q.Preset)
	if err != nil {
		return wire.Reply{}, fmt.Errorf("%w: %w", rpcerr.New(rpcerr.ReasonUnavailable, "the results do not answer"), err)
	}
	size := defaultPage
	if q.Page.Size > 0 {
		size = int(min(q.Page.Size, maxPage))
	}
	from = min(from, len(all))
	to := min(from+size, len(all))
	reply := wire.Reply{Seat: -1, Standings: all[from:to]}
	if to < len(all) {
		reply.NextPage = strconv.Itoa(to)
	}
	return reply, nil
}

func offset(token string) (int, error) {
	if token == "" {
		return 0, nil
	}
	n, err := strconv.ParseUint(token, 10, 31)
	if err != nil {
		return 0, rpcerr.New(rpcerr.ReasonMalformed, "the page token is not one of ours").With("field", "page_token")
	}
	return int(n), nil
}

func (l *ladder) ranked(ctx context.Context, preset string) ([]wire.PlayerStanding, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	for _, shard := range l.shards {
		if err := l.catchUp(ctx, shard); err != nil {
			return nil, err
		}
	}
	var out []wire.PlayerStanding
	for w, total := range l.totals {
		if w.preset == preset {
			out = append(out, *total)
		}
	}
	slices.SortFunc(out, func(a, b wire.PlayerStanding) int {
		return cmp.Or(cmp.Compare(b.Wins, a.Wins), cmp.Compare(b.Points, a.Points),
			cmp.Compare(a.Matches, b.Matches), cmp.Compare(a.Player, b.Player))
	})
	for i := range out {
		out[i].Rank = uint32(i + 1) //nolint:gosec // players are fewer
	}
	return out, nil
}

func (l *ladder) catchUp(ctx context.Context, shard subject.Shard) error {
	for {
		rows, err := l.store.List(ctx, shard, list, l.after[shard], scan)
		if err != nil {
			return err
		}
		for _, row := range rows {
			var result Result
			if err := json.Unmarshal(row.Value, &result); err != nil {
				return fmt.Errorf("result of match %s: %w", row.Key, err)
			}
			l.add(result)
			l.after[shard] = row.Cursor()
		}
		if len(rows) < scan {
			return nil
		}
	}
}

func (l *ladder) add(result Result) {
	for _, p := range result.Players {
		for _, preset := range []string{"", result.Preset} {
			w := who{preset: preset, name: p.Name}
			total := l.totals[w]
			if total == nil {
				total = &wire.PlayerStanding{Player: p.Name}
				l.totals[w] = total
			}
			total.Matches++
			total.Points += int32(p.Points) //nolint:gosec // points are few
			if p.Won {
				total.Wins++
			}
		}
	}
}
