package gateway

import (
	"errors"
	"fmt"
	"net"
	"net/url"
	"time"

	"tranca.example/pkg/replica"
	"tranca.example/pkg/table"
)

// Options describe a gateway. Start from DefaultOptions.
type Options struct {
	replica.Env
	// Version is told to whoever asks for it.
	Version string
	// Addr is where the API listens; port 0 takes any free one.
	Addr string
	// Listener, if set, is where the API listens instead: it is bound already.
	Listener net.Listener
	// Origins are the web origins whose pages may call the API; "*" is any. None
	// is the default: pages are served from the API's own origin.
	Origins []string
	// CursorKey signs the cursors of live streams, at least MinCursorKey bytes
	// and the same for all gateways. None: a random one, and a stream that
	// resumes at another gateway starts with a snapshot.
	CursorKey []byte
	// Table holds the options of a table whose opener does not say others.
	Table table.Options
	// People says whose tokens tell who a player is.
	People People
	// Limits bound what one client may ask for.
	Limits Limits
	// MaxCalls and MaxStreams bound what is served at the same time.
	MaxCalls, MaxStreams int
	// OpsPage tells whoever asks how the service does, under GET /v1/pipeline: rates
	// and times, and nothing of a table or a player.
	OpsPage bool
	// Deadline is that of a call whose client names none, Longest the most that
	// a client may ask for.
	Deadline, Longest time.Duration
	// Sending is how long a client may take to send a call.
	Sending time.Duration
	// Heartbeat is how often a silent stream says that it lives, Poll how often
	// the log is asked whether a push was lost, Away how long a seat may be
	// without a stream before it counts as disconnected, Silent how long one whose
	// client says that it is there may leave that out.
	Heartbeat, Poll, Away, Silent time.Duration
}

// MinCursorKey is the least length of a cursor key, in bytes.
const MinCursorKey = 32

// DefaultOptions are the options on an environment.
func DefaultOptions(env replica.Env) Options {
	return Options{
		Env: env, Addr: "127.0.0.1:8080",
		Table: table.Options{
			TurnLimit: 30_000, Intermission: 5_000, RevealLimit: 30_000, IdleLimit: 30 * 60_000, Grace: 60_000,
			BotPolicy: "heuristic", BotThinking: 800,
		},
		Limits: DefaultLimits(), MaxCalls: 1024, MaxStreams: 8192,
		Deadline: 15 * time.Second, Longest: time.Minute, Sending: 10 * time.Second,
		Heartbeat: 15 * time.Second, Poll: 3 * time.Second, Away: 2 * time.Second, Silent: 45 * time.Second,
	}
}

// Validate joins every complaint.
func (o Options) Validate() error {
	all := []error{o.Env.Validate(), o.People.Validate(), o.Limits.Validate()}
	positive := func(name string, got time.Duration) {
		if got <= 0 {
			all = append(all, fmt.Errorf("gateway: %s %v: want more than 0", name, got))
		}
	}
	positive("deadline", o.Deadline)
	positive("longest deadline", o.Longest)
	positive("time for sending", o.Sending)
	positive("heartbeat", o.Heartbeat)
	positive("poll", o.Poll)
	positive("away", o.Away)
	positive("silent", o.Silent)
	if o.MaxCalls <= 0 || o.MaxStreams <= 0 {
		all = append(all, fmt.Errorf("gateway: at most %d calls and %d streams: want more than 0", o.MaxCalls, o.MaxStreams))
	}
	if n := len(o.CursorKey); n > 0 && n < MinCursorKey {
		all = append(all, fmt.Errorf("gateway: cursor key of %d bytes: want at least %d", n, MinCursorKey))
	}
	for _, origin := range o.Origins {
		all = append(all, checkOrigin(origin))
	}
	return errors.Join(all...)
}

func checkOrigin(origin string) error {
	u, err := url.Parse(origin)
	if origin == "*" || err == nil && u.Scheme != "" && u.Host != "" && origin == u.Scheme+"://"+u.Host {
		return nil
	}
	return fmt.Errorf("gateway: origin %q: want *, or a scheme and a host such as https://play.example", origin)
}
