package process

import (
	"encoding/hex"
	"errors"
	"fmt"
	"strings"
	"time"

	"tranca.example/pkg/config"
	"tranca.example/pkg/eventlog"
	"tranca.example/pkg/natsboot"
	"tranca.example/pkg/subject"
	"tranca.example/pkg/token"
)

// Settings are those of every service.
type Settings struct {
	config.Common
	NATSUser     string        // default: the service's name
	NATSPassword config.Secret // empty on an open server
	TokenKeys    config.Secret // seat token keys in hexadecimal, newest first, separated by commas
	// AuthorityKeys sign what gateways say of officials, in the same form; empty:
	// nobody is one.
	AuthorityKeys config.Secret
	Remember      int // tables whose state is kept in memory
	// StopLimit is how long the process may live on once it is asked to stop, whatever
	// does not answer.
	StopLimit time.Duration
}

// defaultStopLimit is less than what most give a process before they kill it.
const defaultStopLimit = 25 * time.Second

// maxStopLimit is more than anybody waits for a process.
const maxStopLimit = time.Hour

// DefaultSettings returns the defaults of a service's process.
func DefaultSettings(service subject.Service) Settings {
	return Settings{Common: config.DefaultCommon(), NATSUser: string(service), StopLimit: defaultStopLimit, Remember: eventlog.DefaultRemember}
}

// Bind binds the settings to a set.
func (s *Settings) Bind(set *config.Set) {
	s.Common.Bind(set)
	set.String(&s.NATSUser, "nats-user", "NATS_USER", "name of this service's NATS user")
	set.Var(&s.NATSPassword, "nats-password", "NATS_PASSWORD", "password of this service's NATS user")
	set.Duration(&s.StopLimit, "stop-limit", "", "how long the process may live on once it is asked to stop")
	set.Int(&s.Remember, "remember", "", "number of tables whose state is kept in memory, those used last")
	set.Var(&s.TokenKeys, "token-keys", "", "seat token keys in hexadecimal, newest first, separated by commas")
	set.Var(&s.AuthorityKeys, "authority-keys", "", "keys of what gateways say of referees and operators, in the same form and others than those of tokens; none: there are no such people")
}

// Validate joins every complaint; keyed services need seat token keys.
func (s *Settings) Validate(keyed bool) error {
	err := s.Common.Validate()
	if s.StopLimit < time.Second || s.StopLimit > maxStopLimit {
		err = errors.Join(err, fmt.Errorf("stop-limit %v: want 1s to %v", s.StopLimit, maxStopLimit))
	}
	if s.Remember < 1 {
		err = errors.Join(err, fmt.Errorf("remember %d: want 1 or more", s.Remember))
	}
	_, authorityErr := s.Authority()
	err = errors.Join(err, authorityErr)
	if !keyed {
		return err
	}
	_, keysErr := s.Keys()
	return errors.Join(err, keysErr, s.apart())
}

// apart refuses a key of both kinds: gateways have those of authority, and could
// make seat tokens with it.
func (s *Settings) apart() error {
	for n, key := range strings.Split(s.AuthorityKeys.Reveal(), ",") {
		if key = strings.TrimSpace(key); key != "" && strings.Contains(strings.ToLower(s.TokenKeys.Reveal()), strings.ToLower(key)) {
			return fmt.Errorf("authority-keys: key %d is one of token-keys too: want another", n+1)
		}
	}
	return nil
}

// Auth is what the process shows to NATS.
func (s *Settings) Auth() natsboot.Auth {
	return natsboot.Auth{User: s.NATSUser, Password: s.NATSPassword.Reveal(), SeedFile: s.NATSSeedFile}
}

// Keys reads the seat token keys. An error never repeats one.
func (s *Settings) Keys() (token.Keys, error) {
	text := s.TokenKeys.Reveal()
	if text == "" {
		return token.Keys{}, errors.New("token-keys: want at least one key of 32 bytes in hexadecimal, the same for all services")
	}
	keys, err := parseKeys("token-keys", text)
	if err != nil {
		return token.Keys{}, err
	}
	return token.NewKeys(keys...)
}

// Authority reads the authority keys; without one it is zero. An error never
// repeats one.
func (s *Settings) Authority() (token.Authority, error) {
	text := s.AuthorityKeys.Reveal()
	if text == "" {
		return token.Authority{}, nil
	}
	keys, err := parseKeys("authority-keys", text)
	if err != nil {
		return token.Authority{}, err
	}
	return token.NewAuthority(keys...)
}

func parseKeys(name, text string) (keys [][]byte, err error) {
	for part := range strings.SplitSeq(text, ",") {
		key, err := hex.DecodeString(strings.TrimSpace(part))
		if err != nil {
			return nil, fmt.Errorf("%s: key %d: want hexadecimal digits", name, len(keys)+1)
		}
		keys = append(keys, key)
	}
	return keys, nil
}

// ShardList lists the shards, from 0.
func ShardList(n int) []subject.Shard {
	out := make([]subject.Shard, n)
	for i := range out {
		out[i] = subject.Shard(i) //nolint:gosec // at most 1000
	}
	return out
}
