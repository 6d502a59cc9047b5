package projections

import (
	"slices"

	"github.com/factline/memory/items"
)

// target is one reference that leaves an item.
type target struct {
	to   items.ID
	kind string
}

// Kinds of edges, in the order in which Edges returns them.
const (
	edgeSupersedes  = "supersedes"
	edgeContradicts = "contradicts"
	edgeRefs        = "refs"
	edgeLink        = "link"
)

// encodeCard writes an item's head and its references: all that is kept of it besides terms and vectors. A test holds the list
// of fields to that of items.Head; a change of it needs a new schemaVersion.
func encodeCard(h items.Head, out []target) string {
	var w wireWriter
	w.string(string(h.ID))
	w.bool(h.Candidate)
	w.string(string(h.Type))
	w.string(h.Title)
	w.string(h.Summary)
	w.string(string(h.Status))
	w.string(h.State.Name)
	w.time(h.State.Until)
	w.string(h.Project)
	w.strings(h.Tags)
	w.time(h.Created)
	w.time(h.Updated)
	w.float(h.Confidence)
	w.string(string(h.Sensitivity))
	w.string(string(h.Trust))
	w.time(h.Valid.From)
	w.time(h.Valid.Until)
	w.string(h.Valid.Branch)
	w.string(h.Valid.Repo)
	w.string(h.Valid.OS)
	w.bool(h.HasSource)
	w.string(h.TextKey)
	w.string(h.Signs)
	w.string(h.ClaimKey)
	w.strings(h.Spans)
	w.strings(h.Sessions)
	writeIDs(&w, h.Supersedes)
	writeIDs(&w, h.Contradicts)
	w.string(h.Lead)
	w.string(h.PurgedForm)
	w.string(h.PurgedID)
	w.string(h.PurgedTitle)
	w.number(uint64(len(out)))
	for _, t := range out {
		w.string(string(t.to))
		w.string(t.kind)
	}
	return string(w.buf)
}

// decodeCard is the inverse of encodeCard. Strings share memory with card.
func decodeCard(card string) (h items.Head, out []target, err error) {
	r := wireReader{in: card}
	h.ID = items.ID(r.string())
	h.Candidate = r.bool()
	h.Type = items.Type(r.string())
	h.Title = r.string()
	h.Summary = r.string()
	h.Status = items.Status(r.string())
	h.State.Name = r.string()
	h.State.Until = r.time()
	h.Project = r.string()
	h.Tags = r.strings()
	h.Created = r.time()
	h.Updated = r.time()
	h.Confidence = r.float()
	h.Sensitivity = items.Sensitivity(r.string())
	h.Trust = items.Trust(r.string())
	h.Valid.From = r.time()
	h.Valid.Until = r.time()
	h.Valid.Branch = r.string()
	h.Valid.Repo = r.string()
	h.Valid.OS = r.string()
	h.HasSource = r.bool()
	h.TextKey = r.string()
	h.Signs = r.string()
	h.ClaimKey = r.string()
	h.Spans = r.strings()
	h.Sessions = r.strings()
	h.Supersedes = readIDs(&r)
	h.Contradicts = readIDs(&r)
	h.Lead = r.string()
	h.PurgedForm = r.string()
	h.PurgedID = r.string()
	h.PurgedTitle = r.string()
	for range r.count() {
		out = append(out, target{items.ID(r.string()), r.string()})
	}
	if r.failed {
		return items.Head{}, nil, errDamaged
	}
	return h, out, nil
}

func writeIDs(w *wireWriter, ids []items.ID) {
	w.number(uint64(len(ids)))
	for _, id := range ids {
		w.string(string(id))
	}
}

func readIDs(r *wireReader) []items.ID {
	n := r.count()
	if n == 0 {
		return nil
	}
	ids := make([]items.ID, n)
	for i := range ids {
		ids[i] = items.ID(r.string())
	}
	return ids
}

// targetsOf lists the references that leave an item, each once, by kind and then as they stand in the file.
func targetsOf(it items.Item) []target {
	var out []target
	add := func(kind string, ids []items.ID) {
		for _, id := range ids {
			if t := (target{id, kind}); id != "" && !slices.Contains(out, t) {
				out = append(out, t)
			}
		}
	}
	add(edgeSupersedes, it.Supersedes)
	add(edgeContradicts, it.Contradicts)
	add(edgeRefs, it.Refs.Items)
	add(edgeLink, it.Links())
	return out
}
