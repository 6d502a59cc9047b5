package main

import (
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/factline/memory/gates"
	"github.com/urfave/cli/v2"
)

// suites are the measures that gate runs, in order.
var suites = []string{"harvest"}

func gateCommand(s *streams) *cli.Command {
	return &cli.Command{
		Name:  "gate",
		Usage: "measure this build on labelled data and print the figures",
		Description: "Runs over throw-away stores; the store you use is not touched. Public data is found through --data, $MEMORY_GATE_DATA or ../shared/data;\n" +
			"what is not there is skipped and named.\n\n    memory gate --suite harvest",
		Flags: []cli.Flag{
			&cli.StringSliceFlag{Name: "suite", Usage: "only the suite `NAME` (repeat for several): " + strings.Join(suites, ", ")},
			&cli.StringFlag{Name: "data", Usage: "the public data at `DIR`"},
		},
		Action: func(c *cli.Context) error {
			for _, name := range c.StringSlice("suite") {
				if !slices.Contains(suites, name) {
					return usageError{fmt.Errorf("--suite %s: want one of %s", name, strings.Join(suites, ", "))}
				}
			}
			rep, err := gates.Harvest(c.Context, gateData(c, s))
			if err != nil {
				return err
			}
			if err := s.print(c, map[string]any{"harvest": rep}, func(w io.Writer) { _ = rep.WriteText(w) }); err != nil {
				return err
			}
			if len(rep.Failures) > 0 {
				return failed
			}
			return nil
		},
	}
}

// gateData finds the public data; "" where there is none.
func gateData(c *cli.Context, s *streams) string {
	for _, dir := range []string{c.String("data"), s.getenv("MEMORY_GATE_DATA"), filepath.Join(s.cwd, "..", "shared", "data")} {
		if dir == "" {
			continue
		}
		if info, err := os.Stat(absolute(s, dir)); err == nil && info.IsDir() {
			return absolute(s, dir)
		}
	}
	return ""
}
