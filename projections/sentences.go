package projections

import (
	"context"
	"crypto/sha256"
	"encoding/binary"
	"errors"
	"fmt"
	"path/filepath"
	"runtime"
	"sync"

	"golang.org/x/sync/errgroup"
)

// Sentence vectors are second vectors, of a model that reads whole sentences: better than a table of words, and thousands of times slower. So
// they stand in a file of their own beside the segments, one row an item by the hash of its file, which outlives every rebuild; it is filled
// when nobody waits (sentencefill.go), and only processes that live long ask it. An item without a row has the table's vector as before.

// SentenceEmbedder is an Embedder that knows one language.
type SentenceEmbedder interface {
	Embedder
	Knows(text string) bool // false: a vector of this text would mean nothing
}

// Sentences are the sentence vectors of all stores that a process opens. What was read of a file is kept, and only what was appended since is
// read again. It is safe for concurrent use.
type Sentences struct {
	embedder SentenceEmbedder

	mu    sync.Mutex
	files map[string]*sentenceFile
	last  struct { // question: several stores are asked the same
		text   string
		vector quantized
	}
}

// NewSentences reads and embeds nothing yet.
func NewSentences(e SentenceEmbedder) *Sentences {
	return &Sentences{embedder: e, files: map[string]*sentenceFile{}}
}

// Model is the name of the model.
func (s *Sentences) Model() string { return s.embedder.Model() }

// NoSentence is the cosine of a document that has no sentence vector.
const NoSentence = -2

// SentenceCosines returns for each document the cosine of its sentence vector to that of text, NoSentence where it has none; nil where there is
// nothing to compare: the model does not know the language of text, no item has a row, or this process does not use them.
func (v *View) SentenceCosines(ctx context.Context, text string) ([]float32, error) {
	s := v.reader.sentences
	if v.closed.Load() {
		return nil, ErrClosed
	}
	if s == nil || !s.embedder.Knows(text) {
		return nil, nil
	}
	rows, data := s.join(v)
	if data == nil {
		return nil, nil
	}
	query, err := s.question(ctx, text)
	if err != nil {
		return nil, err
	}
	cosines := make([]float32, len(rows))
	width := sentenceWidth(len(query.values))
	g, ctx := errgroup.WithContext(ctx)
	g.SetLimit(runtime.GOMAXPROCS(0))
	for start := 0; start < len(rows); start += scanChunk {
		g.Go(func() error {
			for doc := start; doc < min(start+scanChunk, len(rows)); doc++ {
				cosines[doc] = NoSentence
				if row := rows[doc]; row >= 0 {
					cosines[doc] = sentenceCosine(data[int(row)*width:][:width], query)
				}
			}
			return ctx.Err()
		})
	}
	return cosines, g.Wait()
}

// sentenceCosine is NoSentence for an item in a language that the model does not know. Rounding once from float64 gives every machine the same.
func sentenceCosine(record []byte, query quantized) float32 {
	norm2 := binary.LittleEndian.Uint32(record[sentenceKeySize:])
	if norm2 == 0 {
		return NoSentence
	}
	return float32(cosine(dot8(record[sentenceKeySize+4:], query.values), norm2, query.norm2))
}

// question embeds the text of a question.
func (s *Sentences) question(ctx context.Context, text string) (quantized, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.last.text == text && s.last.vector.values != nil {
		return s.last.vector, nil
	}
	rows, err := s.embed(ctx, []string{text})
	if err != nil {
		return quantized{}, fmt.Errorf("embed the question: %w", err)
	}
	s.last.text, s.last.vector = text, rows[0]
	return rows[0], nil
}

func (s *Sentences) embed(ctx context.Context, texts []string) ([]quantized, error) {
	vectors, err := s.embedder.Embed(ctx, texts)
	if err != nil {
		return nil, err
	}
	if len(vectors) != len(texts) {
		return nil, fmt.Errorf("model %s gave %d vectors for %d texts", s.Model(), len(vectors), len(texts))
	}
	rows := make([]quantized, len(vectors))
	for i, v := range vectors {
		if len(v) != s.embedder.Dim() {
			return nil, fmt.Errorf("model %s gave a vector of %d numbers, not %d", s.Model(), len(v), s.embedder.Dim())
		}
		rows[i] = quantize(v)
	}
	return rows, nil
}

// join finds the record of each document, -1 where it has none, and the records; nil where there are none. A file that cannot be read, or holds
// rows of another model, is as one that is not there: the next filling makes it anew.
func (s *Sentences) join(v *View) (rows []int32, data []byte) {
	s.mu.Lock()
	defer s.mu.Unlock()
	f := s.read(v.reader.sentencePath)
	if f == nil || len(f.at) == 0 {
		return nil, nil
	}
	rows = make([]int32, v.Len())
	v.eachSum(func(doc int, sum [sha256.Size]byte) {
		rows[doc] = -1
		if row, ok := f.at[sentenceKey(sum[:sentenceKeySize])]; ok {
			rows[doc] = row
		}
	})
	return rows, f.data
}

// eachSum calls each with the hash of every document's file.
func (v *View) eachSum(each func(doc int, sum [sha256.Size]byte)) {
	for i, live := range v.docOf {
		v.from(int32(i), func(s source) error {
			for row, doc := range live {
				if doc < 0 {
					continue
				}
				sum, err := s.sum(row)
				if err != nil {
					return err
				}
				each(int(doc), sum)
			}
			return nil
		})
	}
}

// SentenceState says how far the sentence vectors are.
type SentenceState struct {
	Rows  int `json:"rows"`  // items that have theirs, or need none because the model does not know their language
	Items int `json:"items"` // all
}

// SentenceState counts the sentence vectors of the store as it is now.
func (p *Projections) SentenceState(ctx context.Context) (SentenceState, error) {
	v, err := p.Open(ctx)
	if err != nil {
		return SentenceState{}, err
	}
	defer v.Close()
	return v.sentenceState(), nil
}

func (v *View) sentenceState() SentenceState {
	state := SentenceState{Items: v.Len()}
	if v.reader.sentences == nil {
		return state
	}
	rows, _ := v.reader.sentences.join(v)
	for _, row := range rows {
		if row >= 0 {
			state.Rows++
		}
	}
	return state
}

func (p *Projections) sentencePath() string { return filepath.Join(p.Dir, sentenceFileName) }

// sentenceLockPath is held while rows are appended or taken out, for milliseconds.
func (p *Projections) sentenceLockPath() string { return filepath.Join(p.Dir, "sentences.lock") }

// sentenceFillPath is held by the one process that fills.
func (p *Projections) sentenceFillPath() string { return filepath.Join(p.Dir, "sentences-fill.lock") }

// errNoSentences says that this process does not use sentence vectors.
var errNoSentences = errors.New("sentence vectors are off")
