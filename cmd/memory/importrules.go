package main

import (
	"fmt"
	"io"
	"path/filepath"

	"github.com/factline/memory/foreign"
	"github.com/factline/memory/hub"
	"github.com/factline/memory/internal/plainfile"
	"github.com/factline/memory/profile"
	"github.com/factline/memory/project"
	"github.com/factline/memory/writeservice"
	"github.com/urfave/cli/v2"
)

func importRulesCommand(s *streams) *cli.Command {
	return &cli.Command{
		Name: "rules", Usage: "put the rules of a CLAUDE.md, AGENTS.md or the like up for review, one candidate each", ArgsUsage: "FILE",
		Description: "Every list item and paragraph becomes a candidate of type policy, with the code or the table that stands right below it. Single\n" +
			"words, comments and the blocks kept by memory profile are left out; so are texts over 1,500 characters, and code and tables that\n" +
			"belong to no rule: their lines are named.\n" +
			"The file stays as it is. The same file again proposes nothing new.\n\n    memory import rules CLAUDE.md",
		Action: func(c *cli.Context) error {
			if err := need(c, 1, "one file of rules"); err != nil {
				return err
			}
			path := absolute(s, c.Args().First())
			if err := present(path); err != nil {
				return err
			}
			src, err := plainfile.Read(path, plainfile.MaxText)
			if err != nil {
				return err
			}
			if src, err = foreign.Text(src); err != nil {
				return fmt.Errorf("%s: %w", path, err)
			}
			h, err := open(c, s, true)
			if err != nil {
				return err
			}
			defer h.Close()
			root := project.Root(s.cwd)
			if root == "" {
				root = filepath.Clean(s.cwd)
			}
			rules, left := profile.Statements(string(src))
			done, err := h.ImportRules(c.Context, relative(root, path), rules)
			if err != nil {
				return err
			}
			done.Left = left
			return s.print(c, done, func(w io.Writer) { importedRulesText(w, done) })
		},
	}
}

func importedRulesText(w io.Writer, done hub.ImportedRules) {
	fmt.Fprintf(w, "%s in %s: %d proposed, %d known, %d refused\n", plural(done.Found, "rule"), clean(done.File), done.Proposed, done.Known, done.Refused)
	refusedText(w, done.Receipts)
	for _, l := range done.Left {
		fmt.Fprintf(w, "left out: %s, %s\n", lineSpan(l), l.Why)
	}
	if done.Proposed > 0 {
		fmt.Fprintln(w, "next: memory review")
	}
}

func refusedText(w io.Writer, receipts []writeservice.Receipt) {
	for _, r := range receipts {
		if r.Status == writeservice.Rejected && len(r.Reasons) > 0 {
			fmt.Fprintf(w, "refused: %s\n", oneLine(r.Reasons[0], 200))
		}
	}
}

// lineSpan names the lines of a file that were left out.
func lineSpan(l profile.Left) string {
	if l.From == l.To {
		return fmt.Sprintf("line %d", l.From)
	}
	return fmt.Sprintf("lines %d-%d", l.From, l.To)
}
