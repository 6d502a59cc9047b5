package compare

import "context"

// Facts whose words tell them apart may still be one, in words that no rule knows. Nothing is decided on that: the writer and the reviewer are
// told. So the bound may be low. What shares most of its words with the other was told apart by the rest, and is not asked about.

// The bounds were set on the pairs in view, so that of unrelated facts that were made to be near misses one in four is named, and of
// ordinary neighbours hardly one in thirty.
const (
	mostShared  = 0.4  // of the words of both: from here on the words that differ have decided
	resemblesEn = 0.62 // cosine of two sentences
	resemblesZh = 0.65 // cosine of the sums of their words
)

// Resembles returns a function that says how near an older fact is in meaning to the newer one, and whether that is near enough to name it. It
// is for facts that comparing found unrelated. Use it from one goroutine.
func (m Meaning) Resembles(ctx context.Context, newer Fact) func(older Fact) (nearness float64, ok bool) {
	var b *wording
	return func(older Fact) (float64, bool) {
		if m.Words == nil || m.Sentences == nil || m.Cut == nil {
			return 0, false
		}
		if b == nil {
			w := m.read(newer.whole())
			b = &w
		}
		a := m.read(older.whole())
		if a.zh != b.zh || len(a.words) == 0 || len(b.words) == 0 || a.shared(*b) >= mostShared {
			return 0, false
		}
		bound := resemblesEn
		if a.zh {
			bound = resemblesZh
		}
		nearness, ok := m.Sentences(ctx, spelled(older.whole()), spelled(newer.whole()))
		return nearness, ok && nearness >= bound
	}
}

// whole is all that a fact says, its subject with it.
func (f Fact) whole() string {
	text := f.Title
	for _, more := range []string{f.Claim, f.Lead} {
		if text == "" {
			text = more
		} else if more != "" {
			return text + ": " + more
		}
	}
	return text
}

// shared is the part of the words of two wordings that both have, by the letter.
func (w wording) shared(o wording) float64 {
	taken := make([]bool, len(o.words))
	both := 0
	for _, x := range w.words {
		for j, y := range o.words {
			if !taken[j] && x.equal(y) {
				taken[j] = true
				both++
				break
			}
		}
	}
	return float64(both) / float64(len(w.words)+len(o.words)-both)
}
