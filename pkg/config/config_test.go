package config_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"log/slog"
	"strings"
	"testing"
	"time"

	"tranca.example/pkg/config"
)

type settings struct {
	config.Common
	limit time.Duration
	fast  bool
}

func bind(s *settings) *config.Set {
	set := config.NewSet("rules")
	s.Bind(set)
	set.Duration(&s.limit, "turn-limit", "", "time for a turn")
	set.Bool(&s.fast, "fast", "", "no intermission")
	return set
}

func env(pairs map[string]string) func(string) (string, bool) {
	return func(name string) (string, bool) { v, ok := pairs[name]; return v, ok }
}

func TestFlagsWinOverTheEnvironmentAndThatOverDefaults(t *testing.T) {
	s := settings{Common: config.DefaultCommon(), limit: time.Minute}
	err := bind(&s).Load(
		[]string{"--turn-limit", "5s", "-fast"},
		env(map[string]string{"NATS_URL": "nats://n:1", "TRANCA_TURN_LIMIT": "7s", "TRANCA_SHARDS": "4", "TRANCA_LOG_LEVEL": ""}))
	if err != nil {
		t.Fatal(err)
	}
	got := fmt.Sprint(s.NATSURL, " ", s.limit, " ", s.fast, " ", s.Shards, " ", s.LogLevel)
	if want := "nats://n:1 5s true 4 info"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
	if err := s.Validate(); err != nil {
		t.Errorf("got %v", err)
	}
}

func TestAllComplaintsComeAtOnce(t *testing.T) {
	s := settings{Common: config.DefaultCommon()}
	err := bind(&s).Load([]string{"--turn-limit", "soon", "--speed", "--log-level=loud", "--shards", "few"}, env(map[string]string{"TRANCA_SHARDS": "many", "TRANCA_FAST": "perhaps"}))
	for _, want := range []string{
		`TRANCA_SHARDS: "many": want a whole number`,
		`TRANCA_FAST: "perhaps": want true or false`,
		`"soon": want a duration such as 30s or 5m`,
		`flag provided but not defined: -speed`,
		`"few": want a whole number`,
	} {
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("got %v, want it to contain %s", err, want)
		}
	}
}

func TestValidateNamesEverythingThatIsWrongButNoSecret(t *testing.T) {
	c := config.Common{NATSURL: "nats://a,http://b", RedisURL: config.NewSecret("hunter2"), Replica: "a.b",
		AdminAddr: "9090", LogLevel: "loud", OTLPEndpoint: "collector"}
	err := c.Validate()
	if err == nil {
		t.Fatal("got no complaint")
	}
	want := `nats "http://b": want a URL with nats, tls, ws, wss
redis "********": want a URL with redis, rediss, unix, redis+sentinel, rediss+sentinel, redis+cluster, rediss+cluster
otlp-endpoint "collector": want a URL with http, https
trace-ratio 0: want more than 0 and at most 1; without an endpoint no trace is exported
replica "a.b": want 1 to 64 letters, digits, '-' and '_'
admin-addr "9090": want host:port with a port from 0 to 65535, such as 127.0.0.1:8080
log-level "loud": want debug, info, warn or error
shards 0: want 1 to 1000`
	if err.Error() != want {
		t.Errorf("got\n%v\nwant\n%s", err, want)
	}
}

func TestTheDefaultsAreValid(t *testing.T) {
	if err := config.DefaultCommon().Validate(); err != nil {
		t.Error(err)
	}
}

func TestSecretsAreMaskedWhereverTheyArePrinted(t *testing.T) {
	s := settings{Common: config.DefaultCommon()}
	set := bind(&s)
	if err := set.Load(nil, env(map[string]string{"REDIS_URL": "redis://:hunter2@r:6379"})); err != nil {
		t.Fatal(err)
	}
	var out bytes.Buffer
	slog.New(slog.NewJSONHandler(&out, nil)).Info("settings", "effective", set, "secret", s.RedisURL)
	marshalled, err := json.Marshal(s.Common)
	if err != nil {
		t.Fatal(err)
	}
	set.Usage(&out)
	printed := out.String() + string(marshalled) + fmt.Sprintf("%v %+v %#v", s.RedisURL, s.Common, s.RedisURL)
	if strings.Contains(printed, "hunter2") {
		t.Errorf("a secret was printed: %s", printed)
	}
	for _, want := range []string{`"redis":"********"`, `"replica":`, "TRANCA_TURN_LIMIT"} {
		if !strings.Contains(printed, want) {
			t.Errorf("no %s in %s", want, printed)
		}
	}
	if s.RedisURL.Reveal() != "redis://:hunter2@r:6379" {
		t.Errorf("got %q", s.RedisURL.Reveal())
	}
}

func TestHelpAndStrayArgumentsAreToldApart(t *testing.T) {
	var s settings
	if err := bind(&s).Load([]string{"--help"}, env(nil)); !errors.Is(err, flag.ErrHelp) {
		t.Errorf("got %v", err)
	}
	if err := bind(&s).Load([]string{"run"}, env(nil)); err == nil || !strings.Contains(err.Error(), `unexpected argument "run"`) {
		t.Errorf("got %v", err)
	}
}
