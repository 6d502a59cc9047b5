package hub

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"github.com/factline/memory/foreign"
	"github.com/factline/memory/internal/atomicfile"
	"github.com/factline/memory/internal/plainfile"
	"github.com/factline/memory/items"
	"github.com/factline/memory/writeservice"
)

// Exported counts one export.
type Exported struct {
	Items     int         `json:"items"`
	Elsewhere int         `json:"elsewhere,omitempty"` // items of other projects, left out
	Bad       []items.Bad `json:"bad,omitempty"`       // files that are not items, left out
}

// each yields every item of the caller's project that want accepts, sorted by path, and collects the files that do not parse.
func (h *Hub) each(ctx context.Context, want func(items.Head) bool, yield func(items.Item) error) (Exported, error) {
	var done Exported
	files, bad, err := h.Items.Files(ctx)
	if err != nil {
		return done, err
	}
	done.Bad = bad
	for _, f := range files {
		it, _, err := h.Items.Read(ctx, f)
		if err != nil {
			done.Bad = append(done.Bad, badFile(f.Path, err))
			continue
		}
		head := it.Head()
		if want != nil && !want(head) {
			continue
		}
		if h.Project != "" && head.Project != "" && head.Project != h.Project {
			done.Elsewhere++
			continue
		}
		if err := yield(writeservice.ForExport(it, h.KeepPersonal)); err != nil {
			return done, err
		}
		done.Items++
	}
	return done, nil
}

// ExportJSONL writes one JSON object a line: the item's front matter keys and its body.
func (h *Hub) ExportJSONL(ctx context.Context, w io.Writer, want func(items.Head) bool) (Exported, error) {
	enc := json.NewEncoder(w)
	enc.SetEscapeHTML(false)
	return h.each(ctx, want, func(it items.Item) error { return enc.Encode(it) })
}

// ExportMarkdown writes one <id>.md a item into dir, which is made.
func (h *Hub) ExportMarkdown(ctx context.Context, dir string, want func(items.Head) bool) (Exported, error) {
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return Exported{}, err
	}
	return h.each(ctx, want, func(it items.Item) error {
		b, err := it.Encode()
		if err != nil {
			return err
		}
		return atomicfile.Write(filepath.Join(dir, string(it.ID)+".md"), b, 0o644)
	})
}

// BadRow is one row of an import that was refused, and why.
type BadRow struct {
	Row    string `json:"row"` // file, or file:line
	Reason string `json:"reason"`
}

// Imported counts one import. Every row is in exactly one of the counts.
type Imported struct {
	Rows     int      `json:"rows"`
	Written  int      `json:"written"`
	Proposed int      `json:"proposed"`
	Merged   int      `json:"merged"`          // citations, tags or refs added to what was there
	Skipped  int      `json:"skipped"`         // there already
	Noted    []BadRow `json:"noted,omitempty"` // rows that went in or were there already, and what is to be said of them
	Rejected []BadRow `json:"rejected"`

	LeftOut []NotTaken `json:"left_out,omitempty"` // what was passed over on purpose; it is in no other count
}

// NotTaken is one sort of what an import does not take.
type NotTaken struct {
	What   string `json:"what"` // as a person finds it
	Count  int    `json:"count"`
	Reason string `json:"reason"`
}

// Import brings in a JSONL file or a directory of Markdown items. One bad row is counted and the rest goes in.
func (h *Hub) Import(ctx context.Context, path string, mode writeservice.ImportMode, who writeservice.Actor) (Imported, error) {
	info, err := os.Stat(path)
	if err != nil {
		return Imported{}, err
	}
	if info.IsDir() {
		return h.importRows(ctx, mode, who, func(row rowFunc) error { return readMarkdown(path, row) })
	}
	f, err := plainfile.Open(path)
	if err != nil {
		return Imported{}, err
	}
	defer f.Close()
	return h.ImportJSONL(ctx, f, filepath.Base(path), mode, who)
}

// ImportJSONL is Import from an open stream, whose rows are called name:line.
func (h *Hub) ImportJSONL(ctx context.Context, in io.Reader, name string, mode writeservice.ImportMode, who writeservice.Actor) (Imported, error) {
	return h.importRows(ctx, mode, who, func(row rowFunc) error { return readJSONL(in, name, row) })
}

// rowFunc takes one row under the name that a person finds it by, or why it is none. An error ends the import.
type rowFunc func(row string, it items.Item, err error) error

func (h *Hub) importRows(ctx context.Context, mode writeservice.ImportMode, who writeservice.Actor, read func(rowFunc) error) (Imported, error) {
	result := Imported{Rejected: []BadRow{}}
	writes := h.Writes.Batch()
	err := read(func(row string, it items.Item, err error) error {
		if ctx.Err() != nil {
			return ctx.Err()
		}
		if left, ok := errors.AsType[*foreign.Left](err); ok {
			result.LeftOut = append(result.LeftOut, NotTaken{row, left.N, left.Why})
			return nil
		}
		result.Rows++
		var r writeservice.Receipt
		if err == nil {
			r, err = writes.ImportItem(ctx, it, mode, who)
		}
		return result.add(row, r, err)
	})
	if refreshErr := h.Refresh(); err == nil {
		err = refreshErr
	}
	if err == nil && result.Written+result.Proposed+result.Merged > 0 {
		if _, err = h.Projections.Sync(ctx); err == nil {
			_, _ = h.Meet(ctx, meetAsked) // the rows are in; what cannot be compared now is compared by the next
		}
	}
	return result, err
}

// add counts one row. Only an error that would hit every row (a full disk, a lost store) ends the import.
func (r *Imported) add(row string, got writeservice.Receipt, err error) error {
	said := got.Reasons
	if got.Status == writeservice.Candidate && len(said) > 0 {
		said = said[1:] // that it waits for review, which the count says
	}
	said = append(said, got.Degraded...)
	if len(said) > 0 && err == nil && got.Status != writeservice.Rejected {
		r.Noted = append(r.Noted, BadRow{row, strings.Join(said, "; ")})
	}
	switch {
	case errors.Is(err, fs.ErrPermission):
		return err
	case err != nil:
		r.Rejected = append(r.Rejected, BadRow{row, err.Error()})
	case got.Status == writeservice.Written:
		r.Written++
	case got.Status == writeservice.Candidate:
		r.Proposed++
	case got.Status == writeservice.Duplicate && got.Added > 0:
		r.Merged++
	case got.Status == writeservice.Duplicate:
		r.Skipped++
	default:
		r.Rejected = append(r.Rejected, BadRow{row, fmt.Sprintf("%s: %s", got.Status, strings.Join(got.Reasons, "; "))})
	}
	return nil
}

// maxRow bounds one JSONL row: an item's 1 MiB may grow to several times that in JSON escapes.
const maxRow = 8 << 20

func readJSONL(in io.Reader, name string, row rowFunc) error {
	lines := bufio.NewScanner(in)
	lines.Buffer(make([]byte, 64<<10), maxRow)
	n := 0
	for lines.Scan() {
		n++
		line := lines.Bytes()
		if n == 1 {
			line = bytes.TrimPrefix(line, []byte("\xef\xbb\xbf")) // editors of Windows put a byte order mark before any text
		}
		line = bytes.TrimSpace(line)
		if len(line) == 0 {
			continue
		}
		it, err := rowItem(line)
		if err := row(fmt.Sprintf("%s:%d", name, n), it, err); err != nil {
			return err
		}
	}
	if err := lines.Err(); err != nil {
		return fmt.Errorf("%s after line %d: %w", name, n, err)
	}
	return nil
}

// rowItem reads one JSON row. A row of another hand may have no id, which the write service then makes, and no status, which is that
// of a candidate.
func rowItem(line []byte) (items.Item, error) {
	var keys map[string]json.RawMessage
	if err := json.Unmarshal(line, &keys); err != nil {
		return items.Item{}, fmt.Errorf("not a JSON object: %w", err)
	}
	given := func(key string) bool {
		v, ok := keys[key]
		return ok && string(v) != "null" && string(v) != `""`
	}
	for _, key := range []string{"type", "title"} {
		if !given(key) {
			return items.Item{}, fmt.Errorf("the key %q is missing or empty", key)
		}
	}
	made := !given("id")
	if made || !given("status") {
		if made {
			keys["id"] = json.RawMessage(`"mem-new"`)
		}
		if !given("status") {
			keys["status"] = json.RawMessage(`"proposed"`)
		}
		var err error
		if line, err = json.Marshal(keys); err != nil {
			return items.Item{}, err
		}
	}
	var it items.Item
	if err := json.Unmarshal(line, &it); err != nil {
		if bad, ok := errors.AsType[*items.ParseError](err); ok && bad.Key != "" {
			return it, fmt.Errorf("the key %q: %s", bad.Key, bad.Reason) // its line is one of the file that the row would be
		}
		return it, err
	}
	if made {
		it.ID = ""
	}
	return it, nil
}

func readMarkdown(dir string, row rowFunc) error {
	others := 0
	err := filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		switch {
		case d.IsDir() && strings.HasPrefix(d.Name(), ".") && path != dir:
			return fs.SkipDir
		case d.IsDir():
			return nil
		case !d.Type().IsRegular() || !strings.HasSuffix(d.Name(), ".md"):
			others++
			return nil
		}
		rel, _ := filepath.Rel(dir, path)
		b, err := plainfile.Read(path, items.MaxBytes+1)
		var it items.Item
		if err == nil {
			it, err = items.Parse(b)
		}
		return row(filepath.ToSlash(rel), it, err)
	})
	if err == nil && others > 0 {
		return row("other files", items.Item{}, &foreign.Left{N: others, Why: "only Markdown files are read, and no links"})
	}
	return err
}
