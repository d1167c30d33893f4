package torture_test

import (
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"tranca.example/services/e2e/torture"
)

func targets() torture.Targets {
	return torture.Targets{
		Replicas: map[string][]string{"lobby": {"lobby", "lobby-2"}, "rules": {"rules", "rules-2"}},
		Redis:    []string{"lobby", "rules"}, Nodes: []string{"n1", "n2", "n3"}, Streams: []string{"GAME_0"},
	}
}

func plan(seed string) []torture.Fault {
	return torture.NewPlan(seed, time.Hour, time.Second, targets())
}

func TestASeedGivesTheSameFaultsAndAnotherOneOthers(t *testing.T) {
	if !reflect.DeepEqual(plan("a"), plan("a")) {
		t.Error("the same seed gave two plans")
	}
	if reflect.DeepEqual(plan("a"), plan("b")) {
		t.Error("two seeds gave the same plan")
	}
}

func TestAPlanHasEveryKindOfFaultInItsTime(t *testing.T) {
	seen, peers := map[torture.Kind]int{}, map[string]int{}
	all := plan("a")
	for i, f := range all {
		seen[f.Kind]++
		peers[f.Peer]++
		if f.At <= 0 || f.At > time.Hour+10*time.Second || i > 0 && f.At < all[i-1].At { // a roll goes on
			t.Errorf("%s comes after %s", f, all[i-1])
		}
		if f.Kind == torture.Pause && f.For > 6*time.Second {
			t.Errorf("%s: longer than 6 s", f)
		}
	}
	for _, k := range []torture.Kind{
		torture.Kill, torture.Pause, torture.Roll, torture.Leave, torture.KillTwo, torture.StepDown, torture.Flush,
		torture.Part, torture.Cut, torture.Reset, torture.Slow, torture.Delay,
	} {
		if seen[k] < 20 {
			t.Errorf("%s: %d times in an hour", k, seen[k])
		}
	}
	if peers["nats"] < 100 || peers["redis"] < 50 {
		t.Errorf("faults of the network by peer: %v", peers)
	}
}

func TestOnlyDisksThatMayLosePowerDo(t *testing.T) {
	with := targets()
	with.Disks = true
	hit := map[string]int{}
	for _, f := range torture.NewPlan("a", time.Hour, time.Second, with) {
		if f.Kind == torture.PowerCut {
			hit[f.Target]++
		}
	}
	for _, who := range []string{"nodes", "n1", "n2", "n3"} {
		if hit[who] < 5 {
			t.Errorf("power cuts in an hour: %v", hit)
		}
	}
	for _, f := range plan("a") {
		if f.Kind == torture.PowerCut {
			t.Fatalf("%s, with disks that lose nothing", f)
		}
	}
}

func TestNoTwoServersOfNATSAreAwayAtATimeButWhereThatIsMeant(t *testing.T) {
	quiet, last := time.Duration(0), torture.Fault{}
	for _, f := range plan("a") {
		if !strings.HasPrefix(f.Target, "n") || f.Peer != "" {
			continue
		}
		if f.At < quiet {
			t.Errorf("%s, while %s", f, last)
		}
		quiet, last = f.At+f.For+time.Second, f // and it gets some time to catch up
	}
	if last.Kind == "" {
		t.Error("no server is ever disturbed")
	}
}

func TestNothingIsHitTwiceAtATime(t *testing.T) {
	until := map[string]time.Duration{}
	for _, f := range plan("a") {
		what := f.Target + " " + f.Peer
		if f.At < until[what] {
			t.Errorf("%s, while another fault lasts", f)
		}
		until[what] = f.At + f.For
	}
}

func TestAFaultSaysWhatWhenAndForHowLong(t *testing.T) {
	for want, f := range map[string]torture.Fault{
		"    1.50s kill -9       rules for 0.25s":                            {At: 1500 * time.Millisecond, For: 250 * time.Millisecond, Kind: torture.Kill, Target: "rules"},
		"   61.00s flush         redis":                                      {At: 61 * time.Second, Kind: torture.Flush, Target: "redis"},
		"    0.00s slow          lobby to nats (8 KiB/s upstream) for 1.00s": {For: time.Second, Kind: torture.Slow, Target: "lobby", Peer: "nats", Detail: "8 KiB/s upstream"},
	} {
		if got := f.String(); got != want {
			t.Errorf("got  %q\nwant %q", got, want)
		}
	}
	if all := plan("a"); !slices.ContainsFunc(all, func(f torture.Fault) bool { return f.Kind == torture.KillTwo }) {
		t.Error("quorum is never lost")
	}
}
