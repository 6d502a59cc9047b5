// Package foreign reads what other memory systems keep and makes drafts of items from it, with their ids and times kept. It decides
// nothing: what becomes of a draft is for the write service. It reads files and never writes one.
//
//	foreign.go      the kinds, and Read
//	draft.go        an item made of a title and a text; ids and times as others write them
//	record.go       JSON records of any shape
//	wide.go         text as editors of Windows write it
//	own.go          what this program wrote itself, which is no news
//	frontmatter.go  Markdown with front matter, also where that is no YAML
//	agentmemory.go  amh.go  engine.go  one system each; notes.go those that keep plain Markdown
package foreign

import (
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"github.com/factline/memory/internal/plainfile"
	"github.com/factline/memory/items"
	"github.com/factline/memory/splice"
)

// Kind names another system's format.
type Kind string

// Kinds that can be read.
const (
	AgentMemory  Kind = "agentmemory"   // JSON export: memories, lessons, procedures, summaries; or one record a line
	AMH          Kind = "amh"           // Agent Memory Hub: a directory with items/*.md
	BasicMemory  Kind = "basic-memory"  // Basic Memory: a directory of Markdown notes
	EngineJSON   Kind = "engine-json"   // agent memory engine: store.json
	ClaudeMemory Kind = "claude-memory" // Claude Code's own memory: a directory with MEMORY.md and topic files
	Serena       Kind = "serena"        // Serena: .serena/memories
	CursorRules  Kind = "cursor-rules"  // Cursor: .cursor/rules/*.mdc, or one file
)

// Left is the error of what no row is made of on purpose: how many of one sort, and why. None of them is passed over in silence.
type Left struct {
	N   int
	Why string
}

func (l *Left) Error() string { return fmt.Sprintf("%d left out: %s", l.N, l.Why) }

// Yield takes one draft under the name that a person finds it by, or why a row is none. An error of it ends the reading.
type Yield func(name string, it items.Item, err error) error

// reader is how one kind is read: from a JSON file, or from each Markdown file of a directory.
type reader struct {
	kind  Kind
	about string
	data  func(b []byte, name string, yield Yield) error  // a whole file
	note  func(b []byte, name string) (items.Item, error) // one Markdown file; several items a file come from data
	want  func(path string) bool                          // which files of a directory, by their path in it with slashes
	only  string                                          // what those are, for who asks about the others
}

// readers is the whole table.
func readers() []reader {
	const notes = "Markdown files"
	markdown := func(path string) bool { return strings.HasSuffix(path, ".md") }
	return []reader{
		{kind: AgentMemory, about: "a JSON export of agentmemory, or JSONL with one record a line", data: agentMemory},
		{kind: AMH, about: "the directory of Agent Memory Hub, or its items/", note: hubItem, want: func(path string) bool {
			return markdown(path) && strings.HasPrefix(filepath.Base(path), "mem-")
		}, only: "files mem-*.md"},
		{kind: BasicMemory, about: "a directory of Basic Memory's notes", note: basicNote, want: markdown, only: notes},
		{kind: EngineJSON, about: "store.json of agent memory engine", data: engineStore},
		{kind: ClaudeMemory, about: "Claude Code's memory of a project: the directory with MEMORY.md", note: claudeTopic, want: markdown, only: notes},
		{kind: Serena, about: "the directory .serena/memories", note: serenaMemory, want: markdown, only: notes},
		{kind: CursorRules, about: "the directory .cursor/rules, or one rules file", note: cursorRule, want: func(path string) bool {
			return strings.HasSuffix(path, ".mdc")
		}, only: "files *.mdc"},
	}
}

// Kinds lists what can be read, with what each wants for a path.
func Kinds() (kinds []Kind, about map[Kind]string) {
	about = map[Kind]string{}
	for _, r := range readers() {
		kinds, about[r.kind] = append(kinds, r.kind), r.about
	}
	return kinds, about
}

// maxFile bounds one file in bytes: the largest store that any of these systems writes is below it.
const maxFile = 256 << 20

// Read yields the drafts of a file or directory. One row that cannot be read is yielded with its error, and the rest follows. Nothing
// to read at all is an error.
func Read(kind Kind, path string, yield Yield) error {
	for _, r := range readers() {
		if r.kind == kind {
			return r.read(path, yield)
		}
	}
	return fmt.Errorf("unknown format %.40q", kind)
}

func (r reader) read(path string, yield Yield) error {
	info, err := os.Stat(path)
	if err != nil {
		return err
	}
	if err := notOwn(path); err != nil && r.data == nil {
		return err
	}
	switch {
	case r.data != nil && info.IsDir():
		return fmt.Errorf("%s is a directory: want %s", path, r.about)
	case r.data != nil:
		b, err := readFile(path)
		if err != nil {
			return err
		}
		return r.data(b, filepath.Base(path), yield)
	case !info.IsDir():
		return r.one(path, filepath.Base(path), yield)
	}
	n := 0
	var others, stores, ours []string
	err = filepath.WalkDir(path, func(file string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		rel, err := filepath.Rel(path, file)
		switch {
		case err != nil:
			return err
		case d.IsDir() && file != path && (d.Name() == ".git" || d.Name() == "node_modules"):
			return fs.SkipDir
		case d.IsDir() && file != path && ownStore(file):
			stores = append(stores, filepath.ToSlash(rel))
			return fs.SkipDir
		case d.IsDir() && ownSkill(file):
			ours = append(ours, filepath.ToSlash(rel))
			return fs.SkipDir
		case d.IsDir():
			return nil
		case !d.Type().IsRegular() || !r.want(filepath.ToSlash(rel)):
			others = append(others, filepath.ToSlash(rel))
			return nil
		}
		n++
		return r.one(file, filepath.ToSlash(rel), yield)
	})
	if err == nil && len(stores) > 0 {
		err = yield(some(stores), items.Item{}, &Left{len(stores), ofStore})
	}
	if err == nil && len(ours) > 0 {
		err = yield(some(ours), items.Item{}, &Left{len(ours), ofSkills})
	}
	if err == nil && n == 0 {
		return fmt.Errorf("%s holds nothing of it: want %s", path, r.about)
	}
	if err == nil && len(others) > 0 {
		return yield(some(others), items.Item{}, &Left{len(others), "only " + r.only + " are read, and no links"})
	}
	return err
}

// some names the first few of many files.
func some(files []string) string {
	const few = 3
	if more := len(files) - few; more > 0 {
		return fmt.Sprintf("%s and %d more", strings.Join(files[:few], ", "), more)
	}
	return strings.Join(files, ", ")
}

// one reads one Markdown file. Blocks of this program in it are no note; a file of nothing else has none.
func (r reader) one(path, name string, yield Yield) error {
	b, err := readFile(path)
	if err == nil {
		b, err = Text(b)
	}
	if err != nil {
		return yield(name, items.Item{}, err)
	}
	b, ours := splice.CutBlocks(b)
	if ours > 0 {
		if err := yield(name, items.Item{}, &Left{ours, "a block that memory keeps in it"}); err != nil {
			return err
		}
		if _, body := note(b); strings.TrimSpace(body) == "" {
			return nil
		}
	}
	it, err := r.note(b, name)
	return yield(name, it, err)
}

func readFile(path string) ([]byte, error) {
	f, err := plainfile.Open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	b, err := io.ReadAll(io.LimitReader(f, maxFile+1))
	if err == nil && len(b) > maxFile {
		return nil, fmt.Errorf("%s is larger than %d bytes", path, maxFile)
	}
	return plain(b), err
}
