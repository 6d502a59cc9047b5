package recall

import "unicode/utf8"

// ChineseWords cuts a run of Chinese into words of the dictionary, the longest first from the left; what is no word stands by itself,
// character by character. known are words of the caller's, which count as if the dictionary had them.
func ChineseWords(run string, known func(word string) bool) (words []string) {
	for at := 0; at < len(run); {
		end := at
		for next, n := at, 0; n < maxHanWord && next < len(run); n++ {
			_, size := utf8.DecodeRuneInString(run[next:])
			next += size
			if n == 0 || lookUp(zhEn, run[at:next]) != nil || known(run[at:next]) {
				end = next
			}
		}
		words = append(words, run[at:end])
		at = end
	}
	return words
}
