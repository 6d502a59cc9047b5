package main

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"maps"
	"path/filepath"
	"slices"
	"strings"

	"github.com/factline/memory/evidence"
	"github.com/factline/memory/hub"
	"github.com/urfave/cli/v2"
)

func evidenceCommands() []branch {
	return []branch{{"start", startCommand}, {"ingest", ingestCommand}, {"evidence", evidenceCommand}, {"harvest", harvestCommand}, {"review", reviewCommand}}
}

func ingestCommand(s *streams) *cli.Command {
	return &cli.Command{
		Name:      "ingest",
		Usage:     "read transcripts of coding agents into evidence",
		ArgsUsage: "[PATH...]",
		Description: "Files and directories, or without any the places where agents keep their transcripts; what a file is, its content says. Secrets are\n" +
			"replaced before anything is kept. Running it again adds only what is new.\n\n    memory ingest --all\n    memory ingest --agent codex\n    memory ingest ~/.claude/projects",
		Flags: []cli.Flag{
			&cli.StringFlag{Name: "agent", Usage: "without paths: only the transcripts of the agent `NAME`"},
			&cli.BoolFlag{Name: "all", Usage: "every transcript that agents keep on this machine (the default without paths)"},
		},
		Action: func(c *cli.Context) error {
			paths, noPaths := ingestPaths(c, s)
			if noPaths != nil && !errors.Is(noPaths, errNoTranscripts) {
				return noPaths
			}
			longWork(s)
			h, err := open(c, s, noPaths == nil)
			if err != nil {
				return cmp.Or(noPaths, err)
			}
			defer h.Close()
			var kept evidence.Result
			if c.NArg() == 0 && c.String("agent") == "" {
				kept = catchUp(c, s, h)
			}
			if noPaths != nil && kept.Events == 0 {
				return noPaths
			}
			if err := h.MayIngest(paths); err != nil {
				return err
			}
			bar := newProgress(c, s, "ingest")
			result, err := h.Evidence.Ingest(c.Context, paths, evidence.Options{Project: explicitProject(c), Progress: bar.set})
			bar.end()
			if err != nil {
				return err
			}
			result.Sessions, result.Events, result.New = result.Sessions+kept.Sessions, result.Events+kept.Events, result.New+kept.New
			return s.print(c, result, func(w io.Writer) { ingestText(w, result) })
		},
	}
}

// catchUp brings in what hooks kept of sessions that did not end, which a person who looks at evidence or harvests it means too. What cannot be
// brought in stays where it is, and the command goes on with what there is.
func catchUp(c *cli.Context, s *streams, h *hub.Hub) evidence.Result {
	res, err := h.CatchUp(c.Context)
	if err != nil {
		s.say(c, "what hooks kept could not be brought in, and is kept for later: %v", err)
	}
	return res
}

// errNoTranscripts says that no agent keeps transcripts here.
var errNoTranscripts = errors.New("name files or directories instead")

// explicitProject is the project that was named; detection is the evidence's own business.
func explicitProject(c *cli.Context) string {
	if name := c.String("project"); name != "all" {
		return name
	}
	return ""
}

// ingestPaths makes the arguments absolute, or lists the places where agents keep transcripts.
func ingestPaths(c *cli.Context, s *streams) ([]string, error) {
	if c.NArg() > 0 {
		if c.Bool("all") || c.String("agent") != "" {
			return nil, usageError{fmt.Errorf("%s takes paths, or --all and --agent, not both", c.Command.Name)}
		}
		paths := c.Args().Slice()
		for i, p := range paths {
			if !filepath.IsAbs(p) {
				paths[i] = filepath.Join(s.cwd, p)
			}
			if err := present(paths[i]); err != nil { // before a store is made for nothing
				return nil, err
			}
		}
		return paths, nil
	}
	var paths, agents []string
	for _, l := range evidence.Locations(s.home, s.getenv) {
		agents = append(agents, l.Agent)
		if a := c.String("agent"); a == "" || a == l.Agent {
			paths = append(paths, l.Paths...)
		}
	}
	if len(paths) == 0 {
		where := "no agent's transcripts were found below " + s.home
		if len(agents) > 0 {
			where = fmt.Sprintf("no transcripts of %s; found are: %s", c.String("agent"), strings.Join(agents, ", "))
		}
		return nil, fmt.Errorf("%s; %w", where, errNoTranscripts)
	}
	return paths, nil
}

func ingestText(w io.Writer, r evidence.Result) {
	fmt.Fprintf(w, "%s, %s, %s: %d new, %d unchanged\n",
		plural(r.Files, "file"), plural(r.Sessions, "session"), plural(r.Events, "event"), r.New, r.Unchanged)
	if len(r.Redactions) > 0 {
		var parts []string
		for _, rule := range slices.Sorted(maps.Keys(r.Redactions)) {
			parts = append(parts, fmt.Sprintf("%s %d", rule, r.Redactions[rule]))
		}
		fmt.Fprintf(w, "secrets replaced: %s\n", strings.Join(parts, ", "))
	}
	if r.Ignored > 0 {
		fmt.Fprintf(w, "%s left alone: no transcripts\n", plural(r.Ignored, "other file"))
	}
	const shown = 20
	for i, skip := range r.Skipped {
		if i == shown {
			fmt.Fprintf(w, "... and %d more; --format json lists all\n", len(r.Skipped)-shown)
			break
		}
		where := clean(skip.File)
		if skip.Line > 0 {
			where += fmt.Sprintf(":%d", skip.Line)
		}
		fmt.Fprintf(w, "skipped %s: %s\n", where, oneLine(skip.Reason, 200))
	}
}
