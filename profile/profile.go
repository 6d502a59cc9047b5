// Package profile keeps a managed block in the files that agents read with every prompt: CLAUDE.md, AGENTS.md, Cursor rules and others.
// It knows where the block belongs, whether it is up to date and whether a hand changed it; it never touches a byte outside of the
// block's markers. It chooses and renders nothing: the text is given to it.
package profile

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/factline/memory/adapters"
	"github.com/factline/memory/internal/atomicfile"
	"github.com/factline/memory/internal/plainfile"
	"github.com/factline/memory/splice"
)

// BlockName is the name in the markers.
const BlockName = adapters.ProfileBlock

// Target is one kind of file that agents read.
type Target struct {
	Name string
	Path string // below the directory that it speaks of; "" = no file, the text is only printed
	Root bool   // agents look for it at the top of a project only: one in a sub-directory would reach nobody
}

// Targets lists them, by name.
func Targets() []Target {
	return []Target{
		{Name: "agents", Path: "AGENTS.md"},
		{Name: "claude", Path: "CLAUDE.md"},
		{Name: "cline", Path: ".clinerules/memory.md", Root: true},
		{Name: "copilot", Path: ".github/copilot-instructions.md", Root: true},
		{Name: "cursor", Path: ".cursor/rules/memory.mdc"},
		{Name: "gemini", Path: "GEMINI.md"},
		{Name: "generic"},
		{Name: "kiro", Path: ".kiro/steering/memory.md", Root: true},
		{Name: "windsurf", Path: ".windsurf/rules/memory.md"},
	}
}

// Find gives the target of a name.
func Find(name string) (Target, bool) {
	for _, t := range Targets() {
		if t.Name == name {
			return t, true
		}
	}
	return Target{}, false
}

// State is how a block stands to the text that it should hold.
type State string

const (
	Missing  State = "missing"  // no block; there may be a file
	Current  State = "current"  // it holds the text
	Outdated State = "outdated" // the memory changed since
	Edited   State = "edited"   // somebody changed it by hand
	Needless State = "empty"    // nothing is to be said, and nothing stands there
)

// File is a target's file as it is on disk.
type File struct {
	Path   string
	Exists bool
	Block  string // the text between the markers, "" without any
	HasOne bool
	edited bool
	top    string // the directory that the target speaks of
	mode   fs.FileMode
	bytes  []byte
}

// Kinds of files that no block is put into.
var (
	ErrUnsure  = splice.ErrUnsure  // its markers do not stand as a pair
	ErrNotText = splice.ErrNotText // it is no UTF-8
)

// Open reads the file that is in force for a target in a directory. Markers that do not stand as a pair are ErrUnsure.
func Open(dir string, t Target) (File, error) {
	f := File{Path: adapters.InForce(filepath.Join(dir, filepath.FromSlash(t.Path))), mode: 0o644, top: filepath.Clean(dir)}
	if err := adapters.Blocked(f.Path); err != nil {
		return f, err
	}
	real, err := filepath.EvalSymlinks(f.Path)
	if errors.Is(err, fs.ErrNotExist) {
		if _, err := os.Lstat(f.Path); err == nil {
			return f, fmt.Errorf("%s is a link that leads nowhere: make the file that it names, or remove it", f.Path)
		}
		return f, nil
	}
	if err != nil {
		return f, err
	}
	info, err := os.Stat(real)
	if err != nil {
		return f, err
	}
	if f.bytes, err = plainfile.Read(real, plainfile.MaxText); err != nil {
		return f, err
	}
	if f.bytes == nil {
		f.bytes = []byte{} // an empty file is one, too
	}
	f.Exists, f.mode = true, info.Mode().Perm()
	b, there, err := splice.FindBlock(f.bytes, BlockName)
	f.Block, f.HasOne, f.edited = b.Text, there, b.Edited
	return f, err
}

// State compares the block with the text that it should hold.
func (f File) State(text string) State {
	switch {
	case f.HasOne && f.edited:
		return Edited
	case f.HasOne && f.Block == text && text != "":
		return Current
	case f.HasOne:
		return Outdated
	case text == "":
		return Needless
	}
	return Missing
}

// With is the file's content with the text in its block. An empty text takes the block out. m knows what else this program made here.
func (f File) With(text string, m *adapters.Machine) ([]byte, error) {
	if text == "" {
		return f.Without()
	}
	src := f.bytes
	if !f.Exists {
		src = []byte(adapters.FrontMatter(f.Path))
	}
	note := "" // the one that is there keeps its own
	if !f.HasOne {
		note = m.BlockNote(f.top, f.Path, f.bytes)
	}
	return splice.PutBlock(src, BlockName, text, note)
}

// Without is the file's content without the block; nil where the file was made for it and nothing but what a new one begins with is left.
func (f File) Without() ([]byte, error) {
	out, err := splice.CutBlock(f.bytes, BlockName)
	if err != nil || !f.HasOne {
		return f.bytes, err
	}
	if adapters.LeftBlank(f.Path, f.bytes) == adapters.Ours && strings.TrimSpace(string(out)) == strings.TrimSpace(adapters.FrontMatter(f.Path)) {
		return nil, nil
	}
	return append([]byte{}, out...), nil // an empty file is one, too
}

// Bytes is the content as it was read.
func (f File) Bytes() []byte { return f.bytes }

// Save replaces the file by new content, atomically, through a link if there is one; nil deletes it.
func (f File) Save(content []byte) error {
	real := f.Path
	if f.Exists {
		var err error
		if real, err = filepath.EvalSymlinks(f.Path); err != nil {
			return err
		}
	}
	if content == nil {
		if !f.Exists {
			return nil
		}
		if err := os.Remove(real); err != nil {
			return err
		}
		return f.dropDirs()
	}
	if err := os.MkdirAll(filepath.Dir(real), 0o755); err != nil {
		return err
	}
	return atomicfile.WriteMarked(real, content, f.mode, adapters.TempMark)
}

// dropDirs takes away the directories that were made for the file and that nothing else is in; the one that the target speaks of stays.
func (f File) dropDirs() error {
	left := adapters.DirsMade(f.bytes)
	for dir := filepath.Dir(f.Path); left != 0 && f.top != "" && dir != f.top && strings.HasPrefix(dir, f.top); dir = filepath.Dir(dir) {
		if os.Remove(dir) != nil {
			break // something else is in it
		}
		left--
	}
	return nil
}

// Added are the lines of a block that was edited by hand and that the new text does not hold: what somebody wanted to say.
func (f File) Added(text string) (lines []string) {
	known := strings.Split(text, "\n")
	for line := range strings.SplitSeq(f.Block, "\n") {
		if strings.TrimSpace(line) != "" && !slices.Contains(known, line) {
			lines = append(lines, line)
		}
	}
	return lines
}

// Gone are the lines of the new text that a block which was edited by hand does not hold: what somebody took out or wrote anew.
func (f File) Gone(text string) (lines []string) {
	there := strings.Split(strings.ReplaceAll(f.Block, "\r\n", "\n"), "\n")
	for line := range strings.SplitSeq(text, "\n") {
		if strings.HasPrefix(line, "- ") && !slices.Contains(there, line) {
			lines = append(lines, line)
		}
	}
	return lines
}

// AddedRules are the rules of a block that was edited by hand and that the new text does not hold. They are read in their place: what a
// heading or a line above says of them belongs to them. Lines are counted from the top of the file.
func (f File) AddedRules(text string) (added []Statement) {
	known := map[string]bool{} // without what stands above: a heading put between ours makes none of them a person's
	for _, s := range read(text).found {
		known[s.Text] = true
	}
	before, _, _ := strings.Cut(strings.ReplaceAll(string(f.bytes), "\r\n", "\n"), f.Block)
	for _, s := range read(f.Block).found {
		if !known[s.Text] {
			s.Line += strings.Count(before, "\n")
			added = append(added, s)
		}
	}
	return added
}

// NoRules are the lines, numbered in the file, that were put into the block by hand and that AddedRules leaves out: code and tables below no new
// rule, texts that are too long for one. Who writes the block anew would lose them. text is the block as it would be now.
func (f File) NoRules(text string) (lines []int) {
	known, rules := map[string]bool{}, map[string]bool{}
	for line := range strings.Lines(text) {
		known[strings.TrimSpace(line)] = true
	}
	for _, s := range read(text).found {
		rules[s.Text] = true
	}
	block := strings.Split(strings.ReplaceAll(f.Block, "\r\n", "\n"), "\n")
	before, _, _ := strings.Cut(strings.ReplaceAll(string(f.bytes), "\r\n", "\n"), strings.Join(block, "\n"))
	r := read(f.Block)
	var left []int
	for _, l := range r.left {
		for n := l.From; n <= min(l.To, len(block)); n++ {
			left = append(left, n)
		}
	}
	for _, s := range r.found {
		if rules[s.Text] {
			left = append(left, s.block...)
		}
	}
	slices.Sort(left)
	for _, n := range left {
		if n <= len(block) && !known[strings.TrimSpace(block[n-1])] {
			lines = append(lines, n+strings.Count(before, "\n"))
		}
	}
	return lines
}

// skipped are directories in which nobody keeps instructions of his own.
func skipped(name string) bool {
	return name == ".git" || name == ".memory" || name == "node_modules" || name == "vendor"
}

// maxDepth bounds how deep below a project blocks are looked for.
const maxDepth = 8

// Dirs are the directories at and below root whose file of a target holds a block, with / between names; "." is root itself.
func Dirs(root string, t Target) (dirs []string) {
	if t.Path == "" {
		return nil
	}
	if t.Root {
		if f, err := Open(root, t); f.HasOne || errors.Is(err, splice.ErrUnsure) {
			dirs = []string{"."}
		}
		return dirs
	}
	_ = filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
		if err != nil || !d.IsDir() {
			return nil // what cannot be read holds no block of ours
		}
		rel, err := filepath.Rel(root, path)
		if err != nil || path != root && skipped(d.Name()) || strings.Count(rel, string(filepath.Separator)) >= maxDepth {
			return fs.SkipDir
		}
		if f, err := Open(path, t); f.HasOne || errors.Is(err, splice.ErrUnsure) {
			dirs = append(dirs, filepath.ToSlash(rel))
		}
		return nil
	})
	return dirs
}
