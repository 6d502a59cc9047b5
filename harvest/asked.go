package harvest

import (
	"strings"

	"github.com/factline/memory/items"
)

// Decisions that stand in a question and its answer: "should we group the runs by experiment?" and "Yes, ...", or that the
// agent puts into words: "Agreed: lazy rotation for now", "the user wants a second migration instead of a changed first one".

var (
	// shouldWe asks for a way to go. A question about a step of the work ("should we commit this") has another verb.
	shouldWe   = rx(`\bshould(?:n't| not)? (?:we|i)(?:n't| not)? (?:also |just |rather |always |instead )*((?:use|using|keep|group|have|store|hold|split|align|drop|avoid|treat|name|call|put|base|follow|expose|default|require|allow|limit|prefer|adopt|switch to|move to|go with|stick (?:with|to)|make|be)\b[^?.!;\n]{12,})`)
	answersYes = rx(`^(yes\b|yep\b|agreed\b|i agree\b|you're right|you are right|that's right|good (point|call|catch|idea)|makes sense|definitely|absolutely|correct\b)|^(是的|对|同意|没错|好主意)`)
	yesBut     = rx(`\b(but|however|except|although|though|only if|depends|not quite|it can)\b|但|不过`)
	// agreedOn carries the choice itself
	agreedOn = rx(`(?i)^(?:agreed|understood|got it|makes sense|good call)\s*(?:—|–|:|-|,)\s+(.{12,})$`)
	restates = rx(`(?i)^(?:so )?the user (?:wants|prefers|would prefer|decided on|chose|has decided on|would like) (?:us )?(?:to )?(.{8,}?,? (?:instead of|rather than|and not) .{4,})$`)
	pointing = rx(`\b(like (that|this)|that|this|it|them|those|these)$|^\w+ (that|this|it|them|those|these)\b`)
	deictic  = rx(`\b(that|this|it|them|those|these)$|^(that|this|it|them)\b`)
)

// agreedIn reads one turn: the person's words and the agent's answer. next are the person's words after it; nil: none.
func agreedIn(t *turn, next *words) []finding {
	if next != nil {
		if s := firstSentence(next); s != nil && saysNo.MatchString(s.low) && !s.ask {
			return nil // taken back
		}
	}
	if f, ok := yesTo(t); ok {
		return []finding{f}
	}
	if f, ok := putIntoWords(t); ok {
		return []finding{f}
	}
	return nil
}

// yesTo finds a "should we" of the person that one of the agent's messages begins to answer with yes.
func yesTo(t *turn) (finding, bool) {
	for _, s := range spoken(t.user) {
		m := shouldWe.FindStringSubmatchIndex(s.low)
		if m == nil || len(s.low) != s.to-s.from || reported.MatchString(s.low) || hiddenOrders.MatchString(s.low) || strings.Contains(s.text(), "[REDACTED:") {
			continue
		}
		what := strings.TrimSpace(plain(s.text()[m[2]:m[3]]))
		if len(strings.Fields(what)) < 4 || pointing.MatchString(lowerASCII(what)) || momentary.MatchString(lowerASCII(what)) {
			continue
		}
		for _, w := range t.reply {
			if a := firstSentence(w); a != nil && answersYes.MatchString(a.low) && !yesBut.MatchString(a.low) && !a.ask {
				f := statement(RuleDecision, items.Decision, s, what, nil, sureYes)
				f.quotes = append(f.quotes, a.quote())
				return f, true
			}
		}
	}
	return finding{}, false
}

// putIntoWords finds the agent's words for a choice that the person made or leans to.
func putIntoWords(t *turn) (finding, bool) {
	leans := lean(t.user)
	for i, w := range t.reply {
		for j, s := range w.sent {
			text := plain(s.text())
			m := restates.FindStringSubmatch(text)
			if m == nil && i == 0 && j == 0 && leans != nil {
				m = agreedOn.FindStringSubmatch(text)
			}
			if m == nil || s.ask || s.to-s.from > maxSentence || hiddenOrders.MatchString(s.low) || strings.Contains(s.text(), "[REDACTED:") {
				continue
			}
			f := statement(RuleDecision, items.Decision, s, m[1], nil, sureRestated)
			if leans != nil {
				f.quotes = append(f.quotes, leans.quote())
			} else if said := firstSentence(t.user); said != nil {
				f.quotes = append(f.quotes, said.quote())
			}
			return f, true
		}
	}
	return finding{}, false
}

// lean is the sentence in which the person leans to a way to go, nil when there is none.
func lean(w *words) *sentence {
	for _, s := range spoken(w) {
		if thinksAloud.MatchString(s.low) && !refused(s) && !task(s) {
			return &s
		}
	}
	return nil
}
