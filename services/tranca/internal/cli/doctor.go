package cli

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"time"

	"github.com/nats-io/nats.go/jetstream"
	"github.com/spf13/cobra"

	"tranca.example/pkg/config"
	"tranca.example/pkg/natsboot"
	"tranca.example/pkg/process"
	"tranca.example/pkg/projection/redis"
	"tranca.example/services/tranca/doctor"
)

const doctorHelp = `Look at a cluster that runs, and say what is wrong with it: streams and their
settings, leaders, copies that differ or lack messages, clocks, services and their
versions, projections, consumers, messages that a consumer gave up on. It reads
states and sequences, never a message, and changes nothing.

Without --nats it asks the admin port of 'tranca up' (--admin). With --nats it
looks for itself, as the user doctor; the more of --monitor, --redis and --admin
it is given, the more it sees. Copies of streams are looked at twice, because one
may be a moment behind: it fails when it has not reached what another one held at
the first look.

Exit codes: 0 nothing fails; 1 something does, or with --warn is a warning, or the
cluster cannot be asked; 2 the call cannot be used.`

const doctorExample = `  tranca doctor
  tranca doctor --nats nats://127.0.0.1:4222 --nats-passwords passwords.json --shards 2 \
    --monitor http://127.0.0.1:8222,http://127.0.0.1:8223,http://127.0.0.1:8224 \
    --redis redis://127.0.0.1:6379 --admin http://127.0.0.1:9101,http://127.0.0.1:9102`

// defaultAdmin is where 'tranca up' has its admin port unless told otherwise.
const defaultAdmin = "http://127.0.0.1:9090"

// examination is what 'tranca doctor' was told.
type examination struct {
	nats            broker
	monitors, admin []string
	redis           config.Secret
	shards, copies  int
	age, patience   time.Duration
	warn, asJSON    bool
}

func newDoctorCmd(w World) *cobra.Command {
	e := examination{shards: 1}
	cmd := &cobra.Command{
		Use: "doctor", Short: "Say what is wrong with a cluster that runs", Long: doctorHelp, Example: doctorExample,
		Args: cobra.NoArgs,
		RunE: runs(func(cmd *cobra.Command, _ []string) error {
			facts, err := e.facts(cmd.Context(), w)
			if err != nil {
				return err
			}
			return e.tell(w, doctor.Judge(facts))
		}),
	}
	e.nats.bind(cmd, natsboot.DoctorUser, "look there")
	f := cmd.Flags()
	f.StringSliceVar(&e.monitors, "monitor", nil, "monitors of the NATS servers, separated by commas, such as http://127.0.0.1:8222; with --nats")
	f.StringSliceVar(&e.admin, "admin", nil, "admin port of 'tranca up' (default "+defaultAdmin+"); with --nats those of services, separated by commas")
	f.Var(flagValue{&e.redis}, "redis", "Redis of the projections, with --nats (REDIS_URL)")
	f.IntVar(&e.shards, "shards", e.shards, "number of event streams, with --nats")
	f.IntVar(&e.copies, "replicas", 0, "copies that every stream must have: 1, 3 or 5; 0: as many as GAME_0 has; with --nats")
	f.DurationVar(&e.age, "max-age", 0, "how long commits must be kept; 0: as long as in GAME_0; with --nats")
	f.DurationVar(&e.patience, "patience", 0, "how long whoever is behind may take; 0: 5s; with --nats")
	f.BoolVar(&e.warn, "warn", false, "exit with 1 for warnings, too")
	bindJSON(cmd, &e.asJSON)
	return cmd
}

// flagValue is a setting as a flag of this command line.
type flagValue struct{ *config.Secret }

// Type is the name of the values in the help.
func (flagValue) Type() string { return "string" }

// facts asks whoever knows them.
func (e examination) facts(ctx context.Context, w World) (doctor.Facts, error) {
	if err := baseURLs("--monitor", e.monitors); err != nil {
		return doctor.Facts{}, err
	}
	if err := baseURLs("--admin", e.admin); err != nil {
		return doctor.Facts{}, err
	}
	if e.nats.url != "" {
		return e.look(ctx, w)
	}
	switch {
	case len(e.monitors) > 0 || e.redis.Reveal() != "":
		return doctor.Facts{}, unusable("--monitor and --redis: want --nats with them")
	case len(e.admin) == 0:
		return told(ctx, defaultAdmin)
	case len(e.admin) == 1:
		return told(ctx, e.admin[0])
	}
	return doctor.Facts{}, unusable("--admin: want one URL, or --nats with several")
}

func baseURLs(name string, all []string) error {
	for i, raw := range all {
		u, err := url.Parse(strings.TrimSpace(raw))
		if err != nil || u.Host == "" || u.Scheme != "http" && u.Scheme != "https" || u.User != nil {
			return unusable("%s %q: want a URL such as http://127.0.0.1:8222", name, raw)
		}
		all[i] = u.Scheme + "://" + u.Host
	}
	return nil
}

// told asks a process that looks at itself.
func told(ctx context.Context, admin string) (f doctor.Facts, err error) {
	ctx, cancel := context.WithTimeout(ctx, callLimit)
	defer cancel()
	request, err := http.NewRequestWithContext(ctx, http.MethodGet, admin+"/doctor", http.NoBody)
	if err != nil {
		return f, err
	}
	answer, err := (&http.Client{}).Do(request)
	if err != nil {
		return f, fmt.Errorf("%w: start 'tranca up', or say with --admin where its admin port is", err)
	}
	defer answer.Body.Close() //nolint:errcheck // it was only read
	body, err := io.ReadAll(io.LimitReader(answer.Body, maxAnswer))
	if err != nil {
		return f, err
	}
	if answer.StatusCode == http.StatusServiceUnavailable {
		return f, fmt.Errorf("%s/doctor: %s", admin, strings.TrimSpace(string(body)))
	}
	if err := json.Unmarshal(body, &f); err != nil || answer.StatusCode != http.StatusOK || f.Settings.Validate() != nil {
		return f, fmt.Errorf("%s/doctor: want the admin port of 'tranca up' of this version", admin)
	}
	return f, nil
}

// look looks with a connection of its own.
func (e examination) look(ctx context.Context, w World) (f doctor.Facts, err error) {
	if at, set := w.Getenv("REDIS_URL"); set && e.redis.Reveal() == "" {
		e.redis = config.NewSecret(at)
	}
	if err := process.CheckRedisURL(e.redis.Reveal()); err != nil {
		return f, unusable("%w", err)
	}
	settings := natsboot.DefaultSettings()
	if settings.Shards, err = shardList(e.shards); err != nil {
		return f, err
	}
	if err := e.settle(&settings); err != nil {
		return f, err
	}
	redis.LogTo(slog.New(slog.DiscardHandler)) // what it has to say is in the report
	conn, err := e.nats.connect(ctx, w.Getenv)
	if err != nil {
		return f, err
	}
	defer conn.Close()
	js, err := jetstream.New(conn)
	if err != nil {
		return f, err
	}
	natsboot.Adopt(ctx, js, &settings)
	if err := e.settle(&settings); err != nil {
		return f, err
	}
	return doctor.Look(ctx, doctor.Doors{
		Conn: conn, Settings: settings, Monitors: e.monitors, Redis: e.redis.Reveal(), Admin: e.admin,
		Now: w.Now, Patience: e.patience,
	})
}

// settle puts in what the flags say.
func (e examination) settle(s *natsboot.Settings) error {
	if e.copies != 0 {
		s.Replicas = e.copies
	}
	if e.age != 0 {
		s.MaxAge = e.age
	}
	if err := s.Validate(); err != nil {
		return unusable("%w", err)
	}
	return nil
}

// tell prints the checks, the worst last, and gives the exit code.
func (e examination) tell(w World, checks []doctor.Check) error {
	rank := map[doctor.Verdict]int{doctor.OK: 0, doctor.Warn: 1, doctor.Fail: 2}
	slices.SortStableFunc(checks, func(a, b doctor.Check) int { return rank[a.Verdict] - rank[b.Verdict] })
	for _, c := range checks {
		if e.asJSON {
			if err := writeJSON(w.Stdout, c); err != nil {
				return err
			}
			continue
		}
		fmt.Fprintf(w.Stdout, "%-4s  %-12s  %s\n", c.Verdict, c.Name, printable(c.Text))
		if c.Do != "" {
			fmt.Fprintf(w.Stdout, "      %-12s  → %s\n", "", printable(c.Do))
		}
	}
	if worst := doctor.Worst(checks); worst == doctor.Fail || e.warn && worst == doctor.Warn {
		return ended(exitWrong)
	}
	return nil
}
