package hub

import (
	"cmp"
	"context"
	"fmt"
	"path"
	"slices"
	"strings"

	"github.com/factline/memory/contextpack"
	"github.com/factline/memory/firewall"
	"github.com/factline/memory/items"
	"github.com/factline/memory/recall"
	"github.com/factline/memory/secrets"
)

// DefaultProfile is the budget of a profile in tokens: it is paid for with every prompt.
const DefaultProfile = 1200

// Most items of a kind in a profile, and the confidence from which a lesson is worth every prompt.
const (
	mostStanding   = 24
	surelyLearned  = 0.6
	profileDoor    = "profile"
	rootOfProfiles = "."
)

// ProfileRequest asks for the standing text of a directory.
type ProfileRequest struct {
	Dir    string   // below the project, with /; "" or "." = the project itself
	Scoped []string // directories that have a text of their own: what speaks of their files only is left to them
	Budget int      // tokens; 0 = DefaultProfile
}

// Profile composes what is worth every prompt: policies and preferences, decisions, procedures, lessons. Only this store speaks: what the
// user keeps for himself does not go into files of a project. Branch and system do not count, since the file is the same for all:
// what holds on one of them only is left out.
func (h *Hub) Profile(ctx context.Context, r ProfileRequest) (Packed, error) {
	if err := h.userView(ctx); err != nil {
		return Packed{}, fmt.Errorf("a profile needs to know what you retired in your own store: %w; memory doctor --store %s says what is broken", err, h.user.Dir)
	}
	go firewall.Warm()
	chosen, err := h.profileSections(ctx, r)
	if err != nil {
		return Packed{}, err
	}
	read := newReader(h)
	p := PackRequest{Query: recall.Query{Now: h.Now()}, Budget: cmp.Or(r.Budget, DefaultProfile), Door: profileDoor}
	request := h.packRequest(p, read)
	request.Branch, request.OS, request.Nonce = "", "", ""
	request.Mask = secrets.PersonalKinds() // the file is for everybody who has the repository
	pack, err := contextpack.Standing(ctx, request, chosen, read, h.tombstoned(ctx, p))
	return Packed{Pack: pack}, err
}

// profileSections are the four sections of a profile.
func (h *Hub) profileSections(ctx context.Context, r ProfileRequest) ([]contextpack.Section, error) {
	view, err := h.View(ctx)
	if err != nil {
		return nil, err
	}
	var heads []items.Head
	for doc := range view.Len() {
		head := view.Head(doc)
		if h.standsAlways(head) {
			heads = append(heads, head)
		}
	}
	slices.SortFunc(heads, func(a, b items.Head) int {
		return cmp.Or(-compareBool(slices.Contains(a.Tags, pinned), slices.Contains(b.Tags, pinned)), b.Updated.Compare(a.Updated), cmp.Compare(a.ID, b.ID))
	})
	var sections []contextpack.Section
	for _, s := range []struct {
		heading string
		types   []items.Type
	}{
		{"Policies and preferences", []items.Type{items.Policy, items.Preference}},
		{"Decisions", []items.Type{items.Decision}},
		{"Procedures", []items.Type{items.Procedure}},
		{"Lessons", []items.Type{items.Lesson}},
	} {
		section, taken := contextpack.Section{Heading: s.heading}, 0
		for _, head := range heads {
			if !slices.Contains(s.types, head.Type) || taken >= mostStanding || len(section.IDs) >= 2*mostStanding {
				continue
			}
			it, f, from, err := h.get(ctx, head.ID)
			if err != nil {
				continue // gone or damaged by now; doctor names it
			}
			if belongs(it, r) {
				if s := from.standing(ctx, it, f); s != firewall.ForeignChange {
					taken++
				} else if len(section.IDs)-taken >= mostStanding {
					continue // they are left out, and crowd nothing out
				}
				section.IDs = append(section.IDs, head.ID)
			}
		}
		sections = append(sections, section)
	}
	return sections, nil
}

func compareBool(a, b bool) int {
	switch {
	case a == b:
		return 0
	case a:
		return 1
	}
	return -1
}

// standsAlways is a cheap first look at what may stand in a file of the project.
func (h *Hub) standsAlways(head items.Head) bool {
	switch {
	case head.Candidate || head.Status != items.Active || head.Valid.Branch != "" || head.Valid.OS != "":
		return false
	case head.Project != "" && h.Project != "" && !strings.EqualFold(head.Project, h.Project):
		return false
	case head.Type == items.Lesson && head.Confidence != 0 && head.Confidence < surelyLearned:
		return false
	}
	return true
}

// belongs reports whether an item speaks for the directory: all that it names lies below. What names no file speaks for the project.
func belongs(it items.Item, r ProfileRequest) bool {
	files := slices.Clone(it.Refs.Files)
	for _, a := range it.Anchors {
		files = append(files, a.Path)
	}
	if dir := path.Clean(cmp.Or(r.Dir, rootOfProfiles)); dir != rootOfProfiles {
		return len(files) > 0 && allBelow(files, dir)
	}
	return !slices.ContainsFunc(r.Scoped, func(dir string) bool { return dir != rootOfProfiles && len(files) > 0 && allBelow(files, dir) })
}

func allBelow(files []string, dir string) bool {
	for _, f := range files {
		if !strings.HasPrefix(path.Clean(f), dir+"/") {
			return false
		}
	}
	return true
}
