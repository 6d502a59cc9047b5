package hub

import (
	"context"
	"os"
	"path/filepath"
	"strings"

	"github.com/factline/memory/gitrepo"
	"github.com/factline/memory/internal/plainfile"
	"github.com/factline/memory/items"
)

// setUp is the message of the commit that brings the store's own files.
const setUp = `Set up the memory store

.gitignore keeps out of git what is private to a machine: evidence, ledger, indexes.
.gitattributes names the merge driver of items; memory init --git installs it in a clone.
`

// storeCommit is the commit that a branch with the given tip needs before it carries items: whoever merges it would else have items whose private
// neighbours git commits with them. The text is memory's own and not that of the working tree, which any program may have changed.
func (h *Hub) storeCommit(ctx context.Context, repo *gitrepo.Repo, tip string) gitrepo.Change {
	c := gitrepo.Change{Message: setUp, Files: map[string][]byte{}}
	there := func(name string) (text []byte, is bool) {
		if tip == "" {
			return nil, false
		}
		text, err := repo.Blob(ctx, tip+":"+repo.Prefix+name)
		return text, err == nil
	}
	if text, _ := there(".gitignore"); !ignores(string(text), "/") {
		c.Files[repo.Prefix+".gitignore"] = withIgnored(text)
	}
	own, err := plainfile.Read(filepath.Join(h.Dir, ".gitattributes"), plainfile.MaxText)
	if text, _ := there(".gitattributes"); err == nil && namesDriver(own) && !namesDriver(text) {
		c.Files[repo.Prefix+".gitattributes"] = withAttributes(text)
	}
	const keep = items.ReviewDir + "/.keep" // see InstallGit
	if _, err := os.Lstat(filepath.Join(h.Dir, filepath.FromSlash(keep))); err == nil {
		if _, is := there(keep); !is {
			c.Files[repo.Prefix+keep] = []byte{}
		}
	}
	return c
}

func namesDriver(attributes []byte) bool { return strings.Contains(string(attributes), "merge=memory") }

// withAttributes adds attributes to what people wrote.
func withAttributes(old []byte) []byte {
	text := string(old)
	if text != "" && !strings.HasSuffix(text, "\n") {
		text += "\n"
	}
	return []byte(text + attributes)
}
