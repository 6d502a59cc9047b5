package gates

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"time"

	"github.com/factline/memory/items"
)

// generator makes items of the length and mix of a team's notes: a title of 4 to 8 words, a summary of 12 to 25, a body of 40 to
// 200 in one to three sections, tags and a file; 10 projects; every fifth in Chinese. Words follow Zipf's law over a vocabulary of
// 20,000, as text does: an index of evenly spread words would be too easy to search. Two generators give the same items.
type generator struct {
	rnd     *rand.Rand
	english writer
	chinese writer
}

// writer makes text of one language.
type writer struct {
	words []string
	zipf  *rand.Zipf
	gap   string
	stop  string
}

const vocabulary = 20_000

func newGenerator() *generator {
	rnd := rand.New(rand.NewPCG(Seed, 1))
	zipf := func() *rand.Zipf { return rand.NewZipf(rnd, 1.1, 4, vocabulary-1) }
	g := &generator{rnd: rnd}
	g.english = writer{latinWords(rnd), zipf(), " ", "."}
	g.chinese = writer{hanWords(rnd), zipf(), "", "。"}
	return g
}

// latinWords are syllables put together, two to four a word.
func latinWords(rnd *rand.Rand) []string {
	onset := strings.Fields("b c d f g h j k l m n p r s t v w st tr pl cr gr sh ch")
	nucleus := strings.Fields("a e i o u ai ea ou er or an en in")
	return distinct(func() string {
		var b strings.Builder
		for range 2 + rnd.IntN(3) {
			b.WriteString(onset[rnd.IntN(len(onset))] + nucleus[rnd.IntN(len(nucleus))])
		}
		return b.String()
	})
}

// hanWords are two or three of the 2,000 characters from U+4E00 on.
func hanWords(rnd *rand.Rand) []string {
	return distinct(func() string {
		var b strings.Builder
		for range 2 + rnd.IntN(2) {
			b.WriteRune(rune(0x4E00 + rnd.IntN(2000)))
		}
		return b.String()
	})
}

func distinct(next func() string) []string {
	seen := map[string]bool{}
	words := make([]string, 0, vocabulary)
	for len(words) < vocabulary {
		if w := next(); !seen[w] {
			seen[w] = true
			words = append(words, w)
		}
	}
	return words
}

func (w writer) text(n int) string {
	words := make([]string, n)
	for i := range words {
		words[i] = w.words[w.zipf.Uint64()]
	}
	return strings.Join(words, w.gap)
}

// between is a number from low to high.
func (g *generator) between(low, high int) int { return low + g.rnd.IntN(high-low+1) }

func (g *generator) item(i int) items.Item {
	w := g.english
	if i%5 == 4 {
		w = g.chinese
	}
	var body strings.Builder
	for s := range g.between(1, 3) {
		fmt.Fprintf(&body, "## %s\n\n", w.text(3))
		for range g.between(2, 4) {
			body.WriteString(w.text(g.between(8, 20)) + w.stop + " ")
		}
		fmt.Fprintf(&body, "See `%s_%d`.\n\n", g.english.text(1), s)
	}
	kinds := items.Types()
	kind := kinds[g.rnd.IntN(6)] // fact, decision, preference, policy, lesson, procedure
	it := newItem(kind, w.text(g.between(4, 8)), body.String(), defaultNow.Add(-time.Duration(g.rnd.IntN(365*24))*time.Hour))
	it.Summary = w.text(g.between(12, 25)) + w.stop
	it.Project = fmt.Sprint("project-", g.rnd.IntN(10))
	it.Tags = []string{g.english.words[g.rnd.IntN(50)], g.english.words[50+g.rnd.IntN(50)]}
	it.Refs.Files = []string{fmt.Sprintf("src/%s/%s.go", g.english.text(1), g.english.text(1))}
	return it
}
