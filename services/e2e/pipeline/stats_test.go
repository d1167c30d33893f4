package pipeline_test

import (
	"math"
	"slices"
	"testing"
	"time"

	"tranca.example/services/e2e/pipeline"
)

func milliseconds(all ...int) (times []time.Duration) {
	for _, n := range all {
		times = append(times, time.Duration(n)*time.Millisecond)
	}
	return times
}

func TestAPercentileIsATimeThatWasMeasured(t *testing.T) {
	hundred := make([]int, 100)
	for i := range hundred {
		hundred[i] = i + 1
	}
	for name, c := range map[string]struct {
		times []time.Duration
		share float64
		want  float64
	}{
		"none":                    {nil, 0.5, 0},
		"one":                     {milliseconds(7), 0.99, 7},
		"the lower of two middle": {milliseconds(1, 2, 3, 4), 0.5, 2},
		"the middle":              {milliseconds(1, 2, 9), 0.5, 2},
		"99 of a hundred":         {milliseconds(hundred...), 0.99, 99},
		"all":                     {milliseconds(hundred...), 1, 100},
	} {
		if got := pipeline.Percentile(c.times, c.share); got != c.want {
			t.Errorf("%s: got %v, want %v", name, got, c.want)
		}
	}
}

func TestWhatIsSeenBeforeItIsAcknowledgedDoesNotLag(t *testing.T) {
	got := pipeline.LagOf(milliseconds(5, -3, 1))
	if got.Count != 3 || got.P50 != 1 || got.P99 != 5 {
		t.Errorf("got %+v", got)
	}
	if early := pipeline.LagOf(milliseconds(-9, -3)); early.P99 != 0 {
		t.Errorf("got %+v", early)
	}
}

func TestALagIsMeasuredUntilTheFirstLookThatHasTheSequence(t *testing.T) {
	at := func(n int) time.Time { return time.UnixMilli(int64(n)) }
	got := pipeline.Behind(
		pipeline.Marks(at(5), 3, at(6), 4, at(18), 8, at(19), 99),
		pipeline.Marks(at(10), 4, at(20), 7, at(30), 9))
	if want := milliseconds(5, 4, 12); !slices.Equal(got, want) {
		t.Errorf("got %v, want %v: sequence 99 is never reached", got, want)
	}
}

func TestAStallIsTheLongestTimeBetweenAcksThatReachesPastTheKill(t *testing.T) {
	at := func(ms ...int) (all []time.Time) {
		for _, n := range ms {
			all = append(all, time.UnixMilli(int64(n)))
		}
		return all
	}
	kill, end := time.UnixMilli(1000), time.UnixMilli(2000)
	for name, c := range map[string]struct {
		tables [][]time.Time
		want   int
	}{
		"before the kill nothing counts":     {[][]time.Time{at(100, 900, 1010, 1100, 1990)}, 890},
		"from the last ack before it":        {[][]time.Time{at(980, 1500, 1600, 1999)}, 520},
		"the worst table":                    {[][]time.Time{at(990, 1200, 1990), at(995, 1100, 1700, 1990)}, 790},
		"a table that does not go on at all": {[][]time.Time{at(990)}, 1010},
		"a table that never moved":           {[][]time.Time{nil}, 1000},
		"what comes after the look is cut":   {[][]time.Time{at(1000, 1990, 9000)}, 990},
	} {
		if got := pipeline.Longest(c.tables, kill, end); got != time.Duration(c.want)*time.Millisecond {
			t.Errorf("%s: got %v, want %d ms", name, got, c.want)
		}
	}
}

func TestTheMiddleOfFiguresIsOneOfThem(t *testing.T) {
	if got := pipeline.Middle([]float64{9, 1, 4, 2}); got != 2 {
		t.Errorf("got %v", got)
	}
	if got := pipeline.Middle(nil); got != 0 {
		t.Errorf("got %v", got)
	}
}

func TestProcessorTimeIsReadWhateverAProgramIsCalled(t *testing.T) {
	const stat = "42 (a) 9 (b c) S 1 2 3 4 5 6 7 8 9 10 150 25 0 0 20 0"
	got, err := pipeline.ParseStat(stat)
	if err != nil || got != 1750*time.Millisecond {
		t.Errorf("got %v, %v", got, err)
	}
	for _, bad := range []string{"", "42 (a) S 1", "42 (a) S 1 2 3 4 5 6 7 8 9 10 x 25 0"} {
		if _, err := pipeline.ParseStat(bad); err == nil {
			t.Errorf("%q is accepted", bad)
		}
	}
	if rss, err := pipeline.Kilobytes("VmSwap:\t 1 kB\nVmRSS:\t  2048 kB\nx", "VmRSS:"); err != nil || rss != 2<<20 {
		t.Errorf("got %v, %v", rss, err)
	}
	if _, err := pipeline.Kilobytes("VmRSS: lots", "VmRSS:"); err == nil {
		t.Error("lots are accepted")
	}
}

func TestFiguresHaveAboutThreeDigits(t *testing.T) {
	for f, want := range map[float64]string{0: "0", 0.123: "0.12", 9.876: "9.88", 12.34: "12.3", 1234.5: "1234", -4567: "-4567", math.Pi * 1000: "3142"} {
		if got := pipeline.ShortOf(f); got != want {
			t.Errorf("got %q, want %q", got, want)
		}
	}
}
