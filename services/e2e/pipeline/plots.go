package pipeline

import (
	"fmt"
	"strconv"
)

// Plots are the report's charts, by the names of their files.
func (r *Report) Plots() map[string][]byte {
	all := map[string][]byte{"rebuild.svg": r.rebuildChart().SVG()}
	for _, setup := range r.setups() {
		all["moves-"+setup+".svg"] = r.ratesChart(setup).SVG()
		all["latency-"+setup+".svg"] = r.latencyChart(setup).SVG()
	}
	return all
}

// over makes a line of one figure of each cell of a set-up.
func (r *Report) over(setup, name string, dashed bool, figure func(Cell) float64) line {
	l := line{Name: name, Dashed: dashed}
	for _, c := range r.Cells {
		if c.Setup == setup {
			l.Values = append(l.Values, figure(c))
		}
	}
	return l
}

func (r *Report) places(setup string) (all []string) {
	for _, c := range r.Cells {
		if c.Setup == setup {
			all = append(all, strconv.Itoa(c.Tables))
		}
	}
	return all
}

func (r *Report) ratesChart(setup string) chart {
	c := chart{
		Title: "Durable moves and what the broker alone does: " + setup, X: "tables in flight", Y: "per second", Log: true, Places: r.places(setup),
	}
	names := map[string]string{OverNATS: "moves over NATS", OverHTTPAlone: "moves over HTTP, no viewers", OverHTTP: "moves over HTTP, with viewers"}
	for _, door := range DoorsOf(setup) {
		c.Lines = append(c.Lines, r.over(setup, names[door], false, func(c Cell) float64 { return c.Doors[door].Rate }))
	}
	c.Lines = append(c.Lines,
		r.over(setup, "synchronous publishes", true, func(c Cell) float64 { return c.Floor.Publishes.Rate }),
		r.over(setup, "requests with replies", true, func(c Cell) float64 { return c.Floor.Requests.Rate }),
		r.over(setup, "asynchronous publishes", true, func(c Cell) float64 { return c.Floor.Async }))
	if apart(setup) {
		c.Lines = append(c.Lines, r.over(setup, "Redis writes in pipelines", true, func(c Cell) float64 { return c.Floor.Redis }))
	}
	return c
}

func (r *Report) latencyChart(setup string) chart {
	c := chart{Title: "How long a move takes: " + setup, X: "tables in flight", Y: "ms", Log: true, Places: r.places(setup)}
	for _, door := range DoorsOf(setup) {
		c.Lines = append(c.Lines,
			r.over(setup, "p50 over "+door, false, func(c Cell) float64 { return c.Doors[door].P50 }),
			r.over(setup, "p99 over "+door, false, func(c Cell) float64 { return c.Doors[door].P99 }))
	}
	c.Lines = append(c.Lines,
		r.over(setup, "p50 of request + publish", true, func(c Cell) float64 { return c.Floor.Requests.P50 + c.Floor.Publishes.P50 }),
		r.over(setup, "p99 of a publish", true, func(c Cell) float64 { return c.Floor.Publishes.P99 }))
	return c
}

func (r *Report) rebuildChart() chart {
	c := chart{Title: "Projections built anew", X: "events in the log", Y: "events per second"}
	lines := map[string][]float64{}
	reader := line{Name: "ordered consumer alone", Dashed: true}
	for i, b := range r.Rebuilds {
		c.Places = append(c.Places, fmt.Sprint(b.Events))
		reader.Values = append(reader.Values, b.Reader)
		for name, p := range b.Projections {
			if lines[name] == nil {
				lines[name] = make([]float64, len(r.Rebuilds))
			}
			lines[name][i] = p.Rate
		}
	}
	for name, values := range sorted(lines) {
		c.Lines = append(c.Lines, line{Name: name, Values: values})
	}
	c.Lines = append(c.Lines, reader)
	return c
}
