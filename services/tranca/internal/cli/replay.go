package cli

import (
	"github.com/spf13/cobra"
)

const replayHelp = `Write the record of every revealed round of a table, one JSON object a line:
what was dealt, every move, the outcome, and the deal with its seed, which makes
the record verifiable. Only the public log is read; a round that runs, or whose
deal was never revealed, is skipped with a note on stderr.

Exit codes: 0 the records are written; 1 the table cannot be read; 2 the call
cannot be used.`

func newReplayCmd(w World) *cobra.Command {
	var from source
	cmd := &cobra.Command{
		Use: "replay TABLE", Short: "Write the game records of a table", Long: replayHelp,
		Example: "  tranca replay 0-abcdefghjkmnpqrs | tranca adjudicate -\n  tranca replay TABLE --data ./data",
		Args:    oneArg("TABLE"),
		RunE: runs(func(cmd *cobra.Command, args []string) error {
			id, err := tableID(args[0])
			if err != nil {
				return err
			}
			return w.rounds(cmd.Context(), &from, id, func(line []byte) error {
				_, err := w.Stdout.Write(append(line, '\n'))
				return err
			})
		}),
	}
	from.bind(cmd)
	return cmd
}
