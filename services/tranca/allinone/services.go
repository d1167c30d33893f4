package allinone

import (
	"context"

	"tranca.example/pkg/lifecycle"
	"tranca.example/pkg/natsboot"
	"tranca.example/pkg/replica"
	"tranca.example/pkg/subject"
	"tranca.example/services/bots"
	"tranca.example/services/dealer"
	"tranca.example/services/gateway"
	"tranca.example/services/lobby"
	"tranca.example/services/rules"
	"tranca.example/services/scoring"
)

// service is what every service offers.
type service interface {
	Units() []lifecycle.Unit
	Ready(ctx context.Context) error
}

// part is one service of the composition.
type part struct {
	name subject.Service
	make func(env replica.Env) (service, error)
}

// parts are all services in the order of their start: the door comes last.
func (c *Cluster) parts() []part {
	return []part{
		{subject.Lobby, func(env replica.Env) (service, error) {
			return lobby.New(lobby.Options{Env: env, Seed: c.o.Seed, Open: c.o.OpenShards})
		}},
		{subject.Dealer, func(env replica.Env) (service, error) {
			options := dealer.Options{Env: env}
			if len(c.o.Seed) > 0 {
				options.Entropy = dealer.Seeded(c.o.Seed)
			}
			return dealer.New(options)
		}},
		{subject.Scoring, func(env replica.Env) (service, error) { return scoring.New(scoring.Options{Env: env}) }},
		{subject.Rules, func(env replica.Env) (service, error) { return rules.New(rules.Options{Env: env}) }},
		{subject.Bots, func(env replica.Env) (service, error) { return bots.New(bots.Options{Env: env, Seed: c.o.Seed}) }},
		{subject.Gateway, c.door},
	}
}

// Users are those of NATS without whom nothing starts, by name.
func Users() []string {
	users := []string{natsboot.BootUser}
	for _, p := range (&Cluster{}).parts() {
		users = append(users, string(p.name))
	}
	return users
}

// door makes the gateway.
func (c *Cluster) door(env replica.Env) (service, error) {
	options := gateway.DefaultOptions(env)
	options.Version, options.Listener, options.CursorKey = c.o.Version, c.http, c.cursorKey
	options.Limits, options.People, options.OpsPage = c.o.Limits, c.people, c.o.OpsPage
	s, err := gateway.New(options)
	if err != nil {
		return nil, err
	}
	c.transport = s.Transport()
	return s, nil
}

// build makes every service with a connection of its own user.
func (c *Cluster) build(common replica.Env) error {
	c.units = append(c.units, c.broker.units()...)
	for _, p := range c.parts() {
		env := common
		env.Scope = c.tel.Service(string(p.name))
		var err error
		if env.Conn, err = c.broker.open(string(p.name)); err != nil {
			return err
		}
		if p.name == subject.Gateway {
			c.gatewayConn = env.Conn
		}
		s, err := p.make(env)
		if err != nil {
			return err // it names itself
		}
		c.units = append(c.units, s.Units()...)
		c.health.AddCheck(string(p.name), s.Ready)
	}
	c.units = append(c.units, c.stores.Units()...)
	return nil
}
