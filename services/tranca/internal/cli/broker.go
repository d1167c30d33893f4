package cli

import (
	"context"

	"github.com/nats-io/nats.go"
	"github.com/spf13/cobra"

	"tranca.example/pkg/config"
	"tranca.example/pkg/natsboot"
	"tranca.example/pkg/subject"
	"tranca.example/services/tranca/internal/keyfile"
)

// broker is a NATS server elsewhere, and how to get in.
type broker struct {
	url, user, password, passwords, seedFile string
}

// bind binds the flags; user is the one that is used unless another is named.
func (b *broker) bind(cmd *cobra.Command, user, use string) {
	f := cmd.Flags()
	f.StringVar(&b.url, "nats", "", "NATS server URLs, separated by commas: "+use)
	f.StringVar(&b.user, "nats-user", user, "NATS user")
	f.StringVar(&b.password, "nats-password", "", "its password; better in NATS_PASSWORD")
	f.StringVar(&b.passwords, "nats-passwords", "", "file with the passwords of all users, as nats-config writes it")
	f.StringVar(&b.seedFile, "nats-seed-file", "", "file with the nkey seed of the user")
}

// connect opens the connection; ctx is not kept.
func (b *broker) connect(ctx context.Context, getenv func(string) (string, bool)) (*nats.Conn, error) {
	if err := config.CheckNATS("--nats", b.url); err != nil {
		return nil, unusable("%w", err)
	}
	auth := natsboot.Auth{User: b.user, Password: b.password, SeedFile: b.seedFile}
	if b.passwords != "" {
		var needed []string
		if b.seedFile == "" {
			needed = []string{b.user}
		}
		all, err := keyfile.ReadPasswords(b.passwords, needed...)
		if err != nil {
			return nil, unusable("%w", err)
		}
		auth.Password = all[b.user]
	}
	if secret, set := getenv("NATS_PASSWORD"); set && auth.Password == "" && auth.SeedFile == "" {
		auth.Password = secret
	}
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	// What fails beside all calls makes the calls fail, too, which say it better.
	return natsboot.Connect(b.url, auth, nats.ErrorHandler(func(*nats.Conn, *nats.Subscription, error) {}))
}

// shardList lists the shards from 0, or blames the flag.
func shardList(n int) ([]subject.Shard, error) {
	if n < 1 || n > int(subject.MaxShard)+1 {
		return nil, unusable("--shards %d: want 1 to %d", n, int(subject.MaxShard)+1)
	}
	all := make([]subject.Shard, n)
	for i := range all {
		all[i] = subject.Shard(i) //nolint:gosec // at most 1000
	}
	return all, nil
}

// needPlace blames the call when neither --nats nor --data has a value.
func needPlace(nats broker, data, what string) error {
	if nats.url == "" && data == "" {
		return unusable("want --nats or --data: where the %s are", what)
	}
	return nil
}

// needFlag blames the call for a flag without which it means nothing.
func needFlag(name, value string) error {
	if value == "" {
		return unusable("--%s: want a value", name)
	}
	return nil
}
