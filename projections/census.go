package projections

import (
	"github.com/factline/memory/items"
)

// census says that the files which the projections held, when it was appended to the tail, were all that a listing found, and what
// the folders looked like before that listing. While they look the same, no file came or went, so each known file is looked at by its name
// and nothing is listed. Records appended later change nothing about that: a file that comes or goes changes its folder.
type census struct{ folders []items.Folder }

// censusMark stands where the kind of a document stands in other records.
const censusMark = 1 << 6

// takeCensus is made before a listing; the zero census where the folders cannot vouch for it: they are too young to tell a later change by
// their times, or on a file system that does not keep them.
func (r *reader) takeCensus() census {
	folders, ok := r.store.Folders()
	if !ok {
		return census{}
	}
	at := r.now().UnixNano()
	for _, f := range folders {
		missing := f.ModTime == 0
		if !missing && (f.ChangeTime == 0 || r.young(f.ModTime, f.ChangeTime, at)) {
			return census{}
		}
	}
	return census{folders}
}

func (c census) encode() []byte {
	var w wireWriter
	w.number(censusMark)
	w.number(uint64(len(c.folders)))
	for _, f := range c.folders {
		w.string(f.Path)
		w.signed(f.ModTime)
		w.signed(f.ChangeTime)
	}
	return w.buf
}

// decodeCensus returns ok false for a record of another kind.
func decodeCensus(payload string) (c census, ok bool) {
	r := wireReader{in: payload}
	if r.number() != censusMark {
		return c, false
	}
	for range r.count() {
		c.folders = append(c.folders, items.Folder{Path: r.string(), ModTime: r.signed(), ChangeTime: r.signed()})
	}
	return c, !r.failed && r.in == ""
}
