package main

import (
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"

	"github.com/factline/memory/demo"
	"github.com/factline/memory/evidence"
	"github.com/factline/memory/hub"
	"github.com/factline/memory/items"
	"github.com/factline/memory/recall"
	"github.com/factline/memory/writeservice"
	"github.com/urfave/cli/v2"
)

// demoQuestion is asked in the end: another agent's question about what the transcripts decided.
const demoQuestion = "how do list endpoints page?"

func demoCommand(s *streams) *cli.Command {
	return &cli.Command{
		Name:        "demo",
		Usage:       "walk two shipped transcripts through the whole path in a temporary store",
		Description: "Needs nothing and leaves nothing: transcripts -> evidence -> candidates -> items -> index -> hits -> verdicts -> pack.\n\n    memory demo\n    memory demo --keep",
		Flags:       []cli.Flag{&cli.BoolFlag{Name: "keep", Usage: "keep the temporary store and say where it is"}},
		Action: func(c *cli.Context) error {
			dir, err := os.MkdirTemp("", "memory-demo-")
			if err != nil {
				return err
			}
			if !c.Bool("keep") {
				defer os.RemoveAll(dir)
			}
			result, err := runDemo(c, s, dir)
			if err != nil {
				return err
			}
			if c.Bool("keep") {
				result.Store = filepath.Join(dir, hub.StoreName)
			}
			return s.print(c, result, func(w io.Writer) { demoText(w, result) })
		},
	}
}

// demoResult is what the seven steps gave.
type demoResult struct {
	Ingest  evidence.Result `json:"ingest"`
	Harvest hub.Harvested   `json:"harvest"`
	Items   []demoItem      `json:"items"`
	Indexed int             `json:"indexed"`
	Query   string          `json:"query"`
	Hits    []hitJSON       `json:"hits"`
	Pack    hub.Packed      `json:"pack"`
	Store   string          `json:"store,omitempty"`
}

// demoItem is one approved candidate with the words that it rests on.
type demoItem struct {
	ID     items.ID   `json:"id"`
	Type   items.Type `json:"type"`
	Title  string     `json:"title"`
	Path   string     `json:"path"`
	Source source     `json:"source"`
}

func runDemo(c *cli.Context, s *streams, dir string) (demoResult, error) {
	r := demoResult{Query: demoQuestion}
	place := hub.Place{Dir: filepath.Join(dir, hub.StoreName), Why: "demo", Exists: true}
	if err := hub.Create(place.Dir); err != nil {
		return r, err
	}
	h, err := hub.Open(c.Context, hub.Options{Place: place, CWD: dir, Home: dir, Project: hub.AllProjects, Now: s.now})
	if err != nil {
		return r, err
	}
	defer h.Close()
	paths, err := demo.Write(filepath.Join(dir, "transcripts"))
	if err != nil {
		return r, err
	}
	if r.Ingest, err = h.Evidence.Ingest(c.Context, paths, evidence.Options{}); err != nil {
		return r, err
	}
	if r.Harvest, err = h.Harvest(c.Context, hub.HarvestRequest{}); err != nil {
		return r, err
	}
	if err := approveAll(c, h, &r); err != nil {
		return r, err
	}
	report, err := h.Projections.Sync(c.Context)
	if err != nil {
		return r, err
	}
	r.Indexed = report.Items
	found, err := h.Search(c.Context, recall.Query{Text: demoQuestion, K: 3})
	if err != nil {
		return r, err
	}
	r.Hits = hitsJSON(found.Hits, false)
	r.Pack, err = h.Pack(c.Context, hub.PackRequest{Query: recall.Query{Text: demoQuestion}, Budget: 160, Door: "demo"})
	return r, err
}

// approveAll plays the person who reviews: everything that was proposed is approved, in order.
func approveAll(c *cli.Context, h *hub.Hub, r *demoResult) error {
	who := writeservice.Actor{Channel: items.Human, By: "you"}
	for _, p := range r.Harvest.Proposals {
		if p.Receipt.Status != writeservice.Candidate {
			continue
		}
		receipt, err := h.Change(c.Context, func(w *writeservice.Service) (writeservice.Receipt, error) {
			return w.Approve(c.Context, p.Receipt.ID, who)
		})
		if err != nil {
			return err
		}
		it, _, err := h.Items.Get(c.Context, receipt.ID)
		if err != nil {
			return err
		}
		row := demoItem{ID: it.ID, Type: it.Type, Title: it.Title, Path: receipt.Path}
		if from := sources(c, h.Evidence, it); len(from) > 0 {
			row.Source = from[0]
		}
		r.Items = append(r.Items, row)
	}
	return nil
}

func demoText(w io.Writer, r demoResult) {
	step := func(n int, format string, args ...any) {
		fmt.Fprintf(w, "%d. "+format+"\n", append([]any{n}, args...)...)
	}
	step(1, "ingest   %s, %s kept as private evidence", plural(r.Ingest.Sessions, "session"), plural(r.Ingest.Events, "event"))
	for rule, n := range r.Ingest.Redactions {
		fmt.Fprintf(w, "            %s replaced by [REDACTED:%s] before anything was stored\n", plural(n, "secret"), rule)
	}
	step(2, "harvest  %s, none from the web page that told the agent to remember something", plural(r.Harvest.Proposed, "candidate"))
	step(3, "review   you approve each (here: all), and it becomes a Markdown file with its source")
	for _, it := range r.Items {
		fmt.Fprintf(w, "            %-10s %s\n", it.Type, oneLine(it.Title, 70))
		fmt.Fprintf(w, "                       said by %s in %s: %q\n", it.Source.Channel, it.Source.Agent, oneLine(it.Source.Text, 60))
	}
	step(4, "index    %s; delete the index and nothing changes", plural(r.Indexed, "file"))
	step(5, "search   %s", r.Query)
	for i, hit := range r.Hits {
		fmt.Fprintf(w, "            %d  %.2f  %s\n", i+1, hit.Relevance, oneLine(hit.Title, 70))
	}
	step(6, "firewall %d in, %d left out", len(r.Pack.Entries), len(r.Pack.Omitted))
	for i, o := range r.Pack.Omitted {
		if i == 3 {
			fmt.Fprintf(w, "            ... and %d more\n", len(r.Pack.Omitted)-i)
			break
		}
		reasons := make([]string, len(o.Reasons))
		for j, reason := range o.Reasons {
			reasons[j] = string(reason)
		}
		fmt.Fprintf(w, "            out: %s (%s)\n", oneLine(o.Title, 60), strings.Join(reasons, ", "))
	}
	step(7, "pack     %d of %d tokens for any agent's prompt:", r.Pack.Tokens, r.Pack.Budget)
	fmt.Fprintln(w, indent(strings.TrimRight(r.Pack.Text, "\n"), "            "))
	if r.Store != "" {
		fmt.Fprintf(w, "\nthe store is at %s\n", r.Store)
		return
	}
	fmt.Fprintln(w, "\nnow yours: memory init && memory ingest --all && memory harvest && memory review")
}
