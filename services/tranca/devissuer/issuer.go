package devissuer

import (
	"crypto/ecdsa"
	"crypto/elliptic"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/netip"
	"slices"
	"strings"
	"time"

	"github.com/go-jose/go-jose/v4"
	"github.com/go-jose/go-jose/v4/jwt"
)

// Bounds of what may be asked for.
const (
	MaxLife = time.Hour // of a token
	maxName = 255       // bytes of a subject, as OpenID Connect has it
	maxForm = 4 << 10
)

// Options describe an issuer; all are required.
type Options struct {
	// Addr is where it listens: a loopback address.
	Addr net.Addr
	// Audience is what its tokens are meant for, RoleClaim the claim of the role, and
	// Roles what may stand there.
	Audience, RoleClaim string
	Roles               []string
	// Life is how long a token is good.
	Life   time.Duration
	Now    func() time.Time
	Random io.Reader // cryptographic
}

// ErrReachable says that others than this machine would reach the issuer.
var ErrReachable = errors.New("want a loopback address, such as 127.0.0.1:9180: whoever reaches this issuer can be anybody")

func (o Options) validate() error {
	var all []error
	if !loopback(o.Addr) {
		all = append(all, fmt.Errorf("address %v: %w", o.Addr, ErrReachable))
	}
	if o.Life < time.Second || o.Life > MaxLife {
		all = append(all, fmt.Errorf("life of a token %v: want 1s to %v", o.Life, MaxLife))
	}
	if o.Audience == "" || o.RoleClaim == "" {
		all = append(all, errors.New("want an audience and the claim of the role"))
	}
	return errors.Join(all...)
}

// loopback tells whether only this machine reaches who listens there.
func loopback(a net.Addr) bool {
	if a == nil {
		return false
	}
	at, err := netip.ParseAddrPort(a.String())
	return err == nil && at.Addr().Unmap().IsLoopback()
}

// Issuer is one issuer with a key of its own.
type Issuer struct {
	o      Options
	public jose.JSONWebKeySet
	signer jose.Signer
}

// New draws a key.
func New(o Options) (*Issuer, error) {
	if err := o.validate(); err != nil {
		return nil, fmt.Errorf("development issuer: %w", err)
	}
	private, err := ecdsa.GenerateKey(elliptic.P256(), o.Random)
	if err != nil {
		return nil, fmt.Errorf("development issuer: key: %w", err)
	}
	var id [8]byte
	if _, err := io.ReadFull(o.Random, id[:]); err != nil {
		return nil, fmt.Errorf("development issuer: key: %w", err)
	}
	key := jose.JSONWebKey{Key: private, KeyID: "dev-" + hex.EncodeToString(id[:]), Algorithm: string(jose.ES256), Use: "sig"}
	signer, err := jose.NewSigner(jose.SigningKey{Algorithm: jose.ES256, Key: key}, (&jose.SignerOptions{}).WithType("JWT"))
	if err != nil {
		return nil, fmt.Errorf("development issuer: key: %w", err)
	}
	return &Issuer{o: o, signer: signer, public: jose.JSONWebKeySet{Keys: []jose.JSONWebKey{key.Public()}}}, nil
}

// URL is what its tokens call it.
func (i *Issuer) URL() string { return "http://" + i.o.Addr.String() }

// Handler answers with the description of the issuer, its keys and its tokens, to
// whoever calls it by its address: no page of another site gets there by a name.
func (i *Issuer) Handler() http.Handler {
	mux := http.NewServeMux()
	mux.HandleFunc("GET /.well-known/openid-configuration", i.describe)
	mux.HandleFunc("GET /keys", i.keys)
	mux.HandleFunc("POST /token", i.token)
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.Host != i.o.Addr.String() {
			http.Error(w, "call this issuer by "+i.URL(), http.StatusMisdirectedRequest)
			return
		}
		w.Header().Set("Cache-Control", "no-store")
		mux.ServeHTTP(w, r)
	})
}

func (i *Issuer) describe(w http.ResponseWriter, _ *http.Request) {
	write(w, map[string]any{
		"issuer": i.URL(), "jwks_uri": i.URL() + "/keys", "token_endpoint": i.URL() + "/token",
		"subject_types_supported": []string{"public"}, "response_types_supported": []string{"token"},
		"id_token_signing_alg_values_supported": []string{string(jose.ES256)},
	})
}

func (i *Issuer) keys(w http.ResponseWriter, _ *http.Request) { write(w, i.public) }

func write(w http.ResponseWriter, v any) {
	w.Header().Set("Content-Type", "application/json")
	_ = json.NewEncoder(w).Encode(v) // the client is gone
}

// token hands out a token of the name and role in a form.
func (i *Issuer) token(w http.ResponseWriter, r *http.Request) {
	r.Body = http.MaxBytesReader(w, r.Body, maxForm)
	if r.ParseForm() != nil {
		http.Error(w, "the form cannot be read: want name=NAME&role=ROLE", http.StatusBadRequest)
		return
	}
	name, role := r.PostForm.Get("name"), r.PostForm.Get("role")
	text, err := i.Token(name, role)
	if err != nil {
		http.Error(w, err.Error(), http.StatusBadRequest)
		return
	}
	w.Header().Set("Content-Type", "text/plain; charset=utf-8")
	_, _ = io.WriteString(w, text+"\n") // the client is gone
}

// Token is a token of a subject, with a role unless that is "".
func (i *Issuer) Token(name, role string) (string, error) {
	if name == "" || len(name) > maxName {
		return "", fmt.Errorf("name of %d bytes: want 1 to %d", len(name), maxName)
	}
	claims := map[string]any{}
	if role != "" {
		if !slices.Contains(i.o.Roles, role) {
			return "", fmt.Errorf("role %q: want one of %s", role, strings.Join(i.o.Roles, ", "))
		}
		claims[i.o.RoleClaim] = role
	}
	now := i.o.Now()
	return jwt.Signed(i.signer).Claims(claims).Claims(jwt.Claims{
		Issuer: i.URL(), Subject: name, Audience: jwt.Audience{i.o.Audience},
		IssuedAt: jwt.NewNumericDate(now), NotBefore: jwt.NewNumericDate(now), Expiry: jwt.NewNumericDate(now.Add(i.o.Life)),
	}).Serialize()
}
