package embed

import (
	"context"
	"runtime"
	"sync"

	"golang.org/x/sync/errgroup"

	"github.com/factline/memory/embed/bert"
)

// Sentence reads whole English sentences with a built-in network, all-MiniLM-L6-v2: it knows what words mean together, where Static only
// adds them up, and costs some milliseconds a text. The weights are opened by the first text. Every machine gets the same bits. It is safe
// for concurrent use.
type Sentence struct {
	open func() (*bert.Model, error)
}

// NewSentence reads nothing yet.
func NewSentence() *Sentence { return &Sentence{open: sync.OnceValues(bert.Open)} }

// Model names the network and its weights.
func (s *Sentence) Model() string { return bert.Name() }

// Dim is the length of the vectors.
func (s *Sentence) Dim() int { return bert.Dim }

// Knows reports whether a text is for this network: at least half of its letters must be Latin. For other texts the vectors mean nothing.
func (s *Sentence) Knows(text string) bool { return bert.Knows(text) }

// Embed returns one vector for each text, of length 1 or, where no letter is Latin, of zeros. Of a long text the first 254 pieces of words
// count. Texts are worked on at the same time, one a processor; once ctx has ended no other is begun.
func (s *Sentence) Embed(ctx context.Context, texts []string) ([][]float32, error) {
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	model, err := s.open()
	if err != nil {
		return nil, err
	}
	vectors := make([][]float32, len(texts))
	var group errgroup.Group
	group.SetLimit(runtime.GOMAXPROCS(0))
	for i, text := range texts {
		group.Go(func() error {
			if err := ctx.Err(); err != nil {
				return err
			}
			vectors[i] = model.Vector(text)
			return nil
		})
	}
	if err := group.Wait(); err != nil {
		return nil, err
	}
	return vectors, nil
}

// Read returns the vector of a text and those of its pieces of words, each as it is meant in this text.
func (s *Sentence) Read(text string) (whole []float32, pieces [][]float32, err error) {
	model, err := s.open()
	if err != nil {
		return nil, nil, err
	}
	whole, pieces = model.Read(text)
	return whole, pieces, nil
}
