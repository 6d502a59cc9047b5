package hub

import (
	"path"
	"path/filepath"
	"slices"
	"strings"

	"github.com/factline/memory/drift"
	"github.com/factline/memory/evidence"
	"github.com/factline/memory/harvest"
	"github.com/factline/memory/internal/plainfile"
	"github.com/factline/memory/items"
	"github.com/factline/memory/project"
)

// Bounds of the anchors that harvest makes.
const (
	anchorsEach = 3       // an item
	anchorLines = 80      // of one anchor: a longer piece changes too often to say anything
	anchorFile  = 4 << 20 // bytes; what is larger was generated
)

// editedFile is a file of the working tree that a session edited, as it is now.
type editedFile struct {
	name   string // from the top of the repository
	text   []byte
	pieces []items.Anchor // what the session wrote and what stands there now
}

// editedFiles finds the files that a session edited in the repository of this store. A piece counts only where its text stands in the
// file now, once.
func (h *Hub) editedFiles(records []evidence.Record) (files []*editedFile) {
	root := h.repository()
	if root == "" {
		return nil
	}
	known := map[string]*editedFile{}
	for _, e := range harvest.Edits(records) {
		f := Files{CWD: h.atHome(e.Dir), Home: h.home}
		if e.Dir == "" || project.Root(f.CWD) != root {
			continue
		}
		file, name, inside := f.locate(h.atHome(e.File))
		if !inside {
			continue
		}
		ed, seen := known[name]
		if !seen {
			b, err := plainfile.Read(file, anchorFile)
			if err != nil {
				known[name] = nil
				continue
			}
			ed = &editedFile{name: name, text: b}
			known[name], files = ed, append(files, ed)
		}
		if ed == nil {
			continue
		}
		if a, ok := drift.Stands(name, ed.text, e.Text); ok && !slices.Contains(ed.pieces, a) {
			ed.pieces = append(ed.pieces, a)
		}
	}
	return files
}

// atHome turns the ~ with which evidence names the home directory back into it.
func (h *Hub) atHome(path string) string {
	if rest, ok := strings.CutPrefix(path, "~/"); ok && h.home != "" {
		return filepath.Join(h.home, filepath.FromSlash(rest))
	}
	return path
}

// anchor gives a candidate the code that it names, where the session edited just that: the declaration whose name it says, or the piece
// that was written into the file whose name it says.
func anchor(it *items.Item, files []*editedFile) {
	names := harvest.Names(*it)
	add := func(a items.Anchor) {
		if len(it.Anchors) < anchorsEach && !slices.Contains(it.Anchors, a) {
			it.Anchors = append(it.Anchors, a)
		}
	}
	for _, f := range files {
		byName := false
		for _, name := range names {
			if a, ok := drift.Declaration(f.name, f.text, name); ok && drift.Lines(a) <= anchorLines && slices.ContainsFunc(f.pieces, func(p items.Anchor) bool { return drift.Overlap(a, p) }) {
				add(a)
				byName = true
			}
		}
		if byName || !slices.ContainsFunc(names, func(name string) bool {
			return name == f.name || name == path.Base(f.name) || strings.HasSuffix(f.name, "/"+name)
		}) {
			continue
		}
		for _, p := range f.pieces {
			if drift.Lines(p) <= anchorLines {
				add(p)
				break // the newest piece
			}
		}
	}
}
