package config_test

import (
	"log/slog"
	"strings"
	"testing"

	"tranca.example/pkg/config"
)

func TestEverySettingIsCheckedOnItsOwn(t *testing.T) {
	for name, c := range map[string]struct {
		change func(*config.Common)
		want   string // "" is valid
	}{
		"several servers":         {func(c *config.Common) { c.NATSURL = "nats://a:4222, tls://b" }, ""},
		"a server without scheme": {func(c *config.Common) { c.NATSURL = "a:4222" }, `nats "a:4222"`},
		"no server":               {func(c *config.Common) { c.NATSURL = "" }, `nats ""`},
		"a Redis with password":   {func(c *config.Common) { c.RedisURL = config.NewSecret("rediss://u:p@r:6379/1") }, ""},
		"a Redis socket":          {func(c *config.Common) { c.RedisURL = config.NewSecret("unix:///run/redis.sock") }, ""},
		"a Redis over HTTP":       {func(c *config.Common) { c.RedisURL = config.NewSecret("http://r") }, "want a URL with redis, rediss, unix, redis+sentinel"},
		"a password for NATS":     {func(c *config.Common) { c.NATSURL = "nats://n:1,nats://me:hunter2@n:2" }, "nats: want a URL without a user and password in it, which would be logged"},
		"a collector":             {func(c *config.Common) { c.OTLPEndpoint = "https://c:4318" }, ""},
		"half of the traces":      {func(c *config.Common) { c.TraceRatio = 0.5 }, ""},
		"more than all traces":    {func(c *config.Common) { c.TraceRatio = 1.5 }, "trace-ratio 1.5: want more than 0"},
		"none of the traces":      {func(c *config.Common) { c.TraceRatio = 0 }, "trace-ratio 0: want"},
		"a collector by gRPC":     {func(c *config.Common) { c.OTLPEndpoint = "grpc://c:4317" }, `otlp-endpoint "grpc://c:4317"`},
		"a replica with a dot":    {func(c *config.Common) { c.Replica = "rules.1" }, `replica "rules.1"`},
		"a replica of a set":      {func(c *config.Common) { c.Replica = "rules-1_a" }, ""},
		"no replica":              {func(c *config.Common) { c.Replica = "" }, `replica ""`},
		"a long replica":          {func(c *config.Common) { c.Replica = strings.Repeat("a", 65) }, "want 1 to 64"},
		"any free port":           {func(c *config.Common) { c.AdminAddr = ":0" }, ""},
		"an address without port": {func(c *config.Common) { c.AdminAddr = "localhost" }, `admin-addr "localhost": want host:port with a port from 0 to 65535`},
		"a port alone":            {func(c *config.Common) { c.AdminAddr = "9090" }, `admin-addr "9090": want host:port`},
		"a port that is none":     {func(c *config.Common) { c.AdminAddr = ":99999" }, `admin-addr ":99999": want host:port`},
		"a negative port":         {func(c *config.Common) { c.AdminAddr = ":-1" }, `admin-addr ":-1": want host:port`},
		"a port by name":          {func(c *config.Common) { c.AdminAddr = "localhost:http" }, `admin-addr "localhost:http": want host:port`},
		"an IPv6 address":         {func(c *config.Common) { c.AdminAddr = "[::1]:9090" }, ""},
		"an upper-case level":     {func(c *config.Common) { c.LogLevel = "WARN" }, ""},
		"an unknown level":        {func(c *config.Common) { c.LogLevel = "chatty" }, `log-level "chatty"`},
		"no shard":                {func(c *config.Common) { c.Shards = 0 }, "shards 0: want 1 to 1000"},
		"too many shards":         {func(c *config.Common) { c.Shards = 1001 }, "shards 1001: want 1 to 1000"},
	} {
		t.Run(name, func(t *testing.T) {
			common := config.DefaultCommon()
			c.change(&common)
			err := common.Validate()
			if c.want == "" && err != nil || c.want != "" && (err == nil || !strings.Contains(err.Error(), c.want)) {
				t.Errorf("got %v, want %q", err, c.want)
			}
		})
	}
}

func TestLevelsAreParsed(t *testing.T) {
	for text, want := range map[string]slog.Level{"debug": slog.LevelDebug, "info": slog.LevelInfo, "Error": slog.LevelError} {
		if got, err := (config.Common{LogLevel: text}).Level(); err != nil || got != want {
			t.Errorf("%s: got %v, %v", text, got, err)
		}
	}
}

func TestTheEnvironmentAloneCanBeLoaded(t *testing.T) {
	s := settings{Common: config.DefaultCommon()}
	set := bind(&s)
	if err := set.LoadEnv(env(map[string]string{"TRANCA_REPLICA": "r7", "TRANCA_FAST": "1"})); err != nil {
		t.Fatal(err)
	}
	if s.Replica != "r7" || !s.fast {
		t.Errorf("got %q, %v", s.Replica, s.fast)
	}
	if set.Flags().Lookup("replica") == nil {
		t.Error("a command line cannot adopt the flags")
	}
}
