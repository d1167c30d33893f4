package cli

import (
	"context"
	"errors"

	"github.com/spf13/cobra"

	"tranca.example/pkg/domino/record"
)

const adjudicateHelp = `Replay the game records of the files, or of standard input for "-", one JSON
object a line, and print one JSON line per record: the outcomes of the round.
Outcomes that a record states are compared, and "differences" lists those that
are wrong. A record that breaks the rules gets "error" with the move, the reason
and what would have been legal.

Exit codes: 0 all right; 1 a difference or an illegal record; 2 unusable input,
which is told on stderr.`

func newAdjudicateCmd(w World) *cobra.Command {
	var opts record.Options
	cmd := &cobra.Command{
		Use: "adjudicate FILE...", Short: "Replay and judge game records", Long: adjudicateHelp,
		Example: "  tranca adjudicate --alternatives rounds.jsonl\n  tranca replay TABLE | tranca adjudicate -",
		Args:    someArgs("FILE or -"),
		RunE:    runs(func(cmd *cobra.Command, args []string) error { return w.adjudicate(cmd.Context(), args, opts) }),
	}
	cmd.Flags().BoolVar(&opts.Alternatives, "alternatives", false, "add what other rules would have made of the same round (alt_...)")
	return cmd
}

func (w World) adjudicate(ctx context.Context, names []string, opts record.Options) error {
	code := exitOK
	usable, err := w.eachRecord(ctx, names, func(rec record.Record) error {
		v, err := record.Judge(rec, opts)
		if err != nil {
			return err
		}
		if !v.OK() {
			code = exitWrong
		}
		return writeJSON(w.Stdout, v)
	})
	if err != nil {
		return err
	}
	if !usable {
		code = exitUnusable
	}
	return ended(code)
}

// someArgs wants one argument or more, and names them.
func someArgs(what string) cobra.PositionalArgs {
	return func(_ *cobra.Command, args []string) error {
		if len(args) == 0 {
			return errors.New("want " + what)
		}
		return nil
	}
}
