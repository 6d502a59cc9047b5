package hook

import (
	"slices"
	"strings"
)

const (
	askPattern = `(?i)[?？]|\b(?:why|how|what|where|which|who|when|fix|explain|help|find|check|look|investigate|debug|solve|please|can you|could you|should)\b|为什么|怎么|如何|什么|哪|吗|呢|请|帮|修复|定位|解释|分析|排查|看看`
	logPattern = `(?m)^\s*(?:\[?\d{4}[-/]\d\d[-/]\d\d|\[?\d\d:\d\d:\d\d|(?:INFO|WARN|WARNING|ERROR|DEBUG|TRACE|FATAL)\b|at [\w$.<>]+ ?\(|File ".*", line \d+|Traceback |\s*\^+$|\d+ \||[$>%] |npm ERR!|E\s{2,}|---? (?:FAIL|PASS)|goroutine \d+|\[\d+/\d+\]|(?:\w+Error|\w+Exception)\b)`
)

func asks(text string) bool { return gate().askWord.MatchString(text) }

// logShare is the part of the lines that must look like a log's for the prompt to be one.
const logShare = 0.6

// isLog reports a pasted log of at least five lines in which nobody asks anything. The lines that are no log lines are the person's.
func isLog(text string) bool {
	lines := strings.Split(text, "\n")
	if len(lines) < 5 {
		return false
	}
	logs, own := 0, ""
	for _, l := range lines {
		switch {
		case gate().logLine.MatchString(l):
			logs++
		case strings.TrimSpace(l) != "":
			own += l + "\n"
		}
	}
	return float64(logs) >= logShare*float64(len(lines)) && !asks(own)
}

// lineSigns are what programs print and people do not write. Hosts and terminals fold pasted output into one line.
var lineSigns = [...]string{
	"[INFO]", "[WARN]", "[WARNING]", "[ERROR]", "[DEBUG]", "[TRACE]", "[FATAL]", "npm warn ", "npm WARN ", "npm ERR! ", "npm error ", "npm notice ", ".java:", ".kt:", ".ts:", ".js:", ".go:", ".rs:", ".py\", line ",
	"Exception: ", "Error: ", "Traceback (most recent call last)", "--- FAIL: ", "--- PASS: ", "goroutine ", " exit status ", " exit code ", "error TS", "warning: ", "error: ", "panic: ",
}

// isPastedLine reports output of programs in less than five lines: it begins as such, holds several of its signs, and nobody asks anything.
func isPastedLine(text string) bool {
	word, _, _ := strings.Cut(text, " ")
	if !machineWord(word) || asks(text) {
		return false
	}
	signs := 0
	for _, sign := range lineSigns {
		signs += strings.Count(text, sign)
	}
	return signs >= 2
}

// machineWord reports a first word that begins a line of output: a level in brackets, a time or a date, the name of an error, a tool that prints its name.
func machineWord(word string) bool {
	switch {
	case slices.Contains([]string{"npm", "Traceback", "panic:", "fatal:", "---", "FAIL", "FAILED", "ERROR", "WARN", "INFO", "DEBUG", "error:", "warning:"}, word):
		return true
	case strings.HasPrefix(word, "["), strings.Count(word, ":") >= 2 && word[0] >= '0' && word[0] <= '9', strings.Count(word, "-") == 2 && word[0] >= '0' && word[0] <= '9':
		return true
	}
	return strings.HasSuffix(word, "Exception:") || strings.HasSuffix(word, "Error:")
}

// isPastedCode reports a pasted statement of SQL in capital letters, a diff, JSON or markup, with nothing asked about it.
func isPastedCode(text string) bool {
	if strings.ContainsAny(text, "?？") {
		return false
	}
	begins := func(starts ...string) bool {
		return slices.ContainsFunc(starts, func(start string) bool { return strings.HasPrefix(text, start) })
	}
	switch text[len(text)-1] {
	case ';':
		return begins("SELECT ", "INSERT INTO ", "UPDATE ", "DELETE FROM ", "CREATE TABLE ", "CREATE INDEX ", "ALTER TABLE ", "DROP TABLE ", "EXPLAIN ", "WITH ")
	case '}':
		return begins(`{"`, "{\n")
	case ']':
		return begins("[{")
	case '>':
		return begins("<") && strings.Contains(text, "</") && !strings.Contains(text, "<command-args>") // what a person gave a command may ask
	}
	return begins("diff --git ")
}
