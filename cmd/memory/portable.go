package main

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"slices"
	"strings"

	"github.com/factline/memory/foreign"
	"github.com/factline/memory/hub"
	"github.com/factline/memory/internal/atomicfile"
	"github.com/factline/memory/items"
	"github.com/factline/memory/writeservice"
	"github.com/urfave/cli/v2"
)

func exportCommand(s *streams) *cli.Command {
	return &cli.Command{
		Name: "export", Usage: "write items out as JSONL, or as a directory of Markdown", ArgsUsage: "[PATH]",
		Description: "Without a path it prints JSONL, one item a line. A path ending in .jsonl is a file, any other a directory of <id>.md files.\n" +
			"Candidates and tombstones are items too; --status narrows. Items of other projects stay out unless --all takes them.\n\n" +
			"    memory export > items.jsonl\n    memory export --all backup/",
		Flags: append(filterFlags()[:4:4], &cli.BoolFlag{Name: "all", Usage: "the items of every project"}, &cli.BoolFlag{Name: "personal", Usage: "keep e-mail addresses, phone, card and account numbers and the like, which are masked otherwise"}),
		Action: func(c *cli.Context) error {
			if c.NArg() > 1 {
				return usageError{fmt.Errorf("export takes one path")}
			}
			want, err := headFilter(c, s, items.Active, items.Proposed, items.Superseded, items.Retired, items.Archived)
			if err != nil {
				return err
			}
			h, err := open(c, s, false)
			if err != nil {
				return err
			}
			defer h.Close()
			h.KeepPersonal = c.Bool("personal")
			if c.Bool("all") {
				h.Project = ""
			}
			path := c.Args().First()
			var done hub.Exported
			switch {
			case path == "" || path == "-":
				out, given := 0, reachable(c, s, h) // what an agent reads here; a file that it writes for a person holds all
				done, err = h.ExportJSONL(c.Context, s.out, func(head items.Head) bool {
					switch {
					case !want(head):
						return false
					case !given(head.ID):
						out++
						return false
					}
					return true
				})
				if err == nil && out > 0 {
					s.say(c, "%s left out, kept from agents: a person exports them", plural(out, "item"))
				}
				if err == nil && len(done.Bad) > 0 {
					s.say(c, "%s left out because they are not items; memory doctor names them", plural(len(done.Bad), "file"))
				}
				if err == nil && done.Elsewhere > 0 {
					s.say(c, "%s of other projects left out: --all takes them", plural(done.Elsewhere, "item"))
				}
				return err
			case strings.HasSuffix(path, ".jsonl"):
				var b bytes.Buffer
				if done, err = h.ExportJSONL(c.Context, &b, want); err == nil {
					err = atomicfile.Write(absolute(s, path), b.Bytes(), 0o600)
				}
			default:
				done, err = h.ExportMarkdown(c.Context, absolute(s, path), want)
			}
			if err != nil {
				return err
			}
			return s.print(c, done, func(w io.Writer) {
				fmt.Fprintf(w, "%s exported to %s\n", plural(done.Items, "item"), clean(path))
				if done.Elsewhere > 0 {
					fmt.Fprintf(w, "%s of other projects left out: --all takes them\n", plural(done.Elsewhere, "item"))
				}
				for _, b := range done.Bad {
					fmt.Fprintf(w, "left out %s: %s\n", clean(b.Path), oneLine(b.Reason, 200))
				}
			})
		},
	}
}

func importCommand(s *streams) *cli.Command {
	return &cli.Command{
		Name: "import", Usage: "bring items in from JSONL, a directory of Markdown, or another memory system", ArgsUsage: "[FORMAT] PATH",
		Subcommands: []*cli.Command{importRulesCommand(s)},
		Description: "What is imported waits in review, with trust import, whatever it says of its own status and trust: memory review decides.\n" +
			"--trusted restores an export of your own: ids, status, trust and reviews come back as written.\n" +
			"Ids are kept; a row without one gets one. One bad row is counted and the rest goes in.\n\n" +
			"    memory import items.jsonl\n    memory import --trusted backup/ --mode skip\n    other-tool export | memory import -\n    memory import engine-json .agent_memory/store.json\n\n" +
			"FORMAT is what another system keeps:\n\n" + foreignKinds(),
		Flags: []cli.Flag{
			&cli.StringFlag{Name: "mode", Value: "merge", Usage: "for an id that is there already: `MODE` merge, skip or replace"},
			&cli.BoolFlag{Name: "trusted", Usage: "keep status, trust and review as the rows state them; only for a person"},
			asFlag(),
		},
		Action: func(c *cli.Context) error {
			var kind foreign.Kind
			path := c.Args().First()
			if c.NArg() == 2 {
				kind, path = foreign.Kind(path), c.Args().Get(1)
				if kinds, _ := foreign.Kinds(); !slices.Contains(kinds, kind) {
					return usageError{fmt.Errorf("import has no format %q: one of %s", kind, joinKinds(kinds))}
				}
			} else if err := need(c, 1, "one file or directory, or - for JSONL from standard input; a format of another system before it"); err != nil {
				return err
			}
			mode := writeservice.ImportMode(c.String("mode"))
			if mode != "merge" && mode != "skip" && mode != "replace" {
				return usageError{fmt.Errorf("--mode %s: want merge, skip or replace", mode)}
			}
			if path != "-" {
				if err := present(absolute(s, path)); err != nil { // before a store is made for nothing
					return err
				}
			}
			h, err := open(c, s, true)
			if err != nil {
				return err
			}
			defer h.Close()
			who, err := importer(c, h)
			if err != nil {
				return err
			}
			var r hub.Imported
			switch {
			case kind != "":
				r, err = h.ImportForeign(c.Context, kind, absolute(s, path), mode, who)
			case path == "-":
				r, err = h.ImportJSONL(c.Context, s.in, "stdin", mode, who)
			default:
				r, err = h.Import(c.Context, absolute(s, path), mode, who)
			}
			if err != nil {
				return err
			}
			if err := s.print(c, r, func(w io.Writer) { importText(w, r, c.Bool("trusted")) }); err != nil {
				return err
			}
			if r.Rows > 0 && len(r.Rejected) == r.Rows {
				return errFailed // nothing came in
			}
			return nil
		},
	}
}

// present says in a sentence of its own that nothing is where the command line points.
func present(path string) error {
	_, err := os.Stat(path)
	if errors.Is(err, fs.ErrNotExist) {
		return fmt.Errorf("nothing is at %s: name a file or a directory that is there", path)
	}
	return err
}

// foreignKinds lists the formats of other systems for the help.
func foreignKinds() string {
	kinds, about := foreign.Kinds()
	var b strings.Builder
	for _, kind := range kinds {
		fmt.Fprintf(&b, "    memory import %-13s PATH  %s\n", kind, about[kind])
	}
	return strings.TrimRight(b.String(), "\n")
}

func joinKinds(kinds []foreign.Kind) string {
	names := make([]string, len(kinds))
	for i, kind := range kinds {
		names[i] = string(kind)
	}
	return strings.Join(names, ", ")
}

// importer is who an import speaks for: itself, unless a person stands for it.
func importer(c *cli.Context, h *hub.Hub) (writeservice.Actor, error) {
	who, err := actor(c, h)
	if err != nil {
		return who, err
	}
	switch {
	case !c.Bool("trusted"):
		who.Channel = items.Imported
	case who.Channel != items.Human:
		return who, usageError{fmt.Errorf("--trusted is a person's word: run it at the terminal, without --as and outside of an agent")}
	}
	return who, nil
}

// maxNotes bounds what is said of single rows; --format json says it of all.
const maxNotes = 20

func importText(w io.Writer, r hub.Imported, trusted bool) {
	fmt.Fprintf(w, "%s: %d written, %d proposed, %d merged, %d there already, %d refused\n",
		plural(r.Rows, "row"), r.Written, r.Proposed, r.Merged, r.Skipped, len(r.Rejected))
	for _, left := range r.LeftOut {
		fmt.Fprintf(w, "left out %s: %d, %s\n", oneLine(left.What, 200), left.Count, oneLine(left.Reason, 200))
	}
	for _, note := range r.Noted[:min(len(r.Noted), maxNotes)] {
		fmt.Fprintf(w, "note %s: %s\n", clean(note.Row), oneLine(note.Reason, 200))
	}
	if more := len(r.Noted) - maxNotes; more > 0 {
		fmt.Fprintf(w, "%d more notes: --format json shows them\n", more)
	}
	for _, bad := range r.Rejected {
		fmt.Fprintf(w, "refused %s: %s\n", clean(bad.Row), oneLine(bad.Reason, 300))
	}
	if r.Proposed > 0 && !trusted {
		fmt.Fprintln(w, "next: memory review (an export of your own comes back as it was with memory import --trusted)")
	}
}
