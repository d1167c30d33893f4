package rpcerr

// Code is the kind of an error, by Connect's name. OK is no error.
type Code string

// The codes that this system answers with.
const (
	OK                 Code = "ok"
	InvalidArgument    Code = "invalid_argument"    // the request itself is wrong
	FailedPrecondition Code = "failed_precondition" // the rules or the phase forbid it now
	Aborted            Code = "aborted"             // the caller's version is stale; look again
	NotFound           Code = "not_found"           // there is no such table, seat or invite
	AlreadyExists      Code = "already_exists"      // the same key was used for something else
	PermissionDenied   Code = "permission_denied"   // known, but not allowed to
	Unauthenticated    Code = "unauthenticated"     // no valid token
	Unavailable        Code = "unavailable"         // try again with the same id; the outcome may be unknown
	DeadlineExceeded   Code = "deadline_exceeded"   // the caller's time is over; the outcome may be unknown
	Canceled           Code = "canceled"            // the caller went away
	ResourceExhausted  Code = "resource_exhausted"  // too many or too much
	Internal           Code = "internal"            // our fault; the text is in our log
)

// Reasons that are decided outside the rules of the game, for whoever refuses.
const (
	ReasonWrongPhase   = "wrong_phase"   // params: owner
	ReasonStale        = "stale_version" // the answer tells the current version
	ReasonConflict     = "conflict"      // others were faster, several times
	ReasonUnavailable  = "unavailable"
	ReasonDeadline     = "deadline_exceeded"
	ReasonCanceled     = "canceled"
	ReasonInternal     = "internal"
	ReasonMalformed    = "malformed"
	ReasonUnknownTable = "unknown_table"
	ReasonUnknownShard = "unknown_shard" // params: shard; another replica may know it
	ReasonBadToken     = "bad_token"
	ReasonTokenExpired = "token_expired"
	ReasonNotYourSeat  = "not_your_seat"
	ReasonWrongRole    = "wrong_role" // params: role, allowed
	ReasonOverloaded   = "overloaded"
	ReasonKeyReused    = "key_reused"
	ReasonTooLarge     = "too_large"
)

// Reasons of a client that asks for too much: each names the limit that it met. Params:
// limit, window ("1s", "10s" or "open"), retry_after, and burst of a rate.
const (
	ReasonAddressRate        = "address_rate"
	ReasonActorRate          = "actor_rate"
	ReasonTableRate          = "table_rate"
	ReasonAddressStreams     = "address_streams"
	ReasonActorStreams       = "actor_streams"
	ReasonAddressConnections = "address_connections"
	ReasonConnections        = "connections"
	ReasonEmoteRate          = "emote_rate"
)

// ParamRetryAfter is the parameter that tells after how many seconds the same may
// be asked again.
const ParamRetryAfter = "retry_after"

// CodeOf is the table: the code of each reason. A reason that is not listed is
// a rule of the game that forbids the command: failed_precondition.
func CodeOf(reason string) Code {
	switch reason {
	case ReasonMalformed, "unknown_preset", "unknown_knob", "bad_knob_value", "unknown_tile", "unknown_seat",
		"bad_seat", "bad_settings", "unknown_command", "properties_too_large":
		return InvalidArgument
	case ReasonStale, ReasonConflict:
		return Aborted
	case ReasonUnknownTable, ReasonUnknownShard, "unknown_invite", "unknown_match":
		return NotFound
	case ReasonKeyReused, "already_answered":
		return AlreadyExists
	case ReasonNotYourSeat, ReasonWrongRole, "not_owner", "not_operator", "holds_seat", "forbidden":
		return PermissionDenied
	case ReasonBadToken, ReasonTokenExpired, "no_token", "token_revoked":
		return Unauthenticated
	case ReasonUnavailable, "deal_missing":
		return Unavailable
	case ReasonDeadline:
		return DeadlineExceeded
	case ReasonCanceled:
		return Canceled
	case ReasonOverloaded, ReasonTooLarge, "too_many_tables", ReasonAddressRate, ReasonActorRate, ReasonTableRate,
		ReasonAddressStreams, ReasonActorStreams, ReasonAddressConnections, ReasonConnections, ReasonEmoteRate:
		return ResourceExhausted
	case ReasonInternal:
		return Internal
	}
	return FailedPrecondition
}
