package writeservice

import (
	"slices"
	"strings"
	"unicode"

	"github.com/factline/memory/internal/lazyregexp"
)

// "It runs on port 5000" is a claim of whatever "it" is. An agent's item may give that its name only where the message leaves no choice: one thing was
// named before it in the same message, and none besides. Who else owns the port is for a person to say.

var (
	pointsBack  = lazyregexp.New(`\b(?:it|its|they|them|their|theirs|he|she|his|hers|him|her|former|latter|both)\b|\b(?:this|these|those)\b|^\s*that\b|[它]|(?:^|[^么应活])该|(?:^|[^其])[他她]|这|(?:^|[，。：\s])那[个些是]?|其(?:$|[^他实中余次它])|前者|后者|二者|两者`)
	ofHere      = lazyregexp.New(`\b(?:this|these|those) (?:repo|repositor|project|code|machine|laptop|computer|branch|week|month|year|time|way|is (?:how|why|what))\w*|\bit(?:'s| is| was) (?:\w+ )?(?:to|that)\b|这(?:个|里的?)?(?:仓库|项目|代码库|机器|分支)|这(?:样|么|时|次|边|里)|那(?:么|样|时)`)
	ofPlural    = lazyregexp.New(`\b(?:they|them|their|theirs|these|those|both)\b|它们|他们|二者|两者|这些`)
	subordinate = lazyregexp.New(`^\s*(?:when|while|before|after|once|as|until|if|whenever|wherever)\b`)
	madeOf      = lazyregexp.New(`\b(?:written|built|coded|implemented|made|based|rewritten|ported|moved|done) (?:in|with|on|using|to) [\w.+#/-]+|\b(?:is|are|was) (?:still |now |all )?in (?:go|rust|java|python|typescript|javascript|ruby|php|c|c\+\+|c#|kotlin|swift|scala|elixir|perl|bash|sql|english|german|french|spanish|chinese|japanese)\b|\b(?:in|on|at|since|until|from|by) (?:monday|tuesday|wednesday|thursday|friday|saturday|sunday|january|february|march|april|may|june|july|august|september|october|november|december|prod|production|staging|dev|development|general|place|use|detail|time|fact|\d[\w.:-]*)\b`)
	placedAt    = lazyregexp.New(`\b(?:(?:lives?|sits?|stands?|stored|kept|found|located|is|are|listens|hosted)? ?(?:at|in|under|on)|is called|is named) (\S+)`)
	zhMadeOf    = lazyregexp.New(`是?(?:使?用) ?[a-z0-9.+#-]+ ?(?:写|编写|重写|实现|开发|做)(?:的|成|了)?`)
	zhRelates   = lazyregexp.New(`[和与跟及或、同]|连接|调用|依赖|使用|[用给把被从到由向对比在]|通过|访问|替换|代替|还有|以及|后面|前面|旁边`)
	zhLatin     = lazyregexp.New(`[a-z0-9][\w.+#:/-]*`)
)

// piece is one clause of a message, in its place.
type piece struct {
	text     string
	sentence int
}

func piecesOf(message string) (out []piece) {
	for n, sentence := range ofSentences().Split(strings.ToLower(strings.ReplaceAll(message, "’", "'")), -1) {
		for _, text := range ofClauses().Split(sentence, -1) {
			if strings.TrimSpace(text) != "" {
				out = append(out, piece{text, n})
			}
		}
	}
	return out
}

// points reports that a clause says what it says of something that was named elsewhere.
func points(text string) bool {
	return pointsBack().MatchString(ofHere().ReplaceAllString(text, " ")) && !subordinate().MatchString(text)
}

// misowned reports that an item gives a name to what was said of "it", and the messages do not. said are the clauses that the person stands for.
func misowned(title, text string, said []string, messages []string) bool {
	free, all := map[string]bool{}, map[string]bool{} // words of clauses that point nowhere, and of all
	for _, s := range said {
		for _, p := range piecesOf(s) {
			for _, w := range words(p.text) {
				all[w] = true
				free[w] = free[w] || !points(p.text)
			}
		}
	}
	var spoken [][]piece
	pointing := false
	for _, m := range messages {
		spoken = append(spoken, piecesOf(m))
		pointing = pointing || slices.ContainsFunc(spoken[len(spoken)-1], func(p piece) bool { return points(p.text) })
	}
	if !pointing {
		return false
	}
	before, sentence := "", -1
	for _, c := range piecesOf(text) {
		if c.sentence != sentence {
			before, sentence = "", c.sentence
		}
		if before == "" && c.sentence > 0 {
			before = title
		}
		mine := words(c.text)
		if slices.ContainsFunc(mine, func(w string) bool { return all[w] && !free[w] }) && !owned(mine, words(before), all, free, spoken) {
			return true
		}
		before += "\n" + c.text
	}
	return false
}

// owned reports that the words of a clause of an item stand together in one message: what only a clause with "it" has beside the name that "it" is.
func owned(mine, before []string, all, free map[string]bool, spoken [][]piece) bool {
	for _, message := range spoken {
		for i, p := range message {
			there := words(p.text)
			carries := func(w string) bool { return all[w] && !free[w] && slices.Contains(there, w) }
			if !points(p.text) || !slices.ContainsFunc(mine, carries) {
				continue
			}
			names := outside(mine, there, all)
			if ofPlural().MatchString(p.text) {
				names = append(names, outside(before, there, all)...)
			} else if len(names) == 0 {
				names = outside(before, there, all)
			}
			if len(names) == 0 || restates(names, message[:i]) || soleName(names, message[:i], p) {
				return true
			}
		}
	}
	return false
}

// outside are the words of a list that were said, and not in a clause.
func outside(list, clause []string, all map[string]bool) (out []string) {
	for _, w := range list {
		if all[w] && !slices.Contains(clause, w) {
			out = append(out, w)
		}
	}
	return out
}

// restates reports that the names say over nearly all that was said before: "it" is that as a whole.
func restates(names []string, before []piece) bool {
	if len(before) == 0 {
		return false
	}
	last := words(strings.Join(within(before, before[len(before)-1].sentence), " "))
	same := 0
	for _, w := range last {
		if slices.Contains(names, w) {
			same++
		}
	}
	return len(last) > 1 && 4*same >= 3*len(last) && !slices.ContainsFunc(names, func(w string) bool { return !slices.Contains(last, w) })
}

// within are the texts of the clauses of one sentence.
func within(all []piece, sentence int) (out []string) {
	for _, p := range all {
		if p.sentence == sentence {
			out = append(out, p.text)
		}
	}
	return out
}

// soleName reports that the names are the one thing that was named last before a clause.
func soleName(names []string, before []piece, p piece) bool {
	for n := p.sentence; n >= 0 && n > p.sentence-4; n-- {
		clauses := within(before, n)
		if len(clauses) == 0 {
			continue
		}
		if strings.ContainsFunc(p.text+clauses[0], func(r rune) bool { return unicode.Is(unicode.Han, r) }) {
			return zhSoleName(names, strings.Join(clauses, "，"))
		}
		var things []string
		for _, c := range clauses {
			things = append(things, thingsIn(c)...)
		}
		if len(things) == 0 {
			continue // "It was rewritten."
		}
		for _, thing := range things {
			if !slices.ContainsFunc(words(thing), func(w string) bool { return slices.Contains(names, w) }) {
				return false // another one
			}
		}
		return (len(things) == 1 || ofPlural().MatchString(p.text)) && len(outside(names, words(strings.Join(clauses, " ")), setOf(names))) == 0
	}
	return false
}

func setOf(list []string) map[string]bool {
	set := map[string]bool{}
	for _, w := range list {
		set[w] = true
	}
	return set
}

// zhSoleName is soleName for Chinese, which sets no blanks: the names stand there, and nothing sets another thing beside them.
func zhSoleName(names []string, text string) bool {
	text = zhMadeOf().ReplaceAllString(text, "")
	if len(outside(names, words(text), setOf(names))) > 0 || zhRelates().MatchString(text) {
		return false
	}
	return len(zhLatin().FindAllString(text, -1)) <= 1
}

// thingsIn are the runs of words in an English clause that may name something: no articles, prepositions and auxiliaries, nor what only says how
// something is or what happened to it.
func thingsIn(clause string) (out []string) {
	clause = madeOf().ReplaceAllString(clause, " . ")
	clause = placedAt().ReplaceAllStringFunc(clause, func(m string) string {
		if f := strings.Fields(m); isTarget(strings.TrimRight(f[len(f)-1], ".,:")) {
			return " . "
		}
		return m
	})
	var run []string
	same, verb := false, false // the run says what the one before it is, or a verb follows
	end := func() {
		switch {
		case len(run) > 0 && same && len(out) > 0:
			out[len(out)-1] += " " + strings.Join(run, " ")
		case len(run) > 0:
			out = append(out, strings.Join(run, " "))
		}
		same, run = same && len(run) == 0, nil
	}
	tokens := strings.Fields(clause)
	for i, token := range tokens {
		w := strings.Trim(token, `"'()[]{}*_.,:;!?`+"`")
		ofPast := strings.HasSuffix(w, "ed") && !strings.HasSuffix(w, "eed") && len(w) > 4
		switch {
		case w == "", verb, notNamed()[w], strings.HasSuffix(w, "n't"), strings.HasSuffix(w, "ly") && len(w) > 4, ofPast:
			end()
			verb = beforeVerb()[w] || strings.HasSuffix(w, "n't")
			same = copula()[w] || same && !placing()[w]
		case i+1 < len(tokens) && len(run) > 0 && strings.HasSuffix(w, "s") && !strings.HasSuffix(w, "ss") && !auxiliary()[strings.Trim(tokens[i+1], ".,")]:
			end() // "billing calls admin"
		default:
			run = append(run, w)
		}
	}
	end()
	return out
}

// notNamed are words that name nothing.
var notNamed = listed(`the a an our my your his her its their this that these those each every all both another no some any one ones is are was were be been being am has have had do does did will would can could should may might must shall
	not and or nor but so yet if when while before after once as until because since than then there here where now today yesterday tomorrow soon later again still already just also too very quite rather really only even never always often usually finally first last next new old fine good bad ok okay
	week weeks month months year years day days morning night hour hours monday tuesday wednesday thursday friday saturday sunday done live up down back out off on in at to of for from with by into onto over under about between through during within without near behind beside via per like against across along around above below i we you he she they it me us him them who which what how why
	moved changed works running ready broken slow fast important special different big small large great better best worse written rewritten gone built made set got went goes came ran run runs kept left took fell grew began broke chosen please thanks yes hi hello well get gets finished stable needed`)

var (
	auxiliary  = listed("is are was were be has have had do does did can could will would must may might should shall isn't aren't don't doesn't")
	copula     = listed("is are was were")
	placing    = listed("in on at to of for from with by into onto over under about between through within near behind beside via per like against than and or")
	beforeVerb = listed("do don't never always please must should shall can could will would may might not")
)
