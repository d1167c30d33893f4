package gateway

import (
	"encoding/hex"
	"errors"
	"fmt"
	"net"
	"strings"

	"tranca.example/pkg/config"
	"tranca.example/services/gateway/internal/identity"
)

// People are known by the tokens of the issuers in it; without one, by the keys
// that their clients make.
type People = identity.Options

// MinPeopleKey is the least length of the key of pseudonyms, in bytes.
const MinPeopleKey = identity.MinKey

// DefaultRoleClaim is the claim of an issuer's token that names the role.
const DefaultRoleClaim = identity.DefaultRoleClaim

// Roles are the values that it may have.
func Roles() []string { return strings.Split(RoleList(), ", ") }

// RoleList is Roles in one line.
func RoleList() string { return identity.List(identity.Roles()) }

// PeopleSettings are the settings of whom a gateway believes.
type PeopleSettings struct{ issuers, audience, roleClaim string }

// Bind binds the settings to a set; there is no issuer by default.
func (s *PeopleSettings) Bind(set *config.Set) {
	set.String(&s.issuers, "oidc-issuer", "", "OpenID Connect issuers whose tokens OpenTable and Sit want, URLs separated by commas; none: players show keys of their own")
	s.roleClaim = identity.DefaultRoleClaim
	set.String(&s.audience, "oidc-audience", "", "what a token of an issuer must name in aud")
	set.String(&s.roleClaim, "oidc-role-claim", "", "claim of such a token that names a role: "+RoleList()+"; a token without it is a player's")
}

// People are those that the settings ask for, without a key.
func (s *PeopleSettings) People() (People, error) {
	p := People{Audience: s.audience, RoleClaim: s.roleClaim}
	for issuer := range strings.SplitSeq(s.issuers, ",") {
		if issuer = strings.TrimSpace(issuer); issuer != "" {
			p.Issuers = append(p.Issuers, issuer)
		}
	}
	if len(p.Issuers) == 0 && p.Audience != "" {
		return People{}, errors.New("oidc-audience without oidc-issuer: want both or none")
	}
	return p, nil
}

// peopleKey reads the key of pseudonyms.
func peopleKey(s config.Secret) ([]byte, error) {
	key, err := hex.DecodeString(s.Reveal())
	if err != nil {
		return nil, errors.New("pseudonym-key: want hexadecimal digits")
	}
	return key, nil
}

// LoopbackIssuerError says that whoever reaches the API would be believed what a
// program on this machine says.
type LoopbackIssuerError struct{ Issuer, Addr string }

// Error names both and what to do.
func (e *LoopbackIssuerError) Error() string {
	return fmt.Sprintf("issuer %s is on a loopback address, and the API listens on %s: want another issuer, or an API on a loopback address too",
		e.Issuer, e.Addr)
}

// trusting refuses an issuer on this machine to all but this machine, and else
// says loudly that there is one.
func (s *Service) trusting(at net.Addr) error {
	for _, issuer := range s.o.People.Loopback() {
		if !identity.LoopbackAddr(at) {
			return &LoopbackIssuerError{Issuer: issuer, Addr: at.String()}
		}
		s.o.Scope.Logger.Warn("players are whoever an issuer on this machine says; for development only", "issuer", issuer)
	}
	return nil
}
