package table

import (
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"tranca.example/pkg/domino"
)

// Why is the stable code of a refusal that is not the round's own.
type Why string

// Refusals of an actor.
const (
	NoToken      Why = "no_token"      // the command needs a seat's token
	TokenRevoked Why = "token_revoked" // the seat has another holder or generation
	NotOwner     Why = "not_owner"
	NotOperator  Why = "not_operator"
	HoldsSeat    Why = "holds_seat" // an official has a seat at the table
	Forbidden    Why = "forbidden"  // no actor of this kind may send the command
)

// Refusals of the command itself.
const (
	UnknownCommand     Why = "unknown_command"
	UnknownSeat        Why = "bad_seat"
	BadSettings        Why = "bad_settings"
	PropertiesTooLarge Why = "properties_too_large"
	Malformed          Why = "malformed"
)

// Refusals that another moment could lift.
const (
	UnknownTable     Why = "unknown_table"
	Frozen           Why = "table_frozen"
	SeatOccupied     Why = "seat_occupied"
	TableFull        Why = "table_full"
	PlayerSeated     Why = "player_seated"
	SeatsInUse       Why = "seats_in_use"
	NoBotThere       Why = "no_bot_there"
	NoPlayerThere    Why = "no_player_there"
	NothingCommitted Why = "nothing_committed"
	NotCommitted     Why = "not_committed"
	AlreadyCommitted Why = "already_committed"
	AlreadyRevealed  Why = "already_revealed"
	RevealsMissing   Why = "reveals_missing"
	BadRound         Why = "bad_round"
	NoDeadline       Why = "no_deadline"
	NotDue           Why = "not_due"
	NotAway          Why = "not_away"
	NotFrozen        Why = "not_frozen"
	DealMissing      Why = "deal_missing" // the caller must open the round first
	EmotesOff        Why = "emotes_off"
	EmoteNotNow      Why = "emote_not_now"
)

// code is the Connect code of a refusal.
func (w Why) code() string {
	switch w {
	case NoToken, TokenRevoked:
		return "unauthenticated"
	case NotOwner, NotOperator, HoldsSeat, Forbidden:
		return "permission_denied"
	case UnknownCommand, UnknownSeat, BadSettings, PropertiesTooLarge, Malformed:
		return "invalid_argument"
	case UnknownTable:
		return "not_found"
	case DealMissing:
		return "unavailable"
	default: // another moment could lift it
		return "failed_precondition"
	}
}

// Refused says that a command has no effect now. Details name what was wrong
// and what was allowed; they never depend on a hidden tile.
type Refused struct {
	Why     Why
	Details map[string]string
}

func refuse(why Why, details ...string) *Refused {
	r := &Refused{Why: why}
	for i := 0; i+1 < len(details); i += 2 {
		if r.Details == nil {
			r.Details = make(map[string]string)
		}
		r.Details[details[i]] = details[i+1]
	}
	return r
}

// Error is a sentence, and the details in order of name.
func (e *Refused) Error() string {
	var b strings.Builder
	b.WriteString(e.Why.sentence())
	sign := ":"
	for _, k := range slices.Sorted(maps.Keys(e.Details)) {
		fmt.Fprintf(&b, "%s %s %q", sign, k, e.Details[k])
		sign = ","
	}
	return b.String()
}

// Code is the Connect code.
func (e *Refused) Code() string { return e.Why.code() }

// Reason is the stable code.
func (e *Refused) Reason() string { return string(e.Why) }

// Params are the details.
func (e *Refused) Params() map[string]string { return e.Details }

// NotAllowed says that the actor may not send the command.
type NotAllowed struct {
	Why  Why
	Seat domino.Seat // of the actor; NoSeat for none
}

// Error is a sentence, and the seat.
func (e *NotAllowed) Error() string {
	if e.Seat == domino.NoSeat {
		return e.Why.sentence()
	}
	return fmt.Sprintf("%s: seat %d", e.Why.sentence(), e.Seat)
}

// Code is the Connect code.
func (e *NotAllowed) Code() string { return e.Why.code() }

// Reason is the stable code.
func (e *NotAllowed) Reason() string { return string(e.Why) }

// WrongPhase says that the table is in a phase in which the command means
// nothing, and which service owns that phase ("" for a closed table).
type WrongPhase struct {
	Phase Phase
	Owner Service
}

// Error names both.
func (e *WrongPhase) Error() string {
	return fmt.Sprintf("wrong phase: the table is %s, owned by %q", e.Phase, e.Owner)
}

// Code is the Connect code.
func (*WrongPhase) Code() string { return "failed_precondition" }

// Reason is the stable code.
func (*WrongPhase) Reason() string { return "wrong_phase" }

// Params are phase and owner.
func (e *WrongPhase) Params() map[string]string {
	return map[string]string{"phase": string(e.Phase), "owner": string(e.Owner)}
}

// Stale says that board, hands, turn or phase changed after the version that
// the actor saw. Current is the table's version now.
type Stale struct{ Current uint32 }

// Error names the current version.
func (e *Stale) Error() string { return fmt.Sprintf("stale version: the table is at %d", e.Current) }

// Code is the Connect code.
func (*Stale) Code() string { return "aborted" }

// Reason is the stable code.
func (*Stale) Reason() string { return "stale_version" }

// Version is the current one.
func (e *Stale) Version() uint32 { return e.Current }

// Params holds the current version.
func (e *Stale) Params() map[string]string {
	return map[string]string{"version": strconv.FormatUint(uint64(e.Current), 10)}
}

// AlreadyAnswered is no failure: the command was accepted before, or what it
// wishes is so already. The caller answers with Version and appends nothing.
type AlreadyAnswered struct{ Version uint32 }

// Error names the version.
func (e *AlreadyAnswered) Error() string {
	return fmt.Sprintf("already answered at version %d", e.Version)
}

// Code is the Connect code of a retry that reached a caller by mistake.
func (*AlreadyAnswered) Code() string { return "already_exists" }

// Reason is the stable code.
func (*AlreadyAnswered) Reason() string { return "already_answered" }

// IllegalMove is a rejection of the round's rules. What would have been legal
// is the secret of the seat that was rejected.
type IllegalMove struct{ Illegal *domino.Illegal }

// Error is that of the round.
func (e *IllegalMove) Error() string { return e.Illegal.Error() }

// Unwrap is the *domino.Illegal.
func (e *IllegalMove) Unwrap() error { return e.Illegal }

// Code is the Connect code.
func (e *IllegalMove) Code() string {
	switch e.Illegal.Why {
	case domino.UnknownTile, domino.UnknownSeat, domino.UnknownCommand:
		return "invalid_argument"
	default:
		return "failed_precondition"
	}
}

// Reason is the stable code of the round.
func (e *IllegalMove) Reason() string { return e.Illegal.Why.Reason() }

// Legal lists what the seat could do instead, as records write it: "6-4 R",
// "+" to draw, "pass".
func (e *IllegalMove) Legal() []string {
	out := make([]string, 0, len(e.Illegal.Legal)+2)
	for _, p := range e.Illegal.Legal {
		out = append(out, strings.TrimSpace(p.Tile.String()+" "+p.Spot.String()))
	}
	if e.Illegal.MayDraw {
		out = append(out, "+")
	}
	if e.Illegal.MayPass {
		out = append(out, "pass")
	}
	return out
}
