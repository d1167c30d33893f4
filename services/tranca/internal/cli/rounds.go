package cli

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"maps"
	"os"
	"path/filepath"
	"slices"

	"tranca.example/pkg/eventlog"
	"tranca.example/pkg/replay"
	"tranca.example/pkg/subject"
	"tranca.example/pkg/table"
	"tranca.example/pkg/wire"
)

// rounds calls take with the record of every revealed round of a table, a line
// each, and notes what is left out.
func (w World) rounds(ctx context.Context, s *source, id subject.TableID, take func(line []byte) error) error {
	log, done, err := s.log(ctx, w, id.Shard())
	if err != nil {
		return err
	}
	defer done.Close() //nolint:errcheck // it cannot fail
	if log == nil {
		return w.servedRounds(ctx, s.server, id, take)
	}
	return w.loggedRounds(log.History(ctx, id, 0), id, take)
}

func (w World) loggedRounds(history iter.Seq2[eventlog.Commit, error], id subject.TableID, take func([]byte) error) error {
	dealt := map[string]uint32{} // the version of every deal whose round is not told
	commits := noteDeals(replay.Decode(wire.NewCodec(), history), dealt)
	for rec, err := range replay.Rounds(commits) {
		if errors.Is(err, eventlog.ErrNotFound) {
			return fmt.Errorf("table %s: no such table", id)
		}
		if err != nil {
			return err
		}
		delete(dealt, rec.ID)
		line, err := rec.MarshalJSON()
		if err == nil {
			err = take(line)
		}
		if err != nil {
			return err
		}
	}
	for _, round := range slices.SortedFunc(maps.Keys(dealt), func(a, b string) int { return int(dealt[a]) - int(dealt[b]) }) {
		w.note("round %s is not revealed: skipped", round)
	}
	return nil
}

// noteDeals passes commits on and keeps which rounds they deal.
func noteDeals(commits iter.Seq2[table.Commit, error], dealt map[string]uint32) iter.Seq2[table.Commit, error] {
	return func(yield func(table.Commit, error) bool) {
		for c, err := range commits {
			for _, e := range c.Events {
				if d, ok := e.(table.RoundDealt); ok && c.State.Match != nil {
					dealt[fmt.Sprintf("%s/%d", c.State.Match.ID, d.Round)] = c.Version
				}
			}
			if !yield(c, err) {
				return
			}
		}
	}
}

// servedTable is what a server tells of where a table stands.
type servedTable struct {
	Table struct {
		Phase string `json:"phase"`
		Match struct {
			ID    string `json:"matchId"`
			Round uint32 `json:"round"`
		} `json:"match"`
	} `json:"table"`
}

func (w World) servedRounds(ctx context.Context, url string, id subject.TableID, take func([]byte) error) error {
	s, err := newServer(url)
	if err != nil {
		return err
	}
	ask := map[string]string{"tableId": id.String()}
	var before servedTable
	if err := s.call(ctx, "GetTable", ask, &before); err != nil {
		return err
	}
	var got struct {
		Records []string `json:"records"`
	}
	if err := s.call(ctx, "GetRecord", ask, &got); err != nil {
		return err
	}
	for _, line := range got.Records {
		if err := take([]byte(line)); err != nil {
			return err
		}
	}
	if phase := before.Table.Phase; phase == "playing" || phase == "scoring" {
		w.note("round %s/%d is not revealed: skipped", before.Table.Match.ID, before.Table.Match.Round)
	}
	return nil
}

// isData refuses a directory that no server has used, before one is made of it.
func isData(dir string) error {
	if _, err := os.Stat(filepath.Join(dir, "jetstream")); err != nil {
		return unusable("--data %s: holds no data of a server", dir)
	}
	return nil
}
