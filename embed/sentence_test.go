package embed_test

import (
	"context"
	"errors"
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/factline/memory/embed"
	"github.com/factline/memory/embed/embedtest"
	"github.com/factline/memory/projections"
)

var _ projections.Embedder = (*embed.Sentence)(nil)

func TestSentenceConforms(t *testing.T) { embedtest.Conformance(t, embed.NewSentence()) }

// Each question must be nearest to its own fact, with next to no word in common.
func TestSentenceFindsTheMeaning(t *testing.T) {
	facts := []string{
		"Lists page by cursor; offset scans broke past 100k rows.",
		"Passwords are hashed with bcrypt before they are stored.",
		"The nightly backup of the database is kept for thirty days.",
		"A failed payment is tried three times, then a mail is sent.",
		"The frontend is written in TypeScript and React.",
	}
	s := embed.NewSentence()
	for question, fact := range map[string]int{
		"how do we walk through many records": 0, "is it safe how user credentials are kept": 1, "can I restore what was deleted last week": 2,
		"what happens when a credit card is declined": 3, "which framework is used in the browser": 4,
	} {
		asked := vector(t, s, question)
		best, most := -1, math.Inf(-1)
		for i, text := range facts {
			if c := cosine(asked, vector(t, s, text)); c > most {
				best, most = i, c
			}
		}
		if best != fact {
			t.Errorf("%q is nearest to %q", question, facts[best])
		}
	}
}

func TestSentenceKnowsLatinTextsOnly(t *testing.T) {
	s := embed.NewSentence()
	for text, want := range map[string]bool{"How are lists paged?": true, "列表接口使用游标分页": false, "": false, "123": false} {
		if s.Knows(text) != want {
			t.Errorf("%q: want %v", text, want)
		}
	}
	if n := embedtest.Norm(vector(t, s, "列表接口使用游标分页，偏移扫描变慢。")); n != 0 {
		t.Errorf("a Chinese text has norm %v", n)
	}
}

func TestSentenceReadsTheBeginningOfALongText(t *testing.T) {
	s := embed.NewSentence()
	long := strings.Repeat("word ", 300)
	if !slices.Equal(vector(t, s, long), vector(t, s, long+"and another end")) {
		t.Error("what follows the 254th piece changes the vector")
	}
}

func TestSentenceStopsWhenItsContextEnds(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := embed.NewSentence().Embed(ctx, make([]string, 3)); !errors.Is(err, context.Canceled) {
		t.Errorf("error %v", err)
	}
}
