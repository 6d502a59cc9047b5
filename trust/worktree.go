package trust

import (
	"path/filepath"

	"github.com/factline/memory/project"
)

// mainStore is the place of the same store in the main checkout, for a store in a linked worktree of git; "" elsewhere. Who trusts a
// repository's store trusts it in every worktree that he made of it: no clone can pass for one, see project.MainRoot.
func mainStore(store string) string {
	root, main := project.MainRoot(store)
	if main == "" {
		return ""
	}
	rel, err := filepath.Rel(root, store)
	if err != nil || !filepath.IsLocal(rel) {
		return ""
	}
	return filepath.Join(main, rel)
}
