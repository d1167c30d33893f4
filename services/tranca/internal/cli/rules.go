package cli

import (
	"fmt"
	"io"
	"strings"
	"text/tabwriter"

	"github.com/spf13/cobra"

	"tranca.example/pkg/domino"
)

func newRulesCmd(w World) *cobra.Command {
	return group("rules", "Show the games that can be played and their settings", newRulesListCmd(w), newRulesShowCmd(w))
}

// presetRow is a game in the list.
type presetRow struct {
	Name     string `json:"name"`
	Seats    []int  `json:"seats"`
	HandSize int    `json:"hand_size"`
	Board    string `json:"board"`
	Teams    string `json:"teams"`
	Draw     string `json:"draw"`
	Target   int    `json:"target"`
}

func newRulesListCmd(w World) *cobra.Command {
	var asJSON bool
	cmd := &cobra.Command{
		Use: "list", Short: "List the games", Args: cobra.NoArgs,
		RunE: runs(func(*cobra.Command, []string) error {
			rows, err := presetRows()
			if err != nil {
				return err
			}
			if !asJSON {
				return printPresets(w.Stdout, rows)
			}
			for _, row := range rows {
				if err := writeJSON(w.Stdout, row); err != nil {
					return err
				}
			}
			return nil
		}),
	}
	bindJSON(cmd, &asJSON)
	return cmd
}

func presetRows() ([]presetRow, error) {
	var rows []presetRow
	for _, name := range domino.Presets() {
		r, err := domino.NewRules(name, nil)
		if err != nil {
			return nil, err
		}
		seats, err := domino.PresetSeats(name)
		if err != nil {
			return nil, err
		}
		row := presetRow{Name: name, Seats: seats, HandSize: r.HandSize, Board: "line", Target: r.Target}
		if r.Tree() {
			row.Board = "tree"
		}
		values := r.Values()
		row.Teams, row.Draw = values["teams"], values["draw"]
		rows = append(rows, row)
	}
	return rows, nil
}

func printPresets(out io.Writer, rows []presetRow) error {
	tab := tabwriter.NewWriter(out, 0, 0, 2, ' ', 0)
	fmt.Fprintln(tab, "PRESET\tSEATS\tHAND\tBOARD\tTEAMS\tDRAW\tTARGET")
	for _, r := range rows {
		fmt.Fprintf(tab, "%s\t%s\t%d\t%s\t%s\t%s\t%d\n",
			r.Name, strings.Trim(fmt.Sprint(r.Seats), "[]"), r.HandSize, r.Board, r.Teams, r.Draw, r.Target)
	}
	return tab.Flush()
}

// knobRow is a setting of one game.
type knobRow struct {
	Name    string   `json:"name"`
	Value   string   `json:"value"`
	Allowed []string `json:"allowed"`
	Type    string   `json:"type"`
	Meaning string   `json:"meaning"`
	Rules   []string `json:"rules"`
}

// ruleSet is a game with all its settings.
type ruleSet struct {
	Preset string    `json:"preset"`
	Knobs  []knobRow `json:"knobs"`
}

const rulesShowHelp = `Show every setting of a game, with its value, the values that are allowed beside
those of the other settings, and what it means. --knob shows what becomes of them
when some differ.

Exit codes: 0 they are shown; 2 the call cannot be used, for instance because
there is no such game or setting.`

func newRulesShowCmd(w World) *cobra.Command {
	var asJSON, all bool
	var knobs map[string]string
	cmd := &cobra.Command{
		Use: "show PRESET", Short: "Show every setting of a game", Long: rulesShowHelp,
		Example: "  tranca rules show classic.draw\n  tranca rules show chickie --knob seats=2 --json",
		Args:    oneArg("PRESET: " + strings.Join(domino.Presets(), ", ")),
		ValidArgsFunction: func(*cobra.Command, []string, string) ([]string, cobra.ShellCompDirective) {
			return domino.Presets(), cobra.ShellCompDirectiveNoFileComp
		},
		RunE: runs(func(_ *cobra.Command, args []string) error {
			r, err := domino.NewRules(args[0], knobs)
			if err != nil {
				return unusable("%w", err)
			}
			rows, err := knobRows(r)
			if err != nil {
				return err
			}
			if asJSON {
				return writeJSON(w.Stdout, ruleSet{r.Preset, rows})
			}
			return printKnobs(w.Stdout, rows, all)
		}),
	}
	bindJSON(cmd, &asJSON)
	cmd.Flags().BoolVar(&all, "all", false, "also list settings that mean nothing in this game")
	cmd.Flags().StringToStringVar(&knobs, "knob", nil, "set a knob, NAME=VALUE; may be given more than once")
	return cmd
}

func knobRows(r *domino.Rules) ([]knobRow, error) {
	values := r.Values()
	var rows []knobRow
	for _, k := range domino.Knobs() {
		allowed, err := r.Allowed(k.Name)
		if err != nil {
			return nil, err
		}
		rows = append(rows, knobRow{k.Name, values[k.Name], allowed, string(k.Type), k.Meaning, k.Rules})
	}
	return rows, nil
}

func printKnobs(out io.Writer, rows []knobRow, all bool) error {
	tab := tabwriter.NewWriter(out, 0, 0, 2, ' ', 0)
	fmt.Fprintln(tab, "KNOB\tVALUE\tALLOWED\tMEANING")
	for _, k := range rows {
		if means := len(k.Allowed) != 1 || k.Allowed[0] != k.Value || k.Value != "none" && k.Value != "0"; means || all {
			fmt.Fprintf(tab, "%s\t%s\t%s\t%s\n", k.Name, k.Value, strings.Join(k.Allowed, ", "), k.Meaning)
		}
	}
	return tab.Flush()
}

// oneArg wants exactly one argument, and names it.
func oneArg(what string) cobra.PositionalArgs {
	return func(_ *cobra.Command, args []string) error {
		if len(args) != 1 {
			return fmt.Errorf("got %d arguments: want one %s", len(args), what)
		}
		return nil
	}
}
