package harvest

import (
	"strings"
	"sync"
)

// The agent's words about why something failed. A cause counts by how plainly it is called one.

var (
	rootCause = rx(`\broot cause\b|根因|根本原因`)
	theCause  = rx(`\b(the|real|actual|underlying|only) (issue|problem|bug|failure|cause|reason|culprit|error)( here)? (is|was|comes from|lies in)\b|\b(the|this) (bug|issue|problem|failure|crash|regression|error) (occurr(ed|s)|happen(ed|s)|arose|came up|exist(ed|s)) (because|when|since|due to)\b|\bcaused by\b|\b(failed|fails|failing|broke|breaks|crashed|hangs|blocks?|wrong|returned [a-z ]{1,30}) because\b|问题(在于|出在|是)|原因(是|在于)|是因为`)
	because   = rx(`\b(because|due to|since the|as the)\b|因为|由于`)
	plansOnly = rx(`^(let me|i'll|i will|i'm|i am|now |next|first|let's|i need to|i should|we need to|looking|checking|running|to (fix|solve))|\b(likely|probably|might|may be|could be|perhaps|maybe|seems?|appears?|suspect|guess|looks like|unrelated|pre-existing|not sure)\b|^(让我|我先|我来|接下来)|(可能|也许|大概|估计|似乎|应该是)`)
	causeLead = rx(`(?i)^((fixed|done|found it|got it|confirmed|ok|yes|so|good|good catch|clear picture now)[.!:,— -]+)*([^.:]{0,40}\(?root cause\)?( (is|was|identified|found))?( that)?[:,]?\s+|(the|real|actual) (real |actual |underlying )?(issue|problem|bug|failure|cause|reason|culprit|error)( here)? (is|was)( that)?:?\s+|(the|this) (bug|issue|problem|failure|crash|regression|error) (occurr(ed|s)|happen(ed|s)|arose|came up|exist(ed|s)) (because|when|since|due to)\s+|(this|that|it)('s| is| was) because (of )?\s*)?`)
	causeOf   = rx(`(?i)^(?:[^.:,]{0,40}\b)?the root cause (?:of|for|behind) ([^.:]{3,70}?) (?:is|was|turned out to be)(?: that)? (.{12,})$`)
	// inFile says where the cause stands, before it says what it is.
	inFile  = rx(`(?i)^in ([\w./-]+\.\w+)( \([^)]*\))?\s*[-–—:,]\s+`)
	causeZH = rx(`^[^，。：]{0,10}(根因|根本原因|原因|问题)(是|在于|出在)?[：:，, ]*`)
	// pointsBack opens a sentence that gives the reason of something said before: alone it does not say what failed
	pointsBack = rx(`^(this|that|it|which)('s| is| was| happens| happened| fails| failed)? (because|due to|caused by)\b|^(because|due to)\b|^(这|那)?是因为`)
	backTo     = rx(`(?i)^((this|that|it|which)('s| is| was| happens| happened| fails| failed)? )?(?:)`)
	// ownFault is the agent's account of its own slip
	ownFault = rx(`\b(i (was|had|changed|broke|removed|introduced|forgot|misread|miscounted|missed|used|wrote|made|mis\w+|accidentally)|my (edit|change|mistake|test|earlier|previous|typo))\b|我(写错|忘|看错|弄错|漏)`)
	tellsFix = rx(`\b(now|fixed|changed|added|replaced|switched|moved|removed|increased|set|sets|closes?|uses?|passes|the fix)\b|(现在|改成|改为|加上|修复|换成)`)
)

// cause is a sentence that tells why.
type cause struct {
	s        sentence
	back     bool      // only points back to what failed ("this is because ...")
	symptom  *sentence // what it points back to, when the sentence before tells it
	strength int       // 3 root cause, 2 called the cause, 1 because
	then     *sentence // what was done about it, when the next sentence says so
	more     *sentence // the next sentence, when it goes on about a cause that was called one
}

// causeHints are parts of words of which every cause needs one.
var causeHints = []string{"cause", "issue", "problem", "bug", "failure", "reason", "culprit", "error", "due to", "since the", "as the", "根因", "根本原因", "问题", "原因", "因为", "由于"}

// bestCause looks through messages, last first, and takes the plainest; words that the failure holds break ties, and all but a
// root cause must share one. strict leaves the weakest kind out.
func bestCause(msgs []*words, about map[string]bool, strict bool) (cause, bool) {
	var best cause
	bestScore := 0
	for i := len(msgs) - 1; i >= 0; i-- {
		for j, s := range msgs[i].sent {
			if !hasAny(s.low, causeHints) && !mendedNext(msgs[i].sent, j) || s.ask || s.to-s.from < 24 || s.to-s.from > maxSentence || strings.HasPrefix(s.text(), "#") || plansOnly.MatchString(s.low) || ownFault.MatchString(s.low) || hiddenOrders.MatchString(s.low) || strings.Contains(s.text(), "[REDACTED:") {
				continue
			}
			n := 0
			switch {
			case rootCause.MatchString(s.low):
				n = 3
			case theCause.MatchString(s.low):
				n = 2
			case because.MatchString(s.low):
				n = 1
			case mendedNext(msgs[i].sent, j):
				n = 2
			default:
				continue
			}
			c := cause{s: s, strength: n, back: pointsBack.MatchString(s.low)}
			said := s.low
			if c.back {
				if c.symptom = symptomBefore(msgs[i].sent, j); c.symptom != nil {
					said += " " + c.symptom.low
				}
			}
			shared := sharedWords(said, about)
			// a cause told in Chinese has few words in common with an error in English
			if n == 1 && strict || n < 3 && shared == 0 && (n == 1 || strict || !msgs[i].zh) {
				continue
			}
			if score := n*10 + min(shared, 5); score > bestScore {
				bestScore, best = score, c
				if j+1 < len(msgs[i].sent) {
					next := msgs[i].sent[j+1]
					switch {
					case next.ask || next.to-next.from > maxSentence || next.from-s.to > 3 || plansOnly.MatchString(next.low):
					case tellsFix.MatchString(next.low):
						best.then = &next
					case n >= 2 && next.from-s.to < 2:
						best.more = &next
					}
				}
			}
		}
	}
	return best, bestScore > 0
}

// mendedNext reports that the sentence after i says that a change mends what sentence i tells: "the pattern puts the match back in.
// Switching to a group fixes it".
func mendedNext(sent []sentence, i int) bool {
	return i+1 < len(sent) && sent[i+1].from-sent[i].to < 3 && sent[i].to-sent[i].from >= 24 &&
		hasAny(sent[i+1].low, mendHints) && mends.MatchString(sent[i+1].low)
}

var (
	mendHints = []string{"fixes", "solves", "resolves", "avoids", "prevents"}
	mends     = rx(`^(switching|changing|using|moving|adding|replacing|removing|setting|passing|escaping|renaming|pinning|upgrading|making|wrapping|closing|quoting) .{3,160} (fixes|solves|resolves|avoids|prevents) (it|this|that|the)\b`)
)

// symptomBefore is the sentence before i in the same breath when it tells of a failure, else nil: "the list is empty. This is
// because the filter is case sensitive".
func symptomBefore(sent []sentence, i int) *sentence {
	if i == 0 {
		return nil
	}
	b := sent[i-1]
	if sent[i].from-b.to > 2 || b.ask || b.to-b.from > 120 || plansOnly.MatchString(b.low) || !reportsProblem.MatchString(b.low) {
		return nil
	}
	return &b
}

// claim is the cause without the words that announce it. check names what failed, for a cause that only points back.
func (c cause) claim(check string) string {
	if c.back {
		what := check + " failed"
		if c.symptom != nil {
			what = strings.TrimRight(plain(c.symptom.text()), " .:。：")
		}
		p := plain(c.s.text())
		if m := backTo.FindStringIndex(p); m != nil {
			return what + " " + p[m[1]:]
		}
		return p
	}
	p := plain(c.s.text())
	if m := causeOf.FindStringSubmatch(p); m != nil {
		return m[1] + ": " + m[2] // what failed must not go with the words that announce the cause
	}
	if q := strings.TrimSpace(causeZH.ReplaceAllString(causeLead.ReplaceAllString(p, ""), "")); len(q) >= 16 {
		return inFile.ReplaceAllString(q, "")
	}
	return p
}

var wordLike = rx(`[a-z_][a-z0-9_]{3,}|\p{Han}{2}`)

// wordSet are the words of texts, lower case, camelCase and snake_case names whole and in parts.
func wordSet(texts ...string) map[string]bool {
	set := map[string]bool{}
	for _, t := range texts {
		for _, w := range wordLike.FindAllString(lowerASCII(t), 400) {
			if !dullWord()[w] {
				set[w] = true
			}
		}
	}
	return set
}

func sharedWords(low string, about map[string]bool) int {
	n := 0
	for w := range wordSet(low) {
		if about[w] {
			n++
		}
	}
	return n
}

var dullWord = sync.OnceValue(func() map[string]bool {
	m := map[string]bool{}
	for _, w := range strings.Fields("this that with from have when then there were been only into than they them what which will would should could also because error failed fail test tests code file files line true false null exit status does just make need more some such your the and for are was not but all can has had its our out use used using") {
		m[w] = true
	}
	return m
})
