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

// gateFormats are what gate prints; it alone has more than text and json.
var gateFormats = []string{"text", "json", "markdown", "html"}

func gateCommand(s *streams) *cli.Command {
	return &cli.Command{
		Name:  "gate",
		Usage: "measure this build on labelled data and print the figures",
		Description: "Runs suites over throw-away stores; the store you use is not touched. Ours and the controls answer the same questions. Public data is\n" +
			"found through --data, $MEMORY_GATE_DATA or ../shared/data; what is not there is skipped and named. The exit status is 1 below a threshold of\n" +
			"gates/thresholds.yaml, or when a figure falls below the interval of --baseline, or nothing in this run can be compared with it. --format takes text, json, markdown or html here.\n\n" +
			"    memory gate --suite locomo --split dev\n    memory gate --format markdown --out results\n    memory gate --suite locomo --baseline results/locomo.jsonl",
		Flags: []cli.Flag{
			&cli.StringSliceFlag{Name: "suite", Usage: "only the suite `NAME` (repeat for several): " + strings.Join(gates.SuiteNames(), ", ")},
			&cli.StringFlag{Name: "split", Value: string(gates.Test), Usage: "questions of the `PART` dev, test or all"},
			&cli.StringSliceFlag{Name: "baseline", Usage: "compare with the rows of an earlier run in `FILE` (as --out wrote it, repeat for several)"},
			&cli.StringFlag{Name: "out", Usage: "write figures (JSON) and one row a question (JSONL) into `DIR`"},
			&cli.StringFlag{Name: "data", Usage: "the public data at `DIR`"},
		},
		Action: func(c *cli.Context) error { return runGate(c, s) },
	}
}

func runGate(c *cli.Context, s *streams) error {
	if !slices.Contains(gateFormats, c.String("format")) {
		return usageError{fmt.Errorf("--format %s: want one of %s", c.String("format"), strings.Join(gateFormats, ", "))}
	}
	split, err := gates.ParseSplit(c.String("split"))
	if err != nil {
		return usageError{fmt.Errorf("--split: %w", err)}
	}
	if err := gates.CheckSuites(listed(c, "suite")); err != nil {
		return usageError{fmt.Errorf("--suite: %w", err)}
	}
	var baselines []gates.Baseline // read first: a run takes minutes
	for _, file := range c.StringSlice("baseline") {
		b, err := gates.ReadBaseline(absolute(s, file))
		if err != nil {
			return err
		}
		baselines = append(baselines, b)
	}
	if dir := c.String("out"); dir != "" {
		if err := gates.CanSave(absolute(s, dir)); err != nil {
			return fmt.Errorf("--out %s: %w", dir, err)
		}
	}
	binary, err := os.Executable()
	if err != nil {
		return err
	}
	rep, err := gates.Run(c.Context, gates.Options{
		Suites: listed(c, "suite"), Data: gateData(c, s), Split: split, Binary: binary, Cache: gateCache(),
		Progress: func(line string) {
			if s.errTTY {
				s.say(c, "%s", line)
			}
		},
	})
	if err != nil {
		return err
	}
	for _, b := range baselines {
		if err := rep.Compare(b); err != nil {
			return err
		}
	}
	if err := printGate(c, s, rep); err != nil {
		return err
	}
	if dir := c.String("out"); dir != "" {
		if err := rep.Save(absolute(s, dir)); err != nil {
			return err
		}
	}
	if len(rep.Failures) > 0 {
		return errFailed
	}
	return nil
}

func printGate(c *cli.Context, s *streams, rep gates.Report) error {
	switch c.String("format") {
	case "markdown":
		return rep.WriteMarkdown(s.out)
	case "html":
		return rep.WriteHTML(s.out)
	}
	var err error
	printErr := s.print(c, rep, func(w io.Writer) { err = rep.WriteText(w) })
	if err != nil {
		return err
	}
	return printErr
}

// gateData is where the public data lies; "" where nobody named a place for it and it does not lie beside. A place that was named is kept also where
// nothing is there, and the run says so: figures of other data would be taken for those of it.
func gateData(c *cli.Context, s *streams) string {
	for _, named := range []string{c.String("data"), s.getenv("MEMORY_GATE_DATA")} {
		if named != "" {
			return absolute(s, named)
		}
	}
	beside := filepath.Join(s.cwd, "..", "shared", "data")
	if info, err := os.Stat(beside); err != nil || !info.IsDir() {
		return ""
	}
	return beside
}

// gateCache is where vectors of the public data are kept between runs; "" where this user has no place for it.
func gateCache() string {
	dir, err := os.UserCacheDir()
	if err != nil {
		return ""
	}
	return filepath.Join(dir, "factline", "gate-vectors")
}
