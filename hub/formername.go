package hub

import (
	"context"
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"github.com/factline/memory/evidence"
	"github.com/factline/memory/items"
	"github.com/factline/memory/project"
	"github.com/factline/memory/writeservice"
)

// A repository is named by its remote, and by its folder before it knows one. What was learned before a remote came, or another one, carries the
// former name; no search under the new one finds it.

// formerNames are the names that this project surely went by: those of sessions in directories that are this project today, and, in the
// store of the repository itself, the folder's. A name that sessions elsewhere go by as well is another project's. There are none where a
// person named the project.
func (h *Hub) formerNames(sessions []evidence.Session) (names []string) {
	if h.tree == "" || h.Project == "" {
		return nil
	}
	today, elsewhere := map[string]string{}, map[string]bool{}
	for _, s := range sessions {
		if s.Project == "" || strings.EqualFold(s.Project, h.Project) {
			continue
		}
		now, known := today[s.CWD]
		if !known {
			now = evidence.ProjectNow(s.CWD)
			today[s.CWD] = now
		}
		if strings.EqualFold(now, h.Project) {
			names = append(names, s.Project)
		} else {
			elsewhere[s.Project] = true
		}
	}
	if root := project.Root(h.tree); root != "" && filepath.Dir(h.Dir) == root && h.Chosen != "user" {
		if folder := project.Folder(h.tree); folder != "" && !strings.EqualFold(folder, h.Project) {
			names = append(names, folder)
		}
	}
	slices.Sort(names)
	return slices.DeleteFunc(slices.Compact(names), func(name string) bool { return elsewhere[name] })
}

// leftBehind counts the items and candidates that carry a former name of this project, by name.
func (h *Hub) leftBehind(ctx context.Context) (counts map[string]int, err error) {
	if h.tree == "" || h.Project == "" {
		return nil, nil
	}
	sessions, err := h.Evidence.Sessions(ctx)
	if err != nil {
		return nil, err
	}
	names := h.formerNames(sessions)
	if len(names) == 0 {
		return nil, nil
	}
	view, err := h.View(ctx)
	if err != nil {
		return nil, err
	}
	counts = map[string]int{}
	for doc := range view.Len() {
		if head := view.Head(doc); slices.Contains(names, head.Project) {
			counts[head.Project]++
		}
	}
	return counts, nil
}

// carryOver gives the items of former names to the project as it is called now. Where no person asks, they stay.
func (h *Hub) carryOver(ctx context.Context) (did []string, err error) {
	counts, err := h.leftBehind(ctx)
	if err != nil || len(counts) == 0 {
		return nil, err
	}
	who, err := h.Caller("")
	if err != nil || who.Channel != items.Human {
		return nil, err
	}
	for _, name := range sortedKeys(counts) {
		r, err := h.Change(ctx, func(w *writeservice.Service) (writeservice.Receipt, error) {
			return w.RenameProject(ctx, name, h.Project, writeservice.Actor{Channel: who.Channel, Agent: who.Agent, By: who.Author})
		})
		if err != nil {
			return did, err
		}
		switch {
		case r.Status == writeservice.Rejected:
			did = append(did, fmt.Sprintf("nothing of project %s: %s", name, strings.Join(r.Reasons, "; ")))
		case !r.Unchanged:
			did = append(did, fmt.Sprintf("the name of %s: project %s is %s now (memory undo %s takes it back)", count(len(r.Paths), "item"), name, h.Project, r.Receipt))
		}
	}
	return did, nil
}

func sortedKeys(counts map[string]int) (keys []string) {
	for key := range counts {
		keys = append(keys, key)
	}
	slices.Sort(keys)
	return keys
}
