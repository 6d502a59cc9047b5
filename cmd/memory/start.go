package main

import (
	"bufio"
	"cmp"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/factline/memory/evidence"
	"github.com/factline/memory/hub"
	"github.com/factline/memory/items"
	"github.com/factline/memory/writeservice"
	"github.com/urfave/cli/v2"
)

// startShown is how many facts start shows unless --limit says otherwise: what a person reads through in a minute.
const startShown = 10

func startCommand(s *streams) *cli.Command {
	return &cli.Command{
		Name:      "start",
		Usage:     "read the transcripts on this machine and show the facts in them that are worth keeping",
		ArgsUsage: "[PATH...]",
		Description: "ingest, harvest and the first look at review in one: makes the store where there is none, reads every agent's transcripts (or the\n" +
			"files and directories that are named), and shows the surest candidates, each with the words it was found in. On a terminal two\n" +
			"keys approve them all, or one key goes through them one by one. Run it again whenever there is something new.\n\n" +
			"    memory start\n    memory start ~/.claude/projects --limit 20",
		Flags: []cli.Flag{&cli.IntFlag{Name: "limit", Value: startShown, Usage: "show at most `N`"}},
		Action: func(c *cli.Context) error {
			if c.Int("limit") < 1 {
				return usageError{fmt.Errorf("--limit starts at 1")}
			}
			paths, err := ingestPaths(c, s)
			if err != nil {
				return err
			}
			longWork(s)
			h, err := open(c, s, true)
			if err != nil {
				return err
			}
			defer h.Close()
			if err := h.MayIngest(paths); err != nil {
				return err
			}
			r, err := readAll(c, s, h, paths)
			if err != nil {
				return err
			}
			asks := len(r.Best) > 0 && s.inTTY && c.String("format") != "json"
			err = s.print(c, r, func(w io.Writer) {
				startText(w, s.paint(c), r)
				if len(r.Best) > 0 && !asks {
					fmt.Fprintln(w, "next: memory review decides on each; memory connect claude-code (or another agent) puts what you approve into its prompts")
				}
			})
			if err != nil || !asks {
				return err
			}
			return offer(c, s, h, r)
		},
	}
}

// started is what start prints.
type started struct {
	Store   string          `json:"store"`
	Ingest  evidence.Result `json:"ingest"`
	Harvest hub.Harvested   `json:"harvest"`
	Waiting int             `json:"waiting"` // candidates in review, those shown included
	Best    []foundFact     `json:"best"`    // the surest first

	elsewhere int // candidates of other projects
}

// foundFact is a candidate with the words that it rests on.
type foundFact struct {
	ID         items.ID   `json:"id"`
	Type       items.Type `json:"type"`
	Title      string     `json:"title"`
	Project    string     `json:"project,omitempty"`
	Confidence float64    `json:"confidence"`
	Source     source     `json:"source"`
	Warn       []string   `json:"reads_like_instruction,omitempty"` // fields

	answer source // the next thing said, where the words of Source only ask: the fact is both
}

func readAll(c *cli.Context, s *streams, h *hub.Hub, paths []string) (started, error) {
	r := started{Store: h.Dir, Best: []foundFact{}}
	bar := newProgress(c, s, "ingest")
	var err error
	catchUp(c, s, h)
	r.Ingest, err = h.Evidence.Ingest(c.Context, paths, evidence.Options{Project: explicitProject(c), Progress: bar.set})
	bar.end()
	if err != nil {
		return r, err
	}
	bar = newProgress(c, s, "harvest")
	r.Harvest, err = h.Harvest(c.Context, hub.HarvestRequest{Project: harvestProject(c, h), Progress: bar.set})
	bar.end()
	if err != nil {
		return r, err
	}
	waiting, elsewhere, err := candidates(c, s, h)
	if err != nil {
		return r, err
	}
	r.Waiting, r.elsewhere = len(waiting), elsewhere
	for _, head := range waiting {
		it, _, err := h.Items.Get(c.Context, head.ID)
		if err != nil {
			continue // decided elsewhere meanwhile
		}
		f := foundFact{ID: it.ID, Type: it.Type, Title: it.Title, Project: it.Project, Confidence: it.EffectiveConfidence(), Warn: writeservice.Instructs(it)}
		if from := sources(c, h, it); len(from) > 0 {
			f.Source = from[0]
			if len(from) > 1 && onlyAsks(from[0].Text) {
				f.answer = from[1]
			}
		}
		r.Best = append(r.Best, f)
	}
	slices.SortStableFunc(r.Best, surestNewest)
	r.Best = writeservice.Mixed(r.Best, func(f foundFact) string { return f.Source.Agent + "/" + f.Source.Session })
	r.Best = r.Best[:min(len(r.Best), c.Int("limit"))]
	return r, nil
}

// surestNewest orders facts by how sure they are, then by when they were said: never by when they were written or by their ids, which differ
// from store to store.
func surestNewest(a, b foundFact) int {
	return cmp.Or(cmp.Compare(b.Confidence, a.Confidence), cmp.Compare(b.Source.Time, a.Source.Time), cmp.Compare(a.Source.ID, b.Source.ID),
		cmp.Compare(a.Title, b.Title))
}

func startText(w io.Writer, p paint, r started) {
	fmt.Fprintf(w, "read %s, %s (%d new) into %s\n", plural(r.Ingest.Sessions, "session"), plural(r.Ingest.Events, "event"), r.Ingest.New, r.Store)
	secrets := 0
	for _, n := range r.Ingest.Redactions {
		secrets += n
	}
	if secrets > 0 {
		fmt.Fprintf(w, "%s replaced before anything was kept\n", plural(secrets, "secret"))
	}
	if n := len(r.Ingest.Skipped); n > 0 {
		fmt.Fprintf(w, "%s could not be read: memory ingest --all names them\n", plural(n, "piece"))
	}
	if len(r.Best) == 0 {
		fmt.Fprintln(w, "no fact waits for review")
		elsewhereText(w, r.elsewhere)
		leftAlone(w, r.Harvest.Elsewhere)
		return
	}
	if len(r.Best) < r.Waiting {
		fmt.Fprintf(w, "%s to decide on, the surest %d of them:\n", plural(r.Waiting, "fact"), len(r.Best))
	} else {
		fmt.Fprintf(w, "%s to decide on:\n", plural(r.Waiting, "fact"))
	}
	for i, f := range r.Best {
		fmt.Fprintf(w, "\n%2d  %s  %s\n", i+1, p.bold(oneLine(f.Title, 100)), p.dim(strings.TrimSpace(fmt.Sprintf("%s %s %s", f.Type, sureness(f.Confidence), clean(f.Project)))))
		if f.Source.Text != "" {
			quoteText(w, p, f.Source)
		}
		if f.answer.Text != "" {
			quoteText(w, p, f.answer)
		}
		if len(f.Warn) > 0 {
			fmt.Fprintf(w, "    ! reads like an instruction (%s): look twice before you approve it\n", strings.Join(f.Warn, ", "))
		}
	}
	fmt.Fprintln(w)
	elsewhereText(w, r.elsewhere)
	leftAlone(w, r.Harvest.Elsewhere)
}

// saidBy names a channel from the reader's side.
func saidBy(channel string) string {
	switch channel {
	case "user":
		return "you"
	case "assistant":
		return "the agent"
	case "":
		return "unknown"
	}
	return "a " + clean(channel)
}

// offer lets a person decide at once: two keys approve what is shown, one goes through it. What reads like an instruction is never
// approved with the rest.
func offer(c *cli.Context, s *streams, h *hub.Hub, r started) error {
	who, err := actor(c, h)
	if err != nil {
		return err
	}
	keys := &reviewer{c: c, s: s, h: h, who: who, line: bufio.NewReader(s.in), done: map[string]int{}, text: map[items.ID]string{}}
	plain := slices.DeleteFunc(slices.Clone(r.Best), func(f foundFact) bool { return len(f.Warn) > 0 })
	for {
		fmt.Fprintf(s.out, "[a]pprove all %d  [r]eview one by one  [q]uit ", len(plain))
		key, err := keys.key()
		fmt.Fprintln(s.out, key)
		switch {
		case err != nil || key == "q":
			return err
		case key == "r":
			return keys.walk(idsOf(r.Best))
		case key == "a" && len(plain) > 0:
			fmt.Fprintf(s.out, "press a again to approve %s, any other key to go back ", plural(len(plain), "fact"))
			key, err := keys.key()
			fmt.Fprintln(s.out, key)
			if err != nil || key == "q" {
				return err
			}
			if key == "a" {
				return approveAll(c, s, h, who, idsOf(plain))
			}
		}
	}
}

func idsOf(facts []foundFact) []items.ID {
	ids := make([]items.ID, len(facts))
	for i, f := range facts {
		ids[i] = f.ID
	}
	return ids
}

func approveAll(c *cli.Context, s *streams, h *hub.Hub, who writeservice.Actor, ids []items.ID) error {
	approved := 0
	for _, id := range ids {
		receipt, err := h.Change(c.Context, func(w *writeservice.Service) (writeservice.Receipt, error) { return w.Approve(c.Context, id, who) })
		if err != nil {
			return err
		}
		if outcome(receipt) == nil {
			approved++
		} else {
			receiptText(s.out, receipt)
		}
	}
	fmt.Fprintf(s.out, "%s approved\nnext: memory search WORDS finds them; memory connect claude-code puts them into its prompts; memory undo takes the last one back\n",
		plural(approved, "fact"))
	return nil
}
