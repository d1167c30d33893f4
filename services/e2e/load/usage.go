package load

import (
	"runtime"
	"slices"
	"sync"
	"sync/atomic"
	"syscall"
	"time"
)

// Sample is what happened in some time, and what it cost the whole process.
type Sample struct {
	Done           int64 // whatever was counted
	Took, CPU      time.Duration
	Mallocs, Bytes uint64
	Times          []time.Duration // of each, in no order
}

// Add is both samples together.
func (s Sample) Add(o Sample) Sample {
	return Sample{
		Done: s.Done + o.Done, Took: s.Took + o.Took, CPU: s.CPU + o.CPU,
		Mallocs: s.Mallocs + o.Mallocs, Bytes: s.Bytes + o.Bytes, Times: slices.Concat(s.Times, o.Times),
	}
}

// Rate is how many were done in a second.
func (s Sample) Rate() float64 { return float64(s.Done) / s.Took.Seconds() }

// CPUEach is the processor time of each, in microseconds.
func (s Sample) CPUEach() float64 { return float64(s.CPU.Microseconds()) / float64(s.Done) }

// MallocsEach and BytesEach are what each allocated.
func (s Sample) MallocsEach() float64 { return float64(s.Mallocs) / float64(s.Done) }

// BytesEach is the allocated memory of each.
func (s Sample) BytesEach() float64 { return float64(s.Bytes) / float64(s.Done) }

// Median is the middle of the times, in microseconds.
func (s Sample) Median() float64 {
	if len(s.Times) == 0 {
		return 0
	}
	times := slices.Sorted(slices.Values(s.Times))
	return float64(times[len(times)/2].Nanoseconds()) / 1000
}

// Measure lets so many callers do something again and again for a time, each of
// them one after the other, until one fails. do tells whether what it did counts.
func Measure(callers int, d time.Duration, do func(caller int) (counts bool, err error)) (Sample, error) {
	var group sync.WaitGroup
	var failed atomic.Pointer[error]
	times := make([][]time.Duration, callers)
	before, cpu, begun := memory(), cpuTime(), time.Now() //nolint:forbidigo // measures
	for caller := range callers {
		group.Go(func() {
			for now := begun; now.Sub(begun) < d && failed.Load() == nil; {
				counts, err := do(caller)
				if err != nil {
					failed.Store(&err)
					return
				}
				then := now
				now = time.Now() //nolint:forbidigo // measures
				if counts {
					times[caller] = append(times[caller], now.Sub(then))
				}
			}
		})
	}
	group.Wait()
	s := Sample{Took: time.Since(begun), CPU: cpuTime() - cpu, Times: slices.Concat(times...)} //nolint:forbidigo // measures
	after := memory()
	s.Done, s.Mallocs, s.Bytes = int64(len(s.Times)), after.Mallocs-before.Mallocs, after.TotalAlloc-before.TotalAlloc
	if err := failed.Load(); err != nil {
		return s, *err
	}
	return s, nil
}

func memory() (m runtime.MemStats) {
	runtime.ReadMemStats(&m)
	return m
}

// cpuTime is the processor time of this process so far.
func cpuTime() time.Duration {
	var u syscall.Rusage
	if syscall.Getrusage(syscall.RUSAGE_SELF, &u) != nil {
		return 0
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}
