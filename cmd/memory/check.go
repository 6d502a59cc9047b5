package main

import (
	"fmt"
	"io"
	"os"
	"slices"
	"strings"

	"github.com/factline/memory/check"
	"github.com/factline/memory/hub"
	"github.com/factline/memory/secrets"
	"github.com/urfave/cli/v2"
)

// checkFormats are what check prints; the last two are for code hosts.
var checkFormats = []string{"text", "json", "github", "sarif"}

func checkCommand(s *streams) *cli.Command {
	return &cli.Command{
		Name:  "check",
		Usage: "hold changed items to the rules of a pull request, and run the store's golden queries",
		Description: "What CI runs: every changed item parses, passes the audit, has sources of the right form and code that is there, and contradicts no active\n" +
			"item unexplained; the queries in .memory/gates/*.yaml get what they must. Evidence is private to a machine: a citation is followed where its\n" +
			"session is here, and elsewhere only its form is checked. Exit status 1 when anything fails; warnings do not. --format takes text, json, github (annotations) or sarif here.\n\n" +
			"    memory check --base origin/main\n    memory check --base origin/main --format github\n    memory check --staged\n    memory check --format sarif --out memory.sarif",
		Flags: []cli.Flag{
			&cli.StringFlag{Name: "base", Usage: "only items that changed since the history left `REF` (a branch, a commit); default: all"},
			&cli.BoolFlag{Name: "staged", Usage: "what the next commit takes, as a git hook wants it: items as the index has them, since HEAD or --base"},
			&cli.StringFlag{Name: "out", Usage: "write into `FILE` instead of standard output"},
		},
		Action: func(c *cli.Context) error {
			if !slices.Contains(checkFormats, c.String("format")) {
				return usageError{fmt.Errorf("--format %s: want one of %s", c.String("format"), strings.Join(checkFormats, ", "))}
			}
			h, err := openLenient(c, s, false)
			if err != nil {
				return err
			}
			defer h.Close()
			request := hub.CheckRequest{Base: c.String("base"), Staged: c.Bool("staged")}
			if index := s.getenv("GIT_INDEX_FILE"); request.Staged && index != "" {
				request.Index = absolute(s, index)
			}
			result, err := h.Check(c.Context, request)
			if err != nil {
				return err
			}
			if err := writeCheck(c, s, result); err != nil {
				return err
			}
			if !result.OK {
				return errFailed
			}
			return nil
		},
	}
}

// writeCheck prints the result in the asked format, or writes it into --out.
func writeCheck(c *cli.Context, s *streams, r hub.Checked) (err error) {
	if c.String("format") == "json" && c.String("out") == "" {
		return s.print(c, r, nil)
	}
	out := s.out
	if name := c.String("out"); name != "" {
		f, err := os.Create(absolute(s, name))
		if err != nil {
			return err
		}
		defer func() {
			if closeErr := f.Close(); err == nil {
				err = closeErr
			}
		}()
		out = f
	}
	switch c.String("format") {
	case "json":
		return writeSafeJSON(out, r)
	case "sarif":
		return writeSafeJSON(out, check.ToSARIF(r.Findings, version()))
	case "github":
		safe, _ := secrets.Redact(check.Annotations(r.Findings))
		_, err = io.WriteString(out, safe)
		return err
	}
	checkFindings(out, r)
	return nil
}

func checkFindings(w io.Writer, r hub.Checked) {
	for _, f := range r.Findings {
		fmt.Fprintf(w, "%s:%d: %s: %s (%s)\n", clean(f.Path), f.Line, f.Level, oneLine(f.Message, 400), f.Rule)
	}
	errors := 0
	for _, f := range r.Findings {
		if f.Level == check.Error {
			errors++
		}
	}
	fmt.Fprintf(w, "%s and %s checked: %s, %s\n", plural(r.Items, "file"), plural(r.Queries, "golden query"), plural(errors, "error"), plural(len(r.Findings)-errors, "warning"))
}
