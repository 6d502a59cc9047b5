package hub

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"github.com/factline/memory/firewall"
	"github.com/factline/memory/gitrepo"
	"github.com/factline/memory/internal/plainfile"
	"github.com/factline/memory/items"
	"github.com/factline/memory/recall"
)

// Committed is one commit of a review branch: of an item, or of the store's own files.
type Committed struct {
	ID      items.ID `json:"id,omitempty"`
	Paths   []string `json:"paths,omitempty"` // of the store's own files, from the top
	Commit  string   `json:"commit"`
	Subject string   `json:"subject"`
}

// LeftOut is a changed item that did not go onto the branch, and why.
type LeftOut struct {
	ID     items.ID `json:"id"`
	Reason string   `json:"reason"`
}

// ReviewBranch is what PutOnBranch made.
type ReviewBranch struct {
	Branch  string      `json:"branch"`
	Commits []Committed `json:"commits"`
	LeftOut []LeftOut   `json:"left_out"`
}

// changedItem is one item that differs between HEAD and the working tree.
type changedItem struct {
	id    items.ID
	files map[string][]byte // path from the top -> content now, nil for a file that is gone
	was   map[string][]byte // content in HEAD, nil for a new file
}

// outsideRepository adds to an error that says there is no repository what to do about it.
func outsideRepository(err error) error {
	switch {
	case errors.Is(err, gitrepo.ErrNoGit):
		return fmt.Errorf("%w; install git and run it again", err)
	case errors.Is(err, gitrepo.ErrNoRepository):
		return fmt.Errorf("%w; git init makes one around the store, and --store DIR names a store that lies in one", err)
	}
	return err
}

// PutOnBranch puts the changes that a person approved and that are not in HEAD yet onto a branch, one commit an item. The branch is made from
// HEAD, or grows where it exists; neither the index nor the working tree is touched.
func (h *Hub) PutOnBranch(ctx context.Context, name string) (ReviewBranch, error) {
	name = strings.TrimPrefix(name, "refs/heads/") // as git itself names it
	result := ReviewBranch{Branch: name, Commits: []Committed{}, LeftOut: []LeftOut{}}
	repo, err := gitrepo.Open(ctx, h.Dir, h.home)
	if err != nil {
		return result, outsideRepository(err)
	}
	if ignored, err := repo.Ignores(ctx, repo.Prefix+items.ItemsDir+"/x"+items.Ext); err != nil {
		return result, err
	} else if ignored {
		return result, fmt.Errorf("git ignores the items of %s; take them out of .gitignore to review them on a branch", h.Dir)
	}
	head, err := repo.Commit(ctx, "HEAD")
	if err != nil {
		return result, err
	}
	changed, err := h.changedItems(ctx, repo, head)
	if err != nil {
		return result, err
	}
	b, err := repo.StartBranch(ctx, name, head)
	if err != nil {
		return result, err
	}
	defer b.End()
	view, err := h.View(ctx)
	if err != nil {
		return result, err
	}
	took, err := h.tookAway(ctx, changed)
	if err != nil {
		return result, err
	}
	for _, ch := range changed {
		commit, why, err := h.approvedCommit(ctx, repo, b.Tip(), ch, recall.Successors(view, ch.id, h.mistrust(ctx)))
		if why == "" && ch.gone() {
			why = notDeleted(ch, repo.Prefix, took)
		}
		if why == "" && err == nil {
			why = stoneAgainst(ch, view)
		}
		if err != nil {
			return result, err
		}
		switch {
		case why != "":
			result.LeftOut = append(result.LeftOut, LeftOut{ch.id, why})
			continue
		case len(commit.Files) == 0:
			continue // it is on the branch already
		}
		if len(result.Commits) == 0 {
			if store := h.storeCommit(ctx, repo, b.Tip()); len(store.Files) > 0 {
				hash, err := b.Commit(ctx, store)
				if err != nil {
					return result, err
				}
				result.Commits = append(result.Commits, Committed{Paths: sortedPaths(store.Files), Commit: hash, Subject: subject(store)})
			}
		}
		hash, err := b.Commit(ctx, commit)
		if err != nil {
			return result, err
		}
		result.Commits = append(result.Commits, Committed{ID: ch.id, Commit: hash, Subject: subject(commit)})
	}
	if len(result.Commits) == 0 {
		return result, nil
	}
	return result, b.Move(ctx)
}

func subject(c gitrepo.Change) string {
	line, _, _ := strings.Cut(c.Message, "\n")
	return line
}

// changedItems lists the items whose files differ from HEAD, by id.
func (h *Hub) changedItems(ctx context.Context, repo *gitrepo.Repo, head string) ([]changedItem, error) {
	dirs := []string{repo.Prefix + items.ItemsDir, repo.Prefix + items.ReviewDir}
	paths, err := repo.Changed(ctx, head, dirs...)
	if err != nil {
		return nil, err
	}
	byID := map[items.ID]*changedItem{}
	for _, p := range paths {
		id := items.ID(strings.TrimSuffix(path.Base(p), items.Ext))
		if path.Ext(p) != items.Ext || id.Check() != "" {
			continue
		}
		ch := byID[id]
		if ch == nil {
			ch = &changedItem{id, map[string][]byte{}, map[string][]byte{}}
			byID[id] = ch
		}
		now, err := plainfile.Read(filepath.Join(h.Dir, filepath.FromSlash(strings.TrimPrefix(p, repo.Prefix))), plainfile.MaxText)
		if err != nil && !errors.Is(err, os.ErrNotExist) {
			return nil, err
		}
		if err == nil {
			ch.files[p] = bytes.ReplaceAll(now, []byte("\r\n"), []byte("\n"))
		} else {
			ch.files[p] = nil
		}
		if head != "" {
			if was, err := repo.Blob(ctx, head+":"+p); err == nil {
				ch.was[p] = was
			}
		}
	}
	list := make([]changedItem, 0, len(byID))
	for _, ch := range byID {
		list = append(list, *ch)
	}
	slices.SortFunc(list, func(a, b changedItem) int { return strings.Compare(string(a.id), string(b.id)) })
	return list, nil
}

// versions parses the item as it was and as it is; the zero item where there is none.
func (ch changedItem) versions() (old, now items.Item, err error) {
	for _, b := range ch.was {
		if it, err := items.Parse(b); err == nil {
			old = it
		}
	}
	for _, p := range sortedPaths(ch.files) { // items/ before review/, whose file is a leftover then
		if b := ch.files[p]; b != nil && now.ID == "" {
			if now, err = items.Parse(b); err != nil {
				return old, now, err
			}
		}
	}
	return old, now, nil
}

// place is the path below the store of the file that versions takes for the item as it is.
func (ch changedItem) place(prefix string) string {
	for _, p := range sortedPaths(ch.files) {
		if ch.files[p] != nil {
			return strings.TrimPrefix(p, prefix)
		}
	}
	return ""
}

// approvedCommit is the commit of one item for a branch whose tip is given, or why there is none. Of what the branch changed too, both
// changes are merged.
func (h *Hub) approvedCommit(ctx context.Context, repo *gitrepo.Repo, tip string, ch changedItem, by []items.Head) (c gitrepo.Change, why string, err error) {
	old, now, err := ch.versions()
	if err != nil {
		return c, "its file is no item: memory doctor", nil
	}
	if old.ID == "" && now.Type == items.Handoff {
		return c, "a handoff says where work stopped and runs out: it is for the next session and not for review; git add shares it", nil
	}
	if why := notApproved(now); why != "" {
		return c, why, nil
	}
	if now.ID != "" {
		if why := refusedByAudit(now); why != "" { // git keeps for good what is committed
			return c, why + "; take it out of the file first", nil
		}
	}
	if now.ID != "" && !h.Trusted() {
		return c, h.Distrust(), nil
	}
	if now.ID != "" && h.standing(ctx, now, items.File{ID: now.ID, Path: ch.place(repo.Prefix)}) == firewall.ForeignChange {
		return c, "its file changed outside of memory, and no person here stands for it: memory review approve " + string(now.ID), nil
	}
	c.Files = map[string][]byte{}
	for _, p := range sortedPaths(ch.files) {
		var there []byte
		if tip != "" {
			if b, err := repo.Blob(ctx, tip+":"+p); err == nil {
				there = b
			}
		}
		mine := ch.files[p]
		switch {
		case bytes.Equal(there, mine) && (there == nil) == (mine == nil):
			continue
		case there == nil || mine == nil || bytes.Equal(there, ch.was[p]):
		default:
			own, err := putBefore(ctx, repo, tip, p, ch.id)
			if err != nil {
				return c, "", err
			}
			if own {
				break
			}
			lines := func(base, ours, theirs string) (string, bool, error) {
				return gitrepo.MergeLines(ctx, base, ours, theirs)
			}
			merged, open, err := items.Merge(path.Base(p), ch.was[p], there, mine, lines)
			if err != nil || len(open) > 0 {
				return c, "the branch has another change of it that does not go together with this one; merge the branch first", ctx.Err()
			}
			mine = merged
		}
		c.Files[p] = mine
	}
	c.Message, c.Author = commitMessage(old, now, by), approver(old, now)
	return c, "", nil
}

// putBefore reports that the branch has its version of a path from an earlier call here, so that the one of now follows it.
func putBefore(ctx context.Context, repo *gitrepo.Repo, tip, path string, id items.ID) (bool, error) {
	last, err := repo.LastChange(ctx, tip, path)
	return last.Mine && strings.Contains(last.Message, "\nMemory-Item: "+string(id)+"\n"), err
}

// notApproved says why a change is not one that a person stands for. A deleted item passes: notDeleted knows of those.
func notApproved(now items.Item) string {
	switch {
	case now.ID == "":
		return ""
	case len(now.Unmerged) > 0:
		return "a merge left it open: memory doctor"
	case now.Status == items.Proposed:
		return "it waits for review"
	case now.Sensitivity == items.Private || now.Sensitivity == items.Secret: // whoever gets the branch reads it
		return "its sensitivity is " + string(now.Sensitivity) + ": a branch is shared; memory update --sensitivity internal lets it go there"
	case now.Trust != items.Human && now.Review.Verdict == "":
		return "no person wrote or approved it: memory review approve"
	}
	return ""
}

func sortedPaths(files map[string][]byte) []string {
	var paths []string
	for p := range files {
		paths = append(paths, p)
	}
	slices.Sort(paths)
	return paths
}
