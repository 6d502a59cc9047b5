package hub

import (
	"fmt"
	"path/filepath"
	"slices"

	"github.com/factline/memory/evidence"
	"github.com/factline/memory/items"
)

// MayIngest is an error where an agent names a file that does not lie where agents keep their transcripts: what such a file says of its speakers
// would give the agent a person's words. A person at the terminal answers for what he names.
func (h *Hub) MayIngest(paths []string) error {
	who, err := h.Caller("")
	if err != nil || who.Channel == items.Human {
		return err
	}
	var kept []string
	for _, l := range evidence.Locations(h.home, h.getenv) {
		for _, dir := range l.Paths {
			if real, err := filepath.EvalSymlinks(dir); err == nil {
				kept = append(kept, real)
			}
		}
	}
	for _, p := range paths {
		real, err := filepath.EvalSymlinks(p)
		if err != nil {
			return err
		}
		if !slices.ContainsFunc(kept, func(dir string) bool {
			rel, err := filepath.Rel(dir, real)
			return err == nil && filepath.IsLocal(rel)
		}) {
			return fmt.Errorf("%s does not lie where agents keep their transcripts, and an agent may bring in no other: a person can, at a terminal", p)
		}
	}
	return nil
}
