// Package limit bounds what one client, one actor and one table may ask of a
// gateway: calls and commands a second by token buckets, streams and connections
// by counting those that are open.
//
// It owns who a request comes from as far as limits go: the address of the client,
// which a trusted proxy may tell, and the actor, who is the digest of what was
// shown under a key that dies with the process. It keeps no credential, and what
// it remembers is bounded: of addresses, actors and tables those used last.
//
// It never tells who may do what: whoever is within the limits may still be
// refused by the owner of the table.
package limit
