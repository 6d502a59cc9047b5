package writeservice

import (
	"fmt"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/factline/memory/items"
)

const (
	maxTag   = 64         // runes
	tagSigns = "._:/+#@-" // what may stand in a tag behind its first rune
)

// foldTags gives the tags of an imported row the form that a tag has, "error-handling" for "error handling": other systems take any phrase,
// and no row is worth losing for one. A tag that loses words so is put below the body as it was, where a search finds it. told says in
// words what changed.
func foldTags(it *items.Item) (told []string) {
	var tags, changed, lost []string
	for _, old := range it.Tags {
		old = strings.Join(strings.Fields(strings.ToValidUTF8(old, " ")), " ")
		folded := foldTag(old)
		if old == "" || folded == old && slices.Contains(tags, old) {
			continue
		}
		full := len(tags) == MaxTags && !slices.Contains(tags, folded)
		if folded != "" && !full && !slices.Contains(tags, folded) {
			tags = append(tags, folded)
		}
		switch {
		case full || wordRunes(folded) != wordRunes(old) || folded == "":
			lost = append(lost, old)
		case folded != old && folded != strings.TrimPrefix(old, "#"):
			changed = append(changed, fmt.Sprintf("%s for %q", folded, old))
		}
	}
	it.Tags = tags
	if len(changed) > 0 {
		told = append(told, "tags are words here: "+strings.Join(changed, ", "))
	}
	if len(lost) == 0 {
		return told
	}
	line := "Tags: " + strings.Map(oneRow, strings.Join(lost, ", "))
	if strings.HasSuffix("\n"+it.Body, "\n"+line) {
		return told // it was put there before
	}
	body := strings.TrimLeft(strings.TrimRight(it.Body, "\n")+"\n\n"+line, "\n")
	if len(body) > MaxBody {
		return append(told, fmt.Sprintf("%d of its tags are left out: they are no words, and the body is full", len(lost)))
	}
	it.Body = body
	return append(told, fmt.Sprintf("%d of its tags are no tags here: they stand below the body", len(lost)))
}

// foldTag is a phrase as a tag; "" where no word is in it. What does not fit goes at the border of a word.
func foldTag(s string) string {
	var b strings.Builder
	for _, r := range s {
		switch {
		case unicode.In(r, unicode.L, unicode.M, unicode.N) || b.Len() > 0 && strings.ContainsRune(tagSigns, r):
			b.WriteRune(r)
		case strings.ContainsRune(`'’"“”`, r): // don't is one word
		case b.Len() > 0 && !strings.HasSuffix(b.String(), "-"):
			b.WriteByte('-')
		}
	}
	tag := b.String()
	if isName(s, maxTag, "", tagSigns) {
		return s
	}
	if tag = strings.TrimRight(tag, "-"); utf8.RuneCountInString(tag) <= maxTag {
		return tag
	}
	cut := string([]rune(tag)[:maxTag])
	if at := strings.LastIndexByte(cut, '-'); at > 0 {
		cut = cut[:at]
	}
	return strings.TrimRight(cut, "-")
}

// wordRunes are the letters and digits of a text.
func wordRunes(s string) string {
	return strings.Map(func(r rune) rune {
		if unicode.In(r, unicode.L, unicode.M, unicode.N) {
			return r
		}
		return -1
	}, s)
}

func oneRow(r rune) rune {
	if unicode.IsControl(r) || r == '\u2028' || r == '\u2029' {
		return ' '
	}
	return r
}

// strictest gives an imported row whose sensitivity is none of ours the most private one: what another system kept back stays so, and no row is
// worth losing for a word. told says so.
func strictest(it *items.Item) (told []string) {
	was := it.Sensitivity
	it.Sensitivity = items.Sensitivity(strings.ToLower(strings.TrimSpace(string(was))))
	switch it.Sensitivity {
	case "", items.Public, items.Internal, items.Private, items.Secret:
		return nil
	}
	it.Sensitivity = items.Secret
	return []string{fmt.Sprintf("its sensitivity %.40q is none of public, internal, private, secret: it is secret until a person says otherwise", string(was))}
}
