// Package api is the table service of tranca.api.v1: it turns each call into a
// request to the service that owns the table's phase, and its reply into the
// client's answer.
//
// It owns the mapping of credentials, ids, versions and deadlines. A message to
// a service is built anew: no header of a client is passed on. It never judges a
// move and never checks a token: the owner of a command does.
package api
