package main

import (
	"fmt"
	"io"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/factline/memory/demo"
	"github.com/factline/memory/evidence"
	"github.com/factline/memory/hub"
	"github.com/factline/memory/items"
	"github.com/factline/memory/recall"
	"github.com/factline/memory/writeservice"
	"github.com/urfave/cli/v2"
)

// What is asked in the end: another agent's question about what the transcripts decided, and one that nothing here answers.
const (
	demoQuestion   = "how do list endpoints page?"
	demoOffTopic   = "who wins the football cup?"
	demoWaiting    = items.Handoff            // the candidate that the demo's person leaves in review
	demoOutlived   = "cap a page at 100 rows" // in the title of the fact that the person retires, so that the firewall has something to stop
	demoWhy        = "the old mobile app is gone"
	demoFileLines  = 9
	demoQuoteWidth = 94 // columns of a quote, which stands 22 to the right
)

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
	Retired string          `json:"retired"` // title of the fact that no longer holds
	Indexed int             `json:"indexed"`
	Query   string          `json:"query"`
	Hits    []hitJSON       `json:"hits"`
	Pack    hub.Packed      `json:"pack"`
	Empty   hub.Packed      `json:"off_topic"`
	File    string          `json:"file"` // the first item's Markdown
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
	clock := func(key string) string { // of the environment only the stopped clock: who runs the demo changes nothing in it
		if key != "MEMORY_NOW" {
			return ""
		}
		return s.getenv(key)
	}
	h, err := hub.Open(c.Context, hub.Options{Place: place, CWD: dir, Home: dir, Project: hub.AllProjects, Now: s.now, Getenv: clock})
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
	if err := approve(c, h, &r); err != nil {
		return r, err
	}
	if err := retireOne(c, h, &r); err != nil {
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
	if r.Pack, err = h.Pack(c.Context, hub.PackRequest{Query: recall.Query{Text: demoQuestion}, Budget: 160, Door: "demo"}); err != nil {
		return r, err
	}
	r.Empty, err = h.Pack(c.Context, hub.PackRequest{Query: recall.Query{Text: demoOffTopic}, Budget: 160, Door: "demo"})
	return r, err
}

// approve plays the person who reviews: all that was proposed is approved, in order, except demoWaiting.
func approve(c *cli.Context, h *hub.Hub, r *demoResult) error {
	who := writeservice.Actor{Channel: items.Human, By: "you"}
	for _, p := range r.Harvest.Proposals {
		if p.Receipt.Status != writeservice.Candidate || p.Type == demoWaiting {
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
		if from := sources(c, h, it); len(from) > 0 {
			row.Source = from[0]
		}
		r.Items = append(r.Items, row)
		if r.File == "" {
			file, err := it.Encode()
			if err != nil {
				return err
			}
			r.File = string(file)
		}
	}
	return nil
}

// retireOne plays the person on a later day: one fact no longer holds.
func retireOne(c *cli.Context, h *hub.Hub, r *demoResult) error {
	for _, it := range r.Items {
		if !strings.Contains(it.Title, demoOutlived) {
			continue
		}
		r.Retired = it.Title
		_, err := h.Change(c.Context, func(w *writeservice.Service) (writeservice.Receipt, error) {
			return w.Retire(c.Context, it.ID, writeservice.Actor{Channel: items.Human, By: "you"}, demoWhy)
		})
		return err
	}
	return nil
}

func demoText(w io.Writer, r demoResult) {
	const pad = "            "
	step := func(n int, format string, args ...any) {
		fmt.Fprintf(w, "%d. "+format+"\n", append([]any{n}, args...)...)
	}
	step(1, "ingest   %s, %s kept as private evidence", plural(r.Ingest.Sessions, "session"), plural(r.Ingest.Events, "event"))
	for _, rule := range slices.Sorted(maps.Keys(r.Ingest.Redactions)) {
		fmt.Fprintf(w, pad+"%s replaced by [REDACTED:%s] before anything was stored\n", plural(r.Ingest.Redactions[rule], "secret"), rule)
	}
	step(2, "harvest  %s, none from the web page that told the agent to remember something", plural(r.Harvest.Proposed, "candidate"))
	step(3, "review   you approve %d, each with the words it rests on; one stays in review", len(r.Items))
	for _, it := range r.Items {
		fmt.Fprintf(w, pad+"%-10s %s\n", it.Type, oneLine(it.Title, 76))
		said := fmt.Sprintf("%s, %s: ", it.Source.Agent, it.Source.Channel)
		for i, line := range wrapped("“"+wholeWords(it.Source.Text, quoteMost)+"”", demoQuoteWidth, len(said)) {
			if i > 0 {
				said = ""
			}
			fmt.Fprintf(w, pad+"           %s%s\n", said, line)
		}
	}
	if len(r.Items) > 0 {
		fmt.Fprintf(w, pad+"each is a Markdown file for git; %s begins:\n", r.Items[0].Path)
		fmt.Fprintln(w, indent(firstLines(r.File, demoFileLines), pad+"  | "))
	}
	if r.Retired != "" {
		fmt.Fprintf(w, pad+"later you retire one: %s (%s)\n", oneLine(r.Retired, 50), demoWhy)
	}
	step(4, "index    %s; derived, never needed: delete it and every answer stays the same", plural(r.Indexed, "file"))
	step(5, "search   %s", r.Query)
	for i, hit := range r.Hits {
		fmt.Fprintf(w, pad+"%d  %.2f  %s\n", i+1, hit.Relevance, oneLine(hit.Title, 76))
	}
	step(6, "firewall %d in, %d left out", len(r.Pack.Entries), len(r.Pack.Omitted))
	for i, o := range r.Pack.Omitted {
		if i == 3 {
			fmt.Fprintf(w, pad+"... and %d more\n", len(r.Pack.Omitted)-i)
			break
		}
		fmt.Fprintf(w, pad+"out: %s (%s)\n", oneLine(o.Title, 60), reasonText(o.Reasons[0]))
	}
	step(7, "pack     %d of %d tokens, for any agent's prompt:", r.Pack.Tokens, r.Pack.Budget)
	fmt.Fprintln(w, indent(strings.TrimRight(r.Pack.Text, "\n"), pad))
	fmt.Fprintf(w, pad+"asked %q, the pack is empty: %s\n", demoOffTopic, r.Empty.Abstained)
	if r.Store != "" {
		fmt.Fprintf(w, "\nthe store is at %s\n", r.Store)
		return
	}
	fmt.Fprintln(w, "\nnow yours: memory start reads the transcripts on this machine and shows what is worth keeping")
}

// firstLines cuts a text after n lines.
func firstLines(text string, n int) string {
	lines := strings.SplitN(text, "\n", n+1)
	return strings.Join(lines[:min(n, len(lines))], "\n")
}
