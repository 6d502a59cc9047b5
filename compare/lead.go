package compare

import (
	"slices"
	"strings"
)

// A title may be a subject alone ("Deploy day"), and the sentence below it the fact ("We deploy on Tuesdays."). Where the title is the
// fact, the sentence below it gives the reason or the source, and is no claim of its own.

// underTitles compares what stands below the titles, where at least one fact has no claim and each says something of its title there. What the
// titles themselves contradict or correct stays, but where the words below do not bear it out it is not sure: "Deploy day of shop" beside
// "Deploy day of blog".
func underTitles(older, newer *reading, r Result) Result {
	if older.Claim != "" && newer.Claim != "" {
		return r
	}
	a, b := older.below(), newer.below()
	if a == nil || b == nil {
		return r
	}
	below := claims(a, b)
	if r.Relation != Update && r.Relation != Contradiction {
		if below.Relation != Unrelated {
			return below
		}
		return r
	}
	r.Sure = r.Sure && below.Relation == r.Relation && below.Sure && below.New == r.New
	return r
}

// hasForm reports that a word stands in the sentence as it is or with an ending more or less.
func (s sentence) hasForm(norm string) bool {
	for _, t := range s.tokens {
		short, long := norm, t.norm
		if len(short) > len(long) {
			short, long = long, short
		}
		if short == long || len(short) >= 4 && len(long)-len(short) <= 2 && strings.HasPrefix(long, short) {
			return true
		}
	}
	return false
}

// below is the fact with its lead as the claim; itself where it has a claim, nil where its lead says nothing of its title.
func (r *reading) below() *reading {
	if r.Claim != "" {
		return r
	}
	if r.Lead == "" {
		return nil
	}
	if r.led == nil {
		r.led = &reading{Fact: Fact{Title: r.Title, Claim: r.Lead}, titled: r.titled}
	}
	lead := r.led.claim()
	for _, t := range r.title().tokens {
		if t.kind != number && !isTrivial(t) && lead.hasForm(t.norm) {
			return r.led
		}
	}
	return nil
}

// BySubject reports that the title only names what the claim or the lead is about, and says nothing itself.
func (f Fact) BySubject() bool {
	return f.Says() != f.Title && read(f.Title).verb == ""
}

// States reports that a sentence plainly says something of its subject, as few names of a subject do: it has a finite verb among its words, or orders
// something. What only announces a subject ("How releases are made") says nothing.
func States(sentence string) bool {
	for _, asks := range []string{"如何", "怎么", "怎样", "为什么", "什么", "哪"} {
		if strings.HasPrefix(sentence, asks) {
			return false
		}
	}
	raw := scan(sentence)
	if len(raw) < 2 || slices.ContainsFunc(raw, func(r rawToken) bool { return r.han }) {
		return len(raw) > 0 && read(sentence).verb != ""
	}
	switch raw[0].lower {
	case "how", "what", "when", "where", "which", "who", "why":
		return false
	case "always", "never", "use", "prefer", "avoid", "do", "don't", "must":
		return true
	}
	return laterVerb(raw[:len(raw)-1]) // a verb at the end may be a plural: "payment retries"
}

// Says is the sentence that makes the fact: the claim, or else what stands below a title that it says something of, or else the title.
func (f Fact) Says() string {
	r := &reading{Fact: f}
	if f.Claim != "" {
		return f.Claim
	}
	if below := r.below(); below != nil {
		return below.Claim
	}
	return f.Title
}
