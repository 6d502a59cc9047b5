package writeservice

import (
	"slices"
	"strings"
	"sync"
	"unicode"

	"github.com/factline/memory/internal/lazyregexp"
	"golang.org/x/text/unicode/norm"
)

// An item made of a person's own words can still say what he did not: two names change places, a word comes from another sentence, or what bounded it
// is left out. So the words that an item has of him must stand in one clause of his, in his order, with nothing left out that narrows, denies or
// delays. A word of the agent's own may take the place of one of his that does none of this (kept, for keep); how many may, backing tells.

// recast reports a claim of text that is made of words of what a person said, and was not said so.
// A title may be shorter than what the text below it says in full.
func recast(title, text string, said []string) bool {
	var all []string // all that he said
	var clauses []utterance
	for _, sentence := range said {
		ws := sayings(sentence)
		var before []string
		if points(spelled(sentence)) {
			before = all // "it" is of them; of which one, misowned tells
		}
		for _, c := range append(clausesSaid(sentence), ws) {
			clauses = append(clauses, utterance{before, c})
			// "page the list by cursor" is said again as "the list pages by cursor"
			for n := 1; n <= 3 && n < len(c); n++ {
				clauses = append(clauses, utterance{before, slices.Concat(c[1:n+1], c[:1], c[n+1:])})
			}
		}
		all = append(append(all, ws...), sayingsOf(asSaid(sentence))...)
	}
	borne := func(claim []string) bool {
		own := 0
		claim = slices.DeleteFunc(slices.Clone(claim), func(w string) bool {
			if bounds()[w] || slices.Contains(all, w) || strings.ContainsFunc(w, unicode.IsDigit) {
				return false // a figure of the agent's own takes no place
			}
			own++
			return true
		})
		if len(claim) < 2 {
			own = 0 // one word of his ties the others to nothing
		}
		return len(claim) == 0 || slices.ContainsFunc(clauses, func(c utterance) bool { return c.says(claim, own) })
	}
	var full [][]string // what the text says in full, and he said
	unborne := func(claim string) bool {
		mine := sayings(claim)
		if borne(mine) {
			full = append(full, mine, sayings(contrasts().ReplaceAllString(spelled(claim), "")))
			return false
		}
		pieces := parts().Split(causes().ReplaceAllString(spelled(claim), ""), -1)
		for _, piece := range pieces {
			if mine := sayings(piece); borne(mine) {
				full = append(full, mine)
			} else {
				return true
			}
		}
		return len(pieces) < 2
	}
	if slices.ContainsFunc(Sentences(text), unborne) {
		return true
	}
	for _, claim := range Sentences(title) {
		shorter := func(said []string) bool {
			return slices.ContainsFunc(labels(claim), func(short []string) bool { return utterance{words: said}.says(short, len(said)) })
		}
		if !slices.ContainsFunc(full, shorter) && unborne(claim) {
			return true
		}
	}
	return false
}

// utterance is what a person said in one go.
type utterance struct {
	before []string // words of the sentences before it, where it says "it"
	words  []string
}

// says reports that a clause says what the words of a claim say: they stand in it in their order, and what it has besides takes nothing away. Of the
// words that mean something, as many may be others as the claim has of its own.
func (c utterance) says(claim []string, own int) bool {
	for len(claim) > 0 && !slices.Contains(c.words, claim[0]) && slices.Contains(c.before, claim[0]) {
		claim = claim[1:]
	}
	for _, w := range c.words {
		switch {
		case len(claim) > 0 && claim[0] == w:
			claim = claim[1:]
		case droppable()[w], w == "all", w == "every", w == "each": // said of all, it is said of them
		case own > 0 && !bounds()[w] && !refuses()[w]:
			own--
		default:
			return false
		}
	}
	return len(claim) == 0
}

// refuses are verbs whose place none takes that means the contrary.
var refuses = sync.OnceValue(func() map[string]bool {
	set := map[string]bool{}
	for _, w := range sayings("refuse refuses refused reject rejects deny denies forbid forbids forbidden ban bans banned block blocks blocked disable disables disabled stop stops avoid avoids prohibit prohibits prohibited drop drops delete deletes remove removes skip skips omit omits ignore ignores lack lacks fail fails hate dislike 禁 止 拒 停 删 跳 忽") {
		set[w] = true
	}
	return set
})

var (
	contrasts = lazyregexp.New(`(?:,| and| but)? ?\bnot (?:in |on |at |to |the |with |for |by )*[^\s,;]+(?: any ?more)?\s*$|,? ?\b(?:instead of|rather than|as opposed to)\b[^,;]*|[，,]? ?(?:不用|不是|而不是|而非)[^，。；,;]*$`)
	causes    = lazyregexp.New(`,? ?\b(?:because|since)\b .*$|,? so(?: that)?\b .*$|[，,]?(?:因为|由于|所以).*$`)
	parts     = lazyregexp.New(`[,;:，；、：]+|\b(?:and|but|while|whereas)\b|但是?|而且|并且`)
	asides    = lazyregexp.New(`(?:^|[\s,])(?:for (?:the|your) (?:record|reference|information)|for what it.s worth|just so you know|by the way|in short|as a reminder|heads up|to be clear)\b[,:]?`)
	negated   = lazyregexp.New(`n't\b|\bcannot\b`)
	onlyBut   = lazyregexp.New(`\b(?:nothing|nobody|none|no one|no other) (?:but|except|save)\b`)
	opensIn   = lazyregexp.New(`^\s*(?:in|on|at|for|if|when|whenever|unless|until|before|after|during|while|within|under|with|without|once|as long as)\b|^\s*(?:如果|若|当|在|除了|除|对于|只有)`)
)

// clausesSaid are the words of what a sentence says, clause by clause: without its cause, and without what it is set against. What stands in front of all
// bounds what follows.
func clausesSaid(sentence string) (out [][]string) {
	plain := causes().ReplaceAllString(spelled(sentence), "")
	bound := ""
	for i, piece := range parts().Split(plain, -1) {
		if i == 0 && opensIn().MatchString(piece) {
			bound = piece
		}
		for _, text := range []string{piece, contrasts().ReplaceAllString(piece, "")} {
			if i > 0 {
				text = bound + " " + text
			}
			out = append(out, sayings(text))
		}
	}
	// the same, where a comma sets off what is said in contrast alone
	return append(out, sayings(contrasts().ReplaceAllString(plain, "")), sayings(plain))
}

// spelled is a text in lower case, in plain width, with "not" written out.
func spelled(text string) string {
	return toNow(asSaid(text))
}

// asSaid is spelled, with what was before a change.
func asSaid(text string) string {
	text = strings.ToLower(strings.ReplaceAll(norm.NFKC.String(text), "’", "'"))
	text = asides().ReplaceAllString(text, "")
	return onlyBut().ReplaceAllString(negated().ReplaceAllString(text, " not"), "only ")
}

// sayings are the words of a text in their order, as claims are held against each other by them: without those that say nothing by themselves, of
// scripts without spaces each character.
func sayings(text string) []string { return sayingsOf(spelled(text)) }

// sayingsOf is sayings of a text that is spelled already.
func sayingsOf(text string) (out []string) {
	for _, run := range strings.FieldsFunc(text, func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) }) {
		if strings.ContainsFunc(run, func(r rune) bool { return unicode.Is(unicode.Han, r) }) {
			run = hanEmpty().Replace(run)
			var latin strings.Builder
			for _, r := range run {
				if !unicode.Is(unicode.Han, r) {
					latin.WriteRune(r)
					continue
				}
				if latin.Len() > 0 {
					out = append(out, latin.String())
					latin.Reset()
				}
				out = append(out, string(r))
			}
			if latin.Len() > 0 {
				out = append(out, latin.String())
			}
			continue
		}
		switch {
		case empty()[run]:
		case bounds()[run] || droppable()[run]:
			out = append(out, run)
		default:
			run = strings.TrimSuffix(run, "s")
			out = append(out, run[:min(len(run), stem)])
		}
	}
	return out
}

func listed(list string) func() map[string]bool {
	return sync.OnceValue(func() map[string]bool {
		set := map[string]bool{}
		for _, w := range strings.Fields(list) {
			set[w] = true
		}
		return set
	})
}

var (
	// empty words say nothing by themselves; the order of the others shows which of them stood where.
	empty = listed(`the a an is are be been being am has have of to in on at for by as from with into onto via over and or that this these those it its they them he she i you we our us your my me do does use uses using let s t m re ve ll d there here should shall must need needs will`)
	// droppable words may be left out: courtesy, emphasis, time that is now.
	droppable = listed(`please remember note actually btw now so then just yes no nope ok okay right correct wrong well hey hi also too really very indeed know think guess believe mean want always currently today already anyway again fyi reminder important definitely surely basically simply thanks thank sorry hmm oh ah`)
	// bounds are words that an agent adds none of, whoever said them of something else: they narrow, widen, deny or delay.
	bounds   = listed(`all every each any most some few many several no not never none nobody nothing neither nor only solely exclusively except but unless without until till before after if when whenever while during once may might could would can plan plans planned used hardly rarely sometimes often usually longer maybe perhaps probably anymore`)
	hanEmpty = sync.OnceValue(func() *strings.Replacer {
		return strings.NewReplacer("我们", "", "咱们", "", "请记住", "", "请", "", "记住", "", "记得", "", "现在", "", "的", "", "了", "", "是", "", "在", "", "用", "", "都", "", "对", "", "吧", "", "啊", "")
	})
)
