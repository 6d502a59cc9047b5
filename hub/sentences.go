package hub

import (
	"context"
	"errors"
	"fmt"

	"github.com/factline/memory/embed"
	"github.com/factline/memory/projections"
)

// NewSentences are the sentence vectors of the model in the binary, for Options.Sentences of all hubs of a process. Nothing is read before
// something is asked.
func NewSentences() *projections.Sentences { return projections.NewSentences(SentenceModel()) }

// SentenceModel is the sentence model in the binary.
func SentenceModel() projections.SentenceEmbedder { return englishModel{embed.NewSentence()} }

// englishModel leaves other languages to the word table, which knows them: the model reads Latin letters and knows English.
type englishModel struct{ *embed.Sentence }

func (m englishModel) Knows(text string) bool { return m.Sentence.Knows(text) && embed.English(text) }

// sentencesOff says why this store has no sentence vectors, "" where it has.
func (h *Hub) sentencesOff() string {
	switch {
	case !h.Config.Embed.Sentence:
		return "embed.sentence is false"
	case h.Config.Embed.Provider != "static":
		return "embed.provider is " + h.Config.Embed.Provider
	}
	return ""
}

// withSentences are the projections with sentence vectors, also in a process that does not rank by them; nil where the store has none.
func (h *Hub) withSentences() *projections.Projections {
	if h.sentencesOff() != "" {
		return nil
	}
	p := *h.Projections
	if p.Sentences == nil {
		p.Sentences = NewSentences()
	}
	return &p
}

// SentenceState counts the sentence vectors; ok is false where the store has none by its settings.
func (h *Hub) SentenceState(ctx context.Context) (state projections.SentenceState, ok bool, err error) {
	p := h.withSentences()
	if p == nil {
		return state, false, nil
	}
	state, err = p.SentenceState(ctx)
	return state, true, err
}

// FillSentences embeds what has no sentence vector yet, in this store and in the user's, until ctx ends. Where the settings say no it does
// nothing; a store that another process is at is passed over, and the error matches projections.ErrFilling.
func (h *Hub) FillSentences(ctx context.Context, o projections.FillOptions) error {
	var others error
	for _, side := range h.sides() {
		p := side.withSentences()
		if p == nil {
			continue
		}
		_, err := p.FillSentences(ctx, o)
		if errors.Is(err, projections.ErrFilling) {
			others = err
			continue
		}
		if err != nil {
			return fmt.Errorf("%s: %w", side.Dir, err)
		}
	}
	return others
}

// sentencesMadeAgain is how many of the sentence vectors a proof makes again: a second or two of work.
const sentencesMadeAgain = 24

// CheckSentences makes some of the sentence vectors again and compares them; nil where the store has none by its settings.
func (h *Hub) CheckSentences(ctx context.Context) (*projections.SentenceProof, error) {
	p := h.withSentences()
	if p == nil {
		return nil, nil
	}
	proof, err := p.CheckSentences(ctx, sentencesMadeAgain)
	return &proof, err
}

// checkSentences says how far the sentence vectors are.
func (h *Hub) checkSentences(ctx context.Context) Check {
	c := Check{Name: "sentences", Level: OK}
	if why := h.sentencesOff(); why != "" {
		c.Detail = "no sentence vectors: " + why
		return c
	}
	state, _, err := h.SentenceState(ctx)
	switch {
	case err != nil:
		c.Level, c.Detail, c.Fix = Warn, err.Error(), "memory reindex"
	case state.Rows < state.Items:
		c.Detail = fmt.Sprintf("sentence vectors: %s of %s; memory mcp and what hooks leave behind make the rest", grouped(state.Rows), grouped(state.Items))
	default:
		c.Detail = fmt.Sprintf("sentence vectors: %s of %s", grouped(state.Rows), grouped(state.Items))
	}
	return c
}

// grouped writes a number with a comma before every three digits.
func grouped(n int) string {
	text := fmt.Sprint(n)
	for at := len(text) - 3; at > 0; at -= 3 {
		text = text[:at] + "," + text[at:]
	}
	return text
}
