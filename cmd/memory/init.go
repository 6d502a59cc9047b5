package main

import (
	"fmt"
	"io"
	"path/filepath"

	"github.com/factline/memory/hub"
	"github.com/factline/memory/trust"
	"github.com/urfave/cli/v2"
)

func startCommands(s *streams) []*cli.Command {
	return []*cli.Command{demoCommand(s), initCommand(s), versionCommand(s), completionCommand(s)}
}

func initCommand(s *streams) *cli.Command {
	return &cli.Command{
		Name:      "init",
		Usage:     "make a store (.memory) here, or in DIR, or at --store",
		ArgsUsage: "[DIR]",
		Description: "Makes .memory with its .gitignore: items/ and review/ are for git, everything else stays private or can be rebuilt.\n" +
			"An existing store is left as it is.\n\n    memory init\n    memory init ~/src/shop-api",
		Action: func(c *cli.Context) error {
			dir := c.String("store")
			switch {
			case c.NArg() > 1:
				return usageError{fmt.Errorf("init takes one directory")}
			case c.NArg() == 1 && dir != "":
				return usageError{fmt.Errorf("init takes a directory or --store, not both")}
			case c.NArg() == 1:
				dir = filepath.Join(c.Args().First(), hub.StoreName)
			case dir == "":
				dir = hub.StoreName
			}
			if !filepath.IsAbs(dir) {
				dir = filepath.Join(s.cwd, dir)
			}
			place, err := hub.Locate(dir, s.cwd, s.home, s.getenv)
			if err != nil {
				return err
			}
			if place.Exists {
				err = hub.Create(dir)
			} else {
				err = s.create(c, dir)
			}
			if err != nil {
				return err
			}
			_, state, _, err := s.book().Look(dir)
			if err != nil {
				return err
			}
			result := struct {
				Store   string `json:"store"`
				Created bool   `json:"created"`
				Trusted bool   `json:"trusted"`
			}{dir, !place.Exists, state == trust.Trusted}
			return s.print(c, result, func(w io.Writer) {
				if !result.Created {
					fmt.Fprintf(w, "store is there already: %s\n", dir)
					if !result.Trusted {
						fmt.Fprintln(w, "it came from elsewhere and is not trusted: look at it, then memory trust")
					}
					return
				}
				fmt.Fprintf(w, "made %s\nnext: memory doctor shows the transcripts on this machine; memory ingest --all reads them\n", dir)
			})
		},
	}
}
