package cli

import (
	"context"
	"fmt"
	"net"
	"time"

	"github.com/spf13/cobra"

	"tranca.example/pkg/lifecycle"
	"tranca.example/services/gateway"
	"tranca.example/services/tranca/devissuer"
)

const devIssuerHelp = `Run an OpenID Connect issuer that gives anybody a token of any name and role, to try
out players, referees and operators on this machine. Never where people play.

It listens on a loopback address alone, its key is a new one at every start, its
tokens are good for minutes, and it ends by itself. No variable of the environment
turns it on. A gateway that trusts it refuses to listen anywhere but on loopback.

Exit codes: 0 it was asked to stop, or its time is over; 1 it could not start, for
instance because the port is taken; 2 the call cannot be used.`

// Bounds of the life of a development issuer.
const (
	issuerLife    = 8 * time.Hour
	maxIssuerLife = 24 * time.Hour
	issuerGrace   = time.Second
)

// issuing is what 'tranca dev-issuer' was told.
type issuing struct {
	addr, audience, claim string
	life, tokens          time.Duration
}

func newDevIssuerCmd(w World) *cobra.Command {
	var s issuing
	cmd := &cobra.Command{
		Use: "dev-issuer", Short: "Let everybody on this machine be anybody, for development", Long: devIssuerHelp,
		Example: "  tranca dev-issuer\n  tranca dev-issuer --addr 127.0.0.1:9180 --for 1h",
		Args:    cobra.NoArgs,
		RunE:    runs(func(cmd *cobra.Command, _ []string) error { return w.issue(cmd.Context(), s) }),
	}
	f := cmd.Flags()
	f.StringVar(&s.addr, "addr", "127.0.0.1:9180", "loopback address; port 0 is any free one")
	f.StringVar(&s.audience, "audience", "tranca", "what its tokens are for, as in --oidc-audience")
	f.StringVar(&s.claim, "role-claim", gateway.DefaultRoleClaim, "claim that names the role, as in --oidc-role-claim")
	f.DurationVar(&s.life, "for", issuerLife, fmt.Sprintf("it ends after so long, at most %v", maxIssuerLife))
	f.DurationVar(&s.tokens, "token-life", 5*time.Minute, fmt.Sprintf("how long a token is good, at most %v", devissuer.MaxLife))
	return cmd
}

func (w World) issue(ctx context.Context, s issuing) error {
	if s.life <= 0 || s.life > maxIssuerLife {
		return unusable("--for %v: want more than 0 and at most %v", s.life, maxIssuerLife)
	}
	at, err := net.ResolveTCPAddr("tcp", s.addr)
	if err != nil {
		return unusable("--addr %q: want an address such as 127.0.0.1:9180", s.addr)
	}
	if !at.IP.IsLoopback() {
		return unusable("--addr %q: %w", s.addr, devissuer.ErrReachable)
	}
	listener, err := net.ListenTCP("tcp", at)
	if err != nil {
		return fmt.Errorf("%w: choose another with --addr", err)
	}
	issuer, err := devissuer.New(devissuer.Options{
		Addr: listener.Addr(), Audience: s.audience, RoleClaim: s.claim, Roles: gateway.Roles(), Life: s.tokens, Now: w.Now, Random: w.Random,
	})
	if err != nil {
		_ = listener.Close() // nobody has called yet
		return unusable("%w", err)
	}
	w.issuerBanner(issuer, s)
	timed, stop := context.WithTimeout(ctx, s.life)
	defer stop()
	err = lifecycle.Run(timed, lifecycle.HTTPUnit("development issuer", listener, issuer.Handler(), issuerGrace))
	if err == nil && ctx.Err() == nil {
		fmt.Fprintf(w.Stderr, "The development issuer has ended: %v are over.\n", s.life)
	}
	return err
}

const issuerBannerText = `WARNING: this lets everybody on this machine be anybody, operators too. For development only.

  issuer   %s
  tokens   good for %v, of any name, and of a role: %s
  ends     by itself after %v; its key is gone then

Try:
  %s up --oidc-issuer %s --oidc-audience %s%s
  curl -s %s/token -d name=ada -d role=operator

Stop it with Ctrl-C.
`

func (w World) issuerBanner(i *devissuer.Issuer, s issuing) {
	claim := ""
	if s.claim != gateway.DefaultRoleClaim {
		claim = " --oidc-role-claim " + s.claim
	}
	fmt.Fprintf(w.Stdout, issuerBannerText, i.URL(), s.tokens, gateway.RoleList(), s.life, w.Program, i.URL(), s.audience, claim, i.URL())
}
