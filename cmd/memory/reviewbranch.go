package main

import (
	"cmp"
	"fmt"
	"io"
	"strings"

	"github.com/urfave/cli/v2"
)

// reviewBranch puts approved changes on a branch.
func reviewBranch(c *cli.Context, s *streams) error {
	if c.String("branch") == "" {
		return usageError{fmt.Errorf("--branch: give a name such as memory-review")}
	}
	h, err := open(c, s, false)
	if err != nil {
		return err
	}
	defer h.Close()
	made, err := h.PutOnBranch(c.Context, c.String("branch"))
	if err != nil {
		return err
	}
	return s.print(c, made, func(w io.Writer) {
		for _, commit := range made.Commits {
			fmt.Fprintf(w, "%.10s  %s\n            %s\n", commit.Commit, oneLine(commit.Subject, 100), clean(cmp.Or(string(commit.ID), strings.Join(commit.Paths, ", "))))
		}
		for _, left := range made.LeftOut {
			fmt.Fprintf(w, "left out    %s: %s\n", left.ID, clean(left.Reason))
		}
		if len(made.Commits) == 0 {
			fmt.Fprintf(w, "nothing to commit: no approved change that HEAD or %s does not have\n", clean(made.Branch))
			return
		}
		fmt.Fprintf(w, "%s on %s; next: git push origin %s\nonce it is merged: git fetch, then memory review --merged says how to pull\n", plural(len(made.Commits), "commit"), clean(made.Branch), clean(made.Branch))
	})
}

// reviewMerged says how to pull what was merged over the same changes in the working tree.
func reviewMerged(c *cli.Context, s *streams) error {
	h, err := open(c, s, false)
	if err != nil {
		return err
	}
	defer h.Close()
	m, err := h.MergedUpstream(c.Context)
	if err != nil {
		return err
	}
	return s.print(c, m, func(w io.Writer) {
		for _, path := range m.Paths {
			fmt.Fprintf(w, "merged  %s\n", clean(path))
		}
		for _, left := range m.Left {
			fmt.Fprintf(w, "left    %s: %s\n", clean(left.Path), clean(left.Reason))
		}
		if len(m.Left) > 0 {
			fmt.Fprintln(w, "what is left stands in the way of a pull: git add and git commit it first, then git pull (without --ff-only) merges it")
		}
		switch {
		case m.Command != "":
			fmt.Fprintf(w, "nothing of what is merged is only here; next: %s\n", clean(m.Command))
		case len(m.Left) == 0:
			fmt.Fprintf(w, "nothing in the working tree stands in the way of %s; next: git pull\n", clean(m.Upstream))
		}
	})
}
