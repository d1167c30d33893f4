package load

import (
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"math/rand/v2"

	"tranca.example/pkg/domino"
	"tranca.example/pkg/domino/deal"
	"tranca.example/pkg/table"
	"tranca.example/services/dealer"
)

// Step is a command of a seat's holder and the version that the table has
// reached before it: nothing but the step leads to the next one.
type Step struct {
	Seat    domino.Seat
	Command table.Command
	Version uint32
	Match   uint32 // matches that have begun before it
}

// Moves tells whether the step is a move of a round.
func (s Step) Moves() bool {
	switch s.Command.(type) {
	case table.Play, table.Draw, table.Pass:
		return true
	default:
		return false
	}
}

// Script plays a table on paper: the same commits that the services will make.
type Script struct {
	entropy dealer.Entropy
	rnd     *rand.Rand
	state   table.State
	chain   *deal.Chain
	hidden  *table.Hidden
	seed    deal.Seed                // of the last deal
	told    func(table.Commit) error // of every commit; may be nil
}

// NewScript begins with the opening of the table and everybody sitting down,
// which the caller does himself: in the order of the seats, each with the key.
func NewScript(g Game, id string, keys []table.Hash) (*Script, error) {
	return newScript(g, id, keys, nil)
}

// newScript tells of every commit.
func newScript(g Game, id string, keys []table.Hash, told func(table.Commit) error) (*Script, error) {
	s := &Script{entropy: dealer.Seeded(g.Seed), rnd: rand.New(rand.NewPCG(1, uint64(len(id)))), told: told} //nolint:gosec // chooses moves of a test
	open := table.OpenTable{ID: id, Preset: g.Preset, Options: g.Options}
	open.Options.Entropy = dealer.KindSeeded
	if err := s.do(table.Actor{Kind: table.ActorKey, KeyHash: keys[0], Seat: domino.NoSeat}, open); err != nil {
		return nil, err
	}
	for i, key := range keys {
		sit := table.Sit{Seat: domino.Seat(i), Player: Player(i)} //nolint:gosec // seats are few
		if err := s.do(table.Actor{Kind: table.ActorKey, KeyHash: key, Seat: domino.NoSeat}, sit); err != nil {
			return nil, err
		}
	}
	return s, nil
}

// Options are those of a scripted table: nobody waits for anybody.
func Options() table.Options { return table.Options{BotPolicy: table.NoBots} }

// Player is the name of who sits on a seat.
func Player(seat int) string { return fmt.Sprintf("load%d", seat) }

// More writes down what comes next: that everybody is ready, or a round, or, when
// the match is over, the wish for another one.
func (s *Script) More() (steps []Step, err error) {
	switch s.state.Phase {
	case table.PhaseOpen:
		err = s.everybody(&steps, table.Ready{})
	case table.PhaseFinished:
		err = s.everybody(&steps, table.AskRematch{})
	default:
		err = s.round(&steps)
	}
	return steps, err
}

func (s *Script) everybody(steps *[]Step, c table.Command) error {
	for i := range s.state.Seats {
		if err := s.step(steps, domino.Seat(i), c); err != nil {
			return err
		}
	}
	return nil
}

// finish plays one match to its end.
func (s *Script) finish() error {
	for s.state.Phase != table.PhaseFinished {
		if _, err := s.More(); err != nil {
			return err
		}
	}
	return nil
}

// round plays one round and does the services' part around it.
func (s *Script) round(steps *[]Step) error {
	if err := s.deal(); err != nil {
		return err
	}
	for s.state.Phase == table.PhasePlaying {
		c, err := s.choose()
		if err != nil {
			return err
		}
		if err := s.step(steps, s.state.Round.Public.Turn(), c); err != nil {
			return err
		}
	}
	return s.serve(table.Scoring, table.Score{})
}

func (s *Script) deal() error {
	if !s.state.Match.Committed {
		root, err := s.entropy.Root(context.Background(), s.state.Match.ID)
		if err != nil {
			return err
		}
		s.chain = deal.NewChain(root)
		if err := s.serve(table.Dealer, table.CommitDeal{Tip: table.Hash(s.chain.Tip()), Entropy: s.entropy.Kind()}); err != nil {
			return err
		}
	}
	c, seed, err := table.PlanRoundIn(s.state, s.chain)
	if err != nil {
		return err
	}
	if err := s.serve(table.Dealer, c); err != nil {
		return err
	}
	s.seed = seed
	s.hidden, err = table.OpenRound(s.state, seed)
	return err
}

// choose is any move that the seat on turn may make.
func (s *Script) choose() (table.Command, error) {
	hidden, err := s.hidden.Known().At(s.state)
	if err != nil {
		return nil, err
	}
	s.hidden = hidden
	v := hidden.Full.View(hidden.Full.Turn())
	plays := v.Plays(nil)
	switch {
	case len(plays) > 0:
		p := plays[s.rnd.IntN(len(plays))]
		return table.Play{Tile: p.Tile, Spot: p.Spot}, nil
	case v.MayDraw:
		return table.Draw{}, nil
	case v.MayPass:
		return table.Pass{}, nil
	}
	return nil, errors.New("the seat on turn can do nothing")
}

func (s *Script) step(steps *[]Step, seat domino.Seat, c table.Command) error {
	*steps = append(*steps, Step{Seat: seat, Command: c, Version: s.state.Version, Match: s.state.Matches})
	return s.do(table.Actor{Kind: table.ActorSeat, Seat: seat, Gen: s.state.Seats[seat].Gen}, c)
}

func (s *Script) serve(service table.Service, c table.Command) error {
	return s.do(table.Actor{Kind: table.ActorService, Service: service, Seat: domino.NoSeat}, c)
}

func (s *Script) do(a table.Actor, c table.Command) error {
	req := table.Request{Actor: a, Expected: s.state.Version, Command: c, Now: 1}
	if a.Kind != table.ActorService { // people's commands have ids, which commits keep
		binary.BigEndian.PutUint64(req.ID[:8], s.rnd.Uint64())
		binary.BigEndian.PutUint64(req.ID[8:], s.rnd.Uint64())
	}
	events, err := table.Decide(s.state, s.hidden, req)
	if err != nil {
		return fmt.Errorf("script of table %s: %T at version %d: %w", s.state.ID, c, s.state.Version, err)
	}
	commit := table.NewCommit(s.state, req, events, s.state.Phase.Owner())
	s.state = commit.State
	if s.told == nil {
		return nil
	}
	return s.told(commit)
}
