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
}

// Bind binds the settings to a set, with the defaults of DefaultOptions.
func (s *Settings) Bind(set *config.Set) {
	s.Addr = DefaultOptions(replica.Env{}).Addr
	set.String(&s.Addr, "addr", "", "address of the API")
	set.String(&s.Origins, "origins", "", "web origins that may call the API, separated by commas; * is any")
	s.Limits.Bind(set)
	set.Var(&s.CursorKey, "cursor-key", "", "key of live streams' cursors in hexadecimal, the same for all gateways")
}

// Options are the options that the settings ask for.
func (s *Settings) Options(env replica.Env) (Options, error) {
	if err := config.CheckAddr("addr", s.Addr); err != nil {
		return Options{}, err
	}
	o := DefaultOptions(env)
	o.Addr = s.Addr
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
	o.Limits, err = s.Limits.Limits()
	return o, err
}
