// Package drift compares the code that items speak of with a working tree: an anchor's lines are unchanged, moved, changed or gone. It
// reads files and decides nothing about items.
//
//	anchor.go    lines of a file -> anchor
//	drift.go     anchors -> what became of them, from the files that they name
//	list.go      the files of a tree that may hold lost text
//	names.go     many names -> those that a text declares, in one pass
//	search.go    lost text -> its new place, by reading the tree as far as the limits allow
//	symbol.go    which declaration a line stands in, by language
package drift

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"github.com/factline/memory/items"
)

// State is what became of an anchor's lines.
type State string

const (
	Unchanged State = "unchanged"
	Moved     State = "moved"   // the same text stands elsewhere, and nowhere twice in the tree's order before it
	Changed   State = "changed" // the file, or the declaration, is there and says something else
	Gone      State = "gone"    // neither text nor declaration was found
)

// Report is one anchor and what became of it.
type Report struct {
	Anchor items.Anchor
	State  State
	Now    items.Anchor // Moved: the anchor as it should be; Changed: where its declaration stands now, if that is known
	// Bounded says that the search for the text ended at its limit, so that it may still be somewhere.
	Bounded bool
}

// Limits bound the search for moved text. Files that anchors name are always read.
type Limits struct {
	Files int   // listed
	Bytes int64 // read
	Hash  int64 // hashed for anchors without a declaration, whose text may begin at any line
}

// Whole is for a person who asks; Quick is for a prompt that waits.
var (
	Whole = Limits{Files: 500_000, Bytes: 1 << 30, Hash: 512 << 20}
	Quick = Limits{Files: 5_000, Bytes: 4 << 20, Hash: 8 << 20}
)

// maxFile is the largest file that is read, in bytes; generated ones beyond it are nobody's facts.
const maxFile = 4 << 20

// Check reports on the anchors in their order. Files are read below root only: no link leads out.
func Check(ctx context.Context, root string, anchors []items.Anchor, limits Limits) ([]Report, error) {
	dir, err := os.OpenRoot(root)
	if err != nil {
		return nil, fmt.Errorf("open the working tree: %w", err)
	}
	defer dir.Close()
	t := &tree{root: root, dir: dir}
	reports := make([]Report, len(anchors))
	read := map[string]*text{} // nil = there is no such file
	var lost []*Report
	for i, a := range anchors {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		file, known := read[a.Path]
		if !known {
			if file, err = t.read(a.Path); err != nil {
				return nil, err
			}
			read[a.Path] = file
		}
		reports[i] = look(a, file)
		if r := &reports[i]; searchable(r, file) {
			lost = append(lost, r)
		}
	}
	if len(lost) > 0 {
		return reports, t.search(ctx, lost, limits)
	}
	return reports, nil
}

// look compares an anchor with the file that it names.
func look(a items.Anchor, file *text) Report {
	r := Report{Anchor: a, State: Gone}
	if file == nil {
		return r
	}
	r.State = Unchanged
	if a.Lines == "" {
		return r
	}
	from, to := span(a.Lines)
	want, ok := sumOf(a)
	if to <= len(file.lines) && (a.SHA256 == "" || ok && file.sum(from, to) == want) {
		return r
	}
	r.State = Changed
	if a.SHA256 == "" {
		return r
	}
	if at := file.find(a, to-from+1); at > 0 {
		r.State, r.Now = Moved, file.anchor(a, at)
		return r
	}
	if a.Symbol != "" {
		r.State = Gone
		if line := file.declares(a.Symbol); line > 0 {
			r.State, r.Now = Changed, items.Anchor{Path: a.Path, Lines: lines(line, line), Symbol: a.Symbol}
		}
	}
	return r
}

// searchable reports that the text may be in another file: what is gone, and what changed without a declaration that still stands.
func searchable(r *Report, file *text) bool {
	return r.Anchor.SHA256 != "" && r.Anchor.Lines != "" && (r.State == Gone || r.State == Changed && r.Anchor.Symbol == "" && file != nil)
}

// tree reads files below one directory.
type tree struct {
	root string
	dir  *os.Root
}

// read returns a file's text, nil where there is none that could be an anchor's.
func (t *tree) read(name string) (*text, error) {
	if !filepath.IsLocal(filepath.FromSlash(name)) {
		return nil, nil
	}
	info, err := t.dir.Stat(filepath.FromSlash(name))
	if err != nil || !info.Mode().IsRegular() || info.Size() > maxFile {
		return nil, unless(err)
	}
	b, err := t.dir.ReadFile(filepath.FromSlash(name))
	if err != nil {
		return nil, unless(err)
	}
	return newText(name, b), nil
}

// unless passes over files that are not there or lead out of the tree, and reports that one may not be read.
func unless(err error) error {
	if errors.Is(err, fs.ErrPermission) {
		return err
	}
	return nil
}
