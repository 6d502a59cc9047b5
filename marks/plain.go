package marks

import (
	"regexp"
	"strings"
	"unicode"

	"github.com/factline/memory/internal/lazyregexp"
	"golang.org/x/text/unicode/norm"
)

// plain is a text without what sets it: Markdown, quotation marks, stops of Chinese, the width of letters. What stands above or below the line gets a sign, since no
// digit says that: 10² is 10^2, and not 102.
func plain(text string) string {
	var b strings.Builder
	last := rune(0) // the sign of the line that we are on
	for _, r := range text {
		on := rune(0)
		switch {
		case strings.ContainsRune(raised, r):
			on = '^'
		case strings.ContainsRune(lowered, r):
			on = '_'
		}
		if on != last && on != 0 {
			b.WriteRune(on)
		}
		last = on
		b.WriteRune(r)
	}
	return setting.Replace(quoting.Replace(withoutMarkdown(strings.Map(width, norm.NFKC.String(b.String())))))
}

const (
	raised  = "⁰¹²³⁴⁵⁶⁷⁸⁹ⁿⁱ"
	lowered = "₀₁₂₃₄₅₆₇₈₉"
)

// width leaves out what has none.
func width(r rune) rune {
	if r >= 0x80 && (unicode.Is(unicode.Cf, r) || unicode.Is(unicode.Variation_Selector, r)) {
		return -1
	}
	if unicode.IsSpace(r) && r != '\n' || unicode.IsControl(r) && r != '\n' {
		return ' '
	}
	return r
}

var (
	quoting = strings.NewReplacer("`", "", `"`, "", "'", "", "‘", "", "’", "", "“", "", "”", "", "„", "", "«", "", "»", "", "「", "", "」", "", "『", "", "』", "", "《", "", "》", "", "〈", "", "〉", "")
	setting = strings.NewReplacer("\n", " ", "。", " ", "、", " ", "—", " ", "·", " ", "•", " ", "–", "-", "‐", "-", "‑", "-", "−", "-", "¿", "", "¡", "", "【", " ", "】", " ")
)

var (
	lineStart = lazyregexp.New(`(?m)^\s*(?:(?:[-*+>]|#{1,6})\s+)+`)
	emphasis  = lazyregexp.New(`(^|[\s(\["'“‘，。：；])(\*\*|\*|~~|_)([\p{L}\p{N}"'(\[` + "`" + `](?:[^*~_\n]*[\p{L}\p{N}"')\]` + "`" + `.,:;!?%。，：；！？])?)(\*\*|\*|~~|_)($|[\s.,;:!?)\]"'”’，。：；！？])`)
	code      = lazyregexp.New("`[^`\n]*`")
)

// inCode are letters of no script, for the signs of Markdown that stand in code and mean themselves there.
var (
	inCode    = strings.NewReplacer("*", "\ue000", "~", "\ue001", "_", "\ue002")
	outOfCode = strings.NewReplacer("\ue000", "*", "\ue001", "~", "\ue002", "_")
)

// withoutMarkdown drops the signs of lists, headings, quotations and emphasis. A sign without its partner stays.
func withoutMarkdown(text string) string {
	if !strings.ContainsAny(text, "*_~#>-+") {
		return text
	}
	sets := strings.ContainsAny(text, "*_~")
	if sets {
		text = code().ReplaceAllStringFunc(text, inCode.Replace)
	}
	if startsLine(text) {
		text = lineStart().ReplaceAllString(text, "")
	}
	if !sets {
		return text
	}
	var b strings.Builder
	for line := range strings.Lines(text) {
		if inPairs(line) {
			for range 2 { // neighbours share the space between them
				line = replaced(emphasis(), line)
			}
		}
		b.WriteString(line)
	}
	return outOfCode.Replace(b.String())
}

// startsLine is a quick look for a line that lineStart may match in.
func startsLine(text string) bool {
	for line := range strings.Lines(text) {
		if line = strings.TrimSpace(line); line != "" && strings.IndexByte("-*+>#", line[0]) >= 0 {
			return true
		}
	}
	return false
}

// inPairs reports a line that holds a sign of emphasis twice.
func inPairs(line string) bool {
	return strings.Count(line, "*") > 1 || strings.Count(line, "_") > 1 || strings.Count(line, "~") > 1
}

// replaced takes the two signs of an emphasis off where they are the same.
func replaced(shape *regexp.Regexp, text string) string {
	return shape.ReplaceAllStringFunc(text, func(found string) string {
		m := shape.FindStringSubmatch(found)
		if m == nil || m[2] != m[4] {
			return found
		}
		return m[1] + m[3] + m[5]
	})
}
