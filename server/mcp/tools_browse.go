package mcp

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/factline/memory/contextpack"
	"github.com/factline/memory/hub"
	"github.com/factline/memory/items"
	"github.com/factline/memory/recall"
)

// row is one item of a list, in what is not its words.
type row struct {
	ID      items.ID     `json:"id"`
	Type    items.Type   `json:"type"`
	Status  items.Status `json:"status"`
	Created string       `json:"created"`
	Updated string       `json:"updated"`
	Link    string       `json:"link,omitempty"` // how it is related to the item that was asked for, or the case that it is of
}

func rowOf(h items.Head) row {
	return row{ID: h.ID, Type: h.Type, Status: h.Status, Created: stamp(h.Created), Updated: stamp(h.Updated)}
}

func stamp(t time.Time) string { return t.UTC().Format(time.RFC3339) }

// listed is a page of items: one line each in the text, and rows with what a program sorts by.
type listed struct {
	packed
	Rows  []row `json:"rows"`
	Total int   `json:"total"`
}

func (l listed) words() string {
	text := l.packed.words()
	for _, r := range l.Rows {
		text += strings.TrimRight(fmt.Sprintf("\n%s %s %s", r.Updated, r.ID, r.Link), " ")
	}
	return fmt.Sprintf("%s\n%d of %d", text, len(l.Rows), l.Total)
}

// page shows a page of items that a tool chose. What the firewall keeps back is left out of the text and the rows alike.
func (c *call) page(ctx context.Context, rows []row, limit int, from string) (listed, error) {
	return c.pageIn(ctx, contextpack.Locator, rows, limit, from)
}

// pageIn is page with another view of each item. One that says more gets the budget of that many lines more.
func (c *call) pageIn(ctx context.Context, view contextpack.View, rows []row, limit int, from string) (listed, error) {
	at, err := offset(from)
	if err != nil {
		return listed{}, err
	}
	out := listed{Total: len(rows), Rows: []row{}}
	limit = within(limit, defaultLimit, maxLimit)
	rows = rows[min(at, len(rows)):]
	if len(rows) > limit {
		rows, out.Next = rows[:limit], cursor(at+limit)
	}
	if len(rows) == 0 {
		out.packed = packed{Text: "nothing", IDs: []items.ID{}}
		return out, nil
	}
	refs := make([]string, len(rows))
	for i, r := range rows {
		refs[i] = string(r.ID)
	}
	p, err := c.Show(ctx, refs, hub.PackRequest{MaxView: view, Budget: limit * lineTokens(view), Door: "mcp"})
	if err != nil {
		return listed{}, err
	}
	next := out.Next
	out.packed = c.fromPack(p, true)
	out.Next = next
	for _, r := range rows {
		if slices.Contains(out.IDs, r.ID) {
			out.Rows = append(out.Rows, r)
		}
	}
	return out, nil
}

// lineTokens is what an item of a list may take.
func lineTokens(view contextpack.View) int {
	if view == contextpack.Locator {
		return contextpack.LocatorTokens
	}
	return overviewLines * contextpack.LocatorTokens
}

// overviewLines is how many lines of a locator an overview may take.
const overviewLines = 4

type recentIn struct {
	Types  list   `json:"types,omitempty"`
	Limit  int    `json:"limit,omitempty"`
	Cursor string `json:"cursor,omitempty"`
}

func recentTool() tool {
	return declare(tool{
		name: "memory_list_recent", set: All, effect: reads,
		about: "The items of this project that changed last, newest first.",
	}, recent)
}

func recent(ctx context.Context, c *call, in recentIn) (listed, error) {
	wanted, err := types(in.Types)
	if err != nil {
		return listed{}, err
	}
	heads, _, err := c.Heads(ctx, func(h items.Head) bool {
		return h.Status == items.Active && (len(wanted) == 0 || slices.Contains(wanted, h.Type))
	})
	if err != nil {
		return listed{}, err
	}
	return c.page(ctx, rowsOf(heads), in.Limit, in.Cursor)
}

func rowsOf(heads []items.Head) []row {
	rows := make([]row, len(heads))
	for i, h := range heads {
		rows[i] = rowOf(h)
	}
	return rows
}

type timelineIn struct {
	From   string `json:"from,omitempty" jsonschema:"date 2026-11-29"`
	Until  string `json:"until,omitempty" jsonschema:"date, inclusive"`
	Types  list   `json:"types,omitempty"`
	Limit  int    `json:"limit,omitempty"`
	Cursor string `json:"cursor,omitempty"`
}

func timelineTool() tool {
	return declare(tool{
		name: "memory_timeline", set: All, effect: reads,
		about: "What was learned when: items in the order in which they were made.",
	}, timeline)
}

func timeline(ctx context.Context, c *call, in timelineIn) (listed, error) {
	wanted, err := types(in.Types)
	if err != nil {
		return listed{}, err
	}
	from, err := date("from", in.From)
	if err != nil {
		return listed{}, err
	}
	until, err := date("until", in.Until)
	if err != nil {
		return listed{}, err
	}
	heads, _, err := c.Heads(ctx, func(h items.Head) bool {
		return h.Status == items.Active && (len(wanted) == 0 || slices.Contains(wanted, h.Type)) &&
			!h.Created.Before(from) && (until.IsZero() || h.Created.Before(until.AddDate(0, 0, 1)))
	})
	if err != nil {
		return listed{}, err
	}
	slices.SortFunc(heads, func(a, b items.Head) int { return cmp.Or(a.Created.Compare(b.Created), cmp.Compare(a.ID, b.ID)) })
	return c.page(ctx, rowsOf(heads), in.Limit, in.Cursor)
}

func date(name, text string) (time.Time, error) {
	if text == "" {
		return time.Time{}, nil
	}
	t, err := time.Parse(time.DateOnly, text)
	if err != nil {
		return t, fmt.Errorf("%s %.40q: want a date such as 2026-11-29", name, text)
	}
	return t, nil
}

type fileIn struct {
	Path   string `json:"path" jsonschema:"from the top of the repository"`
	Limit  int    `json:"limit,omitempty"`
	Cursor string `json:"cursor,omitempty"`
}

func fileTool() tool {
	return declare(tool{
		name: "memory_file_history", set: All, effect: reads,
		about: "What is known about a file or directory: the items that refer to it, newest first. Use before changing it.",
	}, fileHistory)
}

// mostAboutFile is how many items a file's name may find before those that refer to it are picked out.
const mostAboutFile = 200

func fileHistory(ctx context.Context, c *call, in fileIn) (listed, error) {
	want := hub.Files{CWD: c.cwd, Home: c.home}.Name(in.Path)
	if want == "" || want == "." {
		return listed{}, fmt.Errorf("which file? give its path from the top of the repository")
	}
	found, err := c.Search(ctx, recall.Query{Text: want, K: mostAboutFile, HitsOnly: true})
	if err != nil {
		return listed{}, err
	}
	var heads []items.Head
	for _, hit := range found.Hits {
		it, _, err := c.Get(ctx, hit.ID)
		if err == nil && refersTo(it, want) {
			heads = append(heads, it.Head())
		}
	}
	slices.SortFunc(heads, func(a, b items.Head) int { return cmp.Or(b.Updated.Compare(a.Updated), cmp.Compare(a.ID, b.ID)) })
	return c.page(ctx, rowsOf(heads), in.Limit, in.Cursor)
}

// refersTo reports whether an item names a file, or one below a directory.
func refersTo(it items.Item, path string) bool {
	names := func(name string) bool { return name == path || strings.HasPrefix(name, path+"/") }
	return slices.ContainsFunc(it.Refs.Files, names) || slices.ContainsFunc(it.Anchors, func(a items.Anchor) bool { return names(a.Path) })
}

type relatedIn struct {
	ID     string `json:"id"`
	Limit  int    `json:"limit,omitempty"`
	Cursor string `json:"cursor,omitempty"`
}

func relatedTool() tool {
	return declare(tool{
		name: "memory_related", set: All, effect: reads,
		about: "The items around one: what it replaces, contradicts and refers to, and what refers to it.",
	}, related)
}

func related(ctx context.Context, c *call, in relatedIn) (listed, error) {
	id, err := c.Resolve(ctx, in.ID)
	if err != nil {
		return listed{}, err
	}
	view, err := c.View(ctx)
	if err != nil {
		return listed{}, err
	}
	var rows []row
	for _, e := range view.Edges(id) {
		other, link := e.To, e.Kind+" it"
		if e.From == id {
			link = "it " + e.Kind
		} else {
			other = e.From
		}
		it, _, err := c.Get(ctx, other)
		if err != nil {
			continue // the other end need not exist
		}
		if n := slices.IndexFunc(rows, func(r row) bool { return r.ID == other }); n >= 0 {
			rows[n].Link += ", " + link
			continue
		}
		r := rowOf(it.Head())
		r.Link = link
		rows = append(rows, r)
	}
	return c.page(ctx, rows, in.Limit, in.Cursor)
}

type tagsIn struct {
	Limit  int    `json:"limit,omitempty"`
	Cursor string `json:"cursor,omitempty"`
}

// material is an answer of raw text in its fence.
type material struct {
	Text  string   `json:"text"`
	IDs   []string `json:"ids"` // of the records or items that the text shows
	Next  string   `json:"next,omitempty"`
	Total int      `json:"total"`
	Notes []string `json:"notes,omitempty"`
}

func (m material) words() string {
	lines := []string{m.Text}
	if m.Next != "" {
		lines = append(lines, "more: cursor "+m.Next)
	}
	for _, n := range m.Notes {
		lines = append(lines, "note: "+n)
	}
	return strings.Join(lines, "\n")
}

func tagsTool() tool {
	return declare(tool{
		name: "memory_tags", set: All, effect: reads,
		about: "The tags of this project's items with their counts, most used first.",
	}, tags)
}

func tags(ctx context.Context, c *call, in tagsIn) (material, error) {
	at, err := offset(in.Cursor)
	if err != nil {
		return material{}, err
	}
	counts := map[string]int{}
	_, _, err = c.Heads(ctx, func(h items.Head) bool {
		if h.Status == items.Active && (c.Project == "" || h.Project == "" || h.Project == c.Project) {
			for _, tag := range h.Tags {
				counts[tag]++
			}
		}
		return false
	})
	if err != nil {
		return material{}, err
	}
	var names []string
	for name := range counts {
		names = append(names, name)
	}
	slices.SortFunc(names, func(a, b string) int { return cmp.Or(counts[b]-counts[a], cmp.Compare(a, b)) })
	total := len(names)
	var pieces []contextpack.Piece
	names = names[min(at, total):]
	for _, name := range names[:min(len(names), within(in.Limit, maxLimit, 10*maxLimit))] {
		pieces = append(pieces, contextpack.Piece{Head: fmt.Sprintf("%d", counts[name]), Text: name})
	}
	return c.material(pieces, nil, readBudget, at, total)
}

// material fences pieces; ids name them, at is the place of the first among total.
func (c *call) material(pieces []contextpack.Piece, ids []string, budget, at, total int) (material, error) {
	out := material{Text: "nothing", IDs: []string{}, Total: total}
	if len(pieces) == 0 {
		return out, nil
	}
	text, shown, err := c.Material(pieces, within(budget, readBudget, maxBudget))
	if err != nil {
		return out, err
	}
	if shown == 0 {
		return out, fmt.Errorf("a budget of %d tokens has no room for one record: give more", budget)
	}
	out.Text = text
	if ids != nil {
		out.IDs = ids[:shown]
	}
	if at+shown < total {
		out.Next = cursor(at + shown)
	}
	return out, nil
}
