package hub

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"github.com/factline/memory/check"
	"github.com/factline/memory/contextpack"
	"github.com/factline/memory/drift"
	"github.com/factline/memory/firewall"
	"github.com/factline/memory/gitrepo"
	"github.com/factline/memory/internal/plainfile"
	"github.com/factline/memory/items"
	"github.com/factline/memory/recall"
	"github.com/factline/memory/writeservice"
)

// Checked is the result of a check.
type Checked struct {
	OK       bool            `json:"ok"`
	Base     string          `json:"base,omitempty"` // commit that changes were counted from; "" = everything was checked
	Items    int             `json:"items"`          // files that were checked
	Queries  int             `json:"queries"`        // golden queries
	Findings []check.Finding `json:"findings"`
}

// Check holds items to the rules of a pull request, and runs the store's golden queries. It writes nothing but indexes.
func (h *Hub) Check(ctx context.Context, r CheckRequest) (Checked, error) {
	result, base := Checked{Findings: []check.Finding{}}, r.Base
	if base == "" && r.Staged {
		base = "HEAD"
	}
	repo, prefix, err := h.checkRepo(ctx, base)
	if err != nil {
		return result, err
	}
	changed := map[string]bool{} // nil = all; paths from the store
	if base == "" {
		changed = nil
	} else if result.Base, err = h.since(ctx, repo, base, r, changed); err != nil {
		return result, err
	}
	if repo != nil {
		private, err := repo.Tracked(ctx, prefixed(prefix, "evidence", "ledger", "pending", "projections", "undo", "trust")...)
		if err != nil {
			return result, err
		}
		for _, p := range private {
			result.Findings = append(result.Findings, check.Finding{Rule: check.Private, Level: check.Error, Path: p, Line: 1, Message: "private to a machine and tracked by git: git rm --cached it"})
		}
	}
	files, active, bad, err := h.checkFiles(ctx, prefix, changed)
	if err != nil {
		return result, err
	}
	if r.Staged {
		if files, active, bad, err = staged(ctx, repo.Index(r.Index), prefix, changed, active, bad); err != nil {
			return result, err
		}
	}
	result.Findings = append(result.Findings, bad...)
	result.Items = len(files) + len(bad)
	for _, f := range files {
		result.Findings = append(result.Findings, check.Item(f, problems(f.Item))...)
		result.Findings = append(result.Findings, check.Beside(f, active)...)
		result.Findings = append(result.Findings, h.checkSources(ctx, f)...)
	}
	settings, err := h.checkSettingsFiles(prefix)
	if err != nil {
		return result, err
	}
	result.Findings = append(result.Findings, settings...)
	back, err := h.broughtBack(ctx, files)
	if err != nil {
		return result, err
	}
	result.Findings = append(result.Findings, back...)
	found, err := h.checkMet(ctx, files, result.Findings)
	if err != nil {
		return result, err
	}
	code, err := h.checkCode(ctx, files)
	if err != nil {
		return result, err
	}
	code = append(code, found...)
	asked, unread, err := h.golden(prefix)
	if err != nil {
		return result, err
	}
	golden, err := h.checkGolden(ctx, asked)
	if err != nil {
		return result, err
	}
	gone, n, err := h.checkGone(ctx, repo, result.Base, r, asked)
	if err != nil {
		return result, err
	}
	result.Findings, result.Queries = append(result.Findings, slices.Concat(code, unread, golden, gone)...), len(asked)+n
	check.Sort(result.Findings)
	result.OK = !check.Failed(result.Findings)
	return result, nil
}

// checkRepo is the repository around the store and the store's place in it; none is an error only where base asks for one.
func (h *Hub) checkRepo(ctx context.Context, base string) (*gitrepo.Repo, string, error) {
	repo, err := gitrepo.Open(ctx, h.Dir, h.home)
	switch {
	case err == nil:
		return repo, repo.Prefix, nil
	case errors.Is(err, gitrepo.ErrNoRepository) && base == "":
		return nil, "", nil
	}
	return nil, "", outsideRepository(err)
}

func prefixed(prefix string, names ...string) []string {
	for i := range names {
		names[i] = prefix + names[i]
	}
	return names
}

// since fills in what changed after the commit that base and HEAD have in common, and returns that commit.
func (h *Hub) since(ctx context.Context, repo *gitrepo.Repo, base string, r CheckRequest, changed map[string]bool) (string, error) {
	commit, err := repo.Commit(ctx, base)
	if err != nil {
		return "", err
	}
	switch {
	case commit != "":
		if common, err := repo.MergeBase(ctx, commit, "HEAD"); err != nil {
			return "", err
		} else if common != "" {
			commit = common
		}
	case base != "HEAD": // a repository before its first commit has none, and all is new
		return "", fmt.Errorf("--base %s: no such commit here; git fetch it first", base)
	}
	look := repo.Changed
	if r.Staged {
		look = repo.Index(r.Index).Changed
	}
	paths, err := look(ctx, commit, prefixed(repo.Prefix, items.ItemsDir, items.ReviewDir)...)
	for _, p := range paths {
		changed[strings.TrimPrefix(p, repo.Prefix)] = true
	}
	return commit, err
}

// checkFiles reads the store: the changed files, all active items, and what is no item among the changed files.
func (h *Hub) checkFiles(ctx context.Context, prefix string, changed map[string]bool) (files []check.File, active []items.Item, bad []check.Finding, err error) {
	listed, wrong, err := h.Items.Files(ctx)
	if err != nil {
		return nil, nil, nil, err
	}
	for _, w := range wrong {
		if changed == nil || changed[w.Path] || holdsOne(changed, w.Path) {
			bad = append(bad, check.Unreadable(prefix+w.Path, errors.New(w.Reason)))
		}
	}
	for _, f := range listed {
		it, text, err := h.Items.Read(ctx, f)
		wanted := changed == nil || changed[f.Path]
		switch {
		case ctx.Err() != nil:
			return nil, nil, nil, ctx.Err()
		case err != nil && wanted:
			bad = append(bad, check.Unreadable(prefix+f.Path, err))
		case err == nil:
			if it.Status == items.Active {
				active = append(active, it)
			}
			if wanted {
				files = append(files, check.File{Path: prefix + f.Path, Text: text, Item: it})
			}
		}
	}
	return files, active, bad, nil
}

// holdsOne reports that a directory that holds no items holds something that changed.
func holdsOne(changed map[string]bool, dir string) bool {
	for p := range changed {
		if strings.HasPrefix(p, dir+"/") {
			return true
		}
	}
	return false
}

func problems(it items.Item) []check.Problem {
	var out []check.Problem
	for _, p := range writeservice.Problems(it) {
		out = append(out, check.Problem(p))
	}
	return out
}

// checkCode compares the anchors of the checked items that are in force with the tree.
func (h *Hub) checkCode(ctx context.Context, files []check.File) ([]check.Finding, error) {
	var anchors []items.Anchor
	var of []check.File
	for _, f := range files {
		if s := f.Item.Status; len(f.Item.Anchors) > 0 && (s == items.Active || s == items.Proposed) && h.speaksOfTree(f.Item) {
			anchors, of = append(anchors, f.Item.Anchors...), append(of, f)
		}
	}
	root := h.codeRoot()
	if len(anchors) == 0 || root == "" {
		return nil, nil
	}
	reports, err := drift.Check(ctx, root, anchors, drift.Whole)
	if err != nil {
		return nil, err
	}
	var out []check.Finding
	for _, f := range of {
		n := len(f.Item.Anchors)
		out = append(out, check.Code(f, reports[:n])...)
		reports = reports[n:]
	}
	return out, nil
}

// golden reads the queries of gates/*.yaml; what cannot be read is a finding.
func (h *Hub) golden(prefix string) (asked []check.Asked, bad []check.Finding, err error) {
	entries, err := os.ReadDir(filepath.Join(h.Dir, "gates"))
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil, nil
	}
	if err != nil {
		return nil, nil, err
	}
	for _, e := range entries {
		if !e.Type().IsRegular() || !isGate(e.Name()) {
			continue
		}
		name := prefix + "gates/" + e.Name()
		b, err := plainfile.Read(filepath.Join(h.Dir, "gates", e.Name()), plainfile.MaxText)
		if err != nil {
			return nil, nil, err
		}
		list, err := check.ReadQueries(b)
		if err != nil {
			bad = append(bad, check.Finding{Rule: check.Golden, Level: check.Error, Path: name, Line: 1, Message: err.Error()})
		}
		for _, q := range list {
			asked = append(asked, check.Asked{Path: name, Query: q})
		}
	}
	return asked, bad, nil
}

func isGate(name string) bool { return slices.Contains([]string{".yaml", ".yml"}, path.Ext(name)) }

// checkGolden runs golden queries over this store alone.
func (h *Hub) checkGolden(ctx context.Context, asked []check.Asked) (out []check.Finding, err error) {
	for _, q := range asked {
		pack, err := h.goldenPack(ctx, q.Query)
		if err != nil {
			return nil, err
		}
		out = append(out, check.Promise(q.Path, q.Query, pack)...)
	}
	return out, nil
}

// goldenPack is the pack that a query would get where this store is trusted, without the user's own store. Nothing of it reaches a
// prompt, so nothing is recorded.
func (h *Hub) goldenPack(ctx context.Context, q check.Query) (check.Pack, error) {
	alone := *h
	alone.user = nil
	r := PackRequest{Query: recall.Query{Text: q.Query, Project: q.Project, K: candidates, Now: h.Now(), Said: map[items.ID][]recall.Word{}}} // what readers said is this machine's
	found, err := alone.Search(ctx, r.Query)
	h.view = alone.view // opened once, closed by h
	if err != nil {
		return check.Pack{}, err
	}
	read := newReader(&alone)
	request := alone.packRequest(r, read)
	request.Standing = func(context.Context, items.Item, items.File) firewall.Standing { return firewall.Seen }
	view, err := alone.View(ctx)
	if err != nil {
		return check.Pack{}, err
	}
	pack, err := contextpack.Build(ctx, request, found, read, func(head items.Head) bool {
		_, stands := writeservice.Tombstone(writeservice.InProject(head, request.Project), view)
		return stands
	})
	if err != nil {
		return check.Pack{}, err
	}
	p := check.Pack{Text: pack.Text, Tokens: pack.Tokens, Why: map[items.ID]string{}}
	for _, e := range pack.Entries {
		p.IDs = append(p.IDs, e.ID)
	}
	for _, o := range pack.Omitted {
		var reasons []string
		for _, r := range o.Reasons {
			reasons = append(reasons, string(r))
		}
		p.Why[o.ID] = strings.Join(reasons, ", ")
	}
	return p, nil
}
