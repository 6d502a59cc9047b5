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
	for _, d := range v.docs {
		if d.at.source != i {
			continue
		}
		// Background: the rescue serves all later reads of the view, whichever of them ran into the damage.
		doc, err := v.reader.read(context.Background(), d.file)
		if err != nil || doc.kind != kindItem {
			doc = &document{path: d.file.Path, kind: kindItem, card: encodeCard(headOfLost(d.file), nil)}
		}
		docs[d.at.row] = doc
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
