package firewall

import "strings"

// leastLeet is how many words of a line mix letters and digits before it is read once more: one alone is a version, a hash or a name.
const leastLeet = 2

// likeLetters are the digits and signs that stand for letters in words such as "1gn0r3".
var likeLetters = strings.NewReplacer("0", "o", "1", "i", "3", "e", "4", "a", "5", "s", "7", "t", "@", "a", "$", "s")

// withoutDigits reads a line whose words write letters as digits; "" for a line that has fewer than leastLeet of them. What is read so
// is only ever held against the orders to a model, so that a line of names such as k8s and i18n costs one more look and no alarm.
func withoutDigits(line string) string {
	if !strings.ContainsAny(line, "013457") {
		return ""
	}
	fields := strings.Fields(line)
	mixed := 0
	for i, f := range fields {
		if isLeet(f) {
			fields[i] = likeLetters.Replace(f)
			mixed++
		}
	}
	if mixed < leastLeet {
		return ""
	}
	return strings.Join(fields, " ")
}

// isLeet reports letters with a digit for a letter before, between or behind them, at least as many letters as digits.
func isLeet(word string) bool {
	letters, digits := 0, 0
	for i := range len(word) {
		switch c := word[i] | 0x20; {
		case c >= 'a' && c <= 'z':
			letters++
		case strings.IndexByte("013457", word[i]) >= 0:
			digits++
		}
	}
	return digits > 0 && letters > 0 && letters+1 >= digits
}
