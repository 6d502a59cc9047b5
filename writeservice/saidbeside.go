package writeservice

import (
	"slices"
	"strings"

	"github.com/factline/memory/compare"
	"github.com/factline/memory/items"
)

// What no person brings in is held against the tombstones by each thing that it says, not by its one claim alone: under a new reason, or among other
// sentences, a value that was taken back would else return.

// byTitle is Tombstone for the title of an item that has a summary besides: of a statement, the reason may be another. It stands also where the title is
// all that the tombstone claims, and where it is the title of words that were purged, unless it is too short to be more than a subject: nothing is left there to tell by.
func byTitle(h items.Head, ix Index) (items.Head, bool) {
	if items.Fold(h.Summary) != "" {
		form := items.FormKey(h.Title)
		same := ix.ByClaim(form)
		if !compare.States(h.Title) {
			same = slices.DeleteFunc(slices.Clone(same), func(t items.Head) bool { return t.PurgedTitle != form || !items.CouldStandAlone(h.Title) })
		}
		if t, ok := buriedIn(h, same, "", reaches); ok {
			return t, true
		}
	}
	key := items.Key(h.Title)
	return buriedIn(h, ix.ByClaim(key), key, reaches)
}

// bySentence is Tombstone for the sentences below a title, where there are several.
func bySentence(h items.Head, ix Index) (items.Head, bool) {
	for _, text := range []string{h.Summary, h.Lead} {
		said := Sentences(text)
		if len(said) < 2 {
			continue
		}
		for _, s := range said[:min(len(said), mostSentences)] {
			if !compare.States(s) {
				continue
			}
			if t, ok := buriedIn(h, ix.ByClaim(items.FormKey(s)), "", reaches); ok {
				return t, true
			}
		}
	}
	return items.Head{}, false
}

// mostSentences bounds how many sentences of one text are looked up.
const mostSentences = 20

// Sentences are those of a text, as a claim that was taken back is looked for among them.
func Sentences(text string) (said []string) {
	for _, s := range ofSentences().Split(text, -1) {
		if s = strings.TrimSpace(s); s != "" {
			said = append(said, s)
		}
	}
	return said
}
