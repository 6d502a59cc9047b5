// Package compare says how two facts stand to each other: the same in other words, one value corrected, a contradiction, or nothing
// that concerns the other. It reads one sentence of English or Chinese at a time, by rules over words, numbers, names, negation
// and scope. It is pure and knows no items, projects or trust: who may replace what is for writeservice, and which cases are open is
// for govern. It never compares across languages.
package compare

// Relation is how a newer fact stands to an older one.
type Relation string

const (
	Same          Relation = "same"          // one fact, other words
	Update        Relation = "update"        // another value for the same thing, or the newer one says that something changed
	Contradiction Relation = "contradiction" // they deny each other
	Unrelated     Relation = "unrelated"     // both can be true
	Similar       Relation = "similar"       // perhaps one fact in other words; only Meaning says it, and a person decides
)

// Fact is what is compared of an item: its title, and the sentence that it claims ("" = the title is the claim, or Lead is).
type Fact struct {
	Title, Claim string
	Lead         string // first sentence of what is written below the title
}

// Result is a relation with what it rests on.
type Result struct {
	Relation Relation
	// Sure says that nothing but the value differs, or that the newer fact itself says what changed: a program may act on it.
	Sure bool
	// Old and New are what differs, as it stands in the two texts; empty for Same and Unrelated.
	Old, New string
}

// Facts compares an older fact with a newer one.
func Facts(older, newer Fact) Result { return To(newer)(older) }

// To is Facts with one newer fact and many older ones: the newer is read once. Use it from one goroutine.
func To(newer Fact) func(older Fact) Result {
	b := &reading{Fact: newer}
	return func(older Fact) Result { return facts(&reading{Fact: older}, b) }
}

func facts(older, newer *reading) Result {
	r := underTitles(older, newer, claims(older, newer))
	if r.Relation == Unrelated || r.Relation == Same {
		if valued, ok := underLabel(older, newer); ok {
			r = valued
		}
	}
	r = byTitles(older, newer, agreeOnSides(r, older.spoken().text(), newer.spoken().text(), Unrelated))
	if r.Relation == Update && listed(older, newer) {
		return Result{Relation: Unrelated}
	}
	return keptApart(older, newer, byBounds(older, newer, r), Unrelated)
}

func claims(older, newer *reading) Result {
	r := sentences(older.says(), newer.says())
	if r.Relation == Unrelated || older.Claim == "" || newer.Claim == "" {
		return r
	}
	onlyOld, onlyNew := older.alone(newer), newer.alone(older)
	if len(onlyOld) > 0 && len(onlyNew) > 0 {
		// The two titles speak of different things: "Service A port" beside "Service B port", whose claims may both be "It is 8080".
		return Result{Relation: Unrelated}
	}
	if r, ok := numbered(older, newer, r); ok {
		return r
	}
	r.Sure = r.Sure && (r.Relation != Update || !narrower(older, newer, onlyOld, onlyNew))
	return r
}

// narrower reports that one title is the other with a qualifier more, of which the claims do not speak ("Debug port of the API" beside
// "Port of the API", where both claim "The port is ..."): perhaps another thing, so that no program may replace the one by the other.
// onlyOld and onlyNew are what the two titles have alone.
func narrower(older, newer *reading, onlyOld, onlyNew []token) bool {
	within := func(a, b *reading) bool { return len(missing(a.title(), b.title())) == 0 }
	return len(onlyNew) > 0 && within(older, newer) || len(onlyOld) > 0 && within(newer, older)
}

// reading is a fact with its sentences, each read when it is asked for and then kept. Nothing changes a sentence that was read.
type reading struct {
	Fact
	titled, claimed, said *sentence
	led                   *reading // with the lead as its claim
}

func (r *reading) title() sentence { return once(&r.titled, r.Title) }
func (r *reading) claim() sentence { return once(&r.claimed, r.Claim) }

func once(at **sentence, text string) sentence {
	if *at == nil {
		s := read(text)
		*at = &s
	}
	return **at
}

// says is the sentence to compare. A text that was read already is not read again.
func (r *reading) says() sentence {
	if r.said == nil {
		switch text := r.text(); text {
		case r.Claim:
			r.claim()
			r.said = r.claimed
		case r.Title:
			r.title()
			r.said = r.titled
		default:
			once(&r.said, text)
		}
		if namesTime(r.Title) {
			s := *r.said
			s.oneTime = true
			r.said = &s
		}
	}
	return *r.said
}

// text is what is compared: the title, where the claim is missing or says "it" of what the title names.
func (r *reading) text() string {
	if r.Claim == "" {
		return r.Title
	}
	if s := r.claim(); s.verb != "be" || len(telling(in(s.tokens, subject))) > 0 {
		return r.Claim
	}
	return r.Title + ": " + r.Claim
}

// alone are the telling words of a title that neither its own claim nor the other fact has.
func (r *reading) alone(other *reading) []token {
	return missing(r.title(), other.title(), other.claim(), r.claim())
}

// missing are the telling words of a title that stand in none of the other texts.
func missing(title sentence, others ...sentence) (out []token) {
	for _, t := range title.tokens {
		if t.kind == number || isTrivial(t) {
			continue
		}
		there := false
		for _, o := range others {
			there = there || o.has(t.norm)
		}
		if !there {
			out = append(out, t)
		}
	}
	return out
}

// sentences compares two claims.
func sentences(a, b sentence) Result {
	if len(a.tokens) == 0 || len(b.tokens) == 0 {
		return Result{Relation: Unrelated}
	}
	d := differ(a, b)
	if d.onlyWhen(a, b) {
		return Result{Relation: Unrelated}
	}
	if r, ok := opposed(a, b, d); ok {
		return r
	}
	if r, ok := exclusive(a, b, d); ok {
		return r
	}
	if r, ok := changed(a, b, d); ok {
		return r
	}
	return d.judge(a, b)
}
