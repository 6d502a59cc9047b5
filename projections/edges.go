package projections

import (
	"cmp"
	"slices"

	"github.com/factline/memory/items"
)

// Edge is one reference between items.
type Edge struct {
	From, To items.ID
	Kind     string // supersedes, contradicts, refs, link
}

// ByText returns the heads of the documents with this Head.TextKey, in document order.
func (v *View) ByText(key string) []items.Head {
	return v.byKey(keyText, key, func(h items.Head) bool { return h.TextKey == key })
}

// ByClaim returns the heads of the documents with this key among Head.ClaimKeys, in document order.
func (v *View) ByClaim(key string) []items.Head {
	return v.byKey(keyClaim, key, func(h items.Head) bool { return slices.Contains(h.ClaimKeys(), key) })
}

// BySpan returns the heads of the documents that cite this span (see Head.Spans), in document order.
func (v *View) BySpan(key string) []items.Head {
	return v.byKey(keySpan, key, func(h items.Head) bool { return slices.Contains(h.Spans, key) })
}

func (v *View) byKey(k keyKind, key string, holds func(items.Head) bool) []items.Head {
	if key == "" {
		return nil
	}
	var heads []items.Head
	for _, doc := range v.docsByKey(k, key) {
		if h := v.Head(doc); holds(h) {
			heads = append(heads, h)
		}
	}
	return heads
}

// docsByKey returns the live documents that may hold key, ascending.
func (v *View) docsByKey(k keyKind, key string) []int {
	if v.closed.Load() {
		return nil
	}
	var docs []int
	for i := range v.docOf {
		var rows []int
		v.from(int32(i), func(s source) (err error) {
			rows, err = s.rowsByKey(k, key)
			return err
		})
		for _, row := range rows {
			if doc := v.docOf[i][row]; doc >= 0 {
				docs = append(docs, int(doc))
			}
		}
	}
	slices.Sort(docs)
	return slices.Compact(docs)
}

// Edges returns the references that leave id and those that come to it from other items, by kind (supersedes, contradicts, refs,
// link), then From, then To. The other end need not exist.
func (v *View) Edges(id items.ID) []Edge {
	var edges []Edge
	if doc, ok := v.Lookup(id); ok && !v.closed.Load() {
		_, targets := v.headAndTargets(doc)
		for _, t := range targets {
			edges = append(edges, Edge{From: id, To: t.to, Kind: t.kind})
		}
	}
	for _, doc := range v.docsByKey(keyTarget, string(id)) {
		from := v.id(doc)
		if from == id {
			continue
		}
		_, targets := v.headAndTargets(doc)
		for _, t := range targets {
			if t.to == id {
				edges = append(edges, Edge{From: from, To: id, Kind: t.kind})
			}
		}
	}
	slices.SortFunc(edges, func(a, b Edge) int {
		return cmp.Or(cmp.Compare(edgeRank(a.Kind), edgeRank(b.Kind)), cmp.Compare(a.From, b.From), cmp.Compare(a.To, b.To))
	})
	return edges
}

func edgeRank(kind string) int {
	return slices.Index([]string{edgeSupersedes, edgeContradicts, edgeRefs, edgeLink}, kind)
}
