package main

import (
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"

	"github.com/factline/memory/items"
	"github.com/factline/memory/writeservice"
	"github.com/urfave/cli/v2"
)

func itemCommands() []branch {
	return []branch{
		{"write", writeCommand}, {"update", updateCommand}, {"supersede", supersedeCommand},
		{"retire", retireCommand}, {"forget", forgetCommand}, {"archive", archiveCommand}, {"restore", restoreCommand}, {"delete", deleteCommand}, {"undo", undoCommand}, {"conflicts", conflictsCommand}, {"feedback", feedbackCommand},
		{"link", linkCommand}, {"unlink", unlinkCommand}, {"read", readCommand}, {"list", listCommand}, {"stats", statsCommand}, {"tags", tagsCommand}, {"history", historyCommand},
		{"export", exportCommand}, {"import", importCommand},
	}
}

// asFlag lets a caller name a lower channel than the observed one.
func asFlag() cli.Flag {
	return &cli.StringFlag{Name: "as", Usage: "write as `CHANNEL` agent, tool or import; it can lower what the environment shows, never raise it"}
}

// reviveFlag lets a person overrule a tombstone.
func reviveFlag() cli.Flag {
	return &cli.StringFlag{Name: "revive", Usage: "bring back a value that was retired, superseded or rejected, for the `REASON`"}
}

// fieldFlags are the fields of an item that a command line can set.
func fieldFlags() []cli.Flag {
	return []cli.Flag{
		&cli.StringFlag{Name: "type", Usage: "`TYPE`: " + typeNames()},
		&cli.StringFlag{Name: "title", Usage: "one line, `TEXT`"},
		&cli.StringFlag{Name: "summary", Usage: "one sentence, `TEXT`"},
		&cli.StringFlag{Name: "body", Usage: "Markdown from `FILE`, - for standard input"},
		&cli.StringSliceFlag{Name: "evidence", Usage: "cite `ID:SPAN` (ev-...:1042-1391; the id alone cites all of it); repeat"},
		&cli.StringSliceFlag{Name: "file", Usage: "`PATH[:A-B]`: a file it speaks of; with lines it becomes an anchor; repeat"},
		&cli.StringSliceFlag{Name: "tag", Usage: "`TAG`; repeat"},
		&cli.StringSliceFlag{Name: "url", Usage: "`URL` it refers to; repeat"},
		&cli.Float64Flag{Name: "confidence", Usage: "`C` from 0 to 1"},
		&cli.StringFlag{Name: "sensitivity", Usage: "`LEVEL` public, internal, private or secret"},
		&cli.StringFlag{Name: "state", Usage: "of a signal: `STATE` open, resolved, obsolete or deferred"},
		&cli.StringFlag{Name: "until", Usage: "true until the end of `DATE`; of a deferred signal: silent until then"},
		&cli.StringFlag{Name: "valid-from", Usage: "true since `DATE` or instant, whenever it is written; none takes it away"},
		&cli.StringFlag{Name: "valid-until", Usage: "true until the end of `DATE`, or until an instant; none takes it away"},
		&cli.StringFlag{Name: "branch", Usage: "only true on the git branch `NAME`"},
	}
}

func typeNames() string {
	var names []string
	for _, t := range items.Types() {
		names = append(names, string(t))
	}
	return strings.Join(names, ", ")
}

func writeCommand(s *streams) *cli.Command {
	return &cli.Command{
		Name:  "write",
		Usage: "write a new item",
		Description: "What a person writes at the terminal is its own source. What an agent writes needs evidence, or it waits in review.\n\n" +
			"    memory write --type decision --title \"Cursor pagination\" --summary \"Lists page by cursor.\" --file db/list.ts\n" +
			"    memory write --from note.md\n    git log -1 --format=%B | memory write --type fact --title \"Release 2.1\" --body -",
		Flags: append(fieldFlags(), asFlag(),
			&cli.StringFlag{Name: "from", Usage: "take the item from `FILE`, - for standard input: front matter and body, or plain Markdown whose first heading is the title; flags win"},
			&cli.BoolFlag{Name: "redact", Usage: "replace secrets instead of refusing them"},
			reviveFlag(),
		),
		Action: func(c *cli.Context) error {
			h, err := open(c, s, true)
			if err != nil {
				return err
			}
			defer h.Close()
			caller, err := h.Caller(c.String("as"))
			if err != nil {
				return usageError{err}
			}
			draft := writeservice.Draft{Channel: caller.Channel, Redact: c.Bool("redact"), Revive: c.String("revive")}
			if from := c.String("from"); from != "" {
				if draft.Item, err = fromFile(s, from); err != nil {
					return err
				}
			}
			if err := setFields(c, s, &draft.Item); err != nil {
				return err
			}
			if err := titled(c, &draft.Item); err != nil {
				return err
			}
			draft.Item.Agent, draft.Item.Author = caller.Agent, caller.Author
			h.NewProject(&draft.Item)
			r, err := h.Write(c.Context, draft)
			if err != nil {
				return err
			}
			return s.receipt(c, r)
		},
	}
}

// titled wants a type and a title. Plain Markdown has neither: it is a fact, titled by its first heading, else by its first line.
func titled(c *cli.Context, it *items.Item) error {
	from := c.String("from")
	if from != "" {
		if it.Type == "" {
			it.Type = items.Fact
		}
		if it.Title == "" {
			it.Title, it.Body = headline(*it)
		}
	}
	switch {
	case it.Title == "" && from != "":
		return usageError{fmt.Errorf("%s has no words that could be a title: give one with --title", from)}
	case it.Type == "" || it.Title == "":
		return usageError{fmt.Errorf("write needs --type and --title (or --from FILE)")}
	}
	return nil
}

// headline takes the title from a body: its first heading, which stays where it is, else its first line, which goes.
func headline(it items.Item) (title, body string) {
	for _, section := range it.Sections() {
		if section.Heading != "" {
			return oneLine(section.Heading, writeservice.MaxTitle), it.Body
		}
	}
	line, rest, _ := strings.Cut(strings.TrimLeft(it.Body, "\n"), "\n")
	return oneLine(line, writeservice.MaxTitle), strings.TrimLeft(rest, "\n")
}

// fromFile reads a draft: an item file, or plain Markdown.
func fromFile(s *streams, name string) (items.Item, error) {
	b, err := readInput(s, name)
	if err != nil {
		return items.Item{}, err
	}
	it, err := items.ParseDraft(b)
	if err != nil {
		return items.Item{}, fmt.Errorf("%s: %w", name, err)
	}
	return it, nil
}

// readInput reads a file, or standard input for "-", at most one item's size.
func readInput(s *streams, name string) ([]byte, error) {
	in := s.in
	if name != "-" {
		f, err := os.Open(absolute(s, name))
		if err != nil {
			return nil, err
		}
		defer f.Close()
		in = f
	}
	b, err := io.ReadAll(io.LimitReader(in, items.MaxBytes+1))
	if err != nil {
		return nil, err
	}
	if len(b) > items.MaxBytes {
		return nil, fmt.Errorf("%s: over 1 MiB, which is more than one item may hold", name)
	}
	return b, nil
}

func absolute(s *streams, path string) string {
	if filepath.IsAbs(path) {
		return path
	}
	return filepath.Join(s.cwd, path)
}
