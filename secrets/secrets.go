// Package secrets finds credentials in text. It is the one scanner for every door; it keeps nothing and prints nothing.
//
// A text costs one pass over its bytes, which finds keywords (finder.go). Only where a keyword stands is a rule applied, to the text around it: the
// provider rules (rules_gitleaks.go, generated; rules_own.go), and hand-written readers for PEM keys, URLs and assignments.
package secrets

import "strings"

// Finding is one credential in a text. It never holds the credential itself.
type Finding struct {
	Rule   string // stable rule id, as in [REDACTED:rule]
	Start  int    // byte offsets of the secret part in the scanned text
	End    int
	Masked string // a form safe to show: at most the first 4 bytes of the provider prefix, then ***
}

// maxRounds bounds how often a text is scanned again after a redaction. What is left out next to a secret can become visible
// only once the secret is gone; each round covers more of the text, and two rounds are nearly always enough.
const maxRounds = 16

// Scan returns the findings of text in order, without overlaps. No finding holds a quote, and a backslash only as a part of
// a whole escape, so that JSON stays JSON when findings are replaced.
func Scan(text string) []Finding {
	_, findings := Redact(text)
	return findings
}

// Redact replaces every finding by [REDACTED:rule]. Redacting twice gives the same text.
func Redact(text string) (string, []Finding) {
	e := shared()
	found := e.look(text)
	if len(found) == 0 {
		return text, nil
	}
	redacted := replace(text, found)
	for range maxRounds {
		more := e.look(redacted)
		if len(more) == 0 {
			break
		}
		found = merge(text, append(found, toOriginal(found, more)...))
		redacted = replace(text, found)
	}
	return redacted, export(text, found)
}

// replace writes text with each span replaced by its marker. Spans are ordered and apart.
func replace(text string, spans []span) string {
	var b strings.Builder
	b.Grow(len(text))
	at := 0
	for _, s := range spans {
		b.WriteString(text[at:s.start])
		b.WriteString(marker(s.rule))
		at = s.end
	}
	b.WriteString(text[at:])
	return b.String()
}

func marker(rule string) string { return markerOpen + rule + "]" }

const markerOpen = "[REDACTED:"

// toOriginal moves spans found in the text after replacing done back to offsets of the text before.
func toOriginal(done, more []span) []span {
	out := make([]span, 0, len(more))
	shift, next := 0, 0 // original offset = redacted offset + shift, after the first next replacements
	for _, s := range more {
		for next < len(done) && done[next].start <= s.start+shift {
			shift += done[next].end - done[next].start - len(marker(done[next].rule))
			next++
		}
		s.start += shift
		s.end += shift
		out = append(out, s)
	}
	return out
}

func export(text string, spans []span) []Finding {
	out := make([]Finding, len(spans))
	for i, s := range spans {
		out[i] = Finding{Rule: s.rule, Start: s.start, End: s.end, Masked: mask(text[s.start:s.end], s.prefix)}
	}
	return out
}

// mask shows at most 4 bytes, and only of a prefix that the provider gives to every such key.
func mask(secret string, prefix int) string {
	return secret[:min(prefix, 4, len(secret))] + "***"
}
