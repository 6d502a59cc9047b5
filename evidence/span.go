package evidence

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"strconv"
	"strings"
	"unicode/utf8"
)

// Cite checks a span ("from-to", half-open bytes of the record's text, or "" for all of it) and returns the cited words and
// their sha256 (hex). A span that is empty, out of the text or in the middle of a character is ErrSpan. A record whose
// words were purged comes with ErrPurged.
func (s *Store) Cite(ctx context.Context, id ID, span string) (text, sha string, rec Record, err error) {
	rec, err = s.Get(ctx, id)
	if err != nil {
		return "", "", Record{}, err
	}
	if rec.Purged {
		return "", "", rec, fmt.Errorf("cite %s: %w", id, ErrPurged)
	}
	text = rec.Text
	if span != "" {
		from, to, err := parseSpan(span)
		if err != nil {
			return "", "", Record{}, err
		}
		if text, err = cut(rec.Text, from, to); err != nil {
			return "", "", Record{}, fmt.Errorf("cite %s: %w", id, err)
		}
	}
	sum := sha256.Sum256([]byte(text))
	return text, hex.EncodeToString(sum[:]), rec, nil
}

// parseSpan reads "from-to": two decimal byte offsets without signs or leading zeros, from < to.
func parseSpan(span string) (from, to int, err error) {
	a, b, _ := strings.Cut(span, "-")
	from, errA := strconv.Atoi(a)
	to, errB := strconv.Atoi(b)
	if errA != nil || errB != nil || from < 0 || from >= to || fmt.Sprintf("%d-%d", from, to) != span {
		return 0, 0, fmt.Errorf("%w %.40q: want from-to with from before to, such as 0-120", ErrSpan, span)
	}
	return from, to, nil
}

func cut(text string, from, to int) (string, error) {
	if to > len(text) {
		return "", fmt.Errorf("%w %d-%d: the text has %d bytes", ErrSpan, from, to, len(text))
	}
	if !utf8.RuneStart(text[from]) || to < len(text) && !utf8.RuneStart(text[to]) {
		return "", fmt.Errorf("%w %d-%d: it cuts a character in two", ErrSpan, from, to)
	}
	return text[from:to], nil
}
