package hub

import (
	"context"
	"slices"
	"sync"

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
	w := &nearness{most: mostWords, read: func(text string) (v reading) {
		if vectors, err := words.Embed(context.Background(), []string{text}); err == nil && len(vectors) == 1 {
			v.whole = vectors[0]
		}
		return v
	}}
	english := englishModel{embed.NewSentence()}
	s := &nearness{most: mostSentences, read: func(text string) (v reading) {
		if sentences && english.Knows(text) {
			v.whole, v.pieces, _ = english.Read(text) // without weights two facts stand beside each other
		}
		return v
	}}
	return compare.Meaning{
		Words: func(a, b string) float64 {
			cosine, _ := w.of(a, b)
			return cosine
		},
		Sentences: func(ctx context.Context, a, b string) (float64, bool) {
			if ctx.Err() != nil {
				return 0, false
			}
			return s.of(a, b)
		},
		Pieces: func(ctx context.Context, text string) [][]float32 {
			if ctx.Err() != nil {
				return nil
			}
			return s.reading(text).pieces
		},
		Cut:     recall.ChineseWords,
		English: recall.InEnglish,
	}, nil
}

// nearness says how near two texts are, and keeps what was read of those that it saw last.
type nearness struct {
	read func(text string) reading
	most int // texts that are kept
	mu   sync.Mutex
	seen map[string]reading
}

// reading is what is known of a text; nothing where nothing is.
type reading struct {
	whole  []float32
	pieces [][]float32 // of the network alone
}

// What is kept: the words and the sentences of a write with its neighbours. A sentence with its pieces takes some 50 KB.
const (
	mostWords     = 512
	mostSentences = 64
)

// of returns the cosine; ok is false where there is no answer.
func (n *nearness) of(a, b string) (cosine float64, ok bool) {
	x, y := n.reading(a).whole, n.reading(b).whole
	if len(x) == 0 || len(x) != len(y) {
		return 0, false
	}
	for i := range x {
		cosine += float64(float64(x[i]) * float64(y[i]))
	}
	return cosine, true
}

func (n *nearness) reading(text string) reading {
	n.mu.Lock()
	defer n.mu.Unlock()
	if v, ok := n.seen[text]; ok {
		return v
	}
	v := n.read(text)
	if n.seen == nil || len(n.seen) >= n.most {
		n.seen = map[string]reading{}
	}
	n.seen[text] = v
	return v
}

// LooksLike names the items near a candidate that may say the same in other words, and before them the retired one whose claim it makes again.
func (h *Hub) LooksLike(ctx context.Context, it items.Item) ([]writeservice.Neighbour, error) {
	near, err := h.near(ctx, it.Head(), writeservice.Nearest)
	if err != nil {
		return nil, err
	}
	like := writeservice.LooksLike(ctx, h.Writes.Meaning, it, near)
	if !slices.ContainsFunc(near, func(o items.Head) bool { return o.Status == items.Retired || o.Status == items.Superseded }) {
		return like, nil
	}
	view, err := h.View(ctx)
	if err != nil {
		return nil, err
	}
	stone, ok := writeservice.SaysRetired(ctx, h.Writes.Meaning, it, near, view, func(o items.Head) bool { return !h.unvouched(ctx, o.ID) })
	if ok && !slices.ContainsFunc(like, func(n writeservice.Neighbour) bool { return n.ID == stone.ID }) {
		like = append([]writeservice.Neighbour{{ID: stone.ID, Relation: compare.Same, Done: "none"}}, like...)
	}
	return like, nil
}
