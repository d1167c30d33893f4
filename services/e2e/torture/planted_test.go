package torture_test

import (
	"os"
	"slices"
	"testing"
	"time"

	"tranca.example/services/e2e/checker"
	"tranca.example/services/e2e/harness"
	"tranca.example/services/e2e/torture"
)

// planted is a bug, the rules that find it, and the faults under which it
// shows.
type planted struct {
	harness.Flaw
	rules []string // one of which must find it
	plan  func(torture.Targets) []torture.Fault
}

const length = 12 * time.Second

// bugs are one of each kind that the design rules out.
func bugs() []planted {
	return []planted{{
		harness.Flaw{Name: "unfenced", Edits: []harness.Edit{
			{
				File: "pkg/eventlog/jetstream/message.go",
				Old:  "set(jetstream.ExpectedLastSubjSeqHeader, strconv.FormatUint(expect, 10))", New: "_ = strconv.FormatUint(expect, 10)",
			},
			{
				File: "pkg/eventlog/jetstream/message.go",
				Old:  "number(header, jetstream.ExpectedLastSubjSeqHeader, 64)", New: "uint64(0), error(nil)",
			},
		}},
		[]string{checker.RuleChain}, nothing,
	}, {
		harness.Flaw{Name: "forgetful", Edits: []harness.Edit{
			{
				File: "pkg/table/apply.go", Old: "func Recognise(s State, req Request) (version uint32, ok bool) {\n",
				New: "func Recognise(s State, req Request) (version uint32, ok bool) {\n\tif s.Version > 0 {\n\t\treturn 0, false\n\t}\n",
			},
			{File: "pkg/table/decide.go", Old: "case seen == 0:", New: "case seen <= j.State.Version:"},
		}},
		// A command that was done and is sent again is done twice where the table allows
		// it, and refused to a player who was never told where it does not.
		[]string{checker.RuleOnce, torture.RulePrograms}, resets,
	}, {
		harness.Flaw{Name: "skipping", Edits: []harness.Edit{
			{File: "pkg/projection/follow.go", Old: "\tb.add(changes)\n", New: "\tif c.Seq%3 == 0 {\n\t\tchanges = nil\n\t}\n\tb.add(changes)\n"},
		}},
		[]string{checker.RuleProjected}, nothing,
	}}
}

func nothing(torture.Targets) []torture.Fault { return nil }

// resets break the gateways' connections twice a second, so that commands are done
// whose senders do not hear of it.
func resets(torture.Targets) (plan []torture.Fault) {
	for at := time.Duration(0); at < length; at += 500 * time.Millisecond {
		gateway := harness.ReplicaName("gateway", int(at/(500*time.Millisecond))%2)
		plan = append(plan, torture.Fault{
			At: at, For: 100 * time.Millisecond, Kind: torture.Cut, Target: gateway, Peer: "nats", Detail: "downstream",
		})
	}
	return plan
}

// Every bug compiles; with TORTURE_PLANTED each is tortured, too, and found.
func TestEveryPlantedBugIsFound(t *testing.T) {
	for _, b := range bugs() {
		t.Run(b.Name, func(t *testing.T) {
			if os.Getenv("TORTURE_PLANTED") == "" {
				b.Compile(t)
				return
			}
			report := torture.Run(t, harness.BuildWith(t, b.Flaw), torture.Options{
				Seed: b.Name, Time: length, Tables: 16, Pace: length, Short: true, Plan: b.plan, Patience: 30 * time.Second, Now: time.Now,
			})
			t.Log("\n" + report.String())
			found := slices.ContainsFunc(report.Verdicts, func(v *checker.Verdict) bool {
				return v.Violations > 0 && slices.Contains(b.rules, v.Rule)
			})
			if report.OK() || !found {
				t.Errorf("nobody finds the bug by a rule of these: %q", b.rules)
			}
		})
	}
}
