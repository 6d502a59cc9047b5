package hub

import (
	"context"
	"strings"
	"sync"
	"unicode"

	"github.com/factline/memory/compare"
	"github.com/factline/memory/embed"
	"github.com/factline/memory/items"
	"github.com/factline/memory/recall"
	"github.com/factline/memory/writeservice"
)

// Meaning is what facts in other words are compared with: the table of words and the dictionary, and for English the network of sentences,
// which is opened when it is first asked. Without sentences that is never asked, and facts in English are compared by words and rules.
func Meaning(sentences bool) (compare.Meaning, error) {
	words, err := embed.NewStatic()
	if err != nil {
		return compare.Meaning{}, err
	}
	w := &nearness{embedder: words}
	english := SentenceModel()
	s := &nearness{embedder: english}
	return compare.Meaning{
		Words: func(a, b string) float64 {
			cosine, _ := w.of(context.Background(), a, b)
			return cosine
		},
		Sentences: func(ctx context.Context, a, b string) (float64, bool) {
			if strings.ContainsFunc(a, func(r rune) bool { return unicode.Is(unicode.Han, r) }) {
				return w.of(ctx, a, b)
			}
			if !sentences || !english.Knows(a) || !english.Knows(b) {
				return 0, false
			}
			return s.of(ctx, a, b)
		},
		Cut: recall.ChineseWords,
	}, nil
}

// nearness says how near two texts are, and keeps the vectors of those that it saw last.
type nearness struct {
	embedder interface {
		Embed(ctx context.Context, texts []string) ([][]float32, error)
	}
	mu   sync.Mutex
	seen map[string][]float32
}

// mostSeen vectors are kept: those of a write with its neighbours.
const mostSeen = 512

// of returns the cosine; ok is false where there is no answer.
func (n *nearness) of(ctx context.Context, a, b string) (cosine float64, ok bool) {
	x, y := n.vector(ctx, a), n.vector(ctx, b)
	if len(x) == 0 || len(x) != len(y) {
		return 0, false
	}
	for i := range x {
		cosine += float64(x[i]) * float64(y[i])
	}
	return cosine, true
}

func (n *nearness) vector(ctx context.Context, text string) []float32 {
	n.mu.Lock()
	defer n.mu.Unlock()
	if v, ok := n.seen[text]; ok {
		return v
	}
	vectors, err := n.embedder.Embed(ctx, []string{text})
	if err != nil || len(vectors) != 1 {
		return nil // two facts then stand beside each other
	}
	if n.seen == nil || len(n.seen) >= mostSeen {
		n.seen = map[string][]float32{}
	}
	n.seen[text] = vectors[0]
	return vectors[0]
}

// LooksLike names the items near a candidate that may say the same in other words.
func (h *Hub) LooksLike(ctx context.Context, it items.Item) ([]writeservice.Neighbour, error) {
	near, err := h.near(ctx, it.Head(), writeservice.Nearest)
	if err != nil {
		return nil, err
	}
	return writeservice.LooksLike(ctx, h.Writes.Meaning, it, near), nil
}
