package adapters

import (
	"fmt"
	"io/fs"
	"path/filepath"
	"strconv"
	"strings"

	"github.com/factline/memory/internal/plainfile"

	"github.com/factline/memory/splice"
)

// Blank says what a file of instructions is without the blocks of this program.
type Blank string

const (
	Written Blank = "written" // something else stands in it, or it cannot be told
	Theirs  Blank = "theirs"  // nothing does, and it was there before the first of the blocks
	Ours    Blank = "ours"    // nothing does, and it was made for a block
)

// What a block remembers of the time before it: nothing where the file was made for it, with the directories that it needed.
const (
	stayingNote = "stays" // the file was there
	dirsNote    = "dirs=" // only so many directories were made, innermost first: an empty one of before stays
)

// LeftBlank tells whether a file with the bytes src goes with the last block in it. The blocks remember it, so that the order in which they came
// and go does not count. nil = there is no file.
func LeftBlank(path string, src []byte) Blank {
	if src == nil {
		return Ours
	}
	rest, blocks, stays := src, 0, false
	for _, name := range []string{GuideBlock, ProfileBlock} {
		b, there, err := splice.FindBlock(rest, name)
		if err != nil {
			return Written
		}
		if there {
			blocks, stays = blocks+1, stays || b.Note == stayingNote
		}
		if rest, err = splice.CutBlock(rest, name); err != nil {
			return Written
		}
	}
	switch {
	case strings.TrimSpace(string(rest)) != "" && strings.TrimSpace(string(rest)) != strings.TrimSpace(FrontMatter(path)):
		return Written
	case blocks == 0 || stays:
		return Theirs
	}
	return Ours
}

// BlockNote is what a new block in the file at path is to remember. src is what the file holds, nil = there is none; top is the directory above which
// nothing is made.
func (m *Machine) BlockNote(top, path string, src []byte) string {
	switch LeftBlank(path, src) {
	case Theirs:
		return stayingNote
	case Written:
		return ""
	}
	if n := DirsMade(src); n >= 0 {
		return dirsNote + strconv.Itoa(n)
	}
	made, ours := map[string]bool{}, map[string]bool{}
	for _, o := range m.records("") {
		ours[o.Path] = ours[o.Path] || o.Created
		for _, dir := range o.Dirs {
			made[dir] = true
		}
	}
	n := 0
	for dir := filepath.Dir(path); strings.HasPrefix(dir, top+string(filepath.Separator)); dir = filepath.Dir(dir) {
		switch {
		case !there(dir) || made[dir]:
			n++
		case holdsOnly(dir, func(file string) bool { return ours[file] }):
			return fmt.Sprint(dirsNote, n)
		default:
			return "" // it stays for what else is in it, and goes when that is gone
		}
	}
	return ""
}

// DirsMade is how many directories were made with a file of instructions, innermost first, by what its blocks remember; -1 = all that are empty
// without it.
func DirsMade(src []byte) int {
	for _, name := range []string{GuideBlock, ProfileBlock} {
		if b, there, err := splice.FindBlock(src, name); err == nil && there {
			if number, ok := strings.CutPrefix(b.Note, dirsNote); ok {
				n, _ := strconv.Atoi(number)
				return n
			}
		}
	}
	return -1
}

// holdsOnly reports a directory in which no file is but such that are ours, made by us or for a block.
func holdsOnly(dir string, ours func(file string) bool) bool {
	return filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || ours(path) {
			return err
		}
		if src, err := plainfile.Read(path, plainfile.MaxText); err != nil || len(src) == 0 || LeftBlank(path, src) != Ours {
			return fs.ErrExist
		}
		return nil
	}) == nil
}
