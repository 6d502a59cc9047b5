package main

import (
	"fmt"
	"io"
	"os"
	"path/filepath"

	"github.com/factline/memory/hub"
	"github.com/factline/memory/trust"
	"github.com/urfave/cli/v2"
)

func startCommands() []branch {
	return []branch{{"demo", demoCommand}, {"init", initCommand}, {"merge-driver", mergeDriverCommand}, {"version", versionCommand}, {"completion", completionCommand}}
}

func initCommand(s *streams) *cli.Command {
	return &cli.Command{
		Name:      "init",
		Usage:     "make a store (.memory) here, or in DIR, or at --store",
		ArgsUsage: "[DIR]",
		Description: "Makes .memory with its .gitignore: items/ and review/ are for git, everything else stays private or can be rebuilt.\n" +
			"An existing store is left as it is. --git also makes git merge items by key in this clone (docs/git.md).\n\n    memory init\n    memory init ~/src/shop-api\n    memory init --git",
		Flags: []cli.Flag{&cli.BoolFlag{Name: "here", Usage: "also below a directory that has a store already"}, &cli.BoolFlag{Name: "git", Usage: "install the merge driver in the repository around the store"}},
		Action: func(c *cli.Context) error {
			dir, err := initDir(c, s)
			if err != nil {
				return err
			}
			place, err := hub.Locate(dir, s.cwd, s.home, s.getenv)
			if err != nil {
				return err
			}
			if !place.Exists && c.String("store") == "" && !c.Bool("here") {
				if above := s.storeAbove(dir); above != "" {
					return fmt.Errorf("%s holds a store that serves this directory as well, and two stores would not see each other's facts; a store of its own here all the same: memory init --here", above)
				}
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
			if err != nil && place.Exists { // of a new one create said why it is not trusted
				return err
			}
			result := initResult{Store: dir, Created: !place.Exists, Trusted: state == trust.Trusted}
			if c.Bool("git") {
				if result.Git, err = installGit(c, s, dir); err != nil {
					return err
				}
			}
			if result.Created && c.NArg() == 0 && c.String("store") == "" {
				result.Own = ownStore(c, s)
			}
			return s.print(c, result, func(w io.Writer) { initText(w, result, c.Bool("quiet")) })
		},
	}
}

// initResult is what init prints.
type initResult struct {
	Store   string        `json:"store"`
	Created bool          `json:"created"`
	Trusted bool          `json:"trusted"`
	Git     *hub.GitSetup `json:"git,omitempty"`
	Own     *hub.OwnStore `json:"own_store,omitempty"`
}

// initDir is the absolute directory of the store that is to be made.
func initDir(c *cli.Context, s *streams) (string, error) {
	dir := c.String("store")
	switch {
	case c.NArg() > 1:
		return "", usageError{fmt.Errorf("init takes one directory")}
	case c.NArg() == 1 && dir != "":
		return "", usageError{fmt.Errorf("init takes a directory or --store, not both")}
	case c.NArg() == 1:
		dir = filepath.Join(c.Args().First(), hub.StoreName)
	case dir == "":
		dir = hub.StoreName
	}
	return absolute(s, dir), nil
}

func initText(w io.Writer, r initResult, quiet bool) {
	if r.Git != nil {
		fmt.Fprint(w, "git merges items by key in this clone")
		if r.Git.Added {
			fmt.Fprintf(w, "; commit %s for the others", r.Git.Attributes)
		}
		fmt.Fprintln(w)
	}
	if !r.Created {
		fmt.Fprintf(w, "store is there already: %s\n", r.Store)
		if !r.Trusted {
			fmt.Fprintln(w, "it came from elsewhere and is not trusted: look at it, then memory trust")
		}
		return
	}
	fmt.Fprintf(w, "made %s\n", r.Store)
	if r.Own != nil {
		ownText(w, *r.Own)
	}
	if !quiet {
		fmt.Fprintln(w, "next: memory start reads the transcripts on this machine and shows what is worth keeping")
	}
}

// storeAbove is the project's store that already serves the directory of a store to be made, "" where none does. Another repository
// inside of the project is a project of its own.
func (s *streams) storeAbove(dir string) string {
	root := filepath.Dir(dir)
	if _, err := os.Lstat(filepath.Join(root, ".git")); err == nil {
		return ""
	}
	place, err := hub.Locate("", root, s.home, func(string) string { return "" })
	if err != nil || !place.Exists || place.Why != "project" {
		return ""
	}
	return filepath.Dir(place.Dir)
}

// ownStore asks what the user's own store holds of the project whose store was just made. Where it cannot be asked there is nothing to tell.
func ownStore(c *cli.Context, s *streams) *hub.OwnStore {
	h, err := open(c, s, false)
	if err != nil {
		return nil
	}
	defer h.Close()
	own, err := h.OwnStore(c.Context)
	if err != nil {
		return nil
	}
	return own
}

func ownText(w io.Writer, own hub.OwnStore) {
	dir, project := clean(own.Dir), clean(own.Project)
	if own.Facts > 0 {
		fmt.Fprintf(w, "%s of %s in your own store %s hold here too and are not asked for again; to share them with others:\n", plural(own.Facts, "fact"), project, dir)
		fmt.Fprintf(w, "  memory --store %s --project %s export --status active %s.jsonl, then memory import --trusted %s.jsonl\n", dir, project, project, project)
	}
	if own.Waiting > 0 {
		fmt.Fprintf(w, "%s of %s in review there: what harvest finds again waits here; memory --store %s review decides on the rest\n", plural(own.Waiting, "candidate"), project, dir)
	}
}
