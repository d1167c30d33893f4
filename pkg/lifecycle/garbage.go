package lifecycle

import "runtime/debug"

// garbagePercent is how much may be allocated between two collections, in percent
// of what is in use: a process that holds some megabytes of tables and allocates
// hundreds a second would else collect all the time.
const garbagePercent = 300

// CollectLess trades memory for processor time: the heap grows to four times of
// what is in use. GOGC of the environment goes before it, and GOMEMLIMIT bounds it.
func CollectLess(lookup func(string) (string, bool)) {
	if _, set := lookup("GOGC"); !set {
		debug.SetGCPercent(garbagePercent)
	}
}
