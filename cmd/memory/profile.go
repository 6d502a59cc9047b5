package main

import (
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/factline/memory/adapters"
	"github.com/factline/memory/contextpack"
	"github.com/factline/memory/hub"
	"github.com/factline/memory/profile"
	"github.com/factline/memory/project"
	"github.com/rogpeppe/go-internal/diff"
	"github.com/urfave/cli/v2"
)

func profileCommand(s *streams) *cli.Command {
	budget := &cli.IntFlag{Name: "budget", Usage: fmt.Sprintf("at most `N` tokens (default: %d)", hub.DefaultProfile)}
	apply := &cli.BoolFlag{Name: "apply", Usage: "write the file; without it nothing is changed"}
	return &cli.Command{
		Name: "profile", Usage: "keep a block of what is worth every prompt in CLAUDE.md, AGENTS.md, Cursor rules and others",
		Subcommands: []*cli.Command{
			{
				Name: "export", Usage: "make the text for a target's file, and with --apply write it into its block",
				Description: "Text outside of the markers is never touched. A block that was edited by hand is not overwritten: its new lines are shown, and\n" +
					"--adopt puts them up for review first, --discard drops them. CLAUDE.md is never made beside a lone AGENTS.md: the block goes there.\n\n" +
					"    memory profile export --target agents\n    memory profile export --target claude --apply\n    memory profile export --target agents --dir db --apply",
				Flags: append(targetFlags(), budget, apply,
					&cli.BoolFlag{Name: "adopt", Usage: "put lines that were added to the block or changed there by hand up for review, then write it"},
					&cli.BoolFlag{Name: "discard", Usage: "drop what was changed in the block by hand"}),
				Action: func(c *cli.Context) error { return profileExport(c, s) },
			},
			{
				Name: "diff", Usage: "show what export --apply would change",
				Description: "Without --target: every file that holds a block.\n\n    memory profile diff\n    memory profile diff --target cursor",
				Flags:       append(targetFlags(), budget),
				Action:      func(c *cli.Context) error { return profileCheck(c, s, true) },
			},
			{
				Name: "check", Usage: "fail when a block is missing, out of date or edited by hand",
				Description: "For CI, also where nobody trusted the store: nothing of it is given to a prompt. Without --target: every file that holds a block, sub-directories included. Exit status 1 when one is not current, or none is there.\n\n    memory profile check\n    memory profile check --target claude",
				Flags:       append(targetFlags(), budget),
				Action:      func(c *cli.Context) error { return profileCheck(c, s, false) },
			},
			{
				Name: "remove", Usage: "show, and with --apply carry out, the removal of a block",
				Description: "The file becomes what it was before the block, and goes if nothing else is in it.\n\n    memory profile remove --target claude --apply",
				Flags:       append(targetFlags(), apply, &cli.BoolFlag{Name: "discard", Usage: "also a block that was edited by hand"}),
				Action:      func(c *cli.Context) error { return profileRemove(c, s) },
			},
		},
	}
}

func targetFlags() []cli.Flag {
	return []cli.Flag{
		&cli.StringFlag{Name: "target", Usage: "`TARGET` claude, agents, cursor, gemini, copilot, windsurf, cline, kiro or generic"},
		&cli.StringFlag{Name: "dir", Usage: "the block of the sub-directory `DIR`: items whose files all lie below it; refused where the agent reads the top of a project only"},
	}
}

// profileResult is one target's file and what it should hold.
type profileResult struct {
	Target  string                 `json:"target"`
	Dir     string                 `json:"dir"`
	Path    string                 `json:"path,omitempty"`
	State   profile.State          `json:"state"`
	Changed bool                   `json:"changed"` // the file was written
	Tokens  int                    `json:"tokens"`
	Budget  int                    `json:"budget"`
	Entries []contextpack.Entry    `json:"entries"`
	Omitted []contextpack.Omission `json:"omitted"`
	Added   []string               `json:"added,omitempty"` // lines that a hand put into the block
	Gone    []string               `json:"gone,omitempty"`  // lines that a hand took out of it, or that are new
	Adopted *hub.ImportedRules     `json:"adopted,omitempty"`
	Diff    string                 `json:"diff,omitempty"`
	Text    string                 `json:"text,omitempty"`
	Note    string                 `json:"note,omitempty"` // why the store gives nothing: it is not trusted, or its items carry another project's name

	file profile.File
}

// profileOf works out one target in one directory below root.
func profileOf(c *cli.Context, s *streams, h *hub.Hub, root string, t profile.Target, dir string) (profileResult, error) {
	packed, err := h.Profile(c.Context, hub.ProfileRequest{Dir: dir, Scoped: profile.Dirs(root, t), Budget: c.Int("budget")})
	if err != nil {
		return profileResult{}, err
	}
	if packed.Least > 0 {
		return profileResult{}, fmt.Errorf("nothing fits into %s: the shortest entry needs %d with its headings; give --budget %d or more, or leave it out for %d",
			plural(packed.Budget, "token"), packed.Least, packed.Least, hub.DefaultProfile)
	}
	r := profileResult{
		Target: t.Name, Dir: dir, Tokens: packed.Tokens, Budget: packed.Budget, Entries: packed.Entries, Omitted: packed.Omitted, Text: packed.Text, State: profile.Missing, Note: h.Distrust(),
	}
	if r.Text == "" && r.Note == "" {
		r.Note = h.Misnamed(c.Context)
	}
	if t.Path == "" {
		return r, nil
	}
	if r.file, err = profile.Open(filepath.Join(root, filepath.FromSlash(dir)), t); err != nil {
		return r, openError(r.file, err)
	}
	r.Path, r.State = r.file.Path, r.file.State(packed.Text)
	if r.Note == "" && t.Name == "claude" {
		r.Note = adapters.Unread(r.Path)
	}
	if r.State == profile.Edited {
		r.Added, r.Gone = r.file.Added(packed.Text), r.file.Gone(packed.Text)
	}
	m, err := s.machine(c)
	if err != nil {
		return r, err
	}
	next, err := r.file.With(packed.Text, m)
	if err != nil {
		return r, fmt.Errorf("%s: %w", r.file.Path, err)
	}
	r.Diff = string(diff.Diff(r.Path, r.file.Bytes(), r.Path, next))
	return r, nil
}

func openError(f profile.File, err error) error {
	switch {
	case errors.Is(err, profile.ErrNotText):
		return fmt.Errorf("%s: %w; memory profile export --target generic prints what to paste", f.Path, err)
	case errors.Is(err, profile.ErrUnsure):
		return fmt.Errorf("%s: %w; mend or remove the markers", f.Path, err)
	}
	return err
}

// profilePlace is the directory whose files are kept, and the target that was asked for.
func profilePlace(c *cli.Context, s *streams, needTarget bool) (root string, t profile.Target, err error) {
	if root = project.Root(s.cwd); root == "" {
		root = filepath.Clean(s.cwd)
	}
	name := c.String("target")
	if name == "" && !needTarget {
		return root, t, nil
	}
	t, ok := profile.Find(name)
	if name == "" {
		return root, t, usageError{fmt.Errorf("%s needs --target: %s", c.Command.Name, targetNames())}
	}
	if !ok {
		return root, t, usageError{fmt.Errorf("--target %s: want %s", name, targetNames())}
	}
	dir := c.String("dir")
	if dir != "" && (!filepath.IsLocal(dir) || !isDirectory(filepath.Join(root, dir))) {
		return root, t, usageError{fmt.Errorf("--dir %s: want a directory below %s", dir, root)}
	}
	if t.Root && subdir(c) != "." && c.Command.Name != "remove" { // one that stands there from before can go
		return root, t, usageError{fmt.Errorf("--target %s is read at the top of a project only, a block in %s would reach nobody: leave --dir out, the items of %s stand in the block of the project", t.Name, dir, dir)}
	}
	return root, t, nil
}

func isDirectory(path string) bool {
	info, err := os.Stat(path)
	return err == nil && info.IsDir()
}

func targetNames() string {
	var names []string
	for _, t := range profile.Targets() {
		names = append(names, t.Name)
	}
	return strings.Join(names, ", ")
}

func subdir(c *cli.Context) string {
	if dir := filepath.ToSlash(filepath.Clean(c.String("dir"))); c.String("dir") != "" {
		return dir
	}
	return "."
}

func profileExport(c *cli.Context, s *streams) error {
	root, t, err := profilePlace(c, s, true)
	if err != nil {
		return err
	}
	if t.Path == "" && c.Bool("apply") {
		return usageError{fmt.Errorf("--target generic has no file: redirect the output where you want it")}
	}
	unlock, err := profileAlone(c, s)
	if err != nil {
		return err
	}
	defer unlock()
	h, err := open(c, s, false)
	if err != nil {
		return err
	}
	defer h.Close()
	r, err := profileOf(c, s, h, root, t, subdir(c))
	if err != nil {
		return err
	}
	blocked := r.State == profile.Edited && !c.Bool("adopt") && !c.Bool("discard")
	if c.Bool("apply") && c.Bool("adopt") && r.State == profile.Edited {
		if lines := r.file.NoRules(r.Text); len(lines) > 0 {
			where := fmt.Sprintf("line %d", lines[0])
			if more := len(lines) - 1; more > 0 {
				where += fmt.Sprintf(" and %d more", more)
			}
			return fmt.Errorf("%s: the block holds code, a table or a text too long for a rule (%s), which --adopt would lose: "+
				"move it out of the block, then run this again; nothing was changed", r.Path, where)
		}
	}
	if c.Bool("apply") && r.Text == "" && r.Note != "" && r.file.HasOne {
		return fmt.Errorf("%s: its block would be emptied, and stays as it is: %s", r.Path, r.Note)
	}
	if c.Bool("apply") && !blocked && r.State != profile.Current && r.State != profile.Needless {
		if r.State == profile.Edited && c.Bool("adopt") {
			done, err := h.AdoptRules(c.Context, relative(root, r.Path), r.file.AddedRules(r.Text))
			if err != nil {
				return err
			}
			r.Adopted = &done
		}
		m, err := s.machine(c)
		if err != nil {
			return err
		}
		next, err := r.file.With(r.Text, m)
		if err != nil {
			return err
		}
		if err := r.file.Save(next); err != nil {
			return err
		}
		r.Changed, r.State = true, profile.Current
	}
	if err := s.print(c, r, func(w io.Writer) { exportText(w, r, c.Bool("apply")) }); err != nil {
		return err
	}
	if blocked && c.Bool("apply") {
		return errFailed
	}
	return nil
}

// profileAlone keeps other commands that write agents' files away until unlock: the block of a profile may stand beside one of an adapter.
func profileAlone(c *cli.Context, s *streams) (unlock func(), err error) {
	if !c.Bool("apply") {
		return func() {}, nil
	}
	m, err := s.machine(c)
	if err != nil {
		return nil, err
	}
	return m.Exclusive(c.Context)
}

func relative(root, path string) string {
	if rel, err := filepath.Rel(root, path); err == nil && filepath.IsLocal(rel) {
		return filepath.ToSlash(rel)
	}
	return filepath.Base(path)
}

func exportText(w io.Writer, r profileResult, apply bool) {
	switch {
	case !apply && r.Text == "" && r.Note != "":
		fmt.Fprintf(w, "nothing may be written: %s\n", oneLine(r.Note, 300))
	case !apply && r.Text == "":
		fmt.Fprintln(w, "nothing is worth every prompt: no policy, preference, decision, procedure or lesson may be shown here")
	case !apply:
		fmt.Fprintln(w, clean(r.Text))
	case r.State == profile.Edited:
		fmt.Fprintf(w, "%s: the block was edited by hand and stays as it is.\n", clean(r.Path))
		if len(r.Added) > 0 {
			fmt.Fprintf(w, "Added there:\n%s\n", indent(clean(strings.Join(r.Added, "\n")), "  "))
		}
		if len(r.Gone) > 0 {
			fmt.Fprintf(w, "Not in it, though it holds:\n%s\nmemory retire ID or memory update ID says so for good, by the id in brackets; writing the block puts it back\n", indent(clean(strings.Join(r.Gone, "\n")), "  "))
		}
		fmt.Fprintln(w, "--adopt puts added lines up for review, changed ones as other words for their item, and writes the block; --discard drops them")
	case r.Changed:
		if r.Adopted != nil {
			fmt.Fprintf(w, "%s up for review, %d known\n", plural(r.Adopted.Proposed, "line"), r.Adopted.Known)
			if n := r.Adopted.Replaces; n > 0 {
				fmt.Fprintf(w, "%d of them: other words for an item, which they replace once they are approved; memory review names it\n", n)
			}
			refusedText(w, r.Adopted.Receipts)
		}
		fmt.Fprintf(w, "wrote %s: %s, %d of %d tokens\n", clean(r.Path), plural(len(r.Entries), "item"), r.Tokens, r.Budget)
		noteText(w, r.Note)
	default:
		fmt.Fprintf(w, "%s: nothing to change\n", clean(r.Path))
		noteText(w, r.Note)
	}
}

func noteText(w io.Writer, note string) {
	if note != "" {
		fmt.Fprintf(w, "note: %s\n", oneLine(note, 300))
	}
}

// profileCheck compares files with what they should hold. With show it prints the difference and does not fail.
func profileCheck(c *cli.Context, s *streams, show bool) error {
	root, t, err := profilePlace(c, s, false)
	if err != nil {
		return err
	}
	if c.String("target") == "generic" {
		return usageError{fmt.Errorf("--target generic has no file to compare with")}
	}
	h, err := open(c, s, false)
	if err != nil {
		return err
	}
	defer h.Close()
	results := []profileResult{}
	note := h.Distrust()
	if note != "" && !show {
		note = "this store is not trusted here: compared as on a machine where it is"
		h.Vouch()
	}
	seen := map[string]bool{} // CLAUDE.md may stand for AGENTS.md
	add := func(t profile.Target, dir string) error {
		r, err := profileOf(c, s, h, root, t, dir)
		if err == nil && !seen[r.Path] {
			seen[r.Path] = true
			r.Text = ""
			if note != "" {
				r.Note, r.Diff = note, ""
			}
			results = append(results, r)
		}
		return err
	}
	targets := profile.Targets()
	if t.Name != "" {
		targets = []profile.Target{t}
		if err := add(t, subdir(c)); err != nil {
			return err
		}
	}
	if c.String("dir") == "" {
		for _, t := range targets {
			for _, dir := range profile.Dirs(root, t) {
				if err := add(t, dir); err != nil {
					return err
				}
			}
		}
	}
	missing := len(results) == 0
	stale := missing || slices.ContainsFunc(results, func(r profileResult) bool { return r.State != profile.Current && r.State != profile.Needless })
	err = s.print(c, map[string]any{"ok": !stale, "files": results}, func(w io.Writer) {
		if len(results) == 0 {
			fmt.Fprintln(w, "no file holds a block; memory profile export --target T --apply writes one")
		}
		for _, r := range results {
			fmt.Fprintf(w, "%-9s %s\n", r.State, clean(relative(root, r.Path)))
			if show {
				fmt.Fprint(w, clean(r.Diff))
			}
		}
		if len(results) > 0 {
			noteText(w, results[0].Note)
		}
	})
	if err == nil && stale && !show {
		return errFailed
	}
	return err
}
