package load

import (
	"context"

	"tranca.example/pkg/domino"
	"tranca.example/pkg/domino/deal"
	"tranca.example/pkg/secret"
	"tranca.example/pkg/subject"
	"tranca.example/pkg/table"
)

// Begun is a table in the middle of its first round.
type Begun struct {
	ID  string
	Key string // of the player on the first seat
}

// Seeds keeps the seeds of deals.
type Seeds interface {
	KeepSeed(ctx context.Context, d secret.Deal, seed deal.Seed) error
}

// Begin writes a table up to some moves of its first round, with its seed, as the
// services would have left it.
func (f *Filler) Begin(ctx context.Context, seeds Seeds, moves int) (Begun, error) {
	id, keys, hashes, err := f.open()
	if err != nil {
		return Begun{}, err
	}
	script, err := newScript(f.game, id.String(), hashes, f.writer(ctx, id))
	if err != nil {
		return Begun{}, err
	}
	if _, err := script.More(); err != nil {
		return Begun{}, err
	}
	if err := script.deal(); err != nil {
		return Begun{}, err
	}
	s := script.state
	if err := seeds.KeepSeed(ctx, secret.Deal{Table: id, Match: s.Match.N, Round: s.Round.Dealt.Round}, script.seed); err != nil {
		return Begun{}, err
	}
	return Begun{ID: id.String(), Key: keys[0]}, script.play(moves)
}

// play makes some moves.
func (s *Script) play(moves int) error {
	var steps []Step
	for range moves {
		c, err := s.choose()
		if err != nil {
			return err
		}
		if err := s.step(&steps, s.state.Round.Public.Turn(), c); err != nil {
			return err
		}
	}
	return nil
}

// open draws what a table needs before its first commit.
func (f *Filler) open() (id subject.TableID, keys []string, hashes []table.Hash, err error) {
	if id, err = f.next(); err != nil {
		return id, nil, nil, err
	}
	rules, err := domino.NewRules(f.game.Preset, nil)
	if err != nil {
		return id, nil, nil, err
	}
	keys, hashes = make([]string, rules.Seats), make([]table.Hash, rules.Seats)
	for i := range keys {
		if keys[i], hashes[i], err = newKey(); err != nil {
			return id, nil, nil, err
		}
	}
	return id, keys, hashes, nil
}

// writer appends the commits of a table.
func (f *Filler) writer(ctx context.Context, id subject.TableID) func(table.Commit) error {
	var last uint64
	var before table.Phase
	return func(c table.Commit) (err error) {
		last, err = f.append(ctx, id, c, before, last)
		before = c.State.Phase
		return err
	}
}
