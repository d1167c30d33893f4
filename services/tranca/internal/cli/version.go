package cli

import (
	"fmt"
	"runtime"

	"github.com/spf13/cobra"
)

func newVersionCmd(w World) *cobra.Command {
	var asJSON bool
	cmd := &cobra.Command{
		Use: "version", Short: "Tell which version this is", Args: cobra.NoArgs,
		RunE: runs(func(*cobra.Command, []string) error {
			platform := runtime.GOOS + "/" + runtime.GOARCH
			if asJSON {
				return writeJSON(w.Stdout, map[string]string{"version": w.Version, "go": runtime.Version(), "platform": platform})
			}
			fmt.Fprintf(w.Stdout, "tranca %s (%s, %s)\n", w.Version, runtime.Version(), platform)
			return nil
		}),
	}
	bindJSON(cmd, &asJSON)
	return cmd
}
