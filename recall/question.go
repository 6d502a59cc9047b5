package recall

import (
	"cmp"
	"math"
	"slices"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/factline/memory/projections"
)

// question is a query text taken apart.
//
// A unit is one thing that is asked about: a word, a whole identifier or path, or one CJK character. Units have mass (how much
// they narrow the store down); relevance is the share of mass that an item covers. A term is what is looked up; it covers one unit
// (a word), a share of one (a part of an identifier), two (a pair of CJK characters), or those of a word that it translates.
type question struct {
	prompt  // what was read of the query
	units   []unit
	terms   []term    // known to the store, at most MaxTerms, in the order of the text
	others  []other   // other words for units, as far as there is room beside the terms
	mass    float64   // what full coverage weighs; > 0 if there are units
	unseen  float64   // mass of a word that the store has never seen
	full    float64   // BM25F of a document that holds each unit once in its body
	words   []string  // in sequence, for phrases
	pairs   []pair    // of neighbouring words
	strange bool      // in a script or a language that the store does not hold: words find next to nothing (tongue.go)
	alone   float64   // the cosine that then passes the floor
	fluent  float64   // how much vectors count for it, 0..1
	enough  float64   // covered mass, in unseen words, that is enough evidence
	topics  []topic   // the parts that count for themselves
	times   []stretch // that the text names
	agent   namedAgent
}

type unit struct {
	start, end int // bytes in text
	mass       float64
	idf        float64
	rare       float64 // how rare it is in BM25; 0 = the store does not hold it
	share      float64 // of its mass that it keeps; less for words of asking and of any working session
	known      bool    // the store has it, or another word of the trade for it; a translation is too loose to say so
	aside      bool    // a word of asking or of any working session
	free       bool    // a word of a time, or the name of the agent that is asked about: what holds it gains by it, and nothing is missing where it is not held
}

type term struct {
	text   string
	ident  bool // look up in Paths and Idents only
	beside bool // only of what stands beside the question
	df     int  // live documents
	weight float64
	covers []cover
}

// cover says how much of a unit a term covers where it is found.
type cover struct {
	unit  int
	share float64 // 1 = the unit itself; else one part of it, and parts add up
}

// clip keeps the head and the tail of a long text: what is asked stands before or after what was pasted.
func clip(text string, limit int) string {
	text = strings.ToValidUTF8(text, " ")
	if len(text) <= limit {
		return text
	}
	head, tail := limit/2, len(text)-limit/2
	for !utf8.RuneStart(text[head]) {
		head--
	}
	for !utf8.RuneStart(text[tail]) {
		tail++
	}
	return text[:head] + "\n" + text[tail:]
}

func parse(ix index, text string, now time.Time, w Weights) question {
	q := question{prompt: readFirst(text, w.MaxText, func(sentence string) bool { return names(ix, sentence, w) })}
	meant := q.meant()
	if w.When > 0 {
		q.times = stretches(meant, now)
	}
	b := builder{prompt: q.prompt, ix: ix, w: w, byText: map[string]int{}}
	analysed := b.read()
	b.timeWords(q.times)
	q.agent = agentIn(meant)
	b.agentWord(q.agent)
	b.writtenOtherwise()
	b.joinPhrasals()
	b.relate()
	b.correct()
	b.translateWords(analysed)
	b.standBeside()
	q.units = b.units
	q.mass = b.heaviest(func(u unit) float64 { return u.mass }, b.mass(0))
	q.unseen = b.mass(0)
	q.full = b.heaviest(func(u unit) float64 { return u.idf }, b.idf(0))
	q.terms = b.heaviestTerms()
	q.others = b.heaviestOthers(w.MaxTerms - len(q.terms))
	asking := slices.DeleteFunc(analysed, func(t projections.Term) bool { return t.Start >= len(meant) })
	q.words = sequence(asking)
	q.pairs = b.pairs(asking)
	known := ix.Known(meant)
	q.fluent = min(1, max(w.Unknown, (known-w.KnownLow)/(w.KnownHigh-w.KnownLow)))
	q.strange, q.alone = known >= w.KnownLow && b.strange(), w.alone(ix.Len())
	if !q.strange && known >= w.KnownHigh && (b.foreign() || b.english()) {
		q.strange, q.alone = true, q.alone+w.AloneLatin
	}
	q.enough = b.enough(q.question, 0, len(q.text))
	q.topics = b.topics(q.unseen)
	return q
}

// read makes the units and terms of the text, and returns its words in reading order.
func (b *builder) read() []projections.Term {
	meant := b.meant()
	analysed := b.ix.Analyze(blankAsk(meant) + blankAsk(b.text[len(meant):]))
	slices.SortStableFunc(analysed, func(a, b projections.Term) int {
		return cmp.Or(a.Start-b.Start, b.End-a.End, cmp.Compare(a.Text, b.Text))
	})
	for rest := analysed; len(rest) > 0; {
		n := overlapping(rest)
		if rest[0].CJK {
			b.addRun(rest[:n])
		} else {
			b.addWord(rest[:n])
		}
		rest = rest[n:]
	}
	return analysed
}

// overlapping counts the leading terms that make one word with all its parts, or one run of CJK characters. Terms are sorted
// by start, longest first.
func overlapping(terms []projections.Term) int {
	end := terms[0].End
	for n := 1; n < len(terms); n++ {
		if terms[n].Start >= end || terms[n].CJK != terms[0].CJK {
			return n
		}
		end = max(end, terms[n].End)
	}
	return len(terms)
}

// builder collects units and terms; byText finds a term again, because a repeated word asks nothing new.
type builder struct {
	prompt
	ix     index
	w      Weights
	units  []unit
	terms  []term
	others []other

	phrasals []phrasal
	byText   map[string]int
}

// mass is how much a term that df documents hold narrows the store down.
func (b *builder) mass(df int) float64 {
	return math.Log(1 + (float64(b.ix.Len())+b.w.Background)/float64(df+1))
}

func (b *builder) idf(df int) float64 { return idf(b.ix.Len(), df) }

// add returns the number of the term and whether it is new. A word that is also an identifier is looked up everywhere.
func (b *builder) add(t projections.Term, weight float64) (n int, fresh bool) {
	if n, ok := b.byText[t.Text]; ok {
		b.terms[n].ident = b.terms[n].ident && t.Ident
		b.terms[n].weight = max(b.terms[n].weight, weight)
		return n, false
	}
	b.byText[t.Text] = len(b.terms)
	b.terms = append(b.terms, term{text: t.Text, ident: t.Ident, df: b.ix.DocFreq(t.Text), weight: weight})
	return len(b.terms) - 1, true
}

// addWord makes one unit of a word, identifier or path with all its parts.
func (b *builder) addWord(group []projections.Term) {
	start, end := group[0].Start, group[0].End
	for _, t := range group {
		end = max(end, t.End)
	}
	end = min(end, len(b.text))
	// The parts of an identifier carry the range of the whole; its text tells them apart.
	name := strings.ToLower(strings.ReplaceAll(b.text[start:end], `\`, "/"))
	var whole, parts []int
	var partMass float64
	fresh := false
	rarest := math.MaxInt
	for _, t := range group {
		isWhole := t.Start == start && t.End == end && !(t.Ident && t.Text != name)
		weight := 1.0
		if !isWhole {
			weight = b.w.IdentPart
		}
		n, isNew := b.add(t, weight)
		if slices.Contains(whole, n) || slices.Contains(parts, n) {
			continue
		}
		fresh = fresh || isNew
		if df := b.terms[n].df; df > 0 {
			rarest = min(rarest, df)
		}
		if isWhole {
			whole = append(whole, n)
		} else {
			parts = append(parts, n)
			partMass += b.mass(b.terms[n].df)
		}
	}
	if !fresh {
		return // all of it was asked before
	}
	if rarest == math.MaxInt {
		rarest = 0
	}
	u := unit{start: start, end: end, mass: b.mass(rarest), idf: b.idf(rarest), known: rarest > 0}
	share := b.share(start, end)
	u.mass *= share
	u.idf *= share
	if u.known {
		u.rare = b.idf(rarest)
	}
	u.share, u.aside = share, share == b.w.AskWord
	b.units = append(b.units, u)
	for _, n := range whole {
		b.terms[n].covers = append(b.terms[n].covers, cover{unit: len(b.units) - 1, share: 1})
	}
	for _, n := range parts {
		share := b.w.PartCover * b.mass(b.terms[n].df) / partMass
		b.terms[n].covers = append(b.terms[n].covers, cover{unit: len(b.units) - 1, share: share})
	}
}

// timeWords marks the words of time: what holds them gains by them, and nothing is missing where they are not held. Those of a time told
// from now weigh little even there, because an item's last week is another one.
func (b *builder) timeWords(named []stretch) {
	for n := range b.units {
		u := &b.units[n]
		var relative bool
		if u.free, relative = timed(u.start, named); !relative {
			continue
		}
		u.mass, u.idf = u.mass*b.w.AskWord, u.idf*b.w.AskWord
		for t := range b.terms {
			if slices.ContainsFunc(b.terms[t].covers, func(c cover) bool { return c.unit == n }) {
				b.terms[t].weight = min(b.terms[t].weight, b.w.AskWord)
			}
		}
		for o := range b.others {
			if slices.Contains(b.others[o].units, n) {
				b.others[o].weight = min(b.others[o].weight, b.w.AskWord)
			}
		}
	}
}

// unitsIn are the units of a part of the text.
func (b *builder) unitsIn(start, end int) (in []int) {
	for n, u := range b.units {
		if start <= u.start && u.start < end {
			in = append(in, n)
		}
	}
	return in
}

// enough is the evidence that a part of the text asks for. It is less for a question of which the store knows every word that names something, or
// another word for it.
func (b *builder) enough(question bool, start, end int) float64 {
	unknown := func(n int) bool { u := b.units[n]; return !u.known && u.mass > 0 && !u.aside && !u.free }
	if question && !slices.ContainsFunc(b.unitsIn(start, end), unknown) {
		return b.w.EnoughAsked
	}
	return b.w.Enough
}

// share is how much of its mass a word keeps.
func (b *builder) share(start, end int) float64 {
	switch word := b.text[start:end]; {
	case isTopicNoun(word) && b.asks(start):
		return b.w.AskedNoun
	case isAskWord(word) || isWorkWord(word) || isHandled(word) && b.commands(start):
		return b.w.AskWord
	}
	return 1
}

// heaviest adds up the largest MassUnits weights of all units. It is at least that of one unseen word: covering one common word is
// no answer.
func (b *builder) heaviest(weight func(unit) float64, least float64) float64 {
	if len(b.units) == 0 {
		return 0
	}
	weights := make([]float64, len(b.units))
	for i, u := range b.units {
		if !u.free {
			weights[i] = weight(u)
		}
	}
	slices.SortFunc(weights, func(x, y float64) int { return cmp.Compare(y, x) })
	var sum float64
	for _, v := range weights[:min(len(weights), b.w.MassUnits)] {
		sum += v
	}
	return max(sum, least)
}

// heaviestTerms are the known terms in the order of the text: the rarest MaxTerms of them.
func (b *builder) heaviestTerms() []term {
	known := slices.DeleteFunc(slices.Clone(b.terms), func(t term) bool { return t.df == 0 })
	if len(known) <= b.w.MaxTerms {
		return known
	}
	byDF := slices.Clone(known)
	slices.SortStableFunc(byDF, func(x, y term) int {
		return cmp.Or(boolCompare(x.beside, y.beside), x.df-y.df, cmp.Compare(x.text, y.text))
	})
	kept := map[string]bool{}
	for _, t := range byDF[:b.w.MaxTerms] {
		kept[t.text] = true
	}
	return slices.DeleteFunc(known, func(t term) bool { return !kept[t.text] })
}

// sequence is the words and CJK pairs of a text in reading order, for phrases.
func sequence(terms []projections.Term) []string {
	var words []string
	for _, t := range terms {
		if !t.Ident && !(t.CJK && utf8.RuneCountInString(t.Text) < 2) {
			words = append(words, t.Text)
		}
	}
	return words
}

func boolCompare(a, b bool) int {
	switch {
	case a == b:
		return 0
	case b:
		return -1
	}
	return 1
}
