package compare

import "context"

// Meaning is what is asked of vectors and dictionaries about facts that the rules over words alone do not join. The zero value asks nothing.
type Meaning struct {
	// Words is how near two words are, from -1 to 1, and of sentences the sums of their words.
	Words func(a, b string) float64
	// Sentences is how near two sentences are to a network of sentences; ok is false where they are not of the language that it knows. It may
	// take milliseconds, and is asked only for two facts that their words do not tell apart.
	Sentences func(ctx context.Context, a, b string) (cosine float64, ok bool)
	// Pieces are the vectors of the parts of words of a sentence, each as it is meant there; none where the network does not know the language.
	Pieces func(ctx context.Context, text string) [][]float32
	// Cut cuts a run of Chinese into words; known are words that it may not know.
	Cut func(run string, known func(word string) bool) []string
	// English are the meanings of a word of Chinese in English, the most usual first.
	English func(word string) []string
}

// nearness is how near two sentences are: to the network, and in Chinese, which it does not know, by the sums of their words.
func (m Meaning) nearness(ctx context.Context, a, b string) (cosine float64, ok bool) {
	if hanIn(a) || hanIn(b) {
		return m.Words(a, b), hanIn(a) == hanIn(b)
	}
	return m.Sentences(ctx, a, b)
}

// Facts compares an older fact with a newer one by rules, and where these find nothing by meaning.
func (m Meaning) Facts(ctx context.Context, older, newer Fact) Result {
	return m.To(ctx, newer)(older)
}

// To is Facts with one newer fact and many older ones. Use it from one goroutine.
func (m Meaning) To(ctx context.Context, newer Fact) func(older Fact) Result {
	if m.Words == nil || m.Sentences == nil || m.Cut == nil {
		return To(newer)
	}
	b := &reading{Fact: newer}
	var said *wording
	return func(older Fact) Result {
		a := &reading{Fact: older}
		r := facts(a, b)
		if r.Sure && r.Relation != Same || r.Relation == Update || r.Relation == Contradiction {
			return r
		}
		if said == nil {
			w := m.wording(b.spoken())
			said = &w
		}
		p := pair{m: m, a: m.wording(a.spoken()), b: *said}
		if r.Relation == Same {
			return keptApart(a, b, agreeOnSides(p.confirmed(ctx, r), p.a.text, p.b.text, Similar), Similar)
		}
		if listed(a, b) {
			return r
		}
		titles := r
		r = keptApart(a, b, agreeOnSides(p.compare(ctx), p.a.text, p.b.text, Similar), Similar)
		if r.Relation != Unrelated && older.Claim != "" && newer.Claim != "" {
			if p.apart(a, b) {
				return Result{Relation: Unrelated} // the titles speak of different things
			}
			r, _ = numbered(a, b, r)
		}
		if r.Relation == Unrelated {
			return m.titles(ctx, a, b, titles)
		}
		return r
	}
}

// titles compares two titles that are claims, where the sentences below them have nothing to do with each other; r is what the rules say.
func (m Meaning) titles(ctx context.Context, a, b *reading, r Result) Result {
	if r.Relation == Similar || a.labels() || b.labels() || a.Claim == "" && b.Claim == "" || !a.title().tells() || !b.title().tells() || heldApart(a.Claim, b.Claim) || ofTwoThings(a.title(), b.title()) {
		return r
	}
	p := pair{m: m, a: m.wording(&reading{Fact: Fact{Title: a.Title}, titled: a.titled}), b: m.wording(&reading{Fact: Fact{Title: b.Title}, titled: b.titled})}
	t := agreeOnSides(p.compare(ctx), p.a.text, p.b.text, Similar)
	if t.Sure = false; t.Relation == Same {
		t = Result{Relation: Similar}
	}
	return keptApart(a, b, t, Similar)
}

// spoken is the fact with the sentence that says something: the lead below a title that is no more than a subject.
func (r *reading) spoken() *reading {
	if r.Claim == "" && r.title().verb == "" {
		if below := r.below(); below != nil {
			return below
		}
	}
	return r
}

// wording reads what a fact says.
func (m Meaning) wording(r *reading) wording {
	text := r.text()
	if bounded(text) == text && boundedZh(text) == text {
		return m.words(text, r.says())
	}
	return m.read(text)
}

// read reads a text.
func (m Meaning) read(text string) wording {
	s := read(bounded(text))
	if s.zh {
		s = read(boundedZh(text))
	}
	return m.words(text, s)
}
