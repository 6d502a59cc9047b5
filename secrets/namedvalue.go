package secrets

import "strings"

// Some notations put the name into one field and the value into the next: an environment of Kubernetes or of a task
// (name: DB_PASSWORD, value: ...), settings of .NET (<add key="..." value="..."/>), a table of Markdown.

// namedValue returns the offset of the value that belongs to a name which is itself a value or a cell of a table; 0 where it is none.
func namedValue(t string, nameStart, nameEnd int) int {
	if at := cellBehind(t, nameStart, nameEnd); at > 0 {
		return at
	}
	if !namesNext(t, nameStart) {
		return 0
	}
	at := nameEnd
	for n := 0; n < 60 && at < len(t) && strings.IndexByte("\"'\\,;/> \t\r\n", t[at]) >= 0; n++ { // up to the next field, also over a line
		at++
		if at+1 < len(t) && t[at-1] == '\\' && (t[at] == 'n' || t[at] == 't') {
			at++
		}
	}
	const word = "value"
	if len(t) < at+len(word)+1 || !strings.EqualFold(t[at:at+len(word)], word) {
		return 0
	}
	at += len(word)
	for n := 0; n < 3 && at < len(t) && (t[at] == '"' || t[at] == '\'' || t[at] == '\\'); n++ {
		at++
	}
	at = blanks(t, at)
	if at >= len(t) || t[at] != ':' && t[at] != '=' {
		return 0
	}
	return blanks(t, at+1)
}

// namesNext reports that the name is the value of a field that names something: name: X, key="X", "Name": "X".
func namesNext(t string, nameStart int) bool {
	before := strings.TrimRight(t[max(0, nameStart-16):nameStart], "\"'\\ \t")
	if before == "" || before[len(before)-1] != ':' && before[len(before)-1] != '=' {
		return false
	}
	before = strings.ToLower(strings.TrimRight(before[:len(before)-1], "\"'\\ \t"))
	for _, field := range []string{"name", "key", "variable", "env", "property", "setting"} {
		if strings.HasSuffix(before, field) {
			return true
		}
	}
	return false
}

// cellBehind returns the offset of the next cell of a table, where the name fills a cell of its own.
func cellBehind(t string, nameStart, nameEnd int) int {
	line := t[max(0, nameStart-60):nameStart]
	line = strings.TrimLeft(line[strings.LastIndexByte(line, '\n')+1:], " \t>")
	if !strings.HasPrefix(line, "|") {
		return 0
	}
	at := nameEnd
	for at < len(t) && strings.IndexByte(" \t`*", t[at]) >= 0 {
		at++
	}
	if at >= len(t) || t[at] != '|' {
		return 0
	}
	at = blanks(t, at+1)
	end := strings.IndexAny(t[at:min(len(t), at+300)], "|\n")
	if end < 0 || t[at+end] != '|' || strings.ContainsAny(strings.TrimSpace(t[at:at+end]), " \t") {
		return 0 // words
	}
	return at
}
