package torture

import (
	"fmt"
	"slices"
	"time"
)

// tick is how often the run is looked at.
const tick = 20 * time.Millisecond

// happened is a fault with what came of it.
type happened struct {
	Fault
	Begun string `json:"begun,omitempty"` // why it could not begin
	Ended string `json:"ended,omitempty"` // what went wrong when it was undone
}

// step is a fault's beginning or end.
type step struct {
	at    time.Duration
	fault int
	ends  bool
}

// executor carries a plan out.
type executor struct {
	rig   *rig
	steps []step
	done  []happened
	tell  func(string)
}

func newExecutor(r *rig, plan []Fault, tell func(string)) *executor {
	e := &executor{rig: r, tell: tell}
	for i, f := range plan {
		e.done = append(e.done, happened{Fault: f})
		e.steps = append(e.steps, step{f.At, i, false}, step{f.At + f.For, i, true})
	}
	slices.SortStableFunc(e.steps, func(a, b step) int { return int(a.at - b.at) })
	return e
}

// advance does what is due.
func (e *executor) advance(now time.Duration) {
	var later []step
	for len(e.steps) > 0 && e.steps[0].at <= now {
		s := e.steps[0]
		e.steps = e.steps[1:]
		if !e.do(s, now) {
			later = append(later, s)
		}
	}
	e.steps = append(later, e.steps...)
	e.rig.supervise(now)
}

// do takes a step; false when it is not done yet.
func (e *executor) do(s step, now time.Duration) bool {
	h := &e.done[s.fault]
	if !s.ends {
		e.tell(h.String())
		if err := e.rig.begin(h.Fault); err != nil {
			h.Begun = err.Error()
			e.tell(fmt.Sprintf("%8.2fs   %v", now.Seconds(), err))
		}
		return true
	}
	done, err := e.rig.end(h.Fault, now-s.at)
	if err != nil {
		h.Ended = err.Error()
		e.tell(fmt.Sprintf("%8.2fs   %v", now.Seconds(), err))
	}
	return done
}

// over tells whether every fault has ended.
func (e *executor) over() bool { return len(e.steps) == 0 }
