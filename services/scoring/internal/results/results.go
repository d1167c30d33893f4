package results

import (
	"encoding/json"
	"fmt"
	"slices"
	"time"

	"tranca.example/pkg/domino"
	"tranca.example/pkg/eventlog"
	"tranca.example/pkg/projection"
	"tranca.example/pkg/replica"
	"tranca.example/pkg/subject"
	"tranca.example/pkg/table"
)

// Name of the projection.
const Name = "results"

// list is the one list of the projection: matches in the order of their end.
const list = "ended"

// Result is what a match was for those who sat there when it began.
type Result struct {
	Preset  string   `json:"preset"`
	Players []Player `json:"players"`
}

// Player is one person's part in a match. Bots have none.
type Player struct {
	Name   string `json:"name"`
	Won    bool   `json:"won"`
	Points int    `json:"points"` // of the player's side
}

// Results are the results of all shards.
type Results struct {
	*replica.Projection
	read   func(c eventlog.Commit) (table.Commit, error)
	ladder *ladder
}

// New makes the results; its unit keeps them up to date.
func New(env replica.Env, owner *replica.Owner, checkEvery time.Duration) (*Results, error) {
	r := &Results{read: owner.Read}
	var err error
	r.Projection, err = replica.NewProjection(env, replica.ProjectionOptions{
		Service: subject.Scoring, Name: Name, Source: owner.Log, Fold: r.fold, CheckEvery: checkEvery,
	})
	if err != nil {
		return nil, err
	}
	r.ladder = newLadder(r.Store(), env.Shards)
	return r, nil
}

// fold makes the row of a match that ends with the commit.
func (r *Results) fold(c eventlog.Commit) ([]projection.Change, error) {
	if c.Phase != string(table.PhaseFinished) {
		return nil, nil // a match ends in no other phase
	}
	commit, err := r.read(c)
	if err != nil {
		return nil, err
	}
	if !ends(commit.Events) {
		return nil, nil
	}
	value, err := json.Marshal(resultOf(commit.State))
	if err != nil {
		return nil, fmt.Errorf("result of match %s: %w", commit.State.Match.ID, err)
	}
	return []projection.Change{{
		Key: commit.State.Match.ID, Value: value,
		Lists: map[string]string{list: fmt.Sprintf("%020d", c.Seq)},
	}}, nil
}

func ends(events []table.Event) bool {
	for _, e := range events {
		if _, ok := e.(table.MatchEnded); ok {
			return true
		}
	}
	return false
}

// resultOf counts the match for everybody who sat there when it began; whoever
// has left since, or was taken over, has not won it.
func resultOf(s table.State) Result {
	r := Result{Preset: s.Rules.Preset}
	for i, name := range s.Match.Players {
		if name == "" || i >= len(s.Seats) {
			continue
		}
		side := s.Rules.SideOf(domino.Seat(i)) //nolint:gosec // seats are few
		stayed := s.Seats[i].Kind == table.SeatPlayer && s.Seats[i].Player == name
		p := Player{Name: name, Won: stayed && slices.Contains(s.Match.Winners, side)}
		if int(side) < len(s.Match.Standing.Totals) {
			p.Points = s.Match.Standing.Totals[side]
		}
		r.Players = append(r.Players, p)
	}
	return r
}
