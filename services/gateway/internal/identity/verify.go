package identity

import (
	"context"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base32"
	"encoding/base64"
	"encoding/json"
	"errors"
	"net/http"
	"strings"
	"time"

	"github.com/go-jose/go-jose/v4"
	"github.com/go-jose/go-jose/v4/jwt"

	"tranca.example/pkg/rpcerr"
)

// MaxToken bounds a token, in bytes.
const MaxToken = 8 << 10

// leeway is how far clocks may be apart.
const leeway = 30 * time.Second

// maxSubject bounds a subject, in bytes, as OpenID Connect does.
const maxSubject = 255

// algorithms are those that a token may be signed with: none that shares a
// secret, and not none.
func algorithms() []jose.SignatureAlgorithm {
	return []jose.SignatureAlgorithm{jose.RS256, jose.ES256, jose.EdDSA}
}

// Person is whom an issuer vouches for.
type Person struct {
	// Player is the pseudonym.
	Player string
	// Key stands for the player where a client's own key would: it never leaves
	// the servers.
	Key string
	// Role is what the issuer says they are.
	Role Role
}

// Verifier verifies tokens; nil, and one without issuers, is off.
type Verifier struct {
	o       Options
	issuers map[string]*issuer
}

// New checks the options and asks nobody yet.
func New(o Options) (*Verifier, error) {
	if err := o.Validate(); err != nil {
		return nil, err
	}
	if o.Client == nil {
		o.Client = &http.Client{CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }}
	}
	v := &Verifier{o: o, issuers: map[string]*issuer{}}
	for _, url := range o.Issuers {
		v.issuers[url] = &issuer{url: url, client: o.Client, now: o.Now}
	}
	return v, nil
}

// On tells whether players have to show a token of an issuer.
func (v *Verifier) On() bool { return v != nil && len(v.issuers) > 0 }

// Looks tells whether a text has the form of a JWT, which no other credential has.
func Looks(text string) bool { return strings.Count(text, ".") == 2 }

// Verify finds out whom a token is of. It fails with bad_token, or with
// unavailable when an issuer does not tell its keys.
func (v *Verifier) Verify(ctx context.Context, text string) (Person, error) {
	claims, role, err := v.claims(ctx, text)
	switch {
	case errors.Is(err, errAway):
		return Person{}, rpcerr.New(rpcerr.ReasonUnavailable, "the issuer of the token does not tell its keys now; try again").
			With(rpcerr.ParamRetryAfter, "5")
	case err != nil:
		return Person{}, err
	}
	return v.person(claims, role), nil
}

func (v *Verifier) claims(ctx context.Context, text string) (c jwt.Claims, role Role, err error) {
	if len(text) > MaxToken {
		return c, "", bad("size", "the token is too long")
	}
	signed, err := jwt.ParseSigned(text, algorithms())
	if errors.As(err, new(*jose.ErrUnexpectedSignatureAlgorithm)) {
		return c, "", bad("algorithm", "the token is not signed with RS256, ES256 or EdDSA")
	}
	if err != nil || len(signed.Headers) != 1 {
		return c, "", bad("malformed", "the token is no signed JWT")
	}
	var told jwt.Claims
	if signed.UnsafeClaimsWithoutVerification(&told) != nil {
		return c, "", bad("malformed", "the claims of the token cannot be read")
	}
	from := v.issuers[told.Issuer]
	if from == nil {
		return c, "", bad("issuer", "the token is of no issuer that is trusted here")
	}
	head := signed.Headers[0]
	keys, err := from.find(ctx, head.KeyID, head.Algorithm)
	if err != nil {
		return c, "", err
	}
	if len(keys) == 0 {
		return c, "", bad("key", "the issuer knows no such key")
	}
	for _, k := range keys {
		var all map[string]json.RawMessage
		if signed.Claims(k.Key, &c, &all) != nil {
			continue
		}
		if err := v.check(c); err != nil {
			return c, "", err
		}
		role, err := roleOf(all, v.o.roleClaim())
		return c, role, err
	}
	return c, "", bad("signature", "the token is not signed by its issuer")
}

// check looks at claims that the issuer has signed.
func (v *Verifier) check(c jwt.Claims) error {
	err := c.ValidateWithLeeway(jwt.Expected{AnyAudience: jwt.Audience{v.o.Audience}, Time: v.o.Now()}, leeway)
	switch {
	case errors.Is(err, jwt.ErrInvalidAudience):
		return bad("audience", "the token is not for this server")
	case errors.Is(err, jwt.ErrExpired):
		return bad("expired", "the token has expired")
	case err != nil:
		return bad("not_yet", "the token is not good yet")
	case c.Expiry == nil || c.IssuedAt == nil:
		return bad("times", "the token does not say when it was issued and when it expires")
	case c.Subject == "" || len(c.Subject) > maxSubject:
		return bad("subject", "the token names no subject, or one that is too long")
	}
	return nil
}

func bad(why, message string) error { return refused(why, message) }

func refused(why, message string) *rpcerr.Rejection {
	return rpcerr.New(rpcerr.ReasonBadToken, message).With("why", why)
}

// person makes the key, and the pseudonym of it.
func (v *Verifier) person(c jwt.Claims, role Role) Person {
	h := hmac.New(sha256.New, v.o.Key)
	h.Write([]byte("tranca player key\x00" + c.Issuer + "\x00" + c.Subject))
	key := base64.RawURLEncoding.EncodeToString(h.Sum(nil))
	return Person{Player: Pseudonym(key), Key: key, Role: role}
}

// Pseudonym is that of whoever has this key, which does not follow from it.
func Pseudonym(key string) string {
	sum := sha256.Sum256([]byte("tranca player name\x00" + key))
	return "p-" + strings.ToLower(base32.StdEncoding.WithPadding(base32.NoPadding).EncodeToString(sum[:10]))
}
