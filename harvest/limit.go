package harvest

import (
	"strings"

	"github.com/factline/memory/items"
	"github.com/factline/memory/transcript"
)

// The rule limit: while it looks into something, before it changes anything, the agent finds what a tool, a service or a part of the
// code cannot do. Such a thing costs an hour the second time as well. It counts when it is said plainly, of a thing with a name.

var (
	limitHints = []string{"cannot", "can't", "can only", "only ", "support", "n't available", "not available", "n't have access", "not allow", "n't allow", "不支持", "只支持", "无法", "不能"}
	limitLead  = rx(`(?i)^((but|so|and|however|note that|note|also|unfortunately|turns out|it turns out|important|the key (issue|point|thing) is|good|ok|okay|confirmed|found it|the (docs|documentation|source|code|schema) (says?|confirms?|shows?))\b( that)?\s*[,:;.!—–-]*\s+)+`)
	limitSaid  = rx(`^((?:the |a |an |our )?[^,.;:?!|]{2,70}?) (cannot|can't|can only|only (?:supports?|works?|accepts?|allows?|takes?|handles?)|(?:does not|doesn't|do not|don't) (?:support|have access to|allow|accept|inherit|expose|propagate|work (?:with|in|on|inside|under))|(?:is not|isn't|are not|aren't) (?:available|supported|allowed|accessible|exposed)) [^?]{8,}$`)
	limitZH    = rx(`^([^，。；：？！]{2,30}?)(不支持|只支持|无法|不能)[^？]{4,}$`)
	pronoun    = rx(`^(i|we|you|he|she|it|they|this|that|these|those|there|which|who|what|yours|mine|one|both|neither|nobody|nothing|everything|tests?|all|if|when|since|because|as|although|so|then|just)\b`)
	// ownWork is a subject of the task at hand, or one that is a whole clause
	ownWork = rx(`\b(fix|patch|change|new|my|your|test|tests|plan|task|above|user|users|branch|pr|session's|agent|reviewer|but|and|which|that|it|only)\b|(用户|测试|你|我)`)
	thing   = rx(`(?i)\b(MCP|CLI|API|SDK|tools?|components?|drivers?|hooks?|runner|sandbox|toolchain|compiler|linter|server|service|project|plugin|workflow|action|environment|image|container|browser|database|parser|library|package|module|client|extension|provider|schema|sub-?agents?|field|function|method|flag|option)\b|(工具|接口|服务|组件|驱动|插件|环境|容器|数据库|编译器|沙箱)`)
)

// limitsMax bounds what one session may bring of this kind: an agent that lists them reviews, and does not run into them.
const limitsMax = 2

func limits(s *session) []finding {
	var out []finding
	for ti := range s.turns {
		t := &s.turns[ti]
		for _, w := range t.reply {
			if !beforeEdits(s, t, w) {
				continue
			}
			for _, sent := range w.sent {
				if sent.to > maxProse {
					break
				}
				if f, ok := limit(sent); ok {
					out = append(out, f)
				}
			}
		}
	}
	if len(out) > limitsMax {
		return nil
	}
	return out
}

// beforeEdits reports that the agent had looked at something in this turn and had changed nothing yet.
func beforeEdits(s *session, t *turn, w *words) bool {
	looks := 0
	for i := t.from; i < t.to && s.recs[i].Seq < w.rec.Seq; i++ {
		r := &s.recs[i]
		if r.Sidechain || r.Kind != transcript.ToolCall {
			continue
		}
		if editTool(r.Tool) || strings.Contains(r.Text, "*** Begin Patch") {
			return false
		}
		looks++
	}
	return looks > 0
}

func limit(s sentence) (finding, bool) {
	if s.ask || s.to-s.from < 24 || s.to-s.from > 260 || !hasAny(s.low, limitHints) || hedged.MatchString(s.low) || ofMoment.MatchString(s.low) ||
		plansOnly.MatchString(s.low) || hiddenOrders.MatchString(s.low) || strings.Contains(s.text(), "[REDACTED:") {
		return finding{}, false
	}
	claim := limitLead.ReplaceAllString(plain(s.text()), "")
	m := limitSaid.FindStringSubmatch(lowerASCII(claim))
	if m == nil {
		m = limitZH.FindStringSubmatch(lowerASCII(claim))
	}
	if m == nil {
		return finding{}, false
	}
	subject := claim[:min(len(m[1]), len(claim))]
	if pronoun.MatchString(m[1]) || ownWork.MatchString(m[1]) || len(strings.Fields(subject)) > 8 || !thing.MatchString(subject) && !namesCode(subject) {
		return finding{}, false
	}
	return statement(RuleAnswer, items.Fact, s, lineNumbers.ReplaceAllString(claim, ""), nil, sureLookedUp), true
}
