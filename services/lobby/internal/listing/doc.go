// Package listing keeps the list of tables as everybody may see them. It owns
// the projection "lobby" and its pages; it never writes the log.
package listing
