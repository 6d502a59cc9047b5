package compare

import (
	"slices"
	"strings"
)

// turnedRound reports that the same verb has its subject and its object exchanged: "X restarts Y" beside "Y restarts X on every change", or beside
// "X is restarted by Y". What either says beyond that does not make them one fact again.
func turnedRound(a, b sentence) bool {
	if a.zh || b.zh {
		return a.zh && b.zh && turnedZh(a, b)
	}
	for i, t := range a.tokens {
		if i == 0 || i == len(a.tokens)-1 || t.kind != word || isMutual(t.norm) {
			continue
		}
		for j, o := range b.tokens {
			if j == 0 || j == len(b.tokens)-1 || !sameAct(a, t, b, o) {
				continue
			}
			if exchanged(a.tokens[:i], a.tokens[i+1:], b.tokens[:j], b.tokens[j+1:], suffers(a, t) != suffers(b, o)) {
				return true
			}
		}
	}
	return false
}

// sameAct reports that two words are the verbs of their sentences, or may be: a verb that no list knows has its ending, or is denied.
func sameAct(a sentence, x token, b sentence, y token) bool {
	if x.kind != y.kind || strings.TrimRight(x.norm, "iy") != strings.TrimRight(y.norm, "iy") { // notifies, notified
		return false
	}
	if a.verb != "" && b.verb != "" && a.verb != "be" && b.verb != "be" {
		return x.role == predicate && y.role == predicate
	}
	acts := func(s sentence, t token) bool {
		return t.role == predicate || strings.HasSuffix(t.text, "s") || s.negated || suffers(s, t)
	}
	return (x.text == y.text || suffers(a, x) != suffers(b, y)) && acts(a, x) && acts(b, y)
}

// suffers reports that the subject is what the verb is done to: "is called by". "Deploys by hand" is not that.
func suffers(s sentence, verb token) bool { return s.passive && strings.HasSuffix(verb.text, "ed") }

// exchanged compares what stands before and after the verb of two sentences. Of the subject its last words count, which name it: "in production, the worker".
func exchanged(before, after, otherBefore, otherAfter []token, oneSuffers bool) bool {
	if slices.EqualFunc(before, otherBefore, sameName) {
		return oneSuffers && (begins(after, otherAfter) || begins(otherAfter, after)) && !slices.EqualFunc(before, after, sameName)
	}
	return !oneSuffers && endsAsBegins(before, otherAfter) && endsAsBegins(otherBefore, after)
}

// endsAsBegins reports that the object that opens rest is what the words of a subject end with.
func endsAsBegins(subject, rest []token) bool {
	for i := range subject {
		if begins(rest, subject[i:]) {
			return true
		}
	}
	return false
}

func begins(words, with []token) bool {
	return len(words) >= len(with) && slices.EqualFunc(words[:len(with)], with, sameName)
}

// sameName is alike, also where a name begins one of the sentences and was read as a word there.
func sameName(x, y token) bool { return alike(x, y) || strings.EqualFold(x.text, y.text) }

// mutual verbs say of both sides the same.
const mutual = "match equal differ conflict overlap coincide resemble"

func isMutual(norm string) bool {
	for verb := range strings.FieldsSeq(mutual) {
		if verb == norm || stem(verb) == norm {
			return true
		}
	}
	return false
}

// turnedZh is turnedRound for Chinese, where no list knows where a word ends: what opens the one follows the verb in the other, and the other way round.
// The verb is what stands before both objects.
func turnedZh(a, b sentence) bool {
	if len(a.tokens) < 3 || len(b.tokens) < 3 {
		return false
	}
	if a.passive != b.passive {
		return sufferedZh(a.tokens, b.tokens, b.passive) || sufferedZh(b.tokens, a.tokens, a.passive)
	}
	if a.passive {
		return false
	}
	for p := 1; p < len(a.tokens); p++ {
		for q := 1; q < len(b.tokens); q++ {
			if alike(a.tokens[p], b.tokens[0]) && alike(b.tokens[q], a.tokens[0]) && exchangedZh(a.tokens, p, b.tokens, q) {
				return true
			}
		}
	}
	return false
}

// exchangedZh: the object of a begins at p, that of b at q.
func exchangedZh(a []token, p int, b []token, q int) bool {
	for n := 1; n <= min(p, q) && alike(a[p-n], b[q-n]); n++ {
		verb := a[p-n : p]
		x, y := sharedStart(a[:p-n], b[q:]), sharedStart(b[:q-n], a[p:])
		switch {
		case !isActZh(verb) || !says(x) || !says(y):
		case len(x) < p-n && len(y) < q-n: // both say something between the subject and the verb
		case begins(b[q+len(x):], verb[:1]) || begins(a[p+len(y):], verb[:1]): // "development environment and test environment" has no verb
		default:
			return true
		}
	}
	return false
}

// sufferedZh: "X does to Y" beside "to X it is done by Y".
func sufferedZh(active, passive []token, isPassive bool) bool {
	x := sharedStart(active, passive)
	rest := passive[len(x):]
	for n := 1; isPassive && n < len(rest) && says(x); n++ {
		if actor, verb := rest[:n], rest[n:]; says(actor) && isActZh(verb) && begins(active[len(x):], verb) && begins(active[len(x)+len(verb):], actor) {
			return true
		}
	}
	return false
}

func sharedStart(x, y []token) []token {
	n := 0
	for n < len(x) && n < len(y) && alike(x[n], y[n]) {
		n++
	}
	return x[:n]
}

// says reports a name, or Chinese long enough to be a word.
func says(tokens []token) bool {
	runes := 0
	for _, t := range tokens {
		if t.kind == name {
			return true
		}
		runes += len([]rune(t.text))
	}
	return runes > 1
}

// isActZh reports what may be a verb that says of two things something else when they are exchanged.
func isActZh(tokens []token) bool {
	text := ""
	for _, t := range tokens {
		if t.kind != han && t.kind != word {
			return false
		}
		text += t.text // perhaps one character alone: the reader drops that for "use", also at the end of "call"
	}
	for verb := range strings.FieldsSeq(mutualZh) {
		if strings.Contains(text, verb) {
			return false
		}
	}
	return text != ""
}

// mutualZh are words that join two, verbs that say of both the same, and of putting: what is stored where may stand on either side.
const mutualZh = "和 与 及 或 匹配 等于 冲突 重叠 一致 相同 互斥 存 放 部署 运行 托管 位于 使用"
