package harvest

import (
	"slices"
	"strings"
	"sync"
	"unicode/utf8"
)

// A decision of the question dialog is titled by what was asked and what was chosen, as a person would note it: "Where should
// the button live?" and "Header" make "Where the button should live: Header".

var (
	lastQuestion = rx(`[^.?!]*\?\s*$`)
	circumstance = rx(`(?i)^((?:when|if|once|after|before|while|for|in|on|with) [^,]+), (.+)$`)
	// generic questions name no subject of their own: the dialog's heading has to
	generic  = rx(`(?i)^(based on [^,—–-]+[,—–-]+ *)?(which|what)( of (these|the following|them))?( (approach|option|way|one|solution|variant|choice|strategy)\b.{0,24})?$|^(which|what) (do|would|should) (you|we) (prefer|choose|like|pick|go with|do|use)$`)
	doWeUse  = rx(`(?i)^(?:which|what) (.+?) (?:should|shall|do|would|will|can) (?:we|i|you|it|they|this)( want to| like to| prefer to)? (use|have|follow|support|adopt|choose|pick|prefer|want|need|go with|take|get|apply|be)\b ?(.*)$`)
	whichTo  = rx(`(?i)^(?:which|what) (.+?) (?:should|shall|do|would|will|can) (?:we|i|you|it|they) (?:want to )?(.+)$`)
	whichDo  = rx(`(?i)^(?:which|what) ([a-z -]+?) (?:resonates|fits|suits|works|matches|makes|feels|looks|is|are|do|would)\b.*$`)
	howTo    = rx(`(?i)^(how|where|when|how (?:often|many|much|long|far|deep)(?: [a-z-]+)?) (?:should|shall|do|can|would) (?:we|i|you) (?:want to |like to )?(.+)$`)
	happens  = rx(`(?i)^what (?:should|would|will|does|shall)? ?happens? ((?:if|when|to|with|after|once|in|on) .+)$`)
	shouldBe = rx(`(?i)^what (?:should|shall|would|will) (.+) be( (?:for|in|on|when|if|at|to|by) .+)?$`)
	whatIs   = rx(`(?i)^(?:what|which|who)(?:'s| is| are) (?:the |your |our )?(.+)$`)
	weDo     = rx(`(?i)^(?:should|shall|do|can|may|would) (?:we|i|you) (?:want to |want me to |like to |like me to |need to |prefer to )?(.+)$`)
	embedded = rx(`(?i)^((?:how|where|when|why|which|what|who|how (?:often|many|much|long|far|deep))(?: [a-z-]+){0,2} )?(should|shall|can|must|will|would|does|do|is|are) (.+)$`)
	orElse   = rx(`(?i),? or (?:also |only |just |not |should |do |is |are )?.*$`)
	trailing = rx(`(?i) (in|on|for|to|with|when|where|from|via|by|of|if|or|and|at|while|into|as|that|which|who|per) `)
)

// questionTitle joins what was asked with what was chosen within titleMax; where both do not fit, what was asked gives way.
func questionTitle(header, question, choice string) string {
	question = plain(question)
	subject := asked(question)
	sep := ": "
	if mostlyHan(question) {
		subject, sep = strings.TrimSpace(strings.TrimRight(question, "?？ ")), "："
	}
	header = plain(strings.TrimSpace(header))
	if subject == "" && header != "" {
		subject = header
	} else if subject == "" {
		subject = strings.TrimRight(question, "?？ ")
	}
	choice = strings.TrimRight(choice, " .。")
	room := titleMax - utf8.RuneCountInString(choice) - utf8.RuneCountInString(sep)
	if either := orElse.FindStringIndex(subject); either != nil && !within(subject, either[0]) && either[0] > leastSubject && utf8.RuneCountInString(subject) > room {
		subject = subject[:either[0]]
	}
	for utf8.RuneCountInString(subject) > room {
		m := trailing.FindAllStringIndex(subject, -1)
		m = slices.DeleteFunc(m, func(at []int) bool { return within(subject, at[0]) })
		if len(m) == 0 || m[len(m)-1][0] < leastSubject {
			break
		}
		subject = danglers.ReplaceAllString(strings.TrimRight(subject[:m[len(m)-1][0]], ", "), "")
	}
	if (utf8.RuneCountInString(subject) > room || strings.HasSuffix(subject, " able")) && header != "" && !mostlyHan(question) {
		subject = header
	}
	return shorten(subject + sep + choice)
}

// leastSubject is the length in bytes below which a subject is not cut further.
const leastSubject = 16

// asked turns a question into the phrase that stands for what it asks, or "" where it names nothing itself.
func asked(question string) string {
	q := strings.TrimSpace(lastQuestion.FindString(question))
	if q == "" {
		q = question
	}
	q = strings.TrimRight(q, "? ")
	where := ""
	if m := circumstance.FindStringSubmatch(q); m != nil {
		q, where = m[2], " "+strings.ToLower(m[1][:1])+m[1][1:]
	}
	if generic.MatchString(q) {
		return ""
	}
	if either := orElse.FindStringIndex(q); either != nil && either[0] > leastSubject && !happens.MatchString(q) {
		if strings.HasPrefix(strings.ToLower(q), "do ") || strings.HasPrefix(strings.ToLower(q), "would ") {
			return "" // "do you want A or B": the alternatives are all it says
		}
		q = q[:either[0]]
	}
	switch {
	case happens.MatchString(q):
		return happens.FindStringSubmatch(q)[1] + where
	case shouldBe.MatchString(q):
		m := shouldBe.FindStringSubmatch(q)
		return bare(m[1]) + m[2] + where
	case whatIs.MatchString(q):
		return whatIs.FindStringSubmatch(q)[1] + where
	case doWeUse.MatchString(q):
		m := doWeUse.FindStringSubmatch(q)
		return strings.TrimSpace(m[1]+" "+m[4]) + where
	case whichTo.MatchString(q):
		m := whichTo.FindStringSubmatch(q)
		return m[1] + " to " + m[2] + where
	case howTo.MatchString(q):
		m := howTo.FindStringSubmatch(q)
		return m[1] + " to " + m[2] + where
	case weDo.MatchString(q):
		return weDo.FindStringSubmatch(q)[1] + where
	case embedded.MatchString(q):
		return statementOf(embedded.FindStringSubmatch(q), where)
	case whichDo.MatchString(q):
		return whichDo.FindStringSubmatch(q)[1] + where
	}
	return ""
}

// statementOf puts the helping verb behind its subject: "where", "should", "users find their key" make "where users should find
// their key"; without a question word "whether" opens it. A mere "be" is left out.
func statementOf(m []string, where string) string {
	ask, helper, rest := strings.TrimSpace(m[1]), strings.ToLower(m[2]), m[3]
	subject, verb := splitSubject(rest)
	if verb == "" {
		return ""
	}
	if ask == "" && strings.HasPrefix(verb, "be ") && !strings.HasPrefix(verb, "be able ") {
		return bare(subject) + where
	}
	if ask == "" {
		ask = "whether"
	}
	if helper == "do" || helper == "does" {
		helper = ""
	} else {
		helper += " "
	}
	return ask + " " + subject + " " + helper + verb + where
}

// splitSubject cuts before the verb: the first word, after a determiner and its noun, that is a verb of what software does.
func splitSubject(s string) (subject, verb string) {
	words := strings.Fields(s)
	from := 1
	if len(words) > 0 && slices.Contains(determiners, strings.ToLower(words[0])) {
		from = 2
	}
	for i := from; i < len(words); i++ {
		if slices.Contains(questionVerbs(), strings.ToLower(strings.Trim(words[i], ",'\""))) {
			return strings.Join(words[:i], " "), strings.Join(words[i:], " ")
		}
	}
	return "", ""
}

// bare takes the article off a noun.
func bare(noun string) string { return article.ReplaceAllString(noun, "") }

var article = rx(`(?i)^(the|a|an|our|your|this) `)

var determiners = []string{"the", "a", "an", "this", "that", "these", "those", "our", "your", "their", "its", "all", "each", "every", "any", "existing", "new", "some", "both"}

// questionVerbs are the verbs that questions about a design are asked with.
var questionVerbs = sync.OnceValue(func() []string {
	return strings.Fields(`be have get live find see use show appear handle support store keep read write work look happen respond return accept reject
	allow require include exclude remain stay go run start stop open close load save sync cache expire rotate revoke delete remove create add update change migrate
	send receive display render log report fail retry validate verify check match parse generate trigger contain hold own depend point refer respect follow
	inherit override replace apply visually indicate experience identify share re-share select choose know behave act live persist default fall wait block skip
	ignore treat map scale render navigate land redirect count group order sort page split merge move belong export import install ship deploy detect
	notify warn ask prompt ping call do need want cover mean`)
})
