package projections

import (
	"context"
	"crypto/sha256"
	"slices"
	"strings"
	"sync"
	"sync/atomic"

	"github.com/factline/memory/items"
)

// memory is a source whose documents are in memory. A nil document is a row that is not live: it exists where a memory takes the
// place of a damaged segment and keeps its row numbers.
type memory struct {
	docs []*document

	invertOnce sync.Once
	inverted   atomic.Pointer[map[string][]int] // rows by term; built only when all terms are asked for

	keys [keyKinds]struct {
		once sync.Once
		rows map[uint64][]int
	}

	facetsOnce sync.Once
	facetList  []Facets

	vectorsOnce sync.Once
	flat        *flatVectors
}

// newMemory takes documents in any order, at most one for each path.
func newMemory(docs []*document) *memory {
	slices.SortFunc(docs, func(a, b *document) int { return strings.Compare(a.path, b.path) })
	return &memory{docs: docs}
}

func (m *memory) len() int              { return len(m.docs) }
func (m *memory) path(row int) string   { return m.docs[row].path }
func (m *memory) kind(row int) kind     { return m.docs[row].kind }
func (m *memory) stat(row int) fileStat { return m.docs[row].stat }
func (m *memory) unfed(row int) bool    { return m.docs[row].unfed }
func (m *memory) close() error          { return nil }

func (m *memory) items() (n int) {
	for _, d := range m.docs {
		if d != nil && d.kind == kindItem {
			n++
		}
	}
	return n
}

func (m *memory) sum(row int) ([sha256.Size]byte, error) { return m.docs[row].sum, nil }

func (m *memory) card(row int) (string, error) { return m.docs[row].card, nil }

// postings looks into each document. With the tail's bound of some hundred documents this is quicker than an inverted map, which
// every process would have to build first.
func (m *memory) postings(term string) (rowList, error) {
	var list listWriter
	if inverted := m.inverted.Load(); inverted != nil {
		for _, row := range (*inverted)[term] {
			m.posting(row, term, &list)
		}
	} else {
		for row := range m.docs {
			m.posting(row, term, &list)
		}
	}
	if list.docs == 0 {
		return rowList{}, nil
	}
	return rowList{list: string(list.appendTo(nil))}, nil
}

func (m *memory) posting(row int, term string, list *listWriter) {
	d := m.docs[row]
	if d == nil || d.kind != kindItem {
		return
	}
	if freqs, ok := d.find(term); ok {
		list.add(uint32(row), &freqs)
	}
}

// eachTerm is asked for by those who will ask for the postings of all terms.
func (m *memory) eachTerm(each func(term string)) error {
	m.invertOnce.Do(func() {
		inverted := map[string][]int{}
		for row, d := range m.docs {
			if d == nil {
				continue
			}
			for _, t := range d.load().terms {
				inverted[t.text] = append(inverted[t.text], row)
			}
		}
		m.inverted.Store(&inverted)
	})
	for term := range *m.inverted.Load() {
		each(term)
	}
	return nil
}

func (m *memory) rowsByKey(k keyKind, key string) ([]int, error) {
	m.keys[k].once.Do(func() { m.keys[k].rows = m.indexKeys(k) })
	return m.keys[k].rows[keyHash(key)], nil
}

// indexKeys makes the table of one kind: a search asks for references alone, and the key of a claim takes longest.
func (m *memory) indexKeys(k keyKind) map[uint64][]int {
	rows := map[uint64][]int{}
	for row, d := range m.docs {
		if d == nil || d.kind != kindItem {
			continue
		}
		// A card in memory was encoded by this process or stands in a record whose checksum was right.
		head, targets, _ := decodeCard(d.card)
		for _, key := range keysOfKind(k, head, targets) {
			h := keyHash(key)
			if have := rows[h]; len(have) == 0 || have[len(have)-1] != row {
				rows[h] = append(have, row)
			}
		}
	}
	return rows
}

func (m *memory) vectorsOf(row int) ([]quantized, error) { return m.docs[row].load().rows, nil }

func (m *memory) vectors(context.Context) (nearestRows, error) {
	m.vectorsOnce.Do(func() { m.flat = m.indexVectors() })
	return m.flat, nil
}

func (m *memory) indexVectors() *flatVectors {
	rows := make([][]quantized, len(m.docs))
	for row, d := range m.docs {
		if d != nil && d.kind == kindItem {
			rows[row] = d.load().rows
		}
	}
	return newFlatVectors(rows, m.id)
}

func (m *memory) id(row int) string { return idOf(m.docs[row].path) }

// idOf is the id that a path stands for: the file name without .md.
func idOf(path string) string { return strings.TrimSuffix(path[len(folderOf(path)):], items.Ext) }
