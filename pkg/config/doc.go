// Package config reads the settings of a process once, from its environment and
// its flags, into structs.
//
// A Set binds each setting to a flag and to a variable of the environment; the
// flag wins over the variable, the variable over the default. Common holds the
// settings that every service has, and a service adds its own to the same set.
// Complaints are joined, so that one start tells all that is wrong.
//
// What it never does: it is not read again while the process runs, and it never
// prints a Secret.
package config
