package recall

import "strings"

// Lines that a program printed, or that are code. People paste them beside what they ask: they show the trouble and are not the question.

// printed reports such a line by how it begins or ends; after says that the line above is one, so that what is indented below belongs to it.
// Who ends a line with a question mark wrote it himself.
func printed(line string, after bool) bool {
	body := strings.TrimSpace(line)
	indented := strings.HasPrefix(line, "  ") || strings.HasPrefix(line, "\t")
	switch {
	case body == "":
		return false
	case indented && (after || strings.ContainsAny(body, "(){}[]=;<>")):
		return true
	case strings.HasSuffix(body, "?"), strings.HasSuffix(body, "？"):
		return false
	case beginsWithTime(body), beginsAsOutput(body):
		return true
	}
	return endsAsCode(body)
}

// beginsWithTime reports a date or a time of day at the start of a line, in brackets or not.
func beginsWithTime(body string) bool {
	body = strings.TrimLeft(body, "[(")
	for _, shape := range [...]string{"0000-00-00", "0000/00/00", "00:00:00"} {
		if len(body) >= len(shape) && shapeOf(body[:len(shape)]) == shape {
			return true
		}
	}
	return false
}

// shapeOf writes every digit as 0.
func shapeOf(s string) string {
	return strings.Map(func(r rune) rune {
		if r >= '0' && r <= '9' {
			return '0'
		}
		return r
	}, s)
}

// outputStarts begin lines of loggers, test runners, package managers, shells, stack traces and diffs.
var outputStarts = [...]string{
	"npm ERR!", "npm error", "npm WARN", "npm warn", "npm notice", "Traceback (", "File \"", "Caused by:", "--- FAIL", "--- PASS", "=== RUN", "FAIL ", "FAIL\t", "PASS ", "ok  ", "ok\t",
	"goroutine ", "exit status ", "diff --git ", "@@ ", "+++ ", "--- a/", "$ ", "> ", "error: ", "warning: ", "panic: ", "fatal: ", "error[", "error TS", "{", "}", "</", "//", "/*",
}

func beginsAsOutput(body string) bool {
	for _, start := range outputStarts {
		if strings.HasPrefix(body, start) {
			return true
		}
	}
	if beginsAsValue(body) {
		return true
	}
	first, rest, _ := strings.Cut(body, " ")
	switch strings.Trim(first, "[]:") {
	case "INFO", "WARN", "WARNING", "ERROR", "DEBUG", "TRACE", "FATAL", "CRITICAL":
		return true
	case "at": // a frame of a stack
		return strings.ContainsAny(rest, "(:") && !strings.HasSuffix(body, ".")
	}
	if len(first) > 1 && first[0] == '#' && shapeOf(first[1:2]) == "0" { // a step of a build
		return strings.ContainsAny(rest, "[]:")
	}
	return strings.HasSuffix(first, "Error:") || strings.HasSuffix(first, "Exception:")
}

func endsAsCode(body string) bool {
	for _, end := range [...]string{"{", "}", ";", "){", "):", "=>", "},", "],", "/>"} {
		if strings.HasSuffix(body, end) {
			return true
		}
	}
	return false
}
