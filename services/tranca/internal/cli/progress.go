package cli

import (
	"fmt"
	"io"
	"os"
	"strings"
	"time"
)

// barEvery is how often the bar is drawn anew, barWidth how wide it is.
const (
	barEvery = 100 * time.Millisecond
	barWidth = 30
)

// progress draws a bar with a rate on a terminal, and nothing elsewhere.
type progress struct {
	out          io.Writer
	now          func() time.Time
	all          int
	begun, drawn time.Time
}

func newProgress(out io.Writer, all int, now func() time.Time) *progress {
	p := &progress{out: out, now: now, all: all, begun: now()}
	if !isTerminal(out) {
		p.out = io.Discard
	}
	return p
}

// show draws the bar, unless it was drawn just now.
func (p *progress) show(done int) {
	now := p.now()
	if p.out == io.Discard || now.Sub(p.drawn) < barEvery && done < p.all {
		return
	}
	p.drawn = now
	full := barWidth * done / p.all
	fmt.Fprintf(p.out, "\r[%s%s] %d/%d matches, %.1f/s ", strings.Repeat("=", full), strings.Repeat(" ", barWidth-full),
		done, p.all, float64(done)/max(now.Sub(p.begun).Seconds(), 0.001))
}

// end leaves the bar as it is.
func (p *progress) end() { fmt.Fprintln(p.out) }

func isTerminal(out io.Writer) bool {
	f, ok := out.(*os.File)
	if !ok {
		return false
	}
	info, err := f.Stat()
	return err == nil && info.Mode()&os.ModeCharDevice != 0
}
