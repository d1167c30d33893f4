// Package alloc gives every creation of a table one id, however often it is
// asked for. It owns the records of that; it never looks at a table.
package alloc
