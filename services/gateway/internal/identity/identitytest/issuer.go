package identitytest

import (
	"crypto"
	"crypto/ecdsa"
	"crypto/ed25519"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/rsa"
	"encoding/json"
	"maps"
	"net/http"
	"net/http/httptest"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/go-jose/go-jose/v4"
)

// Issuer publishes keys and signs with them.
type Issuer struct {
	URL string
	// Asked counts the questions for keys.
	Asked atomic.Int32

	tb   testing.TB
	mu   sync.Mutex
	away bool
	set  jose.JSONWebKeySet
	sign map[string]jose.SigningKey
}

// Start runs an issuer until the test ends, with one key of each algorithm, whose
// ids are RS256, ES256 and EdDSA.
func Start(tb testing.TB) *Issuer {
	tb.Helper()
	i := &Issuer{tb: tb, sign: map[string]jose.SigningKey{}}
	server := httptest.NewServer(i)
	tb.Cleanup(server.Close)
	i.URL = server.URL
	for _, alg := range []jose.SignatureAlgorithm{jose.RS256, jose.ES256, jose.EdDSA} {
		i.Add(string(alg), alg)
	}
	return i
}

// Add publishes a new key.
func (i *Issuer) Add(id string, alg jose.SignatureAlgorithm) {
	i.tb.Helper()
	private, public := i.draw(alg)
	i.mu.Lock()
	defer i.mu.Unlock()
	i.sign[id] = jose.SigningKey{Algorithm: alg, Key: jose.JSONWebKey{Key: private, KeyID: id}}
	i.set.Keys = append(i.set.Keys, jose.JSONWebKey{Key: public, KeyID: id, Algorithm: string(alg), Use: "sig"})
}

func (i *Issuer) draw(alg jose.SignatureAlgorithm) (private crypto.Signer, public crypto.PublicKey) {
	i.tb.Helper()
	var err error
	switch alg {
	case jose.RS256:
		private, err = rsa.GenerateKey(rand.Reader, 2048) //nolint:forbidigo // of the tests themselves
	case jose.ES256:
		private, err = ecdsa.GenerateKey(elliptic.P256(), rand.Reader) //nolint:forbidigo // of the tests themselves
	default:
		_, private, err = ed25519.GenerateKey(rand.Reader) //nolint:forbidigo // of the tests themselves
	}
	if err != nil {
		i.tb.Fatal(err)
	}
	return private, private.Public()
}

// Away makes the issuer answer nothing of use, or end that.
func (i *Issuer) Away(away bool) {
	i.mu.Lock()
	defer i.mu.Unlock()
	i.away = away
}

// ServeHTTP answers with the description of the issuer and with its keys.
func (i *Issuer) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	i.mu.Lock()
	defer i.mu.Unlock()
	switch {
	case i.away:
		http.Error(w, "away", http.StatusServiceUnavailable)
	case r.URL.Path == "/keys":
		i.Asked.Add(1)
		_ = json.NewEncoder(w).Encode(i.set)
	case r.URL.Path == "/.well-known/openid-configuration":
		_ = json.NewEncoder(w).Encode(map[string]string{"issuer": i.URL, "jwks_uri": i.URL + "/keys"})
	default:
		http.NotFound(w, r)
	}
}

// Claims are those of a token for "tranca" that is good for an hour, changed as
// told; nil leaves one out.
func (i *Issuer) Claims(subject string, changed map[string]any) map[string]any {
	now := time.Now().Unix() //nolint:forbidigo // of the tests themselves
	claims := map[string]any{"iss": i.URL, "aud": "tranca", "sub": subject, "iat": now, "nbf": now, "exp": now + 3600}
	maps.Copy(claims, changed)
	maps.DeleteFunc(claims, func(_ string, v any) bool { return v == nil })
	return claims
}

// Token is a token of that subject, signed with ES256.
func (i *Issuer) Token(subject string) string { return i.Sign("ES256", i.Claims(subject, nil)) }

// Sign signs claims with the key of that id.
func (i *Issuer) Sign(id string, claims any) string {
	i.tb.Helper()
	i.mu.Lock()
	key := i.sign[id]
	i.mu.Unlock()
	return SignWith(i.tb, key, claims)
}

// SignWith signs claims with any key.
func SignWith(tb testing.TB, key jose.SigningKey, claims any) string {
	tb.Helper()
	signer, err := jose.NewSigner(key, (&jose.SignerOptions{}).WithType("JWT"))
	if err != nil {
		tb.Fatal(err)
	}
	body, err := json.Marshal(claims)
	if err != nil {
		tb.Fatal(err)
	}
	signed, err := signer.Sign(body)
	if err != nil {
		tb.Fatal(err)
	}
	text, err := signed.CompactSerialize()
	if err != nil {
		tb.Fatal(err)
	}
	return text
}
