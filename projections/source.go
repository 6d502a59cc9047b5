package projections

import (
	"context"
	"crypto/sha256"

	"github.com/factline/memory/items"
)

// source is one set of documents: a sealed segment on disk, the tail, or what was analysed just now. Rows are sorted by path, and
// no path comes twice. An error means damage: the view then analyses the source's files itself.
type source interface {
	len() int
	items() int // rows of kindItem
	path(row int) string
	kind(row int) kind
	stat(row int) fileStat
	unfed(row int) bool // its vectors are still to be made
	sum(row int) ([sha256.Size]byte, error)
	card(row int) (string, error)
	facets(row int) (Facets, error)
	// facetNumbers are the facets of all rows: a number for each live one, and what the numbers stand for, some of it twice.
	facetNumbers() (of func(row int) uint32, list []Facets, err error)
	// eachCard calls each with the cards of the rows that are wanted, ascending. A card holds while each runs.
	eachCard(from int, wanted func(row int) bool, each func(row int, card string) error) error
	lens() ([]fieldLens, error) // by row
	// postings are the rows that hold term, also those that are no longer live.
	postings(term string) (rowList, error)
	eachTerm(each func(term string)) error
	// termsWith calls each with the terms that begin with prefix, some of them twice; the bytes hold while each runs.
	termsWith(prefix string, each func(term []byte)) error
	// rowsByKey returns the rows that may hold key (by a 64-bit hash), ascending.
	rowsByKey(k keyKind, key string) ([]int, error)
	vectors(ctx context.Context) (nearestRows, error)
	vectorsOf(row int) ([]quantized, error)
	close() error
}

// nearestRows finds rows by vector. One conformance suite holds flatVectors, and chromem-go beside it, to the same answers.
type nearestRows interface {
	// nearest returns the k rows whose best section is nearest to query, among those that are wanted, by cosine descending, then id. Fewer
	// when there are fewer; zero vectors are near to nothing.
	nearest(ctx context.Context, query quantized, k int, want wantedRows) ([]neighbour, error)
}

// keyKind is one table that finds documents by a key.
type keyKind int

const (
	keyText   keyKind = iota // Head.TextKey
	keyClaim                 // Head.ClaimKeys
	keySpan                  // Head.Spans
	keyTarget                // ids that the document refers to
	keyKinds
)

// keysOf lists the keys under which a card is found.
func keysOf(card string) (keys [keyKinds][]string, err error) {
	head, targets, err := decodeCard(card)
	if err != nil {
		return keys, err
	}
	for k := range keys {
		keys[k] = keysOfKind(keyKind(k), head, targets)
	}
	return keys, nil
}

func keysOfKind(k keyKind, head items.Head, targets []target) (keys []string) {
	switch k {
	case keyText:
		if head.TextKey != "" {
			keys = []string{head.TextKey}
		}
	case keyClaim:
		keys = head.ClaimKeys()
	case keySpan:
		keys = head.Spans
	case keyTarget:
		for _, t := range targets {
			keys = append(keys, string(t.to))
		}
	}
	return keys
}

func keyHash(key string) uint64 { return fnv64(fnvOffset, key) }
