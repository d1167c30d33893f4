// Package lifecycle starts and stops the units of a process and answers whether
// it is alive and ready.
//
// A Unit is anything with a name that runs until its context ends. Run starts
// units in order (a unit with a Ready function holds back the ones after it),
// stops them in the opposite order and joins their errors; the first failure
// stops all. The same units make a process of one service and a process of all.
//
// Main is the whole of a command's main function: signals become the end of the
// context, an error becomes one line on stderr and exit code 1, and exit code 2 when
// it is a *UsageError.
//
// What it never does: it restarts nothing. A unit that fails takes the process
// down, and whoever supervises the process starts it again.
package lifecycle
