package pipeline

import (
	"fmt"
	"iter"
	"maps"
	"math"
	"slices"
	"strings"
	"text/tabwriter"
)

// Text is the report for people.
func (r *Report) Text() string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s\n%d cores (%s), %s of memory, %s, %s; took %.0f s%s\n", r.Command,
		r.Machine.Cores, r.Machine.CPU, size(float64(r.Machine.Memory)), r.Machine.System, r.Machine.Go, r.Seconds, r.Machine.load())
	b.WriteString("Times are in ms; who played used the same cores.\n")
	for _, setup := range r.setups() {
		fmt.Fprintf(&b, "\n%s: %s\n", setup, setupText(setup))
		b.WriteString(r.floors(setup) + "\n" + r.moves(setup))
	}
	b.WriteString("\n" + r.rebuilds())
	fmt.Fprintf(&b, "\nstall: %s, %d tables, %d kills of a replica of rules: p50 %s ms, longest %s ms, without a kill %s ms\n       each: %s\n",
		r.Stall.Setup, r.Stall.Tables, len(r.Stall.Kills), short(r.Stall.P50), short(r.Stall.Max), short(r.Stall.Calm), figures(r.Stall.Kills))
	fmt.Fprintf(&b, "memory: %d tables kept by a replica of rules: %s of heap and %s of RSS each; opened at %s a second\n",
		r.Memory.Tables, size(r.Memory.Heap), size(r.Memory.RSS), short(r.Memory.Opening))
	b.WriteString("\ntargets\n")
	for _, t := range r.Targets {
		b.WriteString("  " + t.String() + "\n")
	}
	return b.String()
}

// load is what others did before it began, if that is known.
func (m Machine) load() string {
	if m.Load == 0 {
		return ""
	}
	return ", load average before " + short(m.Load)
}

// setups are those of the cells, in their order.
func (r *Report) setups() (all []string) {
	for _, c := range r.Cells {
		if !slices.Contains(all, c.Setup) {
			all = append(all, c.Setup)
		}
	}
	return all
}

// columns writes lines whose cells are separated by tabs.
func columns(lines []string) string {
	var b strings.Builder
	w := tabwriter.NewWriter(&b, 0, 0, 2, ' ', tabwriter.AlignRight)
	for _, line := range lines {
		fmt.Fprintln(w, line+"\t")
	}
	_ = w.Flush() // a strings.Builder takes all
	return b.String()
}

func (r *Report) floors(setup string) string {
	lines := []string{"tables\trequest/s\tp50\tp99\tpublish/s\tp50\tp99\tbytes\tasync/s"}
	if apart(setup) {
		lines[0] += "\tredis/s"
	}
	for _, c := range r.Cells {
		if c.Setup != setup {
			continue
		}
		f := c.Floor
		line := fmt.Sprintf("%d\t%s\t%s\t%d\t%s", c.Tables, f.Requests, f.Publishes, c.Body, short(f.Async))
		if apart(setup) {
			line += "\t" + short(f.Redis)
		}
		lines = append(lines, line)
	}
	return columns(lines)
}

// String is rate and percentiles, separated by tabs.
func (t Timing) String() string { return short(t.Rate) + "\t" + short(t.P50) + "\t" + short(t.P99) }

// String is both percentiles.
func (l Lag) String() string {
	if l.Count == 0 {
		return "-"
	}
	return short(l.P50) + "/" + short(l.P99)
}

func (r *Report) moves(setup string) string {
	head := "tables\tdoor\tviewers\tmoves/s\tp50\tp99\tby publish\tp50 by floor\tmoves/cpu-s\tB/move\t"
	if apart(setup) {
		head += "cpu nats, redis, services, load\tmoves/s, p50, cpu by bare\tlag: lobby\tresults\ttables\tviewers"
	} else {
		head += "cpu server, load\tlag: viewers"
	}
	lines := []string{head}
	for _, c := range r.Cells {
		if c.Setup != setup {
			continue
		}
		for _, door := range DoorsOf(setup) {
			lines = append(lines, c.move(door)...)
		}
	}
	return columns(lines)
}

// move is the line of a door, and that of the bare prototype there.
func (c Cell) move(door string) []string {
	figures := func(name string, m Moves, stored string) string {
		return fmt.Sprintf("%d\t%s\t%d\t%s\t%s\t%s\t%s\t%s\t%s\t",
			c.Tables, name, m.Viewers, m.Timing, short(m.OfPublish), short(m.OfLeast), short(m.PerCPU), stored, m.shares())
	}
	m := c.Doors[door]
	line := figures(door, m, short(m.Stored))
	if !apart(c.Setup) {
		return []string{line + m.Pushed.String()}
	}
	b := c.Bare[door]
	line += strings.Join([]string{m.by(b), m.Projected["lobby"].String(), m.Projected["results"].String(), m.Projected["tables"].String(), m.Pushed.String()}, "\t")
	return []string{line, figures("bare "+door, b, "-") + "-\t-\t-\t-\t-"}
}

// by compares moves with those of the bare prototype: rate, median and processor time
// of each.
func (m Moves) by(b Moves) string {
	return short(ratio(m.Rate, b.Rate)) + " " + short(ratio(m.P50, b.P50)) + " " + short(ratio(b.PerCPU, m.PerCPU))
}

// shares is what each kind of program had of the processor time, in percent: the one
// process and who played, or servers, services and who played.
func (m Moves) shares() string {
	kinds, all := map[string]float64{}, m.Load
	for name, seconds := range m.CPU {
		kind := "services"
		switch {
		case strings.HasPrefix(name, natsName):
			kind = natsName
		case name == redisName, name == upName:
			kind = name
		}
		kinds[kind] += seconds
		all += seconds
	}
	percent := func(seconds float64) string { return fmt.Sprintf("%.0f%%", 100*ratio(seconds, all)) }
	if one, found := kinds[upName]; found {
		return percent(one) + " " + percent(m.Load)
	}
	return percent(kinds[natsName]) + " " + percent(kinds[redisName]) + " " + percent(kinds["services"]) + " " + percent(m.Load)
}

func (r *Report) rebuilds() string {
	lines := []string{"events\tordered consumer/s\tprojection\tevents/s\tof it\tready after\twhen it is there\trows"}
	for _, b := range r.Rebuilds {
		for name, p := range sorted(b.Projections) {
			lines = append(lines, fmt.Sprintf("%d\t%s\t%s\t%s\t%s\t%s\t%s\t%d",
				b.Events, short(b.Reader), name, short(p.Rate), short(p.Of), short(p.Ready), short(p.Again), p.Rows))
		}
	}
	return columns(lines)
}

func figures(all []float64) string {
	var texts []string
	for _, f := range all {
		texts = append(texts, short(f))
	}
	return strings.Join(texts, " ")
}

// size writes bytes.
func size(bytes float64) string {
	for _, unit := range []string{"B", "KiB", "MiB"} {
		if math.Abs(bytes) < 1024 {
			return short(bytes) + " " + unit
		}
		bytes /= 1024
	}
	return short(bytes) + " GiB"
}

// sorted ranges over a map in the order of its keys.
func sorted[V any](m map[string]V) iter.Seq2[string, V] {
	return func(yield func(string, V) bool) {
		for _, k := range slices.Sorted(maps.Keys(m)) {
			if !yield(k, m[k]) {
				return
			}
		}
	}
}
