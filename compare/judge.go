package compare

import (
	"slices"
	"strings"
	"unicode"
)

// changed answers for a newer text that itself says that something changed.
func changed(a, b sentence, d difference) (Result, bool) {
	if !b.changed || a.changed {
		return Result{}, false
	}
	if len(b.old) > 0 { // it names what held before, and the older one says just that
		named := !slices.ContainsFunc(b.old, func(t token) bool { return !a.hasLike(t) })
		about := slices.ContainsFunc(b.tokens, func(t token) bool { // the value itself is not what both speak of, though it is named once more
			return t.role != predicate && !isTrivial(t) && a.hasLike(t) && !slices.ContainsFunc(b.old, func(o token) bool { return alike(o, t) })
		})
		if already := common(b.old, a.sides.contra); named && about && len(already) < len(b.old) { // "PDF, not HTML" is no news of "PDF instead of HTML"
			return Result{Update, true, words(b.old), words(d.new)}, true
		}
	}
	if r, ok := turned(a, b, d); ok {
		return r, true
	}
	if a.negated != b.negated && len(telling(d.old)) == 0 && len(telling(d.new)) == 0 {
		return Result{Update, true, negation(a), negation(b)}, true
	}
	return Result{}, false
}

// turned answers for a newer text that is against what the older one is for and says what stands in its place: "no longer with yarn but with
// pnpm". It speaks of the same thing only if the older one says nothing else, and it nothing more than the new value.
func turned(a, b sentence, d difference) (Result, bool) {
	if a.sides.both() || !b.sides.both() || a.negated || len(telling(d.old)) > 0 {
		return Result{}, false
	}
	against := common(a.sides.chosen(a.sides.pro), b.sides.contra)
	instead := telling(d.new)
	if len(against) == 0 || len(instead) == 0 || len(in(instead, subject, scope, predicate)) > 0 || len(common(instead, b.sides.pro)) < len(instead) {
		return Result{}, false
	}
	return Result{Update, true, words(against), words(instead)}, true
}

func (s sentence) hasLike(t token) bool {
	return slices.ContainsFunc(s.tokens, func(o token) bool { return alike(o, t) })
}

// judge weighs a difference. The order is from what is certain to what is only likely.
func (d difference) judge(a, b sentence) Result {
	if d.swapped {
		return Result{Contradiction, false, words(a.tokens), words(b.tokens)}
	}
	if turnedRound(a, b) {
		return Result{Relation: Unrelated} // the parent restarts the worker, the worker restarts the parent
	}
	old, new := telling(d.old), telling(d.new)
	switch {
	case len(old) == 0 && len(new) == 0:
		return d.equal(a, b)
	case replaced(a, b, d.old, d.new) && len(old)+len(new) == 1:
		return Result{Relation: Unrelated} // a word that says much in the place of one that says little: "validates requests", "validates responses"
	case len(old) == 0 || len(new) == 0:
		return d.oneSided(a, b, slices.Concat(old, new))
	}
	if a.negated != b.negated {
		return Result{Relation: Unrelated}
	}
	if r, ok := d.valueDiffers(a, b, old, new); ok {
		return r
	}
	if d.paraphrase(a, b, old, new) {
		return Result{Relation: Same}
	}
	return Result{Relation: Unrelated}
}

// equal judges two sentences of the same words.
func (d difference) equal(a, b sentence) Result {
	switch {
	case otherOrder(a, b), // step 1 of job 3 is not step 3 of job 1; merge main into dev, merge dev into main
		a.passive == b.passive && !slices.EqualFunc(a.sequence(name), b.sequence(name), alike):
		return Result{Relation: Unrelated}
	case a.negated != b.negated:
		return Result{Contradiction, false, negation(a), negation(b)}
	case a.loose && b.firm || a.firm && b.loose:
		return Result{Relation: Unrelated} // that it may be and that it must be
	}
	return Result{Relation: Same, Sure: true}
}

// sequence is the tokens of a kind in their order.
func (s sentence) sequence(k kind) (found []token) {
	for _, t := range s.tokens {
		if t.kind == k {
			found = append(found, t)
		}
	}
	return found
}

// Affirmed and Denied stand in Old and New where two facts differ in nothing but which side they take.
const (
	Affirmed = "affirmed"
	Denied   = "denied"
)

// negation says in a word which side a sentence takes.
func negation(s sentence) string {
	if s.negated {
		return Denied
	}
	return Affirmed
}

// oneSided judges two sentences of which one says all that the other says, and more.
func (d difference) oneSided(a, b sentence, extra []token) Result {
	if d.shared == 0 || len(in(extra, scope)) > 0 || slices.ContainsFunc(extra, func(t token) bool { return t.kind == number || t.kind == day }) {
		return Result{Relation: Unrelated}
	}
	room := 0.5 // how much more one may say, as a share of what both say
	if float64(len(extra)) > room*float64(d.shared) {
		return Result{Relation: Unrelated}
	}
	named := slices.ContainsFunc(extra, func(t token) bool { return t.kind == name })
	if named {
		return Result{Relation: Unrelated}
	}
	longer := a
	if len(a.tokens) < len(b.tokens) {
		longer = b
	}
	if len(in(extra, subject)) > 0 && (a.verb != "" || longer.zh && longer.opensWith(extra)) {
		return Result{Relation: Unrelated} // a subject with a qualifier more is another subject
	}
	if a.negated != b.negated {
		return Result{Contradiction, false, negation(a), negation(b)}
	}
	return Result{Relation: Same}
}

// opensWith reports that a sentence begins with these tokens. In Chinese what stands before a noun narrows it, whatever the verb is.
func (s sentence) opensWith(tokens []token) bool {
	return len(s.tokens) > len(tokens) && slices.Equal(s.tokens[:len(tokens)], tokens)
}

// valueDiffers answers where subject and scope agree and one value stands in the place of another.
func (d difference) valueDiffers(a, b sentence, old, new []token) (Result, bool) {
	oldRest, newRest := in(old, subject, scope, predicate), in(new, subject, scope, predicate)
	if len(oldRest) > 0 && len(newRest) > 0 {
		return Result{}, false // another subject, or the same in other words
	}
	oldValue, newValue := in(old, value), in(new, value)
	if len(oldValue) == 0 || len(newValue) == 0 || d.shared == 0 {
		return Result{}, false
	}
	rest := slices.Concat(oldRest, newRest)
	if len(in(rest, scope, subject)) > 0 || slices.ContainsFunc(rest, func(t token) bool { return t.kind != word && t.kind != han }) {
		return Result{}, false
	}
	update := Result{Update, len(rest) == 0 && certain(a, b, oldValue, newValue), words(oldValue), words(newValue)}
	ofOld, okOld := one(oldValue, number)
	ofNew, okNew := one(newValue, number)
	if okOld && okNew {
		if ofOld.dim != ofNew.dim && ofOld.dim != "" && ofNew.dim != "" || len(oldValue) > 1 && len(newValue) > 1 {
			return Result{}, false
		}
		return update, true
	}
	if okOld != okNew {
		return Result{}, false
	}
	if _, ok := one(oldValue, day); ok {
		_, ok = one(newValue, day)
		return update, ok
	}
	if !d.singleValued(a, b) {
		return Result{}, false
	}
	return update, true
}

// certain reports that one value stands exactly where the other stood, in a sentence that has room for one: only then may a
// program replace the older fact.
func certain(a, b sentence, old, new []token) bool {
	if !b.changed && (a.past || b.past || a.verb != b.verb || !slices.Equal(around(a, old), around(b, new))) {
		return false
	}
	if !b.changed && slices.ContainsFunc(slices.Concat(old, new), func(t token) bool { return t.recurs() || t.when }) && !(a.hasAttribute() && b.hasAttribute() || a.oneTime && b.oneTime || b.verb == "be" && !b.placed) {
		return false // it may be done at both times
	}
	if !b.changed && a.verb == "have" {
		return false // how many there are: perhaps of another kind, or counted elsewhere
	}
	if a.zh && a.verb == "" && len(old) == 1 && old[0].kind == number && old[0].dim == "" && slices.ContainsFunc(a.tokens, func(t token) bool { return t.kind == han }) {
		return false // an unknown verb may have many objects: 防火墙开放端口 8080
	}
	if len(old) == 1 && old[0].kind == number {
		return len(new) == 1 && (!a.several() || counts(a, old[0]) && counts(b, new[0]))
	}
	if !b.changed && (!(plain(old) && plain(new)) || participle(old) || participle(new)) {
		return false
	}
	named := func(t token) bool { return t.kind == word }
	if slices.ContainsFunc(slices.Concat(old, new), func(t token) bool { return t.kind == number }) {
		return false // two figures differ, or one beside a name
	}
	if len(old) > 2 || len(new) > 2 || !a.zh && len(old) != len(new) && slices.ContainsFunc(slices.Concat(old, new), named) {
		return false
	}
	return a.hasAttribute() && b.hasAttribute() || b.changed || old[0].kind == day || single()[b.verb] || b.verb == "use" && b.purpose ||
		b.verb == "be" && old[0].kind == name && new[0].kind == name
}

// plain reports a value that is one word, or a day, or Chinese. A host, a path, an image, a file or the name of an event holds the thing
// that it belongs to ("api.example.com" beside "staging.example.com"), and so does what stands behind a name in brackets ("Alice
// (backend)"): another such value need not replace the first.
func plain(value []token) bool {
	words := 0
	for _, t := range value {
		switch {
		case t.kind == number || t.kind == day || t.kind == han:
			continue
		case strings.ContainsFunc(t.text, func(r rune) bool { return !unicode.IsLetter(r) }), environments()[strings.ToLower(t.text)]:
			return false
		}
		words++
	}
	return words <= 1
}

// participle reports a value that says what is done with a thing, of which one is true beside another ("is documented", "is validated").
func participle(value []token) bool {
	return len(value) == 1 && value[0].kind == word && strings.HasSuffix(strings.ToLower(value[0].text), "ed")
}

// environments name where something holds, also where they stand for a value.
var environments = set("prod production staging stage stg dev development test testing qa uat local ci preview canary")

// around is a sentence without the tokens that differ, in order.
func around(s sentence, without []token) (norms []string) {
	for _, t := range s.tokens {
		if !slices.Contains(without, t) {
			norms = append(norms, t.norm)
		}
	}
	return norms
}

// several reports a verb that has several objects at a time.
func (s sentence) several() bool {
	if s.zh {
		return zhMany()[s.verb]
	}
	return many()[s.verb]
}

// counts reports that a number says how many of something there are, and not which one.
func counts(s sentence, n token) bool {
	if n.dim != "" {
		return true
	}
	i := slices.Index(s.tokens, n)
	return i >= 0 && i+1 < len(s.tokens) && s.tokens[i+1].role == value
}

// one is the token of a kind, if there is exactly one.
func one(tokens []token, k kind) (found token, ok bool) {
	for _, t := range tokens {
		if t.kind == k {
			if ok {
				return t, false
			}
			found, ok = t, true
		}
	}
	return found, ok
}

// singleValued reports that what the sentences say can have one value at a time.
func (d difference) singleValued(a, b sentence) bool {
	verb := b.verb
	if a.verb != verb && a.verb != "be" && b.verb != "be" {
		return false
	}
	if b.changed {
		return true
	}
	if a.hasAttribute() && b.hasAttribute() {
		return true
	}
	switch {
	case verb == "" || a.verb == "":
		return false
	case verb == "use":
		return a.purpose && b.purpose
	case b.several(), !b.zh && placing()[verb] && !(a.placed && b.placed):
		return false // the object, and one may store many things
	case verb == "be":
		names := func(tokens []token) bool {
			return slices.ContainsFunc(in(tokens, value), func(t token) bool { return t.kind == name })
		}
		return names(d.old) && names(d.new)
	}
	return true
}

// replaced reports that one word stands exactly where another stood and all else is said in the same order.
func replaced(a, b sentence, old, new []token) bool {
	return len(old) == 1 && len(new) == 1 && len(a.tokens) == len(b.tokens) && slices.Index(a.tokens, old[0]) == slices.Index(b.tokens, new[0]) &&
		slices.Equal(around(a, old), around(b, new))
}

// paraphrase reports that two sentences share all their names and numbers and most of their words.
func (d difference) paraphrase(a, b sentence, old, new []token) bool {
	for _, t := range slices.Concat(old, new) {
		if t.kind != word && t.kind != han {
			return false
		}
	}
	if a.loose && b.firm || a.firm && b.loose {
		return false
	}
	all := d.shared + len(old) + len(new)
	if len(old) == 1 && len(new) == 1 && (old[0].role == new[0].role || d.shared < 3 || replaced(a, b, old, new)) {
		return false // one word in the place of another
	}
	share := float64(d.shared) / float64(all)
	if a.zh {
		return share >= 0.7
	}
	return share >= 0.6
}
