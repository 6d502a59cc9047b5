package projections

import (
	"context"
	"errors"
	"fmt"
)

// rescue puts a memory, made by reading the item files again, in the place of a source that failed in mid-search, and returns it.
// Rows keep their numbers. A file that changed since Open comes as it is now; one that is gone keeps an empty row.
func (v *View) rescue(i int32, failed source, cause error) source {
	v.mu.Lock()
	defer v.mu.Unlock()
	if v.sources[i] != failed {
		return v.sources[i] // another goroutine was here first
	}
	docs := make([]*document, failed.len())
	for n, at := range v.docs {
		if at.source != i {
			continue
		}
		// Background: the rescue serves all later reads of the view, whichever of them ran into the damage.
		path := v.path(n)
		f, err := v.reader.store.Stat(path)
		var doc *document
		if err == nil {
			doc, err = v.reader.read(context.Background(), f)
		}
		if err != nil || doc.kind != kindItem {
			doc = &document{path: path, kind: kindItem, card: encodeCard(headOfLost(path), nil)}
		}
		docs[at.row] = doc
	}
	v.failed = append(v.failed, failed) // closed with the view: another goroutine may still read it
	rescued := &memory{docs: docs}
	v.sources[i] = rescued
	if v.forget != nil && (errors.Is(cause, errDamaged) || isGone(cause)) {
		v.forget()
	}
	v.degraded = append(v.degraded, fmt.Sprintf("projections were damaged while they were read (%v): went around them", cause))
	return rescued
}
