package writeservice

import (
	"slices"
	"strings"
	"unicode"

	"github.com/factline/memory/internal/lazyregexp"
)

// clause is a piece of a sentence that says one thing.
type clause struct {
	words  map[string]bool // as words gives them
	denied bool            // "not", "never", "without", "skip"
	binds  bool            // "must", "always"
	alone  bool            // "only"
	rules  bool            // something that "must" may stand for: "should", "have to", "do not"
	single bool            // something that "only" may stand for: "just", "nothing else"
}

var (
	ofClauses   = lazyregexp.New(`[,;:，；、：。！!]+|\.(?:\s|$)|\n|\b(?:and|but|because|since|so that|so|while|whereas|which)\b|但是?|因为|所以|而且|并且`)
	ofSentences = lazyregexp.New(`[.!?](?:\s|$)|[。！？；;]|\n`)
	insteadOf   = lazyregexp.New(`\b(?:instead of|rather than|as opposed to)\b|而不是|而非`)
	notThat     = lazyregexp.New(`([\pL\d]) not (?:in |on |at |to )?([^\s,;]+)\s*$`)
	denies      = lazyregexp.New(`\b(?:not|no|never|none|nothing|nobody|nor|neither|without|cannot|stop|avoid|skip|disabled?|ignore|forbid|forbidden|ban|banned|prohibit|prohibited|refuse|bypass|anymore|unless)\b|n't\b|不|没|别|勿|禁|无|未|跳过|避免|停止|关闭`)
	noDenial    = lazyregexp.New(`不同|不过|不仅|不断|不论|不管|不错|别的|别人|特别|区别|级别|类别|分别|无论|未来|不只|no longer than|no matter|not only`)
	binding     = lazyregexp.New(`\b(?:must|shall|always|mandatory)\b|必须|务必|一律|总是|永远`)
	bindsToo    = lazyregexp.New(`\b(?:must|shall|should|always|mandatory|required?|requires|have to|has to|need to|needs to|never|only|every|rule|policy|make sure|ensure)\b|n't\b|\bdo not\b|必须|务必|一律|总是|永远|应该|需要|得|要|只|别|不要`)
	exclusive   = lazyregexp.New(`\b(?:only|solely|exclusively|nothing but|no other)\b|只|仅|唯一`)
	onlyToo     = lazyregexp.New(`\b(?:only|solely|exclusively|just|sole|single|nothing|no other|except)\b|只|仅|唯一|单`)
)

// clauses takes a text apart. What is said to be left for something else counts as denied.
func clauses(text string) (out []clause) {
	text = insteadOf().ReplaceAllString(strings.ToLower(strings.ReplaceAll(text, "’", "'")), ", not ")
	text = notThat().ReplaceAllString(text, "$1, not $2")
	for _, piece := range ofClauses().Split(text, -1) {
		c := clause{words: map[string]bool{}}
		for _, w := range words(piece) {
			c.words[w] = true
		}
		if len(c.words) == 0 {
			continue
		}
		plain := noDenial().ReplaceAllString(piece, " ")
		c.denied, c.binds, c.alone = denies().MatchString(plain), binding().MatchString(piece), exclusive().MatchString(piece)
		c.rules, c.single = bindsToo().MatchString(piece), onlyToo().MatchString(piece)
		out = append(out, c)
	}
	return out
}

// shares counts the words of c that stand in other.
func (c clause) shares(other clause) (n int) {
	for w := range c.words {
		if other.words[w] {
			n++
		}
	}
	return n
}

// numbers are the words of c that hold a digit: values, which belong to what stands beside them.
func (c clause) numbers() (out []string) {
	for w := range c.words {
		if strings.ContainsFunc(w, unicode.IsDigit) {
			out = append(out, w)
		}
	}
	return out
}

// contradicted says what of an item does not stand so in what a person said, "" where nothing does: an agent may use other words, and not turn,
// widen or mix up what was said.
func contradicted(item, said []clause) string {
	for _, c := range item {
		best := 0
		for _, s := range said {
			best = max(best, c.shares(s))
		}
		if best == 0 {
			if c.denied && len(c.words) > 1 || c.binds || c.alone {
				return "nobody said what it adds"
			}
			continue
		}
		agrees := slices.ContainsFunc(said, func(s clause) bool {
			return c.shares(s) == best && s.denied == c.denied
		})
		switch {
		case !c.denied && onlyDenied(c, said):
			return "it says what was denied"
		case !agrees && 2*best >= len(c.words), !agrees && c.denied:
			return "it denies what was said, or says what was denied"
		case c.binds && !slices.ContainsFunc(said, func(s clause) bool { return s.rules }) && 3*best < 2*len(c.words):
			return "it makes a rule of what was said"
		case c.alone && !slices.ContainsFunc(said, func(s clause) bool { return s.single }):
			return "it says \"only\" where nobody did"
		case mixedUp(c, said):
			return "its values stand beside other words than they were said of"
		}
	}
	return ""
}

// onlyDenied reports that a word of c was said in denials alone, and none of it outside of them alone.
func onlyDenied(c clause, said []clause) (turned bool) {
	for w := range c.words {
		denied, plain := false, false
		for _, s := range said {
			denied, plain = denied || s.words[w] && s.denied, plain || s.words[w] && !s.denied
		}
		if plain && !denied {
			return false
		}
		turned = turned || denied && !plain
	}
	return turned
}

// mixedUp reports that a value of c was said of something else: a word of c stands only in clauses that have other values.
func mixedUp(c clause, said []clause) bool {
	values := c.numbers()
	if len(values) != 1 {
		return false
	}
	var of []clause
	for _, s := range said {
		if s.words[values[0]] {
			of = append(of, s)
		}
	}
	if len(of) == 0 {
		return false // a value that the agent adds; the share of words decides
	}
	for w := range c.words {
		if w == values[0] || slices.ContainsFunc(of, func(s clause) bool { return s.words[w] }) {
			continue
		}
		if slices.ContainsFunc(said, func(s clause) bool { return s.words[w] && len(s.numbers()) > 0 }) {
			return true
		}
	}
	return false
}
