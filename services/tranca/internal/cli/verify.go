package cli

import (
	"context"
	"errors"
	"fmt"
	"os"

	"github.com/spf13/cobra"

	"tranca.example/pkg/domino/deal"
	"tranca.example/pkg/domino/record"
	"tranca.example/pkg/subject"
)

const verifyHelp = `Recompute the deal of every record: its seed must hash to what was committed
before the round, stand at its place in the chain that was fixed before the
match, and give just these hands and this boneyard. All rounds of one match must
name the same chain.

The argument is a file of records, "-" for standard input, or a table, whose
records are fetched as 'tranca replay' does.

Exit codes: 0 every deal is proven; 1 one is not what was promised; 2 unusable
input, for instance a record without a deal.`

func newVerifyCmd(w World) *cobra.Command {
	var from source
	var asJSON bool
	cmd := &cobra.Command{
		Use: "verify FILE|TABLE", Short: "Prove that deals were fixed before they were played", Long: verifyHelp,
		Args: oneArg("FILE, TABLE or -"),
		RunE: runs(func(cmd *cobra.Command, args []string) error {
			v := verifier{w: w, asJSON: asJSON, tips: map[string]deal.Hash{}}
			usable, err := v.all(cmd.Context(), &from, args[0])
			if err != nil {
				return err
			}
			return ended(v.code(usable))
		}),
	}
	bindJSON(cmd, &asJSON)
	from.bind(cmd)
	return cmd
}

// verifier proves records one after the other.
type verifier struct {
	w      World
	asJSON bool
	tips   map[string]deal.Hash // of the chain of each match
	broken bool
}

func (v *verifier) code(usable bool) int {
	switch {
	case !usable:
		return exitUnusable
	case v.broken:
		return exitWrong
	}
	return exitOK
}

// all proves the records of a file or of a table.
func (v *verifier) all(ctx context.Context, from *source, name string) (usable bool, err error) {
	id, notTable := subject.ParseTableID(name)
	if _, noFile := os.Stat(name); name == "-" || noFile == nil || notTable != nil {
		return v.w.eachRecord(ctx, []string{name}, v.one)
	}
	return true, v.w.rounds(ctx, from, id, func(line []byte) error {
		rec, err := record.Parse(line)
		if err != nil {
			return err
		}
		return v.one(rec)
	})
}

// verified is what is printed of one record.
type verified struct {
	ID       string `json:"id"`
	Match    string `json:"match_id"`
	Round    uint32 `json:"round"`
	Verified bool   `json:"verified"`
	Reason   string `json:"reason,omitempty"`
}

func (v *verifier) one(rec record.Record) error {
	if rec.Deal == nil {
		return &record.InputError{Line: rec.Line, ID: rec.ID, Field: "deal", Kind: record.ErrMissing,
			Err: errors.New("there is nothing to verify")}
	}
	err := record.Verify(rec)
	if _, bad := errors.AsType[*record.InputError](err); bad {
		return err
	}
	if err == nil {
		err = v.sameChain(rec.Deal)
	}
	out := verified{ID: rec.ID, Match: rec.Deal.MatchID, Round: rec.Deal.Round, Verified: err == nil}
	if err != nil {
		v.broken, out.Reason = true, err.Error()
	}
	return v.print(out)
}

// sameChain wants every round of a match in one chain.
func (v *verifier) sameChain(d *record.Deal) error {
	first, known := v.tips[d.MatchID]
	if !known {
		v.tips[d.MatchID] = d.Tip
		return nil
	}
	if first != d.Tip {
		return fmt.Errorf("chain: the rounds before named the tip %s, this one names %s", first, d.Tip)
	}
	return nil
}

func (v *verifier) print(out verified) error {
	switch {
	case v.asJSON:
		return writeJSON(v.w.Stdout, out)
	case out.Verified:
		fmt.Fprintf(v.w.Stdout, "%s: match %s round %d: the deal is proven\n", out.ID, out.Match, out.Round)
	default:
		fmt.Fprintf(v.w.Stdout, "%s: match %s round %d: NOT PROVEN: %s\n", out.ID, out.Match, out.Round, out.Reason)
	}
	return nil
}
