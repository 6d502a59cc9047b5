package contextpack

import (
	"regexp"
	"strings"
	"unicode"

	"github.com/factline/memory/internal/lazyregexp"
)

// quote makes the text of an item safe to stand inside the fence, whatever it holds, and keeps it readable:
//
//   - no tag can open or close: < before a letter or one of / ! | ? $ becomes &lt;, so neither the fence, nor a role or tool
//     result tag, nor a model's special token can be written
//   - no line can pass for the turn of a person, a model or a tool: "Human:" becomes "(Human):", [INST] becomes (INST)
//   - no image loads: ![ becomes [
//   - terminal sequences, control, direction and invisible characters are removed
//   - the first line starts with "- " and all others are indented (empty ones are left empty), so an item cannot look like two
//
// The hash of an entry is over the text before quoting.
func quote(text string) string {
	text = strings.ToValidUTF8(text, "\uFFFD")
	text = replaced(text, "\x1b\u009b", ansi, "")
	text = newlines.Replace(text)
	text = strings.Map(visible, text)
	text = replaced(text, "<", tagStart, "&lt;$1")
	text = replaced(text, "[", imageStart, "[")
	text = replaced(text, "[", bracketRole, "($1)")
	text = replaced(text, "#", headingRole, "$1($2)")
	text = replaced(text, ":：", lineRole, "$1($2)$3")
	return "- " + replaced(strings.TrimSpace(text), "\n", lineStart, "\n  $1")
}

// replaced replaces what a pattern finds in a text that holds one of the signs without which it finds nothing. Most texts hold none, so that
// most processes compile no pattern.
func replaced(text, signs string, pattern func() *regexp.Regexp, with string) string {
	if !strings.ContainsAny(text, signs) {
		return text
	}
	return pattern().ReplaceAllString(text, with)
}

const (
	person = `human|assistant|system|user|developer|model|用户|系统|助手`
	tool   = `(?:tool|function)(?:[ _-]?(?:result|output|response|call|use)s?)?`
)

var (
	ansi        = lazyregexp.New(`(?:\x1b\[|\x{9b})[0-?]*[ -/]*[@-~]|\x1b\][^\x07\x1b]*(?:\x07|\x1b\\)?|\x1b[@-Z\\^_]`)
	newlines    = strings.NewReplacer("\r\n", "\n", "\r", "\n", "\u2028", "\n", "\u2029", "\n", "\v", "\n", "\f", "\n")
	lineStart   = lazyregexp.New(`\n([^\n])`)
	tagStart    = lazyregexp.New(`<([\pL/!|?$])`)
	imageStart  = lazyregexp.New(`!+\[`)
	bracketRole = lazyregexp.New(`(?i)\[(/?(?:inst|sys|` + person + `|` + tool + `))\]`)
	headingRole = lazyregexp.New(`(?im)^([ \t>]*)#+[ \t]*((?:` + person + `|` + tool + `|instruction|response)s?)[ \t]*:?[ \t]*$`)
	lineRole    = lazyregexp.New(`(?im)^([ \t>*_#-]*)((?:` + person + `|` + tool + `))([ \t*_]*[:：])`)
)

// visible drops what a reader cannot see or what moves the text: controls but line feed and tab, direction marks, zero-width
// spaces, tag characters and variation selectors. Joiners and the emoji selector (U+FE0F) stay: scripts and emoji need them.
func visible(r rune) rune {
	switch {
	case r >= ' ' && r < 0x7f:
		return r
	case r == '\n' || r == '\t' || r == '\u200c' || r == '\u200d' || r == '\ufe0f':
		return r
	case unicode.IsControl(r), unicode.In(r, unicode.Cf, unicode.Co, unicode.Variation_Selector, unicode.Other_Default_Ignorable_Code_Point),
		r == '\u2800': // a Braille cell without dots
		return -1
	}
	return r
}
