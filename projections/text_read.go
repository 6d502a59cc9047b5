package projections

import (
	"fmt"
	"runtime/debug"

	segment "github.com/blevesearch/scorch_segment_api/v2"
	zap "github.com/blevesearch/zapx/v17"
)

// textFile is one open file of postings, mapped into memory. Its methods may be called from several goroutines.
type textFile struct{ segment segment.Segment }

// openText opens a file that writeText or mergeText wrote for exactly docs documents.
func openText(path string, docs int) (t *textFile, err error) {
	defer guard(path, &err)()
	seg, err := new(zap.ZapPlugin).Open(path)
	if err != nil {
		return nil, fmt.Errorf("open postings: %w", err)
	}
	if seg.Count() != uint64(docs) {
		seg.Close()
		return nil, fmt.Errorf("%s holds %d documents, not %d: %w", path, seg.Count(), docs, errDamaged)
	}
	return &textFile{seg}, nil
}

func (t *textFile) close() error { return t.segment.Close() }

// postings calls each for every document that holds term, field after field, documents ascending within a field.
func (t *textFile) postings(term string, each func(doc int, f Field, freq int)) (err error) {
	defer guard("postings", &err)()
	for f, name := range fieldNames {
		dict, err := t.segment.Dictionary(name)
		if err != nil {
			return err
		}
		list, err := dict.PostingsList([]byte(term), nil, nil)
		if err != nil {
			return err
		}
		it := list.Iterator(true, false, false, nil)
		for {
			p, err := it.Next()
			if err != nil {
				return err
			}
			if p == nil {
				break
			}
			each(int(p.Number()), Field(f), int(p.Frequency()))
		}
	}
	return nil
}

// eachTerm calls each for every term of every field; a term of two fields comes twice.
func (t *textFile) eachTerm(each func(term string)) (err error) {
	defer guard("postings", &err)()
	for _, name := range fieldNames {
		dict, err := t.segment.Dictionary(name)
		if err != nil {
			return err
		}
		it := dict.AutomatonIterator(nil, nil, nil)
		for {
			e, err := it.Next()
			if err != nil {
				return err
			}
			if e == nil {
				break
			}
			each(e.Term)
		}
	}
	return nil
}

// guard turns a fault or panic inside a damaged or truncated mapped file into errDamaged: the library trusts its input, and reading a
// page that was cut off the file raises SIGBUS. Use: defer guard(what, &err)().
func guard(what string, err *error) func() {
	old := debug.SetPanicOnFault(true)
	return func() {
		debug.SetPanicOnFault(old)
		if p := recover(); p != nil {
			*err = fmt.Errorf("%s: %v: %w", what, p, errDamaged)
		}
	}
}
