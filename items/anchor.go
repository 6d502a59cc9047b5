package items

import (
	"fmt"
	"strconv"
	"strings"
)

// Lines cuts the lines "a-b" (1-based, inclusive) out of a file's text, without the last line's break. CRLF counts as LF, so
// that an anchor's hash is the same in every checkout.
func Lines(file []byte, span string) (string, error) {
	from, to, _ := strings.Cut(span, "-")
	a, errA := strconv.Atoi(from)
	b, errB := strconv.Atoi(to)
	if errA != nil || errB != nil || a < 1 || b < a {
		return "", fmt.Errorf("lines %s: want two numbers such as 10-42", span)
	}
	lines := strings.Split(strings.ReplaceAll(string(file), "\r\n", "\n"), "\n")
	if lines[len(lines)-1] == "" {
		lines = lines[:len(lines)-1]
	}
	if b > len(lines) {
		return "", fmt.Errorf("lines %s: the file has %d", span, len(lines))
	}
	return strings.Join(lines[a-1:b], "\n"), nil
}

// ParseStatus reads the name of a status.
func ParseStatus(s string) (Status, error) {
	all := []Status{Active, Proposed, Superseded, Retired, Archived}
	for _, status := range all {
		if string(status) == strings.ToLower(strings.TrimSpace(s)) {
			return status, nil
		}
	}
	return "", fmt.Errorf("unknown status %.30q, want one of %s: %w", s, joinWords(all), ErrInvalid)
}
