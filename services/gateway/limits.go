package gateway

import (
	"fmt"

	"tranca.example/pkg/config"
	"tranca.example/services/gateway/internal/limit"
)

// LimitSettings are the settings of a gateway's limits.
type LimitSettings struct {
	limits  Limits
	proxies string
}

// Bind binds the settings to a set, with the defaults of DefaultLimits.
func (s *LimitSettings) Bind(set *config.Set) {
	s.limits = DefaultLimits()
	const how = ": so many a second, and after a colon so many at once; 0 is no limit"
	set.Var(&s.limits.Address, "limit-address", "", "requests of one client address"+how)
	set.Var(&s.limits.Actor, "limit-actor", "", "calls and streams of whoever shows the same credential"+how)
	set.Var(&s.limits.Table, "limit-table", "", "commands of the seats of one table"+how)
	set.Int(&s.limits.AddressStreams, "limit-address-streams", "", "streams that one client address may have open; 0 is no limit")
	set.Int(&s.limits.ActorStreams, "limit-actor-streams", "", "streams that one credential may have open; 0 is no limit")
	set.Int(&s.limits.Connections, "limit-connections", "", "connections that may be open; 0 is no limit")
	set.Int(&s.limits.AddressConnections, "limit-address-connections", "", "connections that one address may have open; 0 is no limit")
	set.String(&s.proxies, "trusted-proxies", "", "networks of the proxies that tell a client's address, such as 10.0.0.0/8, separated by commas")
	set.String(&s.limits.Proxies.Header, "forwarded-header", "", "header by which they tell it, "+limit.ForwardedFor+" or "+limit.Forwarded)
}

// Limits are the limits that the settings ask for.
func (s *LimitSettings) Limits() (Limits, error) {
	trusted, err := limit.ParseProxies(s.proxies)
	if err != nil {
		return Limits{}, fmt.Errorf("trusted-proxies: %w", err)
	}
	s.limits.Proxies.Trusted = trusted
	return s.limits, s.limits.Validate()
}
