package main

import (
	"errors"
	"fmt"
	"io"
	"runtime"
	"time"

	"github.com/factline/memory/hub"
	"github.com/factline/memory/projections"
	"github.com/urfave/cli/v2"
)

func upkeepCommands() []branch {
	return []branch{
		{"doctor", doctorCommand}, {"drift", driftCommand}, {"check", checkCommand}, {"trust", trustCommand}, {"repair", repairCommand}, {"reindex", reindexCommand},
		{"verify", verifyCommand}, {"config", configCommand}, {"gate", gateCommand},
	}
}

func doctorCommand(s *streams) *cli.Command {
	return &cli.Command{
		Name:        "doctor",
		Usage:       "check the store, one line a check, each failure with its fix",
		Description: "Exit status 0 when nothing is broken, 1 otherwise.\n\n    memory doctor\n    memory doctor --fix",
		Flags:       []cli.Flag{&cli.BoolFlag{Name: "fix", Usage: "repair what is safe to repair"}},
		Action: func(c *cli.Context) error {
			result := struct {
				OK     bool        `json:"ok"`
				Fixed  []string    `json:"fixed,omitempty"`
				Checks []hub.Check `json:"checks"`
			}{OK: true}
			place, err := hub.Locate(c.String("store"), s.cwd, s.home, s.getenv)
			if err != nil {
				return err
			}
			if !place.Exists && !c.Bool("fix") {
				result.Checks = hub.Missing(c.Context, place, s.home, s.getenv)
			} else {
				h, err := openLenient(c, s, c.Bool("fix"))
				if err != nil {
					return err
				}
				defer h.Close()
				if c.Bool("fix") {
					if result.Fixed, err = h.Fix(c.Context); err != nil {
						return err
					}
				}
				result.Checks = h.Doctor(c.Context)
			}
			for _, check := range result.Checks {
				result.OK = result.OK && check.Level != hub.Fail
			}
			err = s.print(c, result, func(w io.Writer) {
				for _, did := range result.Fixed {
					fmt.Fprintf(w, "fixed %s\n", did)
				}
				for _, check := range result.Checks {
					checkText(w, check, s.paint(c))
				}
			})
			if err == nil && !result.OK {
				return errFailed
			}
			return err
		},
	}
}

func checkText(w io.Writer, c hub.Check, p paint) {
	level := map[hub.Level]func(string) string{hub.OK: p.green, hub.Warn: p.yellow, hub.Fail: p.red}[c.Level]
	fmt.Fprintf(w, "%s  %-12s %s\n", level(fmt.Sprintf("%-4s", c.Level)), c.Name, clean(c.Detail))
	const shown = 10
	for i, f := range c.Files {
		if i == shown {
			fmt.Fprintf(w, "                   ... and %d more\n", len(c.Files)-shown)
			break
		}
		fmt.Fprintf(w, "                   %s\n", oneLine(f, 200))
	}
	if c.Fix != "" {
		fmt.Fprintf(w, "                   fix: %s\n", clean(c.Fix))
	}
}

func repairCommand(s *streams) *cli.Command {
	return &cli.Command{
		Name:        "repair",
		Usage:       "complete pending writes and finish what an interrupted command left half done",
		Description: "    memory repair",
		Action: func(c *cli.Context) error {
			h, err := open(c, s, false)
			if err != nil {
				return err
			}
			defer h.Close()
			did, err := h.Repair(c.Context)
			if err != nil {
				return err
			}
			if did == nil {
				did = []string{}
			}
			return s.print(c, map[string]any{"repaired": did}, func(w io.Writer) {
				for _, line := range did {
					fmt.Fprintln(w, line)
				}
				if len(did) == 0 {
					fmt.Fprintln(w, "nothing to repair")
				}
			})
		},
	}
}

func reindexCommand(s *streams) *cli.Command {
	return &cli.Command{
		Name:  "reindex",
		Usage: "throw the projections away and build them anew from the item files",
		Description: "    memory reindex\n    memory reindex --sentences\n\nNever needed: searches repair or bypass a damaged index by themselves, and answers are the same before and after. Sentence vectors, by which\n" +
			"memory mcp ranks, are kept: each item has its vector made once, in the background of normal use. With --sentences the missing ones are made now,\n" +
			"on all cores; ten thousand items take minutes. Where the settings name an endpoint for vectors, the vectors that it made are kept as well, and it is\n" +
			"asked now for those that are missing.",
		Flags: []cli.Flag{&cli.BoolFlag{Name: "sentences", Usage: "also make the sentence vectors that are missing, now"}},
		Action: func(c *cli.Context) error {
			h, err := open(c, s, false)
			if err != nil {
				return err
			}
			defer h.Close()
			started := time.Now()
			bar := newProgress(c, s, "reindex")
			r, err := h.Projections.Rebuild(c.Context, func(done, total int) { bar.set(int64(done), int64(total)) })
			bar.end()
			if err != nil {
				return err
			}
			if err := fillNow(c, s, h, &r); err != nil {
				return err
			}
			result := struct {
				projections.Report
				Sentences *projections.SentenceState `json:"sentences,omitempty"` // not there where the settings make none
			}{Report: r}
			if result.Sentences, err = sentences(c, s, h); err != nil {
				return err
			}
			return s.print(c, result, func(w io.Writer) {
				fmt.Fprintf(w, "%s indexed", plural(r.Items, "file"))
				if s.outTTY {
					fmt.Fprintf(w, " in %.1f s", time.Since(started).Seconds())
				}
				fmt.Fprintln(w)
				if result.Sentences != nil {
					fmt.Fprintf(w, "sentence vectors: %d of %d\n", result.Sentences.Rows, result.Sentences.Items)
				}
				for _, b := range r.Bad {
					fmt.Fprintf(w, "left out %s: %s\n", clean(b.Path), oneLine(b.Reason, 200))
				}
			})
		},
	}
}

// fillNow makes the vectors that a configured endpoint still owes, which a person who rebuilds waits for. What it cannot make is said, and is no error.
func fillNow(c *cli.Context, s *streams, h *hub.Hub, r *projections.Report) error {
	bar := newProgress(c, s, "vectors")
	state, err := h.FillVectors(c.Context, projections.FillOptions{Progress: func(now projections.SentenceState) { bar.set(int64(now.Rows), int64(now.Items)) }})
	bar.end()
	if c.Context.Err() != nil {
		return c.Context.Err()
	}
	lacking := fmt.Sprintf("%d of %d items have no vectors and are found by words alone", state.Items-state.Rows, state.Items)
	switch {
	case errors.Is(err, projections.ErrFilling):
		lacking = "another process makes the vectors in the background"
	case err != nil:
		lacking += ": " + err.Error() + "; the next commands try again in the background"
	case state.Rows == state.Items:
		return nil
	}
	s.say(c, "%s", lacking)
	r.Degraded = append(r.Degraded, lacking)
	return nil
}

// sentences makes the missing sentence vectors where they are asked for, and counts them; nil where the settings make none.
func sentences(c *cli.Context, s *streams, h *hub.Hub) (*projections.SentenceState, error) {
	if c.Bool("sentences") {
		longWork(s)
		bar := newProgress(c, s, "sentences")
		err := h.FillSentences(c.Context, projections.FillOptions{
			Batch: 4 * runtime.GOMAXPROCS(0), Progress: func(now projections.SentenceState) { bar.set(int64(now.Rows), int64(now.Items)) },
		})
		bar.end()
		if errors.Is(err, projections.ErrFilling) {
			s.say(c, "another process makes the missing sentence vectors at its own pace; once it ends: memory reindex --sentences")
		} else if err != nil {
			return nil, err
		}
	}
	state, ok, err := h.SentenceState(c.Context)
	if err != nil || !ok {
		return nil, err
	}
	return &state, nil
}
