package harvest

import (
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/factline/memory/internal/enclosed"
)

// titleMax is the longest title, in characters.
const titleMax = 80

var (
	// leadIn is what stands before the statement and is not part of it.
	leadIn = rx(`(?i)^((one more thing|again|also|and|but|so|ok|okay|btw|by the way|fyi|for the record|for reference|heads up|note|hmm+|well|actually|please|right|good|great|thanks|yes|no|nope|wrong|sorry|oh|then|in general|generally|from now on|going forward|remember|keep in mind|note for later|don't forget|that|i think|i'd say|i suggest|i propose|imo|in my opinion|since then|decision)\b\s*[,:;.!–—-]*\s+)+`)
	leadZh = rx(`^((另外|还有|顺便|对了|好的?|嗯|请|麻烦|记住|请记住|请记下|记下|记一下|备忘|不对|不是|错了|那就|那|所以|最终|最后|注意)[，,：:。、 ]*)+`)

	// choiceLead is how a decision is announced; the title states the choice itself.
	choiceLead = rx(`(?i)^(let's|lets|let us|we'll|we will|we are|we're|we have|we've|we|i'll|i will|i've|i have|i)\s+((going to|gonna|now|just|both|all|finally|already|also|should|can|want to|have to|need to)\s+)*`)
	chosenVerb = rx(`(?i)^(decided|agreed|settled|chose|opted|picked|went)\s+(to|on|that|for|with|against|in favou?r of)?\s*`)
	goWith     = rx(`(?i)^(go|going|stick|stay)\s+(with|for|on|to)\s+`)
	needNot    = rx(`(?i)^(don't|do not|no longer) need\s+(the |a |an |any )?`)
	zhChoice   = rx(`^(我们|咱们|我)?(已经|就|还是|最终|最后|一致)?(决定|敲定|定了|商量好了?)(了)?[，,]?`)

	// reasonMark starts the part of a sentence that says why.
	reasonMark   = rx(`(?i)[,;]?\s+(because|since|so that|so we|due to|as it|as we|otherwise|to avoid|the reason|which is why|this (will|would|makes?|keeps?|avoids?))\b|\s+[–—-]\s+|;\s+`)
	reasonMarkZh = rx(`[，,、；;]?\s*(因为|由于|原因是|不然|否则|免得|以免|避免|这样|这块|之前|上周|毕竟|主要是)`)
	reasonFirst  = rx(`(?i)^(?:since|because|as) ([^,]{8,120}), ([^,]{8,}.*)$`)
	bareReason   = rx(`(?i)^(because(?: of\b)?|since|due to|因为|由于)\s*`)
	clauseEnd    = rx(`[,;:]\s|[，；：]|\s+(and|but|so|which|while|where|when)\s`)
)

// plain is a sentence as a reader wants it: one line, straight apostrophes, no Markdown marks.
func plain(s string) string {
	s = straight(oneLine(s))
	s = mdLink.ReplaceAllString(s, "$1")
	s = mdStrong.ReplaceAllString(s, "$1")
	return strings.NewReplacer("**", "", "`", "", "“", "\"", "”", "\"").Replace(s)
}

// mdStrong takes away emphasis by underlines where it spans words: a single one is as likely a name (__init__, mcp__draw).
var mdStrong = rx(`\b__([^_\s][^_]* [^_]*[^_\s])__\b`)

var mdLink = rx(`\[([^\]\n]+)\]\([^)\s]+\)`)

// claimOf strips what leads into the statement.
func claimOf(s sentence) string {
	c := leadIn.ReplaceAllString(plain(s.text()), "")
	return strings.TrimSpace(leadZh.ReplaceAllString(c, ""))
}

// splitReason cuts a claim where it begins to say why. reason is as written, without the word that opens it; "" where none is.
func splitReason(claim string) (head, reason string) {
	mark, least := reasonMark, 6 // characters that the head must keep
	if mostlyHan(claim) {
		mark, least = reasonMarkZh, 4
	}
	if m := reasonFirst.FindStringSubmatchIndex(claim); m != nil && !within(claim, m[3]) {
		return claim[m[4]:m[5]], claim[m[2]:m[3]] // "since X, do Y"
	}
	m := firstOutside(claim, mark.FindAllStringIndex(claim, -1))
	if m == nil || utf8.RuneCountInString(claim[:m[0]]) < least {
		return claim, ""
	}
	return claim[:m[0]], bareReason.ReplaceAllString(strings.TrimLeft(claim[m[0]:], " ,;–—-，、；"), "")
}

// joined sets a colon before a reason that was typed on without any ("no shims this would complicate everything").
func joined(claim string) string {
	m := runOn.FindStringIndex(claim)
	if m == nil || m[0] < 6 || strings.ContainsAny(claim[m[0]-1:m[0]], ",;:.!?-") || joins.MatchString(claim[:m[0]]) {
		return claim
	}
	return claim[:m[0]] + ":" + claim[m[0]:]
}

var runOn = rx(`(?i) this (will|would|makes|keeps|avoids) `)

// joins ends a stretch that goes on into the next one.
var joins = rx(`(?i)\b(and|or|but|so|that|because|since|as|if|when|while|where|which|then|think|hope|guess|sure|like|of|for|to|with|in|on|at|by|what|how|why|is|are|do|does|not)$`)

// headline makes the title of a claim and, where the claim gives one, its reason as a sentence of its own.
func headline(claim string) (title, why string) {
	head, reason := splitReason(claim)
	return shorten(head), oneSentence(reason)
}

// shorten brings a title to its length at the end of a clause, else of a word, and sets it as a title.
func shorten(t string) string {
	t = strings.TrimRight(strings.TrimSpace(t), " .,;:!。，；：！…")
	if utf8.RuneCountInString(t) > titleMax {
		if m := opening.FindStringSubmatchIndex(t); m != nil && !within(t, m[2]) {
			t = t[m[2]:m[3]] // "with a timeout of 100 ms, X": X is the claim
		}
	}
	if utf8.RuneCountInString(t) > titleMax {
		t = firstOfMany(t) // cut within a list that stands first, the title would name things and say nothing of them
	}
	if utf8.RuneCountInString(t) > titleMax {
		best := 0
		for _, m := range clauseEnd.FindAllStringIndex(t, -1) {
			if n := utf8.RuneCountInString(t[:m[0]]); n >= 20 && n <= titleMax && !enumerates(t, m) && !within(t, m[0]) {
				best = m[0]
			}
		}
		if best == 0 {
			best = runeCut(t, titleMax)
			if i := strings.LastIndexByte(t[:best], ' '); i > best/2 {
				best = i
			}
		}
		t = strings.TrimRight(enclosed.Cut(t, best), " .,;:!。，；：！(")
		t = danglers.ReplaceAllString(t, "")
	}
	if within(t, len(t)) { // the sentence itself ended in there
		t = danglers.ReplaceAllString(strings.TrimRight(enclosed.Cut(t, len(t)), " .,;:!。，；：！("), "")
	}
	return capital(t)
}

// within reports whether a byte of a claim lies in a bracket or a quotation: nothing is cut there.
func within(claim string, at int) bool { return enclosed.Inside(claim, at) }

// firstOutside is the first match that begins in no bracket or quotation, nil for none.
func firstOutside(claim string, matches [][]int) []int {
	for _, m := range matches {
		if !within(claim, m[0]) {
			return m
		}
	}
	return nil
}

// subjects is a list of what the sentence speaks of, and what it says of them, from the verb on.
var subjects = rx(`(?i)^((?:[^,;:]{1,60}, )+)(?:and |or )?([^,;:]{1,60}?,? (?:and|or) )?((?:(?:the|a|an|our) )?[\w./-]+(?: [\w./-]+){0,3}?) ((?:(?:all|both|each|now|also|never|always|only|still) )*` +
	`(?:must|should|shall|can|cannot|can't|may|will|won't|is|are|isn't|aren't|was|were|has|have|had|do|does|don't|doesn't|need|needs|stay|live|belong|share|depend|go|come|run)\b.*)$`)

// things is a list and what it is a list for, up to the next clause.
var things = rx(`(?i)^((?:[^,;:]{1,60}, )+)(?:and |or )?([^,;:]{1,60}?,? (?:and|or) )?([\w./-]+(?: [\w./-]+){0,3}?) ((?:as|for|in|on|with|from|to|of)\b.{3,}?)(?:$|[,;:]| (?:we|that|which|when|while|where|so|because|but|if)\b.*$)`)

// firstOfMany shortens a list to its first and the number of the others, so that what is said of it stays: "a, b, c and d must agree" becomes
// "a and 3 more must agree". What is no such list stays as it is.
func firstOfMany(t string) string {
	m := listed(t)
	if m == nil || within(t, len(m[1])) || !strings.Contains(t, " and ") && !strings.Contains(t, " or ") {
		return t
	}
	first, rest, _ := strings.Cut(m[1], ", ")
	more := strings.Count(rest, ", ") + 1
	if m[2] != "" {
		more++
	}
	return first + " and " + strconv.Itoa(more) + " more " + m[4]
}

// listed takes a list apart: its first ones, one before the last, the last, and what is said of them; nil where none stands first.
func listed(t string) []string {
	for _, form := range []*pattern{subjects, things} {
		if m := form.FindStringSubmatch(t); m != nil && !clauseWord.MatchString(m[1]+m[2]+m[3]) {
			return m
		}
	}
	return nil
}

// clauseWord shows that what looks like a list is made of clauses.
var clauseWord = rx(`(?i)\b(which|that|who|because|since|so|then|but|if|when|while|where|is|are|was|were|will|must|should|can|we|i|you|it|they|let's|use|don't)\b`)

// enumerates reports that the clause end at m is a comma or an "and" of a list ("a, b, and c"): nothing ends there.
func enumerates(t string, m []int) bool {
	end := strings.TrimSpace(t[m[0]:m[1]])
	return (end == "," || end == "and" || end == "") && (itemBefore.MatchString(t[:m[0]]) || itemAfter.MatchString(t[m[0]:]))
}

var (
	itemBefore = rx(`, [\w./-]+( [\w./-]+)?,?$`)
	itemAfter  = rx(`(?i)^, (and |or )?[\w./-]+( [\w./-]+)?(,|,? (and|or)) `)
)

// opening is what may stand before the main clause.
var opening = rx(`(?i)^(?:with|without|when|whenever|while|if|once|after|before|in|on|for|during|under) [^,]{4,90}, ([^,]{24,}.*)$`)

// danglers must not end a title that was cut.
var danglers = rx(`(?i)(\s+(a|an|the|of|to|in|on|at|for|with|and|or|but|by|from|that|which|as|is|are|not|into|because|so|if))+$`)

func runeCut(s string, n int) int {
	for i := range s {
		if n == 0 {
			return i
		}
		n--
	}
	return len(s)
}

// choice states a decision as the thing to do: "we decided to use X" becomes "use X".
func choice(claim string) string {
	c := zhChoice.ReplaceAllString(claim, "")
	c = choiceLead.ReplaceAllString(c, "")
	if chosenVerb.MatchString(c) {
		bare := chosenVerb.ReplaceAllString(c, "")
		switch m := strings.ToLower(strings.Fields(c)[0]); {
		case m == "settled" || m == "chose" || m == "picked" || m == "went" || m == "opted":
			if !startsVerb.MatchString(bare) {
				bare = "use " + bare
			}
		}
		c = bare
	}
	c = goWith.ReplaceAllString(c, "use ")
	c = needNot.ReplaceAllString(c, "no ")
	if c == "" {
		return claim
	}
	return c
}

var startsVerb = rx(`(?i)^(use|keep|drop|adopt|switch|move|stay|run|store|build|write|make|have|avoid|stop|go|put|send|leave|not)\b`)

var preferLead = rx(`(?i)^(i|we)( (really|strongly|much|generally|usually|always|also))* (prefer|favou?r|like)\s+`)

// liking states a preference as advice: "I prefer X" becomes "prefer X".
func liking(claim string) string {
	if rest := preferLead.ReplaceAllString(claim, ""); rest != claim && !strings.HasPrefix(rest, "to ") && !strings.HasPrefix(rest, "it when ") {
		return "prefer " + rest
	}
	return claim
}

// oneSentence sets a claim as a sentence with a capital and a full stop.
func oneSentence(s string) string {
	s = strings.TrimRight(strings.TrimSpace(s), " ,;:，；：")
	if s == "" {
		return ""
	}
	s = capital(s)
	switch r, _ := utf8.DecodeLastRuneInString(s); r {
	case '.', '!', '?', '。', '！', '？', '…':
		return s
	}
	if mostlyHan(s) {
		return s + "。"
	}
	return s + "."
}

// capital raises the first letter unless the first word is a name in code or of a tool, which is written as it is.
func capital(s string) string {
	word, _, _ := strings.Cut(s, " ")
	word = strings.TrimRight(word, ",:;'\"")
	if namesCode(word) || techName(strings.ToLower(word)) {
		return s
	}
	r, n := utf8.DecodeRuneInString(s)
	if !unicode.IsLower(r) {
		return s
	}
	return string(unicode.ToUpper(r)) + s[n:]
}
