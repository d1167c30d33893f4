package cli

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"time"

	"connectrpc.com/connect/v2"
	"github.com/spf13/cobra"

	"tranca.example/pkg/client"
	"tranca.example/services/tranca/allinone"
	"tranca.example/services/tranca/simulate"
)

const simulateHelp = `Play whole matches through the real pipeline: every seat opens, sits, reveals and
moves through the public API, from the first seat to the final score.

Without --server everything runs in this process, with deals made from the seed
too: the same seed then gives the same records, byte for byte, at any
concurrency. With --server the deals are that server's; it repeats them only if
it was started with the same seed ('tranca up --seed', in hexadecimal). Said
again to the same server it finds its matches played, and only fetches their
records; another --seed plays new ones.

A command that gets no answer is sent again with the same id for as long as
--patience says, so the server may be killed and started again meanwhile. One
that is not there at all is tried for just as long.

Exit codes: 0 all matches finished; 1 some did not; 2 the call cannot be used.`

// simulateSettings are the flags of 'tranca simulate'.
type simulateSettings struct {
	preset, seed, server, policy string
	records, acks, seen, data    string
	knobs                        map[string]string
	matches, seats, concurrency  int
	patience                     time.Duration
	json                         bool
}

func newSimulateCmd(w World) *cobra.Command {
	var s simulateSettings
	cmd := &cobra.Command{
		Use: "simulate", Short: "Play whole matches and measure", Long: simulateHelp,
		Example: "  tranca simulate --preset latin.pairs --matches 100 --seed 7\n" +
			"  tranca simulate --preset chickie --seats 3 --matches 200 --server http://127.0.0.1:8080",
		Args: cobra.NoArgs,
		RunE: runs(func(cmd *cobra.Command, _ []string) error { return w.simulate(cmd.Context(), s) }),
	}
	f := cmd.Flags()
	f.StringVar(&s.preset, "preset", "classic.draw", "the game; see 'tranca rules list'")
	f.IntVar(&s.matches, "matches", 10, "matches to play")
	f.IntVar(&s.seats, "seats", 0, "seats of each table; 0: as many as the game usually has")
	f.StringVar(&s.seed, "seed", "1", "any text: what all choices, and without --server all deals, are made from")
	f.StringVar(&s.server, "server", "", "base URL of a running server, which is waited for as long as --patience says; none starts everything in this process")
	f.IntVar(&s.concurrency, "concurrency", 16*runtime.NumCPU(), "matches at the same time")
	f.StringVar(&s.policy, "policy", simulate.Policies()[0], "how every seat plays: "+strings.Join(simulate.Policies(), " or "))
	f.StringVar(&s.records, "records", "", "file for the records of all rounds, in the order of the matches; - is stdout")
	f.StringVar(&s.acks, "acks", "", "file for a line of JSON per acknowledged command, as soon as it is")
	f.StringVar(&s.seen, "seen", "", "file for a line of JSON per version of a table that a seat was shown or told")
	f.StringVar(&s.data, "data", "", "data directory without --server; none uses one that is removed afterwards")
	f.StringToStringVar(&s.knobs, "knob", nil, "a setting of the game that differs, such as target=100; may be given again")
	f.DurationVar(&s.patience, "patience", 5*time.Minute, "how long to try one command while the server is away")
	bindJSON(cmd, &s.json)
	return cmd
}

func (w World) simulate(ctx context.Context, s simulateSettings) (err error) {
	transport, stop, err := w.simulated(ctx, s)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, stop()) }()
	o, closeFiles, err := w.simulateOptions(s, transport)
	if err != nil {
		return err
	}
	bar := newProgress(w.Stderr, s.matches, w.Now)
	o.Progress = bar.show
	sum, err := simulate.Run(ctx, o)
	bar.end()
	if err = errors.Join(err, closeFiles()); err != nil {
		return err
	}
	return w.summarise(s, sum)
}

// simulated is the way to the server to play on: a running one, or all of it
// in here.
func (w World) simulated(ctx context.Context, s simulateSettings) (transport connect.Transport, stop func() error, err error) {
	if s.server != "" {
		transport, err = client.HTTP(s.server, s.concurrency)
		if err != nil {
			return nil, nil, unusable("%w", err)
		}
		return transport, func() error { return nil }, nil
	}
	dir, clean, err := simulatedData(s.data)
	if err != nil {
		return nil, nil, err
	}
	cluster, err := allinone.Start(ctx, allinone.Options{
		DataDir: dir, HTTPAddr: "127.0.0.1:0", AdminAddr: "127.0.0.1:0", Seed: []byte(s.seed),
		Version: w.Version, LogLevel: slog.LevelError, LogWriter: w.Stderr, Now: w.Now, Random: w.Random,
	})
	if err != nil {
		return nil, nil, errors.Join(advised(err), clean())
	}
	return cluster.Transport(), func() error { return errors.Join(cluster.Stop(), clean()) }, nil
}

func simulatedData(dir string) (string, func() error, error) {
	if dir != "" {
		abs, err := filepath.Abs(dir)
		return abs, func() error { return nil }, err
	}
	dir, err := os.MkdirTemp("", "tranca-simulate-")
	return dir, func() error { return os.RemoveAll(dir) }, err
}

func (w World) simulateOptions(s simulateSettings, transport connect.Transport) (o simulate.Options, closeFiles func() error, err error) {
	c, err := client.New(client.Options{Transport: transport, Random: w.Random, Deadline: s.patience})
	if err != nil {
		return o, nil, unusable("%w", err)
	}
	o = simulate.Options{
		Client: c, Preset: s.preset, Knobs: s.knobs, Seats: s.seats, Matches: s.matches, Concurrency: s.concurrency,
		Seed: []byte(s.seed), Policy: s.policy, Now: w.Now,
	}
	if err := o.Validate(); err != nil {
		return o, nil, unusable("%w", err)
	}
	closeFiles, err = w.outputFiles([]output{{"--records", s.records, &o.Records}, {"--acks", s.acks, &o.Acks}, {"--seen", s.seen, &o.Seen}})
	return o, closeFiles, err
}

// output is a file that a flag may name, and who writes it.
type output struct {
	flag, name string
	to         *io.Writer
}

// outputFiles makes the files for their writers.
func (w World) outputFiles(all []output) (closeFiles func() error, err error) {
	var closes []func() error
	closeFiles = func() (err error) {
		for _, end := range closes {
			err = errors.Join(err, end())
		}
		return err
	}
	for _, o := range all {
		file, end, err := w.outputFile(o.flag, o.name)
		if err != nil {
			return nil, errors.Join(err, closeFiles())
		}
		*o.to, closes = file, append(closes, end)
	}
	return closeFiles, nil
}

// outputFile makes the file that a flag names for writing; none for no name.
func (w World) outputFile(flag, name string) (io.Writer, func() error, error) {
	switch name {
	case "":
		return nil, func() error { return nil }, nil
	case "-":
		return w.Stdout, func() error { return nil }, nil
	}
	f, err := os.Create(name)
	if path, ok := errors.AsType[*os.PathError](err); ok {
		return nil, nil, unusable("%s %s: %w", flag, name, path.Err) // the rest repeats the name
	}
	if err != nil {
		return nil, nil, err
	}
	return f, f.Close, nil
}

const summaryText = `%s, %d seats each: %d of %d matches finished
rounds      %d (%d blocked)
moves       %d (%.0f a second)
commands    %d (p50 %.2f ms, p99 %.2f ms)
took        %s
`

// summarise tells what came out, and fails when a match did not finish.
func (w World) summarise(s simulateSettings, sum simulate.Summary) error {
	out := w.Stdout
	if s.records == "-" {
		out = w.Stderr
	}
	if s.json {
		if err := writeJSON(out, sum); err != nil {
			return err
		}
	} else {
		took := time.Duration(sum.Seconds * float64(time.Second)).Round(time.Millisecond)
		fmt.Fprintf(out, summaryText, s.preset, sum.Seats, sum.Matches, s.matches, sum.Rounds, sum.Blocks,
			sum.Moves, sum.PerSec, sum.Commands, sum.P50, sum.P99, took)
		if sum.Before > 0 {
			fmt.Fprintf(out, "%d matches had been played before: only the records were fetched; another --seed plays new ones\n", sum.Before)
		}
	}
	return sum.Err()
}
