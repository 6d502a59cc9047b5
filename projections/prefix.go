package projections

import (
	"sort"
	"strings"
)

// TermsWith calls each with every term that begins with prefix, also those of documents that are gone, in no particular order and some of
// them twice. The bytes hold while each runs.
func (v *View) TermsWith(prefix string, each func(term []byte)) {
	if v.closed.Load() {
		return
	}
	for i := range v.docOf {
		v.from(int32(i), func(s source) error { return s.termsWith(prefix, each) })
	}
}

func (s *sealed) termsWith(prefix string, each func(term []byte)) error {
	text, err := s.openedText()
	if err != nil || text == nil {
		return err
	}
	return text.termsWith(prefix, each)
}

// termsWith reads the blocks of the dictionary in which such terms may stand.
func (t *textFile) termsWith(prefix string, each func(term []byte)) error {
	from := sort.Search(t.blocks, func(i int) bool { return t.first(i) >= prefix })
	for n := max(0, from-1); n < t.blocks; n++ {
		if first := t.first(n); first > prefix && !strings.HasPrefix(first, prefix) {
			return nil
		}
		d, err := t.block(n)
		if err != nil {
			return err
		}
		for d.next() {
			if len(d.term) >= len(prefix) && string(d.term[:len(prefix)]) == prefix {
				each(d.term)
			}
		}
		if err := d.damage(); err != nil {
			return err
		}
	}
	return nil
}

// termsWith looks into each document, as postings does.
func (m *memory) termsWith(prefix string, each func(term []byte)) error {
	for _, d := range m.docs {
		if d == nil {
			continue
		}
		terms := d.load().terms
		from := sort.Search(len(terms), func(i int) bool { return terms[i].text >= prefix })
		for _, t := range terms[from:] {
			if !strings.HasPrefix(t.text, prefix) {
				break
			}
			each([]byte(t.text))
		}
	}
	return nil
}
