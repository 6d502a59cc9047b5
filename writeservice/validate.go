package writeservice

import (
	"fmt"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/factline/memory/items"
)

// Limits of the texts of an item. Title and summary are what a locator and an overview show, so they are short; the file as
// a whole is held to the 1 MiB that readers accept.
const (
	MaxTitle   = 200 // runes
	MaxSummary = 500 // runes
	MaxTags    = 50
	MaxBody    = items.MaxBytes - 64<<10 // bytes; the rest is for the front matter
)

// normalise brings what a caller may write in several ways into the one form that is stored.
func normalise(it *items.Item) {
	it.Schema = 1
	if t, err := items.ParseType(string(it.Type)); err == nil {
		it.Type = t
	}
	it.Title = strings.TrimSpace(it.Title)
	it.Summary = strings.TrimSpace(it.Summary)
	it.Project = strings.TrimSpace(it.Project)
	it.Body = strings.TrimRight(strings.ReplaceAll(it.Body, "\r\n", "\n"), "\n")
	var tags []string
	for _, t := range it.Tags {
		if t = strings.TrimSpace(t); t != "" && !slices.Contains(tags, t) {
			tags = append(tags, t)
		}
	}
	it.Tags = tags
	if it.Type == items.Signal && it.State.Name == "" {
		it.State.Name = "open"
	}
}

// invalid says in words what is wrong with a normalised item; nothing means that it can be stored. No text of the item is in it.
func invalid(it items.Item) []string {
	var bad []string
	add := func(ok bool, format string, args ...any) {
		if !ok {
			bad = append(bad, fmt.Sprintf(format, args...))
		}
	}
	if _, err := items.ParseType(string(it.Type)); err != nil {
		bad = append(bad, err.Error())
	}
	add(it.Title != "", "title is empty")
	add(it.Title == "" || strings.ContainsFunc(it.Title, isWordRune), "title has no word in it")
	add(singleLine(it.Title), "title has more than one line or control characters")
	add(utf8.RuneCountInString(it.Title) <= MaxTitle, "title is longer than %d characters: put the rest in the summary", MaxTitle)
	add(singleLine(it.Summary), "summary has more than one line or control characters: one sentence is enough")
	add(utf8.RuneCountInString(it.Summary) <= MaxSummary, "summary is longer than %d characters: put the rest in the body", MaxSummary)
	add(utf8.ValidString(it.Body) && !strings.ContainsRune(it.Body, 0), "body is not UTF-8 text")
	add(len(it.Body) <= MaxBody, "body is longer than %d bytes: split it or keep it as a resource", MaxBody)
	add(it.Project == "" || isName(it.Project, 100, "_.@-", "_.@+-"), badProject)
	add(len(it.Tags) <= MaxTags, "more than %d tags", MaxTags)
	for i, t := range it.Tags {
		add(isName(t, maxTag, "", tagSigns), "tag %d is not a word: letters, digits, . _ - : / without spaces, at most 64", i+1)
	}
	add(it.Confidence >= 0 && it.Confidence <= 1, "confidence is not between 0 and 1")
	add(slices.Contains([]items.Sensitivity{"", items.Public, items.Internal, items.Private, items.Secret}, it.Sensitivity),
		"sensitivity is not one of public, internal, private, secret")
	bad = append(bad, invalidState(it)...)
	for i, a := range it.Anchors {
		add(a.Path != "" && singleLine(a.Path), "anchor %d has no path", i+1)
		add(a.Lines == "" || isLines(a.Lines), "anchor %d: lines are not FROM-TO", i+1)
		add(a.SHA256 == "" || isHash(a.SHA256), "anchor %d: sha256 is not 64 hex digits", i+1)
	}
	add(it.Valid.From.IsZero() || it.Valid.Until.IsZero() || !it.Valid.Until.Before(it.Valid.From), "valid.until is before valid.from")
	return bad
}

func invalidState(it items.Item) []string {
	if it.Type != items.Signal {
		if it.State != (items.State{}) {
			return []string{"only a signal has a state"}
		}
		return nil
	}
	if !slices.Contains([]string{"open", "resolved", "obsolete", "deferred"}, it.State.Name) {
		return []string{"state is not one of open, resolved, obsolete, deferred"}
	}
	if (it.State.Name == "deferred") == it.State.Until.IsZero() {
		return []string{"a deferred signal, and no other, has a date until which it rests"}
	}
	return nil
}

func singleLine(s string) bool {
	return utf8.ValidString(s) && !strings.ContainsFunc(s, func(r rune) bool {
		return unicode.IsControl(r) || r == '\u2028' || r == '\u2029'
	})
}

func isWordRune(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) }

// isName reports whether s is a word of at most most runes: letters, marks, digits, and the signs named for its first rune and for
// the others. Plain loops, because compiling regular expressions over all of Unicode would cost every start of the program.
func isName(s string, most int, first, rest string) bool {
	n := 0
	for i, r := range s {
		signs := rest
		if i == 0 {
			signs = first
		}
		if !unicode.In(r, unicode.L, unicode.M, unicode.N) && !strings.ContainsRune(signs, r) {
			return false
		}
		n++
	}
	return n > 0 && n <= most
}

// isLines reports whether s is FROM-TO or one number.
func isLines(s string) bool {
	from, to, ranged := strings.Cut(s, "-")
	return isDigits(from) && (!ranged || isDigits(to))
}

func isDigits(s string) bool { return s != "" && strings.Trim(s, "0123456789") == "" }

// isHash reports whether s is a sha256 in lower-case hex.
func isHash(s string) bool { return len(s) == 64 && strings.Trim(s, "0123456789abcdef") == "" }

const badProject = "project is not a name: letters, digits, . _ - without spaces"
