package checker

import (
	"encoding/hex"
	"strconv"
	"strings"

	"google.golang.org/protobuf/proto"

	eventv1 "tranca.example/proto/gen/tranca/event/v1"
)

// Headers of a commit's message.
const (
	headerExpected = "Nats-Expected-Last-Subject-Sequence"
	headerWriter   = "tranca-writer"
	headerPhase    = "tranca-phase"
	headerVersion  = "tranca-version"
)

// owners are who may write in a phase; "" is a table without commits.
func owners() map[string]string {
	return map[string]string{
		"": "lobby", "open": "lobby", "dealing": "dealer", "playing": "rules", "scoring": "scoring", "finished": "lobby",
	}
}

// phaseNames are the phases as headers spell them.
func phaseName(p eventv1.Phase) string {
	return strings.ToLower(strings.TrimPrefix(p.String(), "PHASE_"))
}

// Facts are what the log of one shard tells, message by message.
type Facts struct {
	last   uint64
	tables map[string]*table
	owners map[string]string
	// watched tables have viewers: what is public at each version is kept of them.
	watched map[string]*public

	contiguous, chain, versions, writer, once, timely, legal, deals, totals *Verdict
}

// table is what the log told of one table so far.
type table struct {
	seq     uint64 // of its last commit
	version uint32
	listed  uint32 // version of the last commit that concerns a list of tables
	phase   string
	answers map[string]uint32 // version by command id
	clock   clock
	game    game
}

// NewFacts is a log of which nothing was read yet. What is public at each version
// is kept of the watched tables alone.
func NewFacts(watched ...string) *Facts {
	f := &Facts{
		tables: map[string]*table{}, owners: owners(), watched: map[string]*public{},
		contiguous: NewVerdict(RuleContiguous), chain: NewVerdict(RuleChain), versions: NewVerdict(RuleVersions),
		writer: NewVerdict(RuleWriter), once: NewVerdict(RuleOnce), timely: NewVerdict(RuleTimely), legal: NewVerdict(RuleLegal),
		deals: NewVerdict(RuleDeals), totals: NewVerdict(RuleTotals),
	}
	for _, id := range watched {
		f.watched[id] = &public{}
	}
	return f
}

// Verdicts are those that the log alone gives.
func (f *Facts) Verdicts() []*Verdict {
	return []*Verdict{f.contiguous, f.chain, f.versions, f.writer, f.once, f.timely, f.legal, f.deals, f.totals}
}

// Add takes the next message.
func (f *Facts) Add(m Message) {
	f.contiguous.Check(m.Seq == f.last+1, "sequence %d follows %d", m.Seq, f.last)
	f.last = m.Seq
	id, ok := tableOf(m.Subject)
	if !ok {
		f.versions.Check(false, "sequence %d: subject %s is no table's", m.Seq, m.Subject)
		return
	}
	t := f.tables[id]
	if t == nil {
		t = &table{answers: map[string]uint32{}}
		f.tables[id] = t
	}
	f.follows(t, m, id)
	c := &eventv1.Commit{}
	if err := proto.Unmarshal(m.Data, c); err != nil {
		f.versions.Check(false, "table %s, sequence %d: the body is no commit: %v", id, m.Seq, err)
		return
	}
	f.counts(t, m, c, id)
	f.writes(t, m, c, id)
	f.answers(t, c, id)
	f.clocks(t, c, id)
	f.plays(t, c, id)
	t.seq, t.version, t.phase = m.Seq, c.GetVersion(), phaseName(c.GetState().GetPhase())
	if concernsLists(c.GetEvents()) {
		t.listed = t.version
	}
	f.watched[id].fold(c)
}

// tableOf is the id in the subject g.<shard>.<table>.ev.
func tableOf(subject string) (id string, ok bool) {
	part := strings.Split(subject, ".")
	if len(part) != 4 || part[0] != "g" || part[3] != "ev" {
		return "", false
	}
	return part[2], true
}

// follows checks the link of the chain: what the append expected is what stands
// before it, and no append expected nothing.
func (f *Facts) follows(t *table, m Message, id string) {
	text := m.Header.Get(headerExpected)
	expected, err := strconv.ParseUint(text, 10, 64)
	f.chain.Check(err == nil && expected == t.seq,
		"table %s, sequence %d follows %d and expected %q", id, m.Seq, t.seq, text)
}

// counts checks that header, body and state tell the version that comes next.
func (f *Facts) counts(t *table, m Message, c *eventv1.Commit, id string) {
	want := t.version + 1
	f.versions.Check(c.GetVersion() == want && c.GetState().GetVersion() == want && c.GetState().GetId() == id &&
		m.Header.Get(headerVersion) == strconv.FormatUint(uint64(want), 10),
		"table %s, sequence %d: header says version %q, body %d, state %d of table %s: want %d",
		id, m.Seq, m.Header.Get(headerVersion), c.GetVersion(), c.GetState().GetVersion(), c.GetState().GetId(), want)
}

// writes checks that the owner of the phase before wrote, and said so, and that
// header and state tell the same phase after it.
func (f *Facts) writes(t *table, m Message, c *eventv1.Commit, id string) {
	owner, after := f.owners[t.phase], phaseName(c.GetState().GetPhase())
	f.writer.Check(owner != "" && c.GetWriter() == owner && m.Header.Get(headerWriter) == owner && m.Header.Get(headerPhase) == after,
		"table %s, version %d: %s (header %s) wrote in phase %q, which is %s's; the phase after it is %q (header %q)",
		id, c.GetVersion(), c.GetWriter(), m.Header.Get(headerWriter), t.phase, owner, after, m.Header.Get(headerPhase))
}

// answers notes the command that a commit answers.
func (f *Facts) answers(t *table, c *eventv1.Commit, id string) {
	if c.GetAnswer() == nil {
		return
	}
	command := hex.EncodeToString(c.GetAnswer().GetCommandId())
	earlier, twice := t.answers[command]
	f.once.Check(!twice, "table %s: command %s is at version %d and at %d", id, command, earlier, c.GetVersion())
	if !twice {
		t.answers[command] = c.GetVersion()
	}
}

// concernsLists tells whether a commit changes what a list of tables shows: who
// sits there, settings or phase. Moves and clocks do not.
func concernsLists(events []*eventv1.Event) bool {
	for _, e := range events {
		switch e.GetKind().(type) {
		case *eventv1.Event_TilePlayed, *eventv1.Event_TileDrawn, *eventv1.Event_TurnPassed, *eventv1.Event_ChickieCalled,
			*eventv1.Event_FootCompleted, *eventv1.Event_DoubleHung, *eventv1.Event_TurnTimedOut,
			*eventv1.Event_BankOpened, *eventv1.Event_ClockCompensated, *eventv1.Event_ClientSeedRevealed, *eventv1.Event_DealCommitted,
			*eventv1.Event_SeatTokenIssued:
		default:
			return true
		}
	}
	return false
}
