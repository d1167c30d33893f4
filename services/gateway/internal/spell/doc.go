// Package spell writes what people see of tables as JSON: the same text as
// protojson's without its random spaces, at a tenth of its cost, because every
// commit of a watched table is written.
//
// It decides nothing about what may be seen: it writes the views of wire, all of
// their fields.
package spell
