// Package rpcerr owns the one table from errors to the codes that callers see.
//
// The codes bear Connect's names. A refusal is a Rejection: a code, a reason
// from a closed set, parameters and what would have been possible. It travels
// over NATS in headers (see Encode and Decode) and becomes a Connect error at
// the gateway.
//
// Errors of other packages need not know this package. An error that can tell
// its reason (see Reasoned) is looked up in the table by that reason; the errors
// of contexts and of the event log are known; everything else is internal: its
// text is withheld from the caller, and whoever answers logs it once.
//
// What it never does: it logs nothing, and it never lets the text of an
// unknown error out.
package rpcerr
