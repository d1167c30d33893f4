package listing

import (
	"time"

	"tranca.example/pkg/eventlog"
	"tranca.example/pkg/projection"
	"tranca.example/pkg/replica"
	"tranca.example/pkg/subject"
	"tranca.example/pkg/table"
	"tranca.example/pkg/wire"
)

// Name of the projection.
const Name = "lobby"

// List is the list of tables of all shards.
type List struct {
	*replica.Projection
	owner  *replica.Owner
	shards []subject.Shard
}

// New makes the list; its unit keeps it up to date.
func New(env replica.Env, owner *replica.Owner, checkEvery time.Duration) (*List, error) {
	l := &List{owner: owner, shards: env.Shards}
	var err error
	l.Projection, err = replica.NewProjection(env, replica.ProjectionOptions{
		Service: subject.Lobby, Name: Name, Source: owner.Log, Fold: l.fold, CheckEvery: checkEvery,
	})
	return l, err
}

// fold keeps a table as it stands after each commit that changes who sits there
// or its phase; moves do not change the list. A match that is shown later is listed
// as it was when it began until it is over: neither row nor order tells more.
func (l *List) fold(c eventlog.Commit) ([]projection.Change, error) {
	commit, err := l.read(c)
	if err != nil || commit == nil {
		return nil, err
	}
	key := c.Table.String()
	if commit.State.Phase == table.PhaseClosed {
		return []projection.Change{{Key: key}}, nil
	}
	public := table.Public(commit.State)
	public.Round = nil // a page of tables in full would not fit into one answer
	if public.Delayed() {
		if table.MarkOf(commit).Played {
			return nil, nil
		}
		public.Phase = table.PhasePlaying
	}
	value, err := l.owner.Codec.EncodeReply(wire.Reply{Version: commit.Version, Seat: -1, State: &public})
	if err != nil {
		return nil, err
	}
	return []projection.Change{{Key: key, Value: value, Lists: listsOf(&public)}}, nil
}

// read is a commit that the list is about, else nil: of the others no more is read
// than tells so.
func (l *List) read(c eventlog.Commit) (*table.Commit, error) {
	if c.Value == nil {
		if l.owner.Codec.OnlyMoves(c.Body) {
			return nil, nil
		}
		events, err := l.owner.Codec.DecodeEvents(c.Body)
		if err != nil || !concerns(events) {
			return nil, err
		}
	}
	commit, err := l.owner.Read(c)
	if err != nil || !concerns(commit.Events) {
		return nil, err
	}
	return &commit, nil
}

// concerns tells whether the events change seats, settings or phase.
func concerns(events []table.Event) bool {
	for _, e := range events {
		switch e.(type) {
		case table.InRound, table.BankOpened, table.TurnTimedOut, table.ClockCompensated,
			table.ClientSeedRevealed, table.DealCommitted, table.SeatTokenIssued:
		default:
			return true
		}
	}
	return false
}

// listsOf are the lists that a query can ask for; within one, tables stand in
// the order of their last change, the latest first.
func listsOf(s *table.State) map[string]string {
	phase, preset, private := string(s.Phase), s.Rules.Preset, s.Options.Private
	at := projection.OrderUintDescending(uint64(s.LastCommit)) //nolint:gosec // no time before 1970
	return map[string]string{
		listName(private, "", ""): at, listName(private, phase, ""): at,
		listName(private, "", preset): at, listName(private, phase, preset): at,
	}
}

// listName keeps private tables apart: no list has them and others.
func listName(private bool, phase, preset string) string {
	name := "phase=" + phase + " preset=" + preset
	if private {
		return "private " + name
	}
	return name
}
