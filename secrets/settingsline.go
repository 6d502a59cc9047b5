package secrets

import "strings"

// Lines of settings, in which a bare word can be a password: those of an environment, of YAML, of INI and properties.

// settingsLine judges a bare word: it must be all of a line of settings that its name begins.
func settingsLine(t string, nameStart, nameEnd int, v value) bool {
	if kindsOf(v.text).upper > 0 {
		return false
	}
	return envLine(t, nameStart, nameEnd, v) || yamlLine(t, nameStart, v) || iniLine(t, nameStart, v) || besideUser(t, nameStart, v.end) && endsSaying(t, v.end)
}

// lineHead is what stands before a name on its line.
func lineHead(t string, at int) string {
	head := t[max(0, at-200):at]
	for _, end := range lineEnds[:2] {
		if n := strings.LastIndex(head, end); n >= 0 {
			head = head[n+len(end):]
		}
	}
	return head
}

// endsLine reports that nothing stands behind an offset on its line, but a comment.
func endsLine(t string, at int) bool {
	rest := strings.TrimLeft(t[at:min(len(t), at+20)], " \t")
	return rest == "" || strings.IndexByte("\n\r#", rest[0]) >= 0 || strings.HasPrefix(rest, `\n`) || strings.HasPrefix(rest, `\r`)
}

// envLine reports NAME=word of an environment, of properties with dots, of a variable before a command.
func envLine(t string, nameStart, nameEnd int, v value) bool {
	if nameEnd >= len(t) || t[nameEnd] != '=' || v.start > nameEnd+2 {
		return false
	}
	name := t[nameStart:nameEnd]
	head := strings.TrimLeft(lineHead(t, nameStart), " \t\"'`>$+-")
	dotted := strings.Contains(name, ".") && endsLine(t, v.end)
	if strings.ToUpper(name) != name && !dotted && !(head == "" && endsLine(t, v.end) && alone(t, nameStart, v.end)) {
		return strings.HasPrefix(strings.ToLower(name), "ansible_") && (v.end == len(t) || t[v.end] == ' ' || t[v.end] == '\n')
	}
	for _, word := range []string{"export ", "set ", "env ", "ENV ", "ARG ", "docker run ", "docker-compose ", "Environment=", "SET "} {
		if strings.Contains(head, word) {
			head = ""
		}
	}
	if head != "" && !strings.HasSuffix(head, " -e ") && !strings.HasSuffix(head, " --env ") && !(strings.HasSuffix(head, " ") && strings.Contains(head, "=")) {
		return false
	}
	return v.end == len(t) || strings.IndexByte(" \n\r\t\"'`\\", t[v.end]) >= 0
}

// yamlLine reports "name: word" that fills its line, in a text that is no code.
func yamlLine(t string, nameStart int, v value) bool {
	head := lineHead(t, nameStart)
	colon := strings.LastIndexByte(t[:v.start], ':')
	if strings.Trim(head, " \t-\"'>*") != "" && !strings.HasSuffix(strings.TrimRight(head, " "), ",") || !endsLine(t, v.end) || colon < nameStart {
		return false
	}
	return !codeAround(t, nameStart, v.end)
}

// iniLine reports "name = word" that fills its line below a section, or is all of the text.
func iniLine(t string, nameStart int, v value) bool {
	if strings.TrimLeft(lineHead(t, nameStart), " \t>") != "" || !endsLine(t, v.end) {
		return false
	}
	if alone(t, nameStart, v.end) {
		return true
	}
	before := t[max(0, nameStart-1000):nameStart]
	for line := range strings.SplitSeq(before, "\n") {
		if line = strings.TrimSpace(line); len(line) > 2 && line[0] == '[' && line[len(line)-1] == ']' {
			return !codeAround(t, nameStart, v.end)
		}
	}
	return false
}

// alone reports that a text is one line.
func alone(t string, start, end int) bool {
	return strings.IndexByte(t[:start], '\n') < 0 && strings.TrimSpace(t[end:]) == ""
}

// codeAround reports the lines before and behind to be of code: they end with a bracket, a comma or a semicolon, or begin with a bracket.
func codeAround(t string, start, end int) bool {
	before := strings.TrimRight(t[:start-len(lineHead(t, start))], " \t\r\n")
	behind := strings.TrimLeft(t[end:], " \t\r\n")
	if before != "" && strings.IndexByte("{}(),;", before[len(before)-1]) >= 0 {
		return true
	}
	return behind != "" && strings.IndexByte("{}()];,", behind[0]) >= 0
}

// besideUser reports a user named within the line, or on the line before or behind.
func besideUser(t string, start, end int) bool {
	around := strings.ToLower(t[max(0, start-80):start] + " " + t[end:min(len(t), end+60)])
	for _, name := range []string{"user", "login", "username", "email", "account", "host"} {
		for at := 0; ; {
			n := strings.Index(around[at:], name)
			if n < 0 {
				break
			}
			at += n + len(name)
			rest := strings.TrimLeft(around[at:], "\"'` name_id")
			if rest != "" && (rest[0] == ':' || rest[0] == '=') {
				return true
			}
		}
	}
	return false
}

// endsSaying reports the end of a line, of a sentence or of a part of one.
func endsSaying(t string, at int) bool {
	if endsLine(t, at) {
		return true
	}
	return strings.IndexByte(",;.", t[at]) >= 0 && (at+1 == len(t) || t[at+1] == ' ' || t[at+1] == '\n')
}

// endsArgument reports another flag, or a sign of the shell, behind an argument.
func endsArgument(t string, at int) bool {
	rest := t[at:min(len(t), at+8)]
	if strings.HasPrefix(rest, " ") {
		rest = strings.TrimLeft(rest, " ")
		return rest != "" && strings.IndexByte("-|&;>\\", rest[0]) >= 0
	}
	return rest == "" || strings.IndexByte("'\"`;&|\n\\", rest[0]) >= 0
}
