package secrets

import (
	"encoding/base64"
	"strings"
	"unicode/utf8"
)

// A Secret of Kubernetes says by its kind that all of its values are secrets, whatever their keys are called: base64 under data, plain under stringData.

// maxManifest bounds one document to each side of its kind, in bytes.
const maxManifest = 16 << 10

// manifest reads the values of a Secret; start and end are those of its kind.
func (s *scanner) manifest(start, end int) {
	t := s.text
	if end < len(t) && (isAlnum(t[end]) || t[end] == '-' || t[end] == '_') { // kind: SecretStore, secret-x
		return
	}
	if t[start] == '"' {
		s.manifestJSON(start, end)
		return
	}
	from, to := document(t, start, end)
	indent := start - lineStart(t, start)
	section, child := "", 0
	for at := from; at < to; {
		next := lineEnd(t, at)
		line := strings.TrimRight(t[at:next], " \r")
		depth := len(line) - len(strings.TrimLeft(line, " -"))
		key, _, ok := strings.Cut(strings.TrimLeft(line, " -"), ":")
		switch {
		case line == "" || strings.HasPrefix(strings.TrimLeft(line, " "), "#"):
		case depth <= indent:
			section, child = "", 0
			if depth == indent && ok && strings.HasSuffix(line, key+":") {
				section = key
			}
		case section == "data" || section == "stringData":
			if child == 0 {
				child = depth
			}
			if depth == child && ok {
				s.manifestValue(section, key, at+depth+len(key)+1)
			}
		}
		at = next + 1
	}
}

// document is the part of a YAML stream that holds t[start:end]: to the next separator, or to the line that stands further left.
func document(t string, start, end int) (from, to int) {
	from, to = max(0, start-maxManifest), min(len(t), end+maxManifest)
	if cut := strings.LastIndex(t[from:start], "\n---"); cut >= 0 {
		from += cut + 1
	}
	if cut := strings.LastIndex(t[from:start], "```"); cut >= 0 {
		from += cut
	}
	from = lineEnd(t, lineStart(t, from)-1) + 1
	for _, mark := range []string{"\n---", "```"} {
		if cut := strings.Index(t[end:to], mark); cut >= 0 {
			to = end + cut
		}
	}
	return from, to
}

func lineStart(t string, at int) int { return strings.LastIndexByte(t[:at], '\n') + 1 }

func lineEnd(t string, at int) int {
	if at < 0 {
		return -1
	}
	if n := strings.IndexByte(t[at:], '\n'); n >= 0 {
		return at + n
	}
	return len(t)
}

// manifestValue adds the value behind a key, or that of the block of lines below it.
func (s *scanner) manifestValue(section, key string, at int) {
	t := s.text
	v := s.readValue(blanks(t, at))
	if strings.HasPrefix(v.text, "!!binary") {
		v = s.readValue(blanks(t, v.end))
	}
	if v.text == "" && strings.IndexByte("|>", t[min(v.start, len(t)-1)]) >= 0 { // a block: its lines are the value
		next := min(lineEnd(t, at)+1, len(t))
		v = s.readValue(skipSpace(t, next))
	}
	if manifestSecret(section, key, v) {
		s.add(span{start: v.start, end: v.end, rule: "kubernetes-secret", rank: rankURL, whole: v.quoted})
	}
}

// manifestJSON reads the same document as JSON.
func (s *scanner) manifestJSON(start, end int) {
	t := s.text
	from, to := max(0, start-maxManifest), min(len(t), end+maxManifest)
	for _, section := range []string{"data", "stringData"} {
		at := strings.Index(t[from:to], `"`+section+`"`)
		if at < 0 {
			continue
		}
		at = behindColon(t, from+at+len(section)+2)
		if at >= to || t[at] != '{' {
			continue
		}
		for at++; at < to; {
			at = skipSpace(t, at)
			key := s.readValue(at)
			if !key.quoted || key.end >= to {
				break
			}
			v := s.readValue(behindColon(t, key.end+1))
			if !v.quoted {
				break
			}
			if manifestSecret(section, key.text, v) {
				s.add(span{start: v.start, end: v.end, rule: "kubernetes-secret", rank: rankURL, whole: true})
			}
			at = skipSpace(t, v.end+1)
			if at >= to || t[at] != ',' {
				break
			}
			at++
		}
	}
}

// manifestSecret reports a value of a Secret that is more than a stand-in. What stands under stringData may also be a setting.
func manifestSecret(section, key string, v value) bool {
	if len(v.text) < 3 || v.call || variable(v.text) || strings.Contains(v.text, markerOpen) {
		return false
	}
	if section == "data" {
		b, err := base64.StdEncoding.DecodeString(v.text)
		return err == nil && len(b) >= 3 && !(utf8.Valid(b) && (placeholder(strings.TrimSpace(string(b))) || setting(key, strings.TrimSpace(string(b)))))
	}
	return !placeholder(v.text) && !selfNaming[strings.ToLower(v.text)] && !setting(key, v.text) && !strings.HasPrefix(v.text, "http")
}

// setting reports a key that names a place or a number, with a value of that kind.
func setting(key, v string) bool {
	lower := strings.ToLower(strings.Trim(key, `"'`))
	for _, word := range []string{"host", "port", "region", "namespace", "endpoint", "bucket", "database", "dbname", "type", "driver", "enabled", "protocol"} {
		if strings.HasSuffix(lower, word) && (wordy(v) || kindsOf(v).digit == len(v)) {
			return true
		}
	}
	return v == "true" || v == "false"
}
