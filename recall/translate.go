package recall

import (
	_ "embed"
	"strings"
	"unicode"
	"unicode/utf8"
)

// The dictionaries are lines "key<TAB>word,word,...", sorted by bytes and searched in place: nothing is loaded or built at start.
// They are made from CC-CEDICT (CC BY-SA 4.0, see NOTICE) by internal/gen/cedict.
var (
	//go:embed cedict-zh-en.txt
	zhEn string
	//go:embed cedict-en-zh.txt
	enZh string
)

// maxHanWord is the length of the longest key of zhEn, in characters.
const maxHanWord = 6

// lookUp finds the words of a key by binary search over the bytes of a dictionary.
func lookUp(dictionary, key string) []string {
	low, high := 0, len(dictionary) // the key's line starts in [low, high)
	for low < high {
		at := (low + high) / 2
		start := strings.LastIndexByte(dictionary[:at], '\n') + 1
		end := start + strings.IndexByte(dictionary[start:], '\n')
		found, words, _ := strings.Cut(dictionary[start:end], "\t")
		switch strings.Compare(found, key) {
		case 0:
			return strings.Split(words, ",")
		case -1:
			low = end + 1
		default:
			high = start
		}
	}
	return nil
}

// hanWord is a word of the dictionary in a run of characters: its bytes in the text and what it means in English.
type hanWord struct {
	start, end int
	english    []string
}

// hanWords cuts text[start:end] into words of the dictionary, the longest first from the left. What is no word is passed over.
func hanWords(text string, start, end int) (out []hanWord) {
	for at := start; at < end; {
		w := longestWord(text, at, end)
		if w.end == 0 {
			_, size := utf8.DecodeRuneInString(text[at:end])
			at += size
			continue
		}
		out = append(out, w)
		at = w.end
	}
	return out
}

func longestWord(text string, start, end int) (best hanWord) {
	at := start
	for n := 1; n <= maxHanWord && at < end; n++ {
		r, size := utf8.DecodeRuneInString(text[at:end])
		if !unicode.Is(unicode.Han, r) {
			break
		}
		at += size
		if n < 2 {
			continue
		}
		if words := lookUp(zhEn, text[start:at]); words != nil {
			best = hanWord{start, at, words}
		}
	}
	return best
}

// inChinese returns what an English word or pair of words means in Chinese. The dictionary has base forms, so the plain endings
// of English are tried.
func inChinese(word string) []string {
	word = strings.ToLower(word)
	if found := lookUp(enZh, word); found != nil {
		return found
	}
	for _, base := range baseForms(word) {
		if found := lookUp(enZh, base); found != nil {
			return found
		}
	}
	return nil
}

// baseForms guesses what a word is without the plain endings of English.
func baseForms(word string) (bases []string) {
	for _, ending := range [...][2]string{{"ies", "y"}, {"es", ""}, {"s", ""}, {"ied", "y"}, {"ed", "e"}, {"ed", ""}, {"ing", ""}, {"ing", "e"}} {
		if stem, ok := strings.CutSuffix(word, ending[0]); ok && len(stem) > 2 {
			bases = append(bases, stem+ending[1])
		}
	}
	return bases
}
