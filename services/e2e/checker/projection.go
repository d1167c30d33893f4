package checker

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strconv"

	goredis "github.com/redis/go-redis/v9"
	"google.golang.org/protobuf/proto"

	servicev1 "tranca.example/proto/gen/tranca/service/v1"
)

// Projections of the services, and what is known of their rows: "tables" holds the
// last version of each table that is not closed, "lobby" the last version that
// changed the list, and "results" the end of each match.
const (
	projectionTables  = "tables"
	projectionLobby   = "lobby"
	projectionResults = "results"
)

// Projected compares the rows in Redis with a fold of the log that keeps nothing
// but each table's last version and each match's totals.
func (f *Facts) Projected(ctx context.Context, redis goredis.UniversalClient, shard string) (*Verdict, error) {
	v := NewVerdict(RuleProjected)
	for _, name := range []string{projectionTables, projectionLobby, projectionResults} {
		tag := "{tranca:" + name + ":" + shard + "}"
		checkpoint, err := redis.Get(ctx, tag+":checkpoint").Result()
		if err != nil {
			return nil, fmt.Errorf("projection %s: checkpoint: %w", name, err)
		}
		v.Check(checkpoint == strconv.FormatUint(f.last, 10), "projection %s is at sequence %s, the log at %d", name, checkpoint, f.last)
		rows, err := redis.HGetAll(ctx, tag+":rows").Result()
		if err != nil {
			return nil, fmt.Errorf("projection %s: rows: %w", name, err)
		}
		f.rows(v, name, rows)
	}
	return v, nil
}

// rows compares the rows of one projection, and looks for rows too many.
func (f *Facts) rows(v *Verdict, name string, rows map[string]string) {
	want := 0
	for id, t := range f.tables {
		switch {
		case name == projectionResults:
			want += len(t.game.results)
			for _, r := range t.game.results {
				points, err := pointsOf(rows[r.match])
				v.Check(err == nil && within(points, r.totals), "projection %s: match %s: row %.60q (%v): want points of %v", name, r.match, rows[r.match], err, r.totals)
			}
		case t.phase == "closed":
			_, there := rows[id]
			v.Check(!there, "projection %s has a row of table %s, which is closed", name, id)
		default:
			want++
			last := t.version
			if name == projectionLobby {
				last = t.listed
			}
			got, err := versionOf(name, rows[id])
			v.Check(err == nil && got == last, "projection %s: table %s is at version %d (%v): want %d", name, id, got, err, last)
		}
	}
	v.Check(len(rows) == want, "projection %s has %d rows: want %d", name, len(rows), want)
}

// versionOf is the version that a row tells.
func versionOf(name, row string) (uint32, error) {
	if name == projectionLobby {
		var m servicev1.Reply
		err := proto.Unmarshal([]byte(row), &m)
		return m.GetVersion(), err
	}
	var r struct {
		Version uint32 `json:"version"`
	}
	err := json.Unmarshal([]byte(row), &r)
	return r.Version, err
}

// pointsOf are the points of the players that a result tells.
func pointsOf(row string) (points []int32, err error) {
	var r struct {
		Players []struct {
			Points int32 `json:"points"`
		} `json:"players"`
	}
	if err := json.Unmarshal([]byte(row), &r); err != nil {
		return nil, err
	}
	for _, p := range r.Players {
		points = append(points, p.Points)
	}
	return points, nil
}

// within tells whether all points are totals of some side.
func within(points, totals []int32) bool {
	for _, p := range points {
		if !slices.Contains(totals, p) {
			return false
		}
	}
	return true
}
