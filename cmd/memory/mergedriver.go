package main

import (
	"fmt"
	"io"
	"os"
	"slices"
	"strings"

	"github.com/factline/memory/hub"
	"github.com/urfave/cli/v2"
)

// installGit makes git run this program as the merge driver of items.
func installGit(c *cli.Context, s *streams, dir string) (*hub.GitSetup, error) {
	self, err := os.Executable()
	if err != nil {
		return nil, err
	}
	setup, err := hub.InstallGit(c.Context, dir, s.home, self)
	return &setup, err
}

func mergeDriverCommand(s *streams) *cli.Command {
	return &cli.Command{
		Name: "merge-driver", Usage: "merge two changes of an item; git calls it once memory init --git has installed it", ArgsUsage: "BASE OURS THEIRS [PATH]",
		Description: "Front matter is merged by key, lists as sets, the body by lines; the result is written over OURS. What both sides changed in two ways keeps\n" +
			"our value and lists theirs under the key unmerged, and the exit status is 1, which git shows as a conflict.\n\n    memory merge-driver base.md ours.md theirs.md",
		Action: func(c *cli.Context) error {
			if c.NArg() != 3 && c.NArg() != 4 {
				return usageError{fmt.Errorf("merge-driver takes BASE, OURS and THEIRS, and perhaps the PATH of the item")}
			}
			file := func(n int) string { return absolute(s, c.Args().Get(n)) }
			place := ""
			if c.NArg() == 4 { // git runs the driver at the top of the working tree
				place = file(3)
			}
			open, err := hub.MergeFiles(c.Context, s.book(), place, file(0), file(1), file(2))
			if err != nil {
				return err
			}
			result := struct {
				Path     string   `json:"path"`
				Unmerged []string `json:"unmerged"`
			}{c.Args().Get(c.NArg() - 1), append([]string{}, open...)}
			if c.NArg() == 3 {
				result.Path = c.Args().Get(1)
			}
			err = s.print(c, result, func(w io.Writer) {
				if len(open) > 0 {
					fmt.Fprintf(w, "%s: both sides changed %s; memory doctor says what to do\n", clean(result.Path), clean(strings.Join(open, ", ")))
				}
			})
			if slices.Contains(open, hub.WholeFile) {
				fmt.Fprintf(s.err, "%s: one side is no item that can be read, or another one; ours is kept in place, theirs under the key unmerged where ours can be read, and git show :2:PATH and :3:PATH have both\n", clean(result.Path))
			}
			if err == nil && len(open) > 0 {
				return errFailed
			}
			return err
		},
	}
}
