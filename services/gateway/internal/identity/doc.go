// Package identity finds out who shows a token of an identity provider: a JWT,
// verified with the keys that its issuer publishes (OpenID Connect Discovery).
//
// It owns which issuers, algorithms and times are accepted, the roles that an issuer
// may give, and the pseudonym of a subject: whoever knows the log does not know the
// subject. It keeps keys and no tokens, and repeats neither a token nor a subject in
// an error.
//
// It never decides what somebody may do.
package identity
