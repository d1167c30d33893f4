package gateway

import (
	"encoding/hex"
	"errors"
	"strings"

	"tranca.example/pkg/config"
	"tranca.example/pkg/replica"
)

// Settings are those of a gateway's process, beside those of every service.
type Settings struct {
	Addr      string
	Origins   string        // separated by commas
	CursorKey config.Secret // in hexadecimal
	Limits    LimitSettings
	People    PeopleSettings
	Pseudonym config.Secret // key of pseudonyms in hexadecimal
	OpsPage   bool
}

// Bind binds the settings to a set, with the defaults of DefaultOptions.
func (s *Settings) Bind(set *config.Set) {
	s.Addr = DefaultOptions(replica.Env{}).Addr
	set.String(&s.Addr, "addr", "", "address of the API")
	set.String(&s.Origins, "origins", "", "web origins that may call the API, separated by commas; * is any")
	s.Limits.Bind(set)
	s.People.Bind(set)
	set.Var(&s.Pseudonym, "pseudonym-key", "", "key of the pseudonyms of an issuer's subjects in hexadecimal, the same for all gateways and for good")
	set.Bool(&s.OpsPage, "ops-page", "", "tell whoever asks how the service does: rates and times for the page #/ops")
	set.Var(&s.CursorKey, "cursor-key", "", "key of live streams' cursors in hexadecimal, the same for all gateways")
}

// Options are the options that the settings ask for.
func (s *Settings) Options(env replica.Env) (Options, error) {
	if err := config.CheckAddr("addr", s.Addr); err != nil {
		return Options{}, err
	}
	o := DefaultOptions(env)
	o.Addr, o.OpsPage = s.Addr, s.OpsPage
	for origin := range strings.SplitSeq(s.Origins, ",") {
		if origin = strings.TrimSpace(origin); origin != "" {
			o.Origins = append(o.Origins, origin)
		}
	}
	key, err := hex.DecodeString(s.CursorKey.Reveal())
	if err != nil {
		return Options{}, errors.New("cursor-key: want hexadecimal digits")
	}
	o.CursorKey = key
	if o.People, err = s.People.People(); err != nil {
		return Options{}, err
	}
	if o.People.Key, err = peopleKey(s.Pseudonym); err != nil {
		return Options{}, err
	}
	o.Limits, err = s.Limits.Limits()
	return o, err
}
