package harness

import (
	"testing"

	"github.com/google/uuid"
	"github.com/nats-io/nats.go"

	"tranca.example/pkg/eventlog"
	"tranca.example/pkg/eventlog/jetstream"
	"tranca.example/pkg/subject"
	"tranca.example/pkg/table"
	"tranca.example/pkg/tablehost"
	"tranca.example/pkg/wire"
	"tranca.example/services/tranca/simulate"
)

// Audit is what a comparison of acknowledged commands with the log found.
type Audit struct {
	Tables, Commits, Acks int
	// Later is how many commands lie before the version that was told: they were
	// sent again, and the table had moved on.
	Later int
}

// command names a command in the log.
type command struct {
	table string
	id    uuid.UUID
}

// Compare checks that each acknowledged command is in the log exactly once, at
// the version that was told or, for one that was sent again, before it; that no
// command is in the log that nobody was told about; that the versions of each
// table have no gap, and that only owners of phases wrote.
func Compare(tb testing.TB, conn *nats.Conn, acks []simulate.Ack) Audit {
	tb.Helper()
	log, err := jetstream.New(conn, 0)
	if err != nil {
		tb.Fatal(err)
	}
	a := Audit{Acks: len(acks)}
	told := toldOf(tb, acks)
	read := map[string]bool{}
	for _, ack := range acks {
		if !read[ack.Table] {
			read[ack.Table] = true
			a.compare(tb, log, ack.Table, told)
		}
	}
	for c, ack := range told {
		tb.Errorf("command %s (%s) at table %s was acknowledged at version %d and is not in the log", c.id, ack.Kind, c.table, ack.Version)
	}
	a.Tables = len(read)
	return a
}

func toldOf(tb testing.TB, acks []simulate.Ack) map[command]simulate.Ack {
	tb.Helper()
	told := map[command]simulate.Ack{}
	for _, ack := range acks {
		id, err := uuid.Parse(ack.Command)
		if err != nil {
			tb.Fatal(err)
		}
		c := command{ack.Table, id}
		if other, twice := told[c]; twice {
			tb.Errorf("%+v was acknowledged twice: %+v", ack, other)
		}
		told[c] = ack
	}
	return told
}

// compare reads one table and takes off told what it finds.
func (a *Audit) compare(tb testing.TB, log *jetstream.Log, tableID string, told map[command]simulate.Ack) {
	tb.Helper()
	for i, commit := range Commits(tb, log, tableID) {
		a.Commits++
		if commit.Version != uint32(i)+1 { //nolint:gosec // a table has few commits
			tb.Fatalf("table %s: commit %d has version %d", tableID, i+1, commit.Version)
		}
		if commit.Answers == nil {
			continue
		}
		c := command{tableID, uuid.UUID(commit.Answers.ID)}
		ack, found := told[c]
		switch {
		case !found:
			tb.Errorf("table %s: command %s at version %d is in the log twice, or was never acknowledged", tableID, c.id, commit.Version)
		case commit.Version > ack.Version:
			tb.Errorf("table %s: %+v lies at version %d", tableID, ack, commit.Version)
		case commit.Version < ack.Version:
			a.Later++
		}
		delete(told, c)
	}
}

// Commits are all commits of a table, written by the owners of its phases.
func Commits(tb testing.TB, log eventlog.HistoryReader, tableID string) []table.Commit {
	tb.Helper()
	id, err := subject.ParseTableID(tableID)
	if err != nil {
		tb.Fatal(err)
	}
	var all []table.Commit
	codec, baton, phase := wire.NewCodec(), tablehost.Baton(), ""
	for c, err := range log.History(tb.Context(), id, 0) {
		if err != nil {
			tb.Fatal(err)
		}
		if err := baton.VerifyWriter(phase, c); err != nil {
			tb.Errorf("table %s: version %d: %v", tableID, c.Version, err)
		}
		phase = c.Phase
		commit, err := codec.DecodeCommit(c.Body)
		if err != nil {
			tb.Fatal(err)
		}
		all = append(all, commit)
	}
	return all
}
