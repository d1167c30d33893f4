package pipeline

import (
	"fmt"
	"os"
	"runtime"
	"strconv"
	"strings"
	"time"
)

// tick is the unit in which the kernel tells processor times.
const tick = 10 * time.Millisecond

// cpuOf is the processor time of a process so far.
func cpuOf(pid int) (time.Duration, error) {
	text, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", pid))
	if err != nil {
		return 0, err
	}
	return parseStat(string(text))
}

// parseStat reads /proc/PID/stat: the program's name in brackets may hold anything,
// user and system time are the 12th and 13th field after it.
func parseStat(text string) (time.Duration, error) {
	fields := strings.Fields(text[strings.LastIndexByte(text, ')')+1:])
	if len(fields) < 13 {
		return 0, fmt.Errorf("stat %q: want 13 fields after the name", text)
	}
	user, err := strconv.ParseInt(fields[11], 10, 64)
	if err != nil {
		return 0, fmt.Errorf("stat %q: %w", text, err)
	}
	system, err := strconv.ParseInt(fields[12], 10, 64)
	if err != nil {
		return 0, fmt.Errorf("stat %q: %w", text, err)
	}
	return time.Duration(user+system) * tick, nil
}

// rssOf is the memory of a process that is not swapped out, in bytes.
func rssOf(pid int) (int64, error) {
	text, err := os.ReadFile(fmt.Sprintf("/proc/%d/status", pid))
	if err != nil {
		return 0, err
	}
	return kilobytes(string(text), "VmRSS:")
}

// kilobytes reads "name 123 kB" out of a file of /proc, in bytes.
func kilobytes(text, name string) (int64, error) {
	_, rest, _ := strings.Cut(text, name)
	line, _, _ := strings.Cut(rest, "\n")
	n, err := strconv.ParseInt(strings.TrimSpace(strings.TrimSuffix(line, "kB")), 10, 64)
	if err != nil {
		return 0, fmt.Errorf("%s %w", name, err)
	}
	return n << 10, nil
}

// machine is this one.
func machine() Machine {
	m := Machine{Cores: runtime.NumCPU(), System: runtime.GOOS + "/" + runtime.GOARCH, Go: runtime.Version(), CPU: "unknown"}
	if text, err := os.ReadFile("/proc/cpuinfo"); err == nil {
		if _, rest, found := strings.Cut(string(text), "model name"); found {
			line, _, _ := strings.Cut(rest, "\n")
			m.CPU = strings.Trim(line, " \t:")
		}
	}
	if text, err := os.ReadFile("/proc/meminfo"); err == nil {
		m.Memory, _ = kilobytes(string(text), "MemTotal:") // 0 tells enough
	}
	if text, err := os.ReadFile("/proc/loadavg"); err == nil {
		first, _, _ := strings.Cut(string(text), " ")
		m.Load, _ = strconv.ParseFloat(first, 64) // 0 where it is not told
	}
	return m
}
