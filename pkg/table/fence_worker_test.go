package table_test

import (
	"context"
	"encoding/binary"
	"errors"
	"math/rand/v2"

	"tranca.example/pkg/domino"
	"tranca.example/pkg/domino/deal"
	"tranca.example/pkg/eventlog"
	"tranca.example/pkg/subject"
	"tranca.example/pkg/table"
)

// verdict is what a client was told of one of its commands.
type verdict string

const (
	accepted       verdict = "accepted"
	refusedForGood verdict = "refused"
	alreadySo      verdict = "granted without a commit"
	unclear        verdict = "left unclear"
)

// worker is one client with the tokens of everybody: it sends what the table
// waits for, and noise.
type worker struct {
	*world
	r       *rand.Rand
	n       uint64
	ids     uint64
	seen    map[subject.TableID]uint32
	told    map[table.CommandID]verdict
	answers map[table.CommandID]uint32 // the version of each acceptance
	last    map[subject.TableID]table.Request
}

func (k *worker) id() table.CommandID {
	k.ids++
	var id table.CommandID
	binary.BigEndian.PutUint64(id[:], k.n+1)
	binary.BigEndian.PutUint64(id[8:], k.ids)
	return id
}

// step reads a table, of any age that this client may see, and sends one
// command to it.
func (k *worker) step() {
	slot := k.r.IntN(slots)
	on, _ := k.tables.Load(slot)
	id := on.(subject.TableID)
	s, ok := k.read(id)
	if !ok {
		return
	}
	if s.Phase == table.PhaseClosed {
		if k.r.IntN(10) == 0 {
			k.newTable(slot)
		}
		return
	}
	req, repeat := k.last[id], k.r.IntN(12) == 0
	if !repeat || req.Command == nil {
		actor, command := k.choose(s, id)
		if command == nil {
			return
		}
		req = table.Request{Actor: actor, ID: k.id(), Command: command}
		switch k.r.IntN(4) {
		case 0:
			req.Expected = s.Version
		case 1:
			req.Expected = s.Version - min(s.Version, uint32(k.r.IntN(6)))
		}
	}
	req.Now = table.Time(k.clock.Add(int64(k.r.IntN(40))) + int64(k.r.IntN(3000)))
	k.note(id, req, k.send(id, s.Phase.Owner(), req))
}

func (k *worker) read(id subject.TableID) (table.State, bool) {
	pair := k.replicas[[]table.Service{table.Lobby, table.Dealer, table.Rules, table.Scoring}[k.r.IntN(4)]]
	s, at, err := pair[k.r.IntN(2)].Read(context.Background(), id, k.seen[id])
	switch {
	case errors.Is(err, eventlog.ErrNotFound) && k.seen[id] == 0:
		return table.State{}, true
	case errors.Is(err, eventlog.ErrUnavailable):
		return s, false
	case err != nil:
		k.tb.Errorf("read at least version %d: %v", k.seen[id], err)
		return s, false
	}
	k.see(id, at.Version)
	return s, true
}

// see notes a version that this client was told.
func (k *worker) see(id subject.TableID, version uint32) {
	if version < k.seen[id] {
		k.tb.Errorf("a client saw version %d of %s after %d", version, id, k.seen[id])
	}
	k.seen[id] = max(k.seen[id], version)
}

func (k *worker) note(id subject.TableID, req table.Request, v verdict) {
	if req.Actor.Kind == table.ActorService {
		return
	}
	if req.Expected != 0 {
		k.last[id] = req
	}
	switch old := k.told[req.ID]; {
	case old == unclear, old == "":
		k.told[req.ID] = v
	case old == accepted && v != accepted && v != unclear && !sits(req):
		k.tb.Errorf("%T was accepted, and its repeat was %s", req.Command, v)
	case v == accepted:
		k.told[req.ID] = v // what was refused before may be right later
	}
}

// sits tells whether a key asks for a seat. Who sat down, left, and asks again
// when the table is not open any more is refused like any stranger: no log is
// searched for one (see MayHaveForgotten).
func sits(req table.Request) bool {
	_, ok := req.Command.(table.Sit)
	return ok
}

// send tries like a gateway: at the owner of the phase, with the same id until
// the answer is clear.
func (k *worker) send(id subject.TableID, owner table.Service, req table.Request) verdict {
	k.sent.Add(1)
	for range 8 {
		if owner == "" {
			return refusedForGood
		}
		ex := k.replicas[owner][k.r.IntN(2)]
		result, err := eventlog.Execute(context.Background(), ex, id, k.decider(id, req, &owner))
		if wrong, ok := errors.AsType[*eventlog.WrongPhaseError](err); ok {
			owner = table.Service(wrong.Owner)
			continue
		}
		if v, known := k.verdict(id, req, result, err); known {
			return v
		}
	}
	return unclear
}

func (k *worker) verdict(id subject.TableID, req table.Request, result eventlog.Result[uint32], err error) (verdict, bool) {
	answered, granted := errors.AsType[*table.AlreadyAnswered](err)
	switch {
	case err == nil:
		k.accept(id, req, result)
		return accepted, true
	case errors.Is(err, eventlog.ErrUnknownOutcome), errors.Is(err, eventlog.ErrUnavailable), errors.Is(err, eventlog.ErrConflict):
		return unclear, false
	case granted:
		k.see(id, max(answered.Version, k.seen[id]))
		return alreadySo, true
	}
	if stale, ok := errors.AsType[*table.Stale](err); ok {
		k.see(id, stale.Current)
	}
	return refusedForGood, true
}

// accept checks that a new commit is newer than all that was seen, and that a
// repeat gets the answer of the first time.
func (k *worker) accept(id subject.TableID, req table.Request, result eventlog.Result[uint32]) {
	if !result.Recognised {
		k.see(id, result.Answer)
	}
	if first, known := k.answers[req.ID]; known && first != result.Answer {
		k.tb.Errorf("%T was answered with version %d, its repeat with %d", req.Command, first, result.Answer)
	}
	if req.Actor.Kind != table.ActorService {
		k.answers[req.ID] = result.Answer
	}
}

func (k *worker) choose(s table.State, id subject.TableID) (table.Actor, table.Command) {
	if s.Phase == table.PhaseNone {
		presets := domino.Presets()
		return key(0), table.OpenTable{ID: id.String(), Preset: presets[k.r.IntN(len(presets))], Options: table.Options{
			TurnLimit: 4000, FirstMove: 5000, TimeBank: 3000, Increment: 50, RevealLimit: 3000, Grace: 3000, IdleLimit: 1_000_000, BotPolicy: "greedy",
		}}
	}
	seat := domino.Seat(k.r.IntN(len(s.Seats)))
	actor := table.Actor{Kind: table.ActorSeat, Seat: seat, Gen: s.Seats[seat].Gen}
	switch k.r.IntN(24) {
	case 0, 1, 2:
		return actor, table.Disconnect{}
	case 3, 4:
		return actor, table.Return{}
	case 5:
		return actor, table.Play{Tile: domino.Tile(k.r.IntN(28)), Spot: domino.Spot(k.r.IntN(3))}
	case 6:
		return service(s.Phase.Owner()), table.TakeOver{Seat: seat}
	case 7:
		return rules, table.Timeout{Version: s.TurnVersion}
	case 8:
		return actor, table.ReissueToken{}
	case 9:
		return k.rare(s, actor)
	}
	return k.progress(s, actor)
}

func (k *worker) rare(_ table.State, actor table.Actor) (table.Actor, table.Command) {
	switch k.r.IntN(40) {
	case 0:
		return actor, table.Leave{}
	case 1:
		return operator, table.Freeze{}
	case 2:
		return operator, table.Annul{Reason: "x"}
	case 3:
		return operator, table.Void{Reason: "x"}
	case 4:
		return key(0), table.Close{}
	}
	return actor, table.Pass{}
}

// progress is what the table waits for, as far as this client can see.
func (k *worker) progress(s table.State, actor table.Actor) (table.Actor, table.Command) {
	switch {
	case s.Frozen:
		return operator, table.Thaw{}
	case s.Phase == table.PhaseOpen:
		return k.fill(s, actor)
	case s.Phase == table.PhaseDealing:
		return k.lead(s)
	case s.Phase == table.PhasePlaying:
		return k.move(s)
	case s.Phase == table.PhaseScoring:
		return scoring, table.Score{}
	}
	return actor, table.AskRematch{}
}

func (k *worker) fill(s table.State, actor table.Actor) (table.Actor, table.Command) {
	i := int(actor.Seat)
	switch seat := s.Seats[i]; {
	case seat.Kind == table.SeatEmpty && k.r.IntN(3) == 0:
		return key(0), table.AddBot{Seat: actor.Seat, Policy: "random"}
	case seat.Kind == table.SeatEmpty:
		return key(i), table.Sit{Seat: actor.Seat, Player: player(i)}
	case seat.Kind == table.SeatBot:
		return key(0), table.RemoveBot{Seat: actor.Seat}
	case k.r.IntN(3) == 0:
		c, err := deal.ClientCommit(table.NextMatchID(s), actor.Seat, clientSeed(i))
		if err != nil {
			k.tb.Error(err)
		}
		return actor, table.Ready{ClientCommit: table.Hash(c)}
	}
	return actor, table.Ready{}
}

func (k *worker) lead(s table.State) (table.Actor, table.Command) {
	if !s.Match.Committed {
		return dealer, table.CommitDeal{Tip: k.tip(s), Entropy: "crypto"}
	}
	if s.Match.RevealBy != 0 {
		for i, seat := range s.Seats {
			if seat.ClientCommit != (table.Hash{}) && seat.ClientSeed == nil && seat.Kind == table.SeatPlayer {
				return table.Actor{Kind: table.ActorSeat, Seat: domino.Seat(i), Gen: seat.Gen}, table.Reveal{Seed: clientSeed(i)}
			}
		}
		return dealer, table.CancelStart{}
	}
	return dealer, k.plan(s)
}

func (k *worker) move(s table.State) (table.Actor, table.Command) {
	h := k.hidden(s)
	turn := h.Full.Turn()
	actor := table.Actor{Kind: table.ActorSeat, Seat: turn, Gen: s.Seats[turn].Gen}
	plays := h.Full.Plays(nil)
	if len(plays) == 0 {
		return actor, command(h.Full.Default())
	}
	p := plays[k.r.IntN(len(plays))]
	return actor, table.Play{Tile: p.Tile, Spot: p.Spot}
}
