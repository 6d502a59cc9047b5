package projections

import (
	"fmt"
	"maps"
	"slices"

	"github.com/RoaringBitmap/roaring/v2"
	index "github.com/blevesearch/bleve_index_api"
	segment "github.com/blevesearch/scorch_segment_api/v2"
	zap "github.com/blevesearch/zapx/v17"
)

// fieldNames are the fields of the text file, by Field. They are stored: a change needs a new schemaVersion.
var fieldNames = [NumFields]string{"title", "tags", "summary", "body", "paths", "idents"}

// writeText writes the postings of documents as one bleve segment (zap, the file format of scorch). Document i of the segment is
// docs[i]. We write and read bleve's segments without bleve's index around them: an immutable file needs neither the bolt file
// with its lock nor the goroutines of an index, it opens in microseconds, and any number of processes may map it.
func writeText(path string, docs []*document) error {
	analysed := make([]index.Document, len(docs))
	for i, d := range docs {
		analysed[i] = newPostingDocument(d)
	}
	seg, _, err := new(zap.ZapPlugin).New(analysed)
	if err != nil {
		return fmt.Errorf("build postings: %w", err)
	}
	defer seg.Close()
	unpersisted, ok := seg.(segment.UnpersistedSegment)
	if !ok {
		return fmt.Errorf("build postings: %T cannot be written", seg)
	}
	return unpersisted.Persist(path)
}

// mergeText writes one segment at path out of several, without the documents in drops (nil = none). It returns, for each input,
// the new number of each document.
func mergeText(path string, inputs []*textFile, drops []*roaring.Bitmap) ([][]uint64, error) {
	segments := make([]segment.Segment, len(inputs))
	for i, t := range inputs {
		segments[i] = t.segment
	}
	numbers, _, err := new(zap.ZapPlugin).Merge(segments, drops, path, nil, nil)
	if err != nil {
		return nil, fmt.Errorf("merge postings: %w", err)
	}
	return numbers, nil
}

// postingDocument hands counted terms to bleve: the analysis is already done.
type postingDocument struct{ fields []index.Field }

func newPostingDocument(d *document) *postingDocument {
	var freqs [NumFields]index.TokenFrequencies
	for _, t := range d.load().terms {
		for f, n := range t.freqs {
			if n == 0 {
				continue
			}
			if freqs[f] == nil {
				freqs[f] = index.TokenFrequencies{}
			}
			tf := &index.TokenFreq{Term: []byte(t.text)}
			tf.SetFrequency(int(n))
			freqs[f][t.text] = tf
		}
	}
	p := &postingDocument{fields: []index.Field{idField()}}
	for f, tokens := range freqs {
		if tokens != nil {
			p.fields = append(p.fields, &postingField{name: fieldNames[f], freqs: tokens, length: int(d.lens[f])})
		}
	}
	return p
}

func (p *postingDocument) ID() string                                 { return documentID }
func (p *postingDocument) Size() int                                  { return 0 }
func (p *postingDocument) VisitComposite(index.CompositeFieldVisitor) {}
func (p *postingDocument) HasComposite() bool                         { return false }
func (p *postingDocument) NumPlainTextBytes() uint64                  { return 0 }
func (p *postingDocument) AddIDField()                                {}
func (p *postingDocument) StoredFieldsBytes() uint64                  { return 0 }
func (p *postingDocument) Indexed() bool                              { return true }
func (p *postingDocument) VisitFields(visit index.FieldVisitor) {
	for _, f := range p.fields {
		visit(f)
	}
}

// documentID is the id that every document has inside a segment. The format demands one; ours is the document's number, by which
// the catalog knows its path.
const documentID = "-"

func idField() index.Field {
	tf := &index.TokenFreq{Term: []byte(documentID)}
	tf.SetFrequency(1)
	return &postingField{name: "_id", freqs: index.TokenFrequencies{documentID: tf}, length: 1, stored: []byte(documentID)}
}

type postingField struct {
	name   string
	freqs  index.TokenFrequencies
	length int
	stored []byte // nil = not stored
}

func (f *postingField) Name() string                                     { return f.name }
func (f *postingField) Value() []byte                                    { return f.stored }
func (f *postingField) ArrayPositions() []uint64                         { return nil }
func (f *postingField) EncodedFieldType() byte                           { return 't' }
func (f *postingField) Analyze()                                         {}
func (f *postingField) AnalyzedLength() int                              { return f.length }
func (f *postingField) NumPlainTextBytes() uint64                        { return 0 }
func (f *postingField) AnalyzedTokenFrequencies() index.TokenFrequencies { return f.freqs }
func (f *postingField) Options() index.FieldIndexingOptions {
	if f.stored != nil {
		return index.IndexField | index.StoreField
	}
	return index.IndexField
}

// sortedTerms returns the keys of a set in byte order.
func sortedTerms(set map[string]struct{}) []string { return slices.Sorted(maps.Keys(set)) }
