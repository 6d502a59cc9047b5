package harvest

import "strings"

// statements reads the person's own sentences: each is asked by the rules in the order of how plainly they show that
// something is meant to last, and taken by the first that says yes.
func statements(s *session) []finding {
	var out []finding
	for i := range s.turns {
		t := &s.turns[i]
		if t.user == nil {
			continue
		}
		answering := i > 0 && len(s.turns[i-1].reply) > 0
		out = append(out, said(spoken(t.user), answering)...)
	}
	return out
}

func said(sent []sentence, answering bool) []finding {
	var out []finding
	objected := false
	for i := 0; i < len(sent); i++ {
		s := sent[i]
		if !hinted(s.low) || refused(s) {
			objected = bareObjection(s)
			continue
		}
		after := explains(sent, i)
		f, ok := read(s, after, answering, objected)
		objected = bareObjection(s)
		if !ok {
			continue
		}
		out = append(out, f)
		if after != nil {
			i++ // cited along
		}
	}
	return out
}

// hinted reports whether any rule may have something to say of a sentence.
func hinted(low string) bool {
	return hasAny(low, hints) || strings.ContainsAny(low, "0123456789") || hasAny(low, operatingHints) || hasAny(low, rootHints)
}

// hints are parts of words of which every rule needs one. Most sentences hold none, and looking for them is cheap.
var hints = []string{
	"remember", "agents", "claude", "gemini", "keep in mind", "bear in mind", "note", "forget", "future", "fyi", "for the record", "for reference", "heads up", "just so you", "for context",
	"prefer", "favo", "like", "love", "hate", "stand", "rather", "always", "never", "must", "from now", "all ", "every", "each", "any ", "has to", "have to",
	"n't", "do not", "dont", "avoid", "refrain", "stay", "use", "using", "keep", "call it", "name it", "wrong", "false", "mistaken", "right", "correct", "true", "should", "need",
	"decid", "agreed", "settled", "opted", "chose", "picked", "went with", "decision", "let's", "lets ", "let us", "go with", "going", "stick", "adopt",
	"standard", "switch", "move", "migrate", "drop", " it is", "meant", "intended", "reserved", "only", "everywhere", "no,", "no ", "nope", "actually", "again",
	"记", "备忘", "牢", "喜欢", "习惯", "偏", "倾向", "一律", "始终", "总是", "每", "以后", "今后", "往后", "从", "永远", "绝", "千万", "禁", "严", "务必", "所有", "全部", "任何", "凡是",
	"必须", "不", "别", "错", "应该", "决定", "敲定", "选", "用",
}

func read(s sentence, after *sentence, answering, objected bool) (finding, bool) {
	if unsure(s) {
		return finding{}, false
	}
	if f, ok := remember(s, after); ok {
		return f, true
	}
	if passing(s) {
		return finding{}, false
	}
	if f, ok := preference(s, after); ok {
		return f, true
	}
	choice, chosen := decision(s, after)
	if chosen && decidedOver(s) {
		return choice, true
	}
	if f, ok := correction(s, after, answering, objected); ok {
		return f, true
	}
	if chosen {
		return choice, true
	}
	if f, ok := diagnosed(s, after); ok {
		return f, true
	}
	return operating(s, after)
}

// decidedOver tells a pronounced decision, which stays one even where it says never or not.
func decidedOver(s sentence) bool {
	return decidedEN.MatchString(s.low) || decidedZH.MatchString(s.low) || strongEN.MatchString(s.low)
}

// explains returns the sentence after i when it only gives the reason or the background of sentence i: same line, no question,
// no task, nothing that a rule would take on its own.
func explains(sent []sentence, i int) *sentence {
	if i+1 >= len(sent) {
		return nil
	}
	n := sent[i+1]
	if n.from-sent[i].to > 2 || n.to-n.from > 240 || refused(n) || task(n) || unsure(n) || passing(n) || optional.MatchString(n.low) {
		return nil
	}
	if _, own := read(n, nil, true, false); own && !concludes.MatchString(n.low) {
		return nil
	}
	return &n
}

// optional tells a remark about this piece of work.
var optional = rx(`^see\b|\b(can|could|may|might|this one|that one|go on|looks good|thanks|good job|well done)\b|继续|可以|谢谢`)

// concludes opens a sentence that draws the conclusion of the one before: the two are one fact.
var concludes = rx(`^(so|hence|therefore|thus|that's why|that is why|which means|that means)\b|^(所以|因此|于是|这样)`)
