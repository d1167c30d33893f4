// Package openapi describes the calls of a service in OpenAPI 3.1, from the
// contract and its comments.
//
// It owns what the description says of calls, messages, limits and refusals. A
// limit is what the contract's own rules say, so a value that the description
// allows is one that the server reads.
//
// It never describes what is not in the contract, but for the paths of live
// streams, which no contract can tell.
package openapi
