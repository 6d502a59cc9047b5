package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"github.com/factline/memory/secrets"
)

// writeJSON prints one value, indented, without HTML escapes: the contract of --format json.
func writeJSON(w io.Writer, v any) error {
	enc := json.NewEncoder(w)
	enc.SetEscapeHTML(false)
	enc.SetIndent("", "  ")
	return enc.Encode(v)
}

// writeSafeJSON is writeJSON without secrets: a file that was made by hand may hold one, which then stands in the store; no command
// repeats it. JSON stays JSON.
func writeSafeJSON(w io.Writer, v any) error {
	var b bytes.Buffer
	if err := writeJSON(&b, v); err != nil {
		return err
	}
	safe, _ := secrets.Redact(b.String())
	_, err := io.WriteString(w, safe)
	return err
}

// clean makes text safe for a terminal: secrets of files that were made by hand are replaced, control and escape characters become
// visible or go. Line breaks stay.
func clean(text string) string {
	text, _ = secrets.Redact(text)
	return strings.Map(func(r rune) rune {
		switch {
		case r == '\n' || r == '\t':
			return r
		case unicode.IsControl(r), unicode.Is(unicode.Cf, r) && r != '\u200d', r == utf8.RuneError:
			return '·'
		}
		return r
	}, text)
}

// oneLine is clean on one line, at most n runes.
func oneLine(text string, n int) string {
	text = strings.Join(strings.Fields(clean(text)), " ")
	if utf8.RuneCountInString(text) <= n {
		return text
	}
	return string([]rune(text)[:n-1]) + "…"
}

// indent puts prefix before every line.
func indent(text, prefix string) string {
	return prefix + strings.ReplaceAll(strings.TrimRight(text, "\n"), "\n", "\n"+prefix)
}

// plural is "1 item", "2 items".
func plural(n int, noun string) string {
	if n == 1 {
		return "1 " + noun
	}
	if before, ok := strings.CutSuffix(noun, "y"); ok {
		return fmt.Sprintf("%d %sies", n, before)
	}
	return fmt.Sprintf("%d %ss", n, noun)
}

// day prints a time as a date; "-" where there is none.
func day(t time.Time) string {
	if t.IsZero() {
		return "-"
	}
	return t.UTC().Format("2006-01-02")
}

// minute prints a time to the minute, in UTC.
func minute(t time.Time) string {
	if t.IsZero() {
		return "-"
	}
	return t.UTC().Format("2006-01-02 15:04")
}
