package natsboot

import (
	"context"
	"errors"
	"fmt"
	"reflect"
	"strings"
	"time"

	"github.com/nats-io/nats.go/jetstream"

	"tranca.example/pkg/eventlog"
	"tranca.example/pkg/subject"
)

// Settings are what differs between installations.
type Settings struct {
	Shards   []subject.Shard
	Replicas int           // of every stream: 1 alone, 3 in a cluster
	MaxAge   time.Duration // of commits, roots and seeds
	// AnyCompression lets a stream be compressed or not, whatever is made of it where
	// it is missing: programs work with both, and an upgrade changes it while they run.
	AnyCompression bool
}

// DefaultSettings are those of one server alone: shard 0, 90 days.
func DefaultSettings() Settings {
	return Settings{Shards: []subject.Shard{0}, Replicas: 1, MaxAge: 90 * 24 * time.Hour}
}

// allocAge is less than commits live, so that a record never outlives its table.
const allocAge = 30 * 24 * time.Hour

// Validate joins every complaint.
func (s Settings) Validate() error {
	var all []error
	if len(s.Shards) == 0 {
		all = append(all, errors.New("no shards: want at least one"))
	}
	for i, shard := range s.Shards {
		if shard > subject.MaxShard || i > 0 && shard <= s.Shards[i-1] {
			all = append(all, fmt.Errorf("shards %v: want rising numbers up to %d", s.Shards, subject.MaxShard))
			break
		}
	}
	if s.Replicas != 1 && s.Replicas != 3 && s.Replicas != 5 {
		all = append(all, fmt.Errorf("replicas %d: want 1, 3 or 5", s.Replicas))
	}
	if s.MaxAge <= allocAge {
		all = append(all, fmt.Errorf("max age %s: want more than %s", s.MaxAge, allocAge))
	}
	return errors.Join(all...)
}

// Streams returns the settings of every stream that must exist.
func Streams(s Settings) []jetstream.StreamConfig {
	all := []jetstream.StreamConfig{
		kept(subject.AllocStream, s.Replicas, allocAge, subject.AllocFilters()...),
		timers(s.Replicas),
		{Name: subject.DLQStream, Subjects: subject.DLQFilters(), Replicas: s.Replicas, MaxAge: allocAge},
		poison(s),
	}
	for _, shard := range s.Shards {
		all = append(all,
			game(shard, s),
			kept(subject.RootStream(shard), s.Replicas, s.MaxAge, subject.RootFilter(shard)),
			kept(subject.SecretStream(shard), s.Replicas, s.MaxAge, subject.SecretFilter(shard)))
	}
	return all
}

// kept is a stream from which nothing goes but by age.
func kept(name string, replicas int, age time.Duration, subjects ...string) jetstream.StreamConfig {
	return jetstream.StreamConfig{
		Name: name, Subjects: subjects, Replicas: replicas, MaxAge: age,
		MaxMsgSize: 4 << 10, DenyDelete: true, DenyPurge: true,
	}
}

// poison keeps dead letters longer than the advisories that they are made of, so
// that none is ever made again. A letter holds a message in base64.
func poison(s Settings) jetstream.StreamConfig {
	c := kept(subject.PoisonStream, s.Replicas, s.MaxAge, subject.PoisonFilter())
	c.MaxMsgSize = 64 << 10
	return c
}

// game is a stream of commits. It is compressed on one server alone: with
// sync_interval: always a server of a cluster that was killed cuts its copy back to
// what was agreed on, and nats-server 2.15.3 cuts a compressed block where it would
// end uncompressed, so that the copy can never be opened again.
func game(shard subject.Shard, s Settings) jetstream.StreamConfig {
	c := kept(subject.GameStream(shard), s.Replicas, s.MaxAge, subject.GameFilter(shard))
	c.MaxMsgSize = eventlog.MaxBody + eventlog.MaxHeader + 4<<10 // the rest is our own headers
	c.AllowDirect = true
	if s.Replicas == 1 {
		c.Compression = jetstream.S2Compression
	}
	c.RePublish = &jetstream.RePublish{Source: subject.GameFilter(shard), Destination: subject.LiveDestination(shard)}
	return c
}

// timers cannot deny purges: a schedule that fired is rolled up. A schedule may
// be at most MaxAge ahead, later ones would be dropped in silence.
func timers(replicas int) jetstream.StreamConfig {
	return jetstream.StreamConfig{
		Name: subject.TimersStream, Subjects: []string{subject.TimerSetFilter(), subject.TimerFireFilter()},
		Replicas: replicas, MaxAge: 24 * time.Hour, MaxMsgSize: 4 << 10,
		AllowMsgSchedules: true, AllowRollup: true,
	}
}

// SettingsError says that a stream exists with other settings than ours.
type SettingsError struct {
	Stream, Field string
	Want, Got     string
}

// Error names the stream, the field and both values.
func (e *SettingsError) Error() string {
	return fmt.Sprintf("stream %s: %s is %s: want %s", e.Stream, e.Field, e.Got, e.Want)
}

// EnsureStreams creates the streams that are missing and verifies the others. It
// waits, within the life of ctx, for servers that are just starting or away. Every
// difference is a *SettingsError in the joined error.
func EnsureStreams(ctx context.Context, js jetstream.StreamManager, s Settings) error {
	return eachStream(s, func(want jetstream.StreamConfig) error {
		stream, err := create(ctx, js, want)
		if errors.Is(err, jetstream.ErrStreamNameAlreadyInUse) {
			return verify(ctx, js, want, s)
		}
		if err != nil {
			return fmt.Errorf("create stream %s: %w", want.Name, err)
		}
		return compare(want, stream.CachedInfo().Config)
	})
}

// createAgain is how soon a cluster is asked again to take a stream.
const createAgain = 250 * time.Millisecond

// create makes a stream, in a cluster when it has enough servers.
func create(ctx context.Context, js jetstream.StreamManager, want jetstream.StreamConfig) (jetstream.Stream, error) {
	var before error
	for {
		stream, err := js.CreateStream(ctx, want)
		if ctx.Err() != nil && before != nil {
			return nil, before // which says more than the end of the time
		}
		if !serversAway(err) {
			return stream, err
		}
		before = err
		select {
		case <-time.After(createAgain):
		case <-ctx.Done():
		}
	}
}

// serversAway tells whether a stream has no place for want of servers that run.
func serversAway(err error) bool {
	refused, ok := errors.AsType[*jetstream.APIError](err)
	const noPeers, unavailable = 10005, 10008
	return ok && (refused.ErrorCode == noPeers && strings.Contains(refused.Description, "peer offline") ||
		refused.ErrorCode == unavailable)
}

// Adopt takes the copies and the age that the streams of a server elsewhere have
// already, where they are ones that may be chosen: they are its operator's choice.
func Adopt(ctx context.Context, js jetstream.StreamManager, s *Settings) {
	stream, err := js.Stream(ctx, subject.GameStream(s.Shards[0]))
	if err != nil {
		return // whatever it is, whoever needs the streams meets it again
	}
	adopted, config := *s, stream.CachedInfo().Config
	adopted.Replicas, adopted.MaxAge = config.Replicas, config.MaxAge
	if adopted.Validate() == nil {
		*s = adopted
	}
}

// VerifyStreams changes nothing: a stream that is missing is an error too.
func VerifyStreams(ctx context.Context, js jetstream.StreamManager, s Settings) error {
	return eachStream(s, func(want jetstream.StreamConfig) error { return verify(ctx, js, want, s) })
}

func eachStream(s Settings, do func(jetstream.StreamConfig) error) error {
	if err := s.Validate(); err != nil {
		return fmt.Errorf("stream settings: %w", err)
	}
	var all []error
	for _, want := range Streams(s) {
		all = append(all, do(want))
	}
	return errors.Join(all...)
}

func verify(ctx context.Context, js jetstream.StreamManager, want jetstream.StreamConfig, s Settings) error {
	stream, err := js.Stream(ctx, want.Name)
	if err != nil {
		return fmt.Errorf("verify stream %s: %w", want.Name, err)
	}
	got := stream.CachedInfo().Config
	if s.AnyCompression {
		want.Compression = got.Compression
	}
	return compare(want, got)
}

func compare(want, got jetstream.StreamConfig) error {
	var all []error
	for _, d := range Differences(want, got) {
		all = append(all, d)
	}
	return errors.Join(all...)
}

// Differences looks at every setting on which something here relies.
func Differences(want, got jetstream.StreamConfig) []*SettingsError {
	var all []*SettingsError
	name := want.Name
	differ := func(field string, want, got any) {
		if !reflect.DeepEqual(want, got) {
			all = append(all, &SettingsError{name, field, fmt.Sprint(want), fmt.Sprint(got)})
		}
	}
	differ("subjects", want.Subjects, got.Subjects)
	differ("retention", want.Retention, got.Retention)
	differ("storage", want.Storage, got.Storage)
	differ("replicas", want.Replicas, got.Replicas)
	differ("max age", want.MaxAge, got.MaxAge)
	differ("max message size", sizeOf(want), sizeOf(got))
	differ("max messages", int64(-1), got.MaxMsgs)
	differ("max bytes", int64(-1), got.MaxBytes)
	differ("max messages per subject", int64(-1), got.MaxMsgsPerSubject)
	differ("deny delete", want.DenyDelete, got.DenyDelete)
	differ("deny purge", want.DenyPurge, got.DenyPurge)
	differ("allow direct", want.AllowDirect, got.AllowDirect)
	differ("allow rollup", want.AllowRollup, got.AllowRollup)
	differ("allow schedules", want.AllowMsgSchedules, got.AllowMsgSchedules)
	differ("allow message ttl", want.AllowMsgTTL, got.AllowMsgTTL)
	differ("compression", want.Compression, got.Compression)
	differ("republish", republished(want), republished(got))
	return all
}

func sizeOf(c jetstream.StreamConfig) int32 {
	if c.MaxMsgSize <= 0 {
		return -1
	}
	return c.MaxMsgSize
}

func republished(c jetstream.StreamConfig) string {
	if c.RePublish == nil {
		return "off"
	}
	if c.RePublish.HeadersOnly {
		return c.RePublish.Source + " to " + c.RePublish.Destination + " headers only"
	}
	return c.RePublish.Source + " to " + c.RePublish.Destination
}
