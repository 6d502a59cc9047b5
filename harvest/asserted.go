package harvest

import (
	"strings"

	"github.com/factline/memory/evidence"
)

// What makes a sentence no statement of its speaker, beyond what no rule of harvest takes.
var (
	denies = rx(`\b(it is|it's|it isn't|it is not) (wrong|false|untrue|not true|true|a myth|not the case) (that|to say)\b|\b(i|we) (doubt|disbelieve|disagree)\b`)
	zhDeny = rx(`(是错的|不是真的|我怀疑)`)
	past   = rx(`\b(used to|formerly|previously|back then|in the past|once upon)\b`)
	zhPast = rx(`(以前|曾经|过去|原来是|原先)`)
	given  = rx(`^(if|when|in case|unless|suppose|assuming)\b.*\b(then|,)|\b(unless|assuming|provided that)\b`)

	// brings holds for a line after which something follows that was copied
	brings  = rx(`(?i)\b(output|logs?|errors?|messages?|traces?|docs?|documentation|readme|page|article|ticket|issue|reviewer|comment|says?|said|wrote|prints?|get|got|here('s| is| are)|following|paste[ds]?)\b[^\n]*:[ \t]*$|(输出|日志|报错|错误|文档|提示|消息|说|写道|如下|原文)[^\n]*[:：][ \t]*$`)
	prints  = rx(`(?i)^\s*(npm|yarn|pip|git|remote|warn(ing)?|info|debug|notice|fatal|error|hint|trace)( (notice|warn|info|err!?|error))?[:\]!]|^\s*(npm|yarn|pnpm) (notice|warn|info|err!?) `)
	comment = rx(`(?s)<!--.*?(-->|$)`)
)

// Asserted are the sentences of a person's message, as far as they touch the bytes from to, that he says himself and as true: not what he
// quotes, pastes, asks, doubts, tells of others or of former days. A denial is an assertion.
func Asserted(text string, from, to int) []string {
	for _, kind := range []*pattern{comment, struckOut} {
		for _, m := range kind.FindAllStringIndex(text, -1) {
			text = text[:m[0]] + strings.Repeat(" ", m[1]-m[0]) + text[m[1]:]
		}
	}
	w := readWords(&evidence.Record{Text: text})
	foreign := append(copied(text), [2]int{mailFrom(text), len(text)})
	var out []string
	for _, s := range standing(spoken(w)) {
		if s.to <= from || s.from >= to || inside(foreign, s.from) || foreignSpeech(s) {
			continue
		}
		out = append(out, w.mask[s.from:s.to])
	}
	return out
}

func foreignSpeech(s sentence) bool {
	low := strings.TrimRight(s.low, "。！.! ")
	return s.ask || opensQuestion.MatchString(s.low) || opensZhAsk.MatchString(low) || reported.MatchString(s.low) || reportedZh.MatchString(s.low) ||
		unsure(s) || denies.MatchString(s.low) || zhDeny.MatchString(s.low) || past.MatchString(s.low) || zhPast.MatchString(s.low) || given.MatchString(s.low) || disowned(s) || framed(s)
}

// copied are the byte ranges that stand behind a line such as "I get this output:" or a command, lines that programs print, and quotations.
func copied(text string) (ranges [][2]int) {
	at, behind := 0, false // behind: a paragraph that was announced
	filled := false        // and has begun
	for line := range strings.SplitAfterSeq(text, "\n") {
		bare := strings.TrimSpace(line)
		switch {
		case bare == "" && filled:
			behind, filled = false, false
		case bare == "":
		case prompts.MatchString(line) || dumps.MatchString(line): // and what the command printed, up to an empty line
			behind, filled = true, true
			ranges = append(ranges, [2]int{at, at + len(line)})
		case behind || prints.MatchString(bare) || quotes.MatchString(line):
			filled = behind
			ranges = append(ranges, [2]int{at, at + len(line)})
		}
		if brings.MatchString(bare) || refutes.MatchString(bare) {
			behind, filled = true, false
		}
		at += len(line)
	}
	return ranges
}

func inside(ranges [][2]int, at int) bool {
	for _, r := range ranges {
		if at >= r[0] && at < r[1] {
			return true
		}
	}
	return false
}
