package cli

import (
	"strings"

	"github.com/spf13/cobra"
)

// strict makes the commands that cobra brings along, completion and help, refuse
// what they do not know. By themselves they print help and succeed.
func strict(root *cobra.Command) {
	root.InitDefaultHelpCmd()
	root.InitDefaultCompletionCmd()
	for _, cmd := range root.Commands() {
		switch cmd.Name() {
		case "completion":
			cmd.Args = cobra.ArbitraryArgs
			cmd.RunE = runs(completion)
		case "help":
			cmd.Run, cmd.RunE = nil, runs(help)
		}
	}
}

func completion(cmd *cobra.Command, args []string) error {
	if len(args) == 0 {
		return cmd.Help()
	}
	var shells []string
	for _, shell := range cmd.Commands() {
		shells = append(shells, shell.Name())
	}
	return unusable("completion %q: want one of %s", strings.Join(args, " "), strings.Join(shells, ", "))
}

func help(cmd *cobra.Command, args []string) error {
	topic, rest, err := cmd.Root().Find(args)
	if err != nil || len(rest) > 0 {
		return unusable("help %q: there is no such command", strings.Join(args, " "))
	}
	topic.InitDefaultHelpFlag()
	return topic.Help()
}
