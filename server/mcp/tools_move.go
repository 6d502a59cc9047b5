package mcp

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"github.com/factline/memory/contextpack"
	"github.com/factline/memory/firewall"
	"github.com/factline/memory/hub"
	"github.com/factline/memory/internal/plainfile"
	"github.com/factline/memory/items"
	"github.com/factline/memory/recall"
	"github.com/factline/memory/writeservice"
)

type whyIn struct {
	Pack  string `json:"pack,omitempty" jsonschema:"name of a pack; none = the latest"`
	ID    string `json:"id,omitempty" jsonschema:"with query: why this item would or would not be shown"`
	Query string `json:"query,omitempty"`
}

// judged is one item of a pack with what was decided on it.
type judged struct {
	ID        items.ID          `json:"id"`
	Shown     bool              `json:"shown"`
	View      contextpack.View  `json:"view,omitempty"`
	Relevance float64           `json:"relevance"`
	Reasons   []firewall.Reason `json:"reasons,omitempty"`
}

type reasons struct {
	Pack   string   `json:"pack,omitempty"`
	At     string   `json:"at,omitempty"`
	Door   string   `json:"door,omitempty"`
	Budget int      `json:"budget,omitempty"`
	Tokens int      `json:"tokens,omitempty"`
	Items  []judged `json:"items"`
	Note   string   `json:"note,omitempty"`
}

func (r reasons) words() string {
	var b strings.Builder
	if r.Pack != "" {
		fmt.Fprintf(&b, "%s, %s, by %s, %d of %d tokens\n", r.Pack, r.At, r.Door, r.Tokens, r.Budget)
	}
	for _, j := range r.Items {
		state := "left out"
		if j.Shown {
			state = "shown as " + string(j.View)
		}
		fmt.Fprintf(&b, "%s %s, relevance %.2f %v\n", j.ID, state, j.Relevance, j.Reasons)
	}
	return strings.TrimSpace(b.String() + r.Note)
}

func whyTool() tool {
	return declare(tool{
		name: "memory_why", set: All, effect: reads,
		about: "Why a past pack held what it held and left out what it left out; or why one item would or would not answer a query.",
	}, why)
}

func why(ctx context.Context, c *call, in whyIn) (reasons, error) {
	if (in.ID == "") != (in.Query == "") {
		return reasons{}, fmt.Errorf("id and query go together: the item, and the question that it might answer")
	}
	if in.ID != "" {
		id, err := c.Resolve(ctx, in.ID)
		if err != nil {
			return reasons{}, err
		}
		a, err := c.WhyNot(ctx, id, hub.PackRequest{Query: recall.Query{Text: in.Query}, Door: "mcp"})
		if err != nil {
			return reasons{}, err
		}
		return reasons{
			Items: []judged{{ID: a.ID, Shown: a.Outcome == contextpack.Injected, View: a.View, Relevance: a.Relevance, Reasons: a.Reasons}},
			Note:  strings.TrimSpace(string(a.Outcome) + " " + a.Dropped),
		}, nil
	}
	p, err := c.PackOf(ctx, in.Pack)
	if err != nil {
		return reasons{}, plain(err, hub.ErrNoCohort)
	}
	out := reasons{Pack: p.Cohort, At: stamp(p.At), Door: p.Door, Budget: p.Budget, Tokens: p.Tokens, Items: []judged{}, Note: p.Abstained}
	for _, e := range p.Entries {
		out.Items = append(out.Items, judged{e.ID, true, e.View, e.Relevance, e.Reasons})
	}
	for _, o := range p.Omitted {
		out.Items = append(out.Items, judged{ID: o.ID, Relevance: o.Relevance, Reasons: o.Reasons})
	}
	return out, nil
}

type exportIn struct {
	Path string `json:"path" jsonschema:"a new .jsonl file below the working directory"`
}

type moved struct {
	Path     string   `json:"path"`
	Items    int      `json:"items"`
	LeftOut  int      `json:"left_out"`
	Proposed int      `json:"proposed,omitempty"`
	Skipped  int      `json:"skipped,omitempty"`
	Refused  []string `json:"refused,omitempty"`
}

func (m moved) words() string {
	text := fmt.Sprintf("%s: %d items, %d left out", m.Path, m.Items, m.LeftOut)
	if m.Proposed+m.Skipped > 0 {
		text += fmt.Sprintf("; %d wait for review, %d were there already", m.Proposed, m.Skipped)
	}
	for _, r := range m.Refused {
		text += "\nrefused " + r
	}
	return text
}

func exportTool() tool {
	return declare(tool{
		name: "memory_export", set: All, effect: appends,
		about: "Write the items of this store that you may see to a JSONL file. A person exports everything with memory export.",
	}, export)
}

func export(ctx context.Context, c *call, in exportIn) (moved, error) {
	root, path, err := c.inside(in.Path)
	if err != nil {
		return moved{}, err
	}
	defer root.Close()
	if err := c.inTheOpen(path); err != nil {
		return moved{}, err
	}
	f, err := root.OpenFile(path, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o600)
	if errors.Is(err, fs.ErrExist) {
		return moved{}, fmt.Errorf("%s is there already: name a new file", in.Path)
	}
	if err != nil {
		return moved{}, err
	}
	out := moved{Path: in.Path}
	done, err := c.ExportJSONL(ctx, f, func(h items.Head) bool {
		ok, err := c.Showable(ctx, h.ID)
		if err != nil || !ok {
			out.LeftOut++
		}
		return err == nil && ok
	})
	out.Items = done.Items
	if err := errors.Join(err, f.Close()); err != nil {
		_ = root.Remove(path) // half an export would pass for a whole one
		return moved{}, err
	}
	return out, nil
}

// inside opens the working directory as a root that no path and no link leaves, for a .jsonl file in it.
func (c *call) inside(path string) (*os.Root, string, error) {
	if !filepath.IsLocal(filepath.FromSlash(path)) || !strings.HasSuffix(path, ".jsonl") {
		return nil, "", fmt.Errorf("path %.80q: want a .jsonl file below the working directory", path)
	}
	path = filepath.Clean(filepath.FromSlash(path))
	if first, _, _ := strings.Cut(filepath.ToSlash(path), "/"); first == hub.StoreName {
		return nil, "", fmt.Errorf("path %.80q: the store is no place for it", path)
	}
	root, err := os.OpenRoot(c.cwd)
	return root, path, err
}

// inTheOpen refuses a new file in a hidden directory, or a hidden one: other programs keep their own things there, git above all. Links
// count as what they lead to.
func (c *call) inTheOpen(path string) error {
	names := []string{path}
	top, err := filepath.EvalSymlinks(c.cwd)
	if err == nil {
		if dir, err := filepath.EvalSymlinks(filepath.Join(top, filepath.Dir(path))); err == nil {
			if rel, err := filepath.Rel(top, dir); err == nil {
				names = append(names, rel)
			}
		}
	}
	for _, name := range names {
		for part := range strings.SplitSeq(filepath.ToSlash(name), "/") {
			if strings.HasPrefix(part, ".") && part != "." {
				return fmt.Errorf("path %.80q: nothing is written where a name begins with a dot; name a file that shows", path)
			}
		}
	}
	return nil
}

func importTool() tool {
	return declare(tool{
		name: "memory_import", set: All, effect: adds, creates: true,
		about: "Bring items in from a JSONL file below the working directory. All of them wait for review.",
	}, bringIn)
}

func bringIn(ctx context.Context, c *call, in exportIn) (moved, error) {
	root, path, err := c.inside(in.Path)
	if err != nil {
		return moved{}, err
	}
	defer root.Close()
	f, err := plainfile.OpenIn(root, path, os.O_RDONLY, 0)
	if err != nil {
		return moved{}, err
	}
	defer f.Close()
	who := c.actor()
	who.Channel = items.Imported
	r, err := c.ImportJSONL(ctx, f, filepath.Base(path), writeservice.ImportMerge, who)
	if err != nil {
		return moved{}, err
	}
	out := moved{Path: in.Path, Items: r.Rows, LeftOut: len(r.Rejected), Proposed: r.Proposed, Skipped: r.Skipped + r.Merged}
	for _, bad := range r.Rejected[:min(len(r.Rejected), maxLimit)] {
		out.Refused = append(out.Refused, bad.Row+": "+bad.Reason)
	}
	return out, nil
}
