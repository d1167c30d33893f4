package identity

import (
	"context"
	"crypto/rsa"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"strings"
	"sync"
	"time"

	"github.com/go-jose/go-jose/v4"
)

const (
	pause      = time.Minute     // between two questions for a key that is not known
	retry      = 5 * time.Second // after an issuer did not answer
	stale      = time.Hour       // keys of that age are asked for again
	fetchLimit = 5 * time.Second
	maxAnswer  = 256 << 10 // of an issuer, in bytes
	maxKeys    = 64
	minRSA     = 2048 // bits
)

// errAway says that an issuer did not answer, so that a key may be its.
var errAway = errors.New("the issuer does not answer")

// issuer is one who is trusted, with the keys that it published last.
type issuer struct {
	url    string
	client *http.Client
	now    func() time.Time

	mu      sync.Mutex
	keys    []jose.JSONWebKey
	fetched time.Time     // when keys came; zero: never
	tried   time.Time     // when they were asked for
	failed  bool          // the last time
	busy    chan struct{} // closed when a question under way is answered
}

// find are the keys that may have signed a token with this header. One that is
// not known is asked for, at most once a pause; where the issuer is away that is
// an error, and keys that are known go on.
func (i *issuer) find(ctx context.Context, kid, alg string) ([]jose.JSONWebKey, error) {
	i.mu.Lock()
	found, busy := pick(i.keys, kid, alg), i.busy
	if busy == nil && i.due(len(found) > 0) {
		busy = make(chan struct{})
		i.busy, i.tried = busy, i.now()
		go i.refresh(context.WithoutCancel(ctx))
	}
	failed := i.failed
	i.mu.Unlock()
	switch {
	case len(found) > 0:
		return found, nil
	case busy == nil && failed:
		return nil, errAway
	case busy == nil:
		return nil, nil
	}
	select {
	case <-busy:
	case <-ctx.Done():
		return nil, ctx.Err()
	}
	i.mu.Lock()
	defer i.mu.Unlock()
	found = pick(i.keys, kid, alg)
	if len(found) == 0 && i.failed {
		return nil, errAway
	}
	return found, nil
}

// due tells whether the issuer is to be asked now; known: for a key that is known.
func (i *issuer) due(known bool) bool {
	since := i.now().Sub(i.tried)
	switch {
	case i.failed:
		return since >= retry
	case known:
		return since >= stale
	}
	return i.fetched.IsZero() || since >= pause
}

func (i *issuer) refresh(ctx context.Context) {
	ctx, cancel := context.WithTimeout(ctx, fetchLimit)
	defer cancel()
	keys, err := i.fetch(ctx)
	i.mu.Lock()
	defer i.mu.Unlock()
	if i.failed = err != nil; err == nil {
		i.keys, i.fetched = keys, i.now()
	}
	close(i.busy)
	i.busy = nil
}

// pick are the keys that fit: the one of that id, or all when the token names none.
func pick(keys []jose.JSONWebKey, kid, alg string) []jose.JSONWebKey {
	var out []jose.JSONWebKey
	for _, k := range keys {
		if (kid == "" || k.KeyID == kid) && (k.Algorithm == "" || k.Algorithm == alg) {
			out = append(out, k)
		}
	}
	return out
}

func (i *issuer) fetch(ctx context.Context) ([]jose.JSONWebKey, error) {
	var found struct {
		Issuer string `json:"issuer"`
		Keys   string `json:"jwks_uri"`
	}
	if err := i.get(ctx, strings.TrimSuffix(i.url, "/")+"/.well-known/openid-configuration", &found); err != nil {
		return nil, err
	}
	if found.Issuer != i.url {
		return nil, fmt.Errorf("it calls itself %q", found.Issuer)
	}
	if err := checkURL("jwks_uri", found.Keys); err != nil {
		return nil, err
	}
	var set struct {
		Keys []json.RawMessage `json:"keys"`
	}
	if err := i.get(ctx, found.Keys, &set); err != nil {
		return nil, err
	}
	return usable(set.Keys), nil
}

// usable are the keys that may verify a signature; others are left out.
func usable(raw []json.RawMessage) []jose.JSONWebKey {
	var keys []jose.JSONWebKey
	for _, one := range raw[:min(len(raw), maxKeys)] {
		var k jose.JSONWebKey
		if json.Unmarshal(one, &k) != nil || !k.IsPublic() || !k.Valid() || k.Use != "" && k.Use != "sig" {
			continue
		}
		if r, ok := k.Key.(*rsa.PublicKey); ok && r.N.BitLen() < minRSA {
			continue
		}
		keys = append(keys, k)
	}
	return keys
}

func (i *issuer) get(ctx context.Context, url string, into any) error {
	r, err := http.NewRequestWithContext(ctx, http.MethodGet, url, http.NoBody)
	if err != nil {
		return err
	}
	response, err := i.client.Do(r)
	if err != nil {
		return err
	}
	defer func() { _ = response.Body.Close() }() // it was read
	if response.StatusCode != http.StatusOK {
		return fmt.Errorf("%s answers %s", url, response.Status)
	}
	body, err := io.ReadAll(io.LimitReader(response.Body, maxAnswer+1))
	if err != nil {
		return err
	}
	if len(body) > maxAnswer {
		return fmt.Errorf("%s answers more than %d bytes", url, maxAnswer)
	}
	return json.Unmarshal(body, into)
}
