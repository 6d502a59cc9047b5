package harvest

import (
	"strings"

	"github.com/factline/memory/items"
	"github.com/factline/memory/transcript"
)

// The rule answer: the person asked how something behaves, the agent looked it up and changed nothing, and its last message begins
// with a plain statement. What cost a search once need not be searched for again. Questions about the work at hand ("is it done?"),
// about what to do, and answers that hedge, point or list are none.

var (
	asksHow = rx(`\b(what happens|what does|what is|what's|what are|how does|how do (i|we|you)|how is|how are|how (many|much|long|often)|where (is|are|do|does)|why (is|are|does|do|can't|doesn't|isn't)|when (is|does|do|will)|which (one|of|file|port|version|command)|(does|do|is|are|can) (the|a|an|it|our|this|we|[a-z_.-]+) )|(怎么|如何|为什么|什么时候|是什么|在哪|哪个|是否|会不会|有没有)`)
	// asksWork asks about this piece of work or for an opinion, whose answer is worth nothing tomorrow.
	asksWork = rx(`\b(you|your|should|status|progress|done|finished|ready|left|remaining|next|today|now|currently|this (pr|branch|commit|change|diff|session|plan|issue|ticket)|the (pr|plan|diff|changes?|commit)|summar\w+|review\w*|opinion|think|recommend\w*|suggest\w*|better|best|worth|would|could|maybe|i (mean|meant|see|got|get)|error|failing|failed|broken|wrong)\b|进度|完成|现在|建议|应该|觉得|报错|失败`)
	// answerLead goes before the statement and is not part of it.
	answerLead = rx(`(?i)^((yes|no|correct|right|exactly|short answer|answer|in short|good question|confirmed|verified|found it|tl;dr)\b\s*[,.:;!)—–-]*\s+)+`)
	hedged     = rx(`\b(likely|probably|might|may|maybe|perhaps|seems?|appears?|suspect|guess|looks like|not sure|i think|i believe|it depends|depends on|usually|typically|should be|unclear|as far as)\b|可能|也许|大概|应该是|看起来`)
	ofMoment   = rx(`\b(i|i'm|i'll|i've|me|my|you|your|you're|yet|already|just now|so far|at the moment|currently|today|running|pending|in progress|queued|waiting|here's|here is|here are|below|above|following)\b|(我|你|目前|现在|如下|以下)`)
	tellsHow   = rx(`\b(is|are|was|does|do|has|have|uses?|runs?|reads?|writes?|calls?|lives?|sits?|comes?|goes|returns?|means?|needs?|requires?|stores?|keeps?|push(es)?|happens?|only|never|always|defaults?|contains?|works?|takes?|sets?|triggers?|fires?|points?|supports?|expects?|handles?|retries|loads?|starts?|stops?|creates?|listens?|sends?|checks?|falls?|ignores?|skips?|wins?|applies|matches|overrides?|inherits?)\b|(是|在|用|会|不会|只|由|从|存|走)`)
	meansOther = rx(`^(no\b|nope|not |i (mean|meant)|wrong|that's (not|wrong)|but\b|hmm|actually)|^(不|错|我是说|我的意思)`)
)

// lookUpsNeeded is how many calls of tools make an answer one that was looked up.
const lookUpsNeeded = 2

func explained(s *session) []finding {
	var out []finding
	for i := range s.turns {
		t := &s.turns[i]
		if t.user == nil || t.last() == nil || len(t.user.text) > 600 {
			continue
		}
		if i+1 < len(s.turns) && s.turns[i+1].user != nil {
			if next := firstSentence(s.turns[i+1].user); next != nil && meansOther.MatchString(next.low) {
				continue
			}
		}
		if looks, edits := looked(s, t); looks < lookUpsNeeded || edits {
			continue
		}
		if f, ok := answerTo(t); ok {
			out = append(out, f)
		}
	}
	return out
}

// looked counts the calls of a turn, and reports whether one of them changed files.
func looked(s *session, t *turn) (calls int, edits bool) {
	for i := t.from; i < t.to; i++ {
		if r := &s.recs[i]; r.Kind == transcript.ToolCall && !r.Sidechain {
			calls++
			edits = edits || editTool(r.Tool) || strings.Contains(r.Text, "*** Begin Patch")
		}
	}
	return calls, edits
}

func answerTo(t *turn) (finding, bool) {
	asked := spoken(t.user)
	if len(asked) == 0 || len(asked) > 4 {
		return finding{}, false
	}
	var question *sentence
	for i, q := range asked {
		if asksWork.MatchString(q.low) || task(q) || hiddenOrders.MatchString(q.low) || strings.Contains(q.text(), "[REDACTED:") {
			return finding{}, false
		}
		if question == nil && asksHow.MatchString(q.low) {
			question = &asked[i]
		}
	}
	a := firstSentence(t.last())
	if question == nil || a == nil || !states(*a) {
		return finding{}, false
	}
	claim := answerLead.ReplaceAllString(plain(a.text()), "")
	if len(strings.Fields(claim)) < 6 && !a.w.zh || sharedWords(a.low, wordSet(question.low)) < 2 && !a.w.zh {
		return finding{}, false
	}
	f := statement(RuleAnswer, items.Fact, *a, claim, nil, sureLookedUp)
	if m := conditional.FindStringSubmatch(claim); m != nil && f.title != shorten(claim) {
		f.title = shorten(m[2] + " " + strings.ToLower(m[1][:1]) + m[1][1:]) // "when both are set, X does not": what holds stands first
	}
	f.quotes = append(f.quotes, question.quote())
	if next := secondSentence(t.last()); next != nil && states(*next) {
		f.more = oneSentence(plain(next.text()))
		f.quotes[0].to = next.to
	}
	return f, true
}

var conditional = rx(`(?i)^((?:when|if|with|without|where|once|unless) [^,]{4,60}), ([^,]{8,})[.]?$`)

// states reports a plain statement about how something is: no plan, no hedge, nothing of the moment, nothing that a list must complete.
func states(s sentence) bool {
	text := s.text()
	return !s.ask && s.to-s.from >= 24 && s.to-s.from <= maxSentence && !strings.HasSuffix(strings.TrimRight(text, "* "), ":") && !strings.HasSuffix(text, "：") &&
		!strings.HasPrefix(text, "#") && !strings.HasPrefix(text, "|") && !strings.Contains(text, "[REDACTED:") && !hiddenOrders.MatchString(s.low) &&
		!hedged.MatchString(s.low) && !ofMoment.MatchString(s.low) && !plansOnly.MatchString(s.low) && tellsHow.MatchString(s.low) && !pointsAway.MatchString(s.low)
}

// pointsAway opens a sentence whose subject stands elsewhere.
var pointsAway = rx(`^((yes|no|correct|right|exactly)\b[,.:;!—–-]*\s*)*(it|its|it's|that|that's|this|these|those|they|they're|both|neither|there|all|done|fixed|no changes)\b|^(它|这|那|都)`)

func secondSentence(w *words) *sentence {
	if len(w.sent) < 2 || w.sent[1].from-w.sent[0].to > 3 {
		return nil
	}
	return &w.sent[1]
}
