package contextpack

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/factline/memory/internal/lazyregexp"
	"github.com/factline/memory/items"
)

// Longest pieces of a locator and an overview, in characters. A title or a reason is a sentence; what is longer is in the detail.
const (
	maxTitle   = 160
	maxSummary = 500
	maxWhy     = 300
)

// Render returns an item's view as plain text, unescaped and without a closing newline. It is what `memory read` prints, and
// the sha256 of the detail view is what a pack's entry carries.
//
//	locator   [type] title (memory read SHORTID)
//	overview  the locator, then the summary, then why
//	detail    the locator, then the summary, then the body
//
// A summary that only says the title again is left out.
func Render(it items.Item, view View) string {
	lines := []string{fmt.Sprintf("[%s%s] %s (memory read %s)", it.Type, leftBy(it), clip(oneLine(it.Title), maxTitle), ShortID(it.ID))}
	switch view {
	case Overview:
		if s := clip(oneLine(it.Summary), maxSummary); s != "" && !saysTitle(s, it.Title) {
			lines = append(lines, s)
		}
		if s := clip(oneLine(why(it)), maxWhy); s != "" {
			lines = append(lines, "Why: "+s)
		}
	case Detail:
		if s := strings.TrimSpace(it.Summary); s != "" && !saysTitle(s, it.Title) {
			lines = append(lines, s)
		}
		if s := bodyWithoutTitle(it); s != "" {
			lines = append(lines, s)
		}
	}
	return strings.Join(lines, "\n")
}

// maxAgent bounds the name of an agent, in bytes.
const maxAgent = 40

// leftBy names the agent that a handoff is of: it is one agent's word to another. A name is what the agent called itself, so only letters,
// digits and what stands between them in names are shown.
func leftBy(it items.Item) string {
	if it.Type != items.Handoff || it.Agent == "" {
		return ""
	}
	name := strings.Map(func(r rune) rune {
		if r < utf8.RuneSelf && (unicode.IsLetter(r) || unicode.IsDigit(r)) || strings.ContainsRune("-._", r) {
			return r
		}
		return -1
	}, it.Agent)
	if name == "" {
		return " from an agent"
	}
	return " from agent " + name[:min(len(name), maxAgent)]
}

// hash is the hex sha256 that an entry carries.
func hash(it items.Item) string {
	sum := sha256.Sum256([]byte(Render(it, Detail)))
	return hex.EncodeToString(sum[:])
}

// newIDShape is what items.NewID makes (and people write by its model); only there the last eight letters can stand alone.
var newIDShape = lazyregexp.New(`^mem-\d{8}-.+-([a-z0-9]{8})$`)

// ShortID is the random tail of an id, which `memory read` accepts, or the whole id where it has none.
func ShortID(id items.ID) string {
	if m := newIDShape().FindStringSubmatch(string(id)); m != nil {
		return m[1]
	}
	return oneLine(string(id))
}

var (
	whyHeading = lazyregexp.New(`(?i)^(why|reasons?|rationale|motivation|because|root cause|cause)\b|^(原因|理由|为什么|为何)`)
	whyLine    = lazyregexp.New(`(?im)^[\s>*_-]*(?:why|reason|rationale|because|root cause|原因|理由)[*_]*\s*[:：][*_]*\s*(.+)$`)
)

// why finds the reason that a body gives: the first paragraph under a heading that says so, or a line that starts with one.
func why(it items.Item) string {
	for _, s := range it.Sections() {
		if whyHeading().MatchString(s.Heading) {
			first, _, _ := strings.Cut(strings.TrimSpace(s.Text), "\n\n")
			return first
		}
		if m := whyLine().FindStringSubmatch(s.Text); m != nil {
			return m[1]
		}
	}
	return ""
}

// bodyWithoutTitle leaves out a first heading that only repeats the title, and comments, which are not text.
func bodyWithoutTitle(it items.Item) string {
	body := strings.TrimSpace(it.VisibleBody())
	first, rest, _ := strings.Cut(body, "\n")
	if heading, ok := strings.CutPrefix(first, "# "); ok && oneLine(heading) == oneLine(it.Title) {
		return strings.TrimSpace(rest)
	}
	return body
}

// saysTitle reports that a summary says its title and no more, but for case and what closes a sentence.
func saysTitle(summary, title string) bool {
	return utf8.RuneCountInString(title) <= maxTitle && strings.EqualFold(unclosed(summary), unclosed(title))
}

// opensWith reports that a summary starts with all words of its title.
func opensWith(summary, title string) bool {
	title = unclosed(title)
	if title == "" || len(summary) < len(title) || !strings.EqualFold(summary[:len(title)], title) {
		return false
	}
	next, _ := utf8.DecodeRuneInString(summary[len(title):])
	return !unicode.IsLetter(next) && !unicode.IsDigit(next)
}

// unclosed is a sentence on one line without the mark at its end.
func unclosed(s string) string { return strings.TrimRight(oneLine(s), " .。:;!！…") }

// oneLine joins all white space to single spaces.
func oneLine(s string) string { return strings.Join(strings.Fields(s), " ") }

// clip cuts a text at n characters and says so.
func clip(s string, n int) string {
	if utf8.RuneCountInString(s) <= n {
		return s
	}
	return strings.TrimSpace(string([]rune(s)[:n-1])) + "…"
}
