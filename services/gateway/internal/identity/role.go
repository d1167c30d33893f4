package identity

import (
	"encoding/json"
	"slices"
	"strings"
)

// Role is what somebody is to a table, by the word of the issuer.
type Role string

// The roles.
const (
	Player    Role = "player"    // plays; whoever's token names no role
	Spectator Role = "spectator" // looks on
	Referee   Role = "referee"   // decides about tables of others
	Operator  Role = "operator"  // the same, and ends them
	Service   Role = "service"   // a program that opens tables for others
)

// Roles are all roles.
func Roles() []Role { return []Role{Player, Spectator, Referee, Operator, Service} }

// DefaultRoleClaim is the claim of a token that names the role.
const DefaultRoleClaim = "tranca_role"

// roleOf reads the role out of the claims of a token; without that claim it is
// Player. What is no role is refused: who is meant to be less than a player must
// not become one by a slip.
func roleOf(claims map[string]json.RawMessage, name string) (Role, error) {
	raw, named := claims[name]
	if !named {
		return Player, nil
	}
	var role Role
	if err := json.Unmarshal(raw, &role); err != nil || !slices.Contains(Roles(), role) {
		return "", refused("role", "the claim "+name+" names no role").With("allowed", List(Roles()))
	}
	return role, nil
}

// List is what refusals say of roles.
func List(roles []Role) string {
	out := make([]string, len(roles))
	for i, r := range roles {
		out[i] = string(r)
	}
	return strings.Join(out, ", ")
}
