package items

import (
	"slices"
	"strings"

	"github.com/factline/memory/marks"
)

// Keys fold signs and know one sentence at a time. Who finds something by a key asks here before he believes it.

// SameText reports two heads with one text: the same words, and the same signs in every sentence.
func SameText(a, b Head) bool { return a.TextKey == b.TextKey && marks.SameSum(a.Signs, b.Signs) }

// SameFact reports that what two heads with a common key say in the same words is one fact: it has the same signs (10% is not 10), and where it says "it" or
// names no subject at all, the titles above are the same too. Of words that were purged no signs are left; they are compared by their keys.
func SameFact(a, b Head) bool {
	if a.PurgedForm != "" || b.PurgedForm != "" || a.Title == PurgedTitle || b.Title == PurgedTitle {
		return samePurged(a, b)
	}
	said := func(h Head) []string { return []string{h.Title, h.Summary, h.Lead} }
	for i, x := range said(a) {
		for j, y := range said(b) {
			if x == "" || y == "" || Key(x) != Key(y) && FormKey(x) != FormKey(y) {
				continue
			}
			if !marks.Same(x, y) || i > 0 && j > 0 && Leans(x) && FormKey(a.Title) != FormKey(b.Title) {
				return false
			}
		}
	}
	return true
}

// samePurged tells a purged fact from one with the same summary below another title, where the summary says nothing without its title.
func samePurged(a, b Head) bool {
	if a.PurgedForm == "" {
		a, b = b, a
	}
	if a.PurgedTitle == "" || b.PurgedForm != "" || !Leans(b.Summary) || FormKey(b.Summary) != a.PurgedForm {
		return true
	}
	return FormKey(b.Title) == a.PurgedTitle
}

// Leans reports a sentence that says nothing without the title above it: "It runs on port 5000.", "Runs on port 5000.", "Port 5000."
func Leans(sentence string) bool {
	folded := fold(sentence)
	if opensWith(folded, pointingZH) {
		return !opensWith(folded, namingZH)
	}
	first, _, _ := strings.Cut(folded, " ")
	return points(first) || finite(first) || isShort(folded)
}

// points says which words stand for what was named before.
func points(word string) bool {
	switch word {
	case "it", "its", "itll", "they", "theyre", "theyve", "theyll", "their", "theirs", "them", "this", "that", "thats", "these", "those", "he", "she", "his", "her",
		"there", "theres", "here", "heres", "both", "neither", "either", "such":
		return true
	}
	return false
}

// finite says which verbs tell of a subject that is not named where a sentence begins with them. Those that are plural nouns as well are left out, and those that give orders.
func finite(word string) bool {
	switch word {
	case "is", "isnt", "are", "arent", "was", "wasnt", "were", "has", "hasnt", "have", "had", "can", "cannot", "must", "should", "may", "will", "wont", "does", "doesnt",
		"runs", "uses", "listens", "takes", "lives", "expires", "lasts", "reads", "writes", "speaks", "goes", "comes", "stops", "begins", "becomes", "requires", "holds", "keeps",
		"binds", "waits", "retries", "contains", "belongs", "depends", "means", "sits", "stays", "serves", "accepts", "allows", "sends", "gets", "makes", "gives", "supports", "works":
		return true
	}
	return false
}

var (
	pointingZH = []string{"它", "他", "她", "其", "该", "此", "这", "那", "两者", "前者", "后者", "上述", "位于", "属于", "监听", "运行在", "これ", "それ", "この", "その"}
	namingZH   = []string{"其他", "其它", "其余", "此外", "那么"} // these open a sentence that has a subject of its own
)

func opensWith(text string, words []string) bool {
	return slices.ContainsFunc(words, func(w string) bool { return strings.HasPrefix(text, w) })
}
