package recall

// InEnglish returns what a Chinese word means in English by the dictionary, the most usual first; nothing for what is no word of it.
func InEnglish(word string) []string { return lookUp(zhEn, word) }
