package cli

import (
	"errors"
	"fmt"
	"io/fs"
	"strings"

	"github.com/spf13/cobra"

	"tranca.example/pkg/natsboot"
	"tranca.example/services/tranca/internal/keyfile"
)

const natsConfigHelp = `Print the configuration of a NATS server on which the services run apart: one
user per service with just its rights, and JetStream on disk.

The passwords come from the file --passwords, which is made with fresh ones when
it is missing; 'tranca streams' and 'tranca up' take the same file. A user that
the file leaves out gets no access.

Exit codes: 0 it is printed; 1 the passwords cannot be made; 2 the call, or the
file, cannot be used.`

const natsServerConfig = `# NATS server for Tranca, written by 'tranca nats-config'. Holds passwords.
server_name: tranca
listen: %q
jetstream {
  store_dir: %q
}
%s`

func newNATSConfigCmd(w World) *cobra.Command {
	var passwords, listen, store string
	shards := 1
	cmd := &cobra.Command{
		Use: "nats-config --passwords FILE", Short: "Print a NATS server's configuration for services that run apart",
		Long:    natsConfigHelp,
		Example: "  tranca nats-config --passwords passwords.json > nats.conf && nats-server -c nats.conf",
		Args:    cobra.NoArgs,
		RunE: runs(func(*cobra.Command, []string) error {
			if err := needFlag("passwords", passwords); err != nil {
				return err
			}
			list, err := shardList(shards)
			if err != nil {
				return err
			}
			users := natsboot.Users(list)
			all, err := w.passwords(passwords, users)
			if err != nil {
				return err
			}
			accounts := strings.TrimRight(natsboot.Accounts(users, all.Credentials()), "\n")
			fmt.Fprintf(w.Stdout, natsServerConfig, listen, store, accounts+"\n")
			return nil
		}),
	}
	f := cmd.Flags()
	f.StringVar(&passwords, "passwords", "", "file with the users' passwords; made when it is missing")
	f.StringVar(&listen, "listen", "127.0.0.1:4222", "where the server listens")
	f.StringVar(&store, "store-dir", "nats-data", "where the server keeps its streams")
	f.IntVar(&shards, "shards", shards, "number of event streams")
	return cmd
}

// passwords reads the file, or makes it.
func (w World) passwords(path string, users []natsboot.User) (keyfile.Passwords, error) {
	all, err := keyfile.ReadPasswords(path)
	if err == nil || !errors.Is(err, fs.ErrNotExist) {
		if err != nil {
			err = unusable("%w", err)
		}
		return all, err
	}
	drawn, err := natsboot.NewPasswords(w.Random, users)
	if err != nil {
		return nil, err
	}
	all = keyfile.Passwords{}
	for name, c := range drawn {
		all[name] = c.Password
	}
	fmt.Fprintf(w.Stderr, "new passwords are in %s; keep it secret\n", path)
	return all, keyfile.CreatePasswords(path, all)
}
