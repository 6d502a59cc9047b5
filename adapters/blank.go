package adapters

import (
	"strings"

	"github.com/factline/memory/splice"
)

// Blank says what a file of instructions is without the blocks of this program.
type Blank string

const (
	Written Blank = "written" // something else stands in it, or it cannot be told
	Theirs  Blank = "theirs"  // nothing does, and it was there before the first of the blocks
	Ours    Blank = "ours"    // nothing does, and it was made for a block
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
			blocks, stays = blocks+1, stays || b.Stays
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
