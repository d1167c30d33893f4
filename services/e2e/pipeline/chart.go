package pipeline

import (
	"encoding/xml"
	"fmt"
	"math"
	"strings"
)

// Measures of a chart, in pixels.
const (
	chartWidth, chartHeight = 760, 420
	marginLeft, marginTop   = 70, 40
	marginRight, marginDown = 230, 50
	plotWidth               = chartWidth - marginLeft - marginRight
	plotHeight              = chartHeight - marginTop - marginDown
)

// chart is lines over some places, on a logarithmic scale when Log is set.
type chart struct {
	Title, X, Y string
	Places      []string
	Lines       []line
	Log         bool
}

// line has a value for each place; one that is not above 0 is left out.
type line struct {
	Name   string
	Values []float64
	Dashed bool
}

// colours can be told apart by those who see few.
func colours() []string {
	return []string{"#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9", "#000000", "#8c6d31"}
}

// SVG draws the chart.
func (c chart) SVG() []byte {
	var b strings.Builder
	fmt.Fprintf(&b, `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 %d %d" font-family="sans-serif" font-size="12">`+"\n", chartWidth, chartHeight)
	fmt.Fprintf(&b, `<rect width="%d" height="%d" fill="#ffffff"/>`+"\n", chartWidth, chartHeight)
	text(&b, marginLeft, 22, `font-size="15"`, c.Title)
	text(&b, marginLeft+plotWidth/2, chartHeight-12, `text-anchor="middle"`, c.X)
	text(&b, 8, marginTop-8, "", c.Y)
	s := c.scale()
	for _, tick := range s.ticks() {
		y := s.y(tick)
		fmt.Fprintf(&b, `<path d="M%d %.1fh%d" stroke="#dddddd"/>`+"\n", marginLeft, y, plotWidth)
		text(&b, marginLeft-6, y+4, `text-anchor="end"`, short(tick))
	}
	for i, place := range c.Places {
		text(&b, c.x(i), chartHeight-marginDown+18, `text-anchor="middle"`, place)
	}
	for i, l := range c.Lines {
		c.draw(&b, s, i, l)
	}
	b.WriteString("</svg>\n")
	return []byte(b.String())
}

func (c chart) draw(b *strings.Builder, s scale, i int, l line) {
	colour, dash := colours()[i%len(colours())], ""
	if l.Dashed {
		dash = ` stroke-dasharray="5 4"`
	}
	var points []string
	for at, v := range l.Values {
		if v > 0 && !math.IsInf(v, 0) {
			points = append(points, fmt.Sprintf("%.1f,%.1f", c.x(at), s.y(v)))
		}
	}
	fmt.Fprintf(b, `<polyline points="%s" fill="none" stroke="%s" stroke-width="2"%s/>`+"\n", strings.Join(points, " "), colour, dash)
	for _, p := range points {
		x, y, _ := strings.Cut(p, ",")
		fmt.Fprintf(b, `<circle cx="%s" cy="%s" r="3" fill="%s"/>`+"\n", x, y, colour)
	}
	y := marginTop + 8 + 18*i
	fmt.Fprintf(b, `<path d="M%d %dh22" stroke="%s" stroke-width="2"%s/>`+"\n", chartWidth-marginRight+14, y, colour, dash)
	text(b, chartWidth-marginRight+42, float64(y+4), "", l.Name)
}

func text[N int | float64](b *strings.Builder, x N, y float64, attributes, words string) {
	var escaped strings.Builder
	_ = xml.EscapeText(&escaped, []byte(words)) // a strings.Builder takes all
	fmt.Fprintf(b, `<text x="%v" y="%.1f" %s>%s</text>`+"\n", x, y, attributes, escaped.String())
}

// x is where a place stands.
func (c chart) x(i int) float64 {
	return marginLeft + plotWidth*(float64(i)+0.5)/float64(max(len(c.Places), 1))
}

// scale maps values to heights.
type scale struct {
	low, high float64
	log       bool
}

// scale spans all values: from 0, or from power of ten to power of ten.
func (c chart) scale() scale {
	s := scale{low: math.Inf(1), log: c.Log}
	for _, l := range c.Lines {
		for _, v := range l.Values {
			if v > 0 && !math.IsInf(v, 0) {
				s.low, s.high = min(s.low, v), max(s.high, v)
			}
		}
	}
	switch {
	case s.high == 0:
		s.low, s.high = 0.1, 1
	case s.log:
		s.low = math.Pow(10, math.Floor(math.Log10(s.low)))
		s.high = max(math.Pow(10, math.Ceil(math.Log10(s.high))), 10*s.low)
	}
	if !s.log {
		s.low = 0
	}
	return s
}

func (s scale) y(v float64) float64 {
	share := (v - s.low) / (s.high - s.low)
	if s.log {
		share = math.Log10(v/s.low) / math.Log10(s.high/s.low)
	}
	return marginTop + plotHeight*(1-share)
}

func (s scale) ticks() (all []float64) {
	if s.log {
		for t := s.low; t <= s.high*1.001; t *= 10 {
			all = append(all, t)
		}
		return all
	}
	step := math.Pow(10, math.Floor(math.Log10(s.high)))
	if s.high/step < 4 {
		step /= 4
	}
	for t := 0.0; t <= s.high; t += step {
		all = append(all, t)
	}
	return all
}
