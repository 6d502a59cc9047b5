package project

import (
	"slices"
	"strings"
)

// remote returns the URL of the remote that names a repository: origin, else the first other one by name, else "".
func remote(file string) string {
	urls := remotes(read(file))
	if url := urls["origin"]; url != "" {
		return url
	}
	var names []string
	for name := range urls {
		names = append(names, name)
	}
	if len(names) == 0 {
		return ""
	}
	return urls[slices.Min(names)]
}

// remotes reads the first url of each [remote "name"] section of a git config. It knows quoting, escapes, comments and
// continued lines; includes and insteadOf are not followed, as they do not change the last path element.
func remotes(config string) map[string]string {
	urls := map[string]string{}
	name := ""
	config = strings.ReplaceAll(config, "\r\n", "\n")
	for config != "" {
		var line string
		line, config = logicalLine(config)
		line = strings.TrimSpace(line)
		if strings.HasPrefix(line, "[") {
			name, line = section(line)
		}
		key, value, ok := strings.Cut(line, "=")
		if !ok || name == "" || !strings.EqualFold(strings.TrimSpace(key), "url") {
			continue
		}
		if url := configValue(value); url != "" && urls[name] == "" {
			urls[name] = url
		}
	}
	return urls
}

// logicalLine cuts the first line off, joined with the next where it ends in a backslash.
func logicalLine(text string) (line, rest string) {
	line, rest, _ = strings.Cut(text, "\n")
	for strings.HasSuffix(line, `\`) && !strings.HasSuffix(line, `\\`) && rest != "" {
		var next string
		next, rest, _ = strings.Cut(rest, "\n")
		line = strings.TrimSuffix(line, `\`) + next
	}
	return line, rest
}

// section reads [remote "name"] and returns the name, "" for any other section, and what follows on the line.
func section(line string) (name, rest string) {
	inQuotes := false
	for i := 1; i < len(line); i++ {
		switch c := line[i]; {
		case c == '\\' && inQuotes:
			i++
		case c == '"':
			inQuotes = !inQuotes
		case c == ']' && !inQuotes:
			kind, quoted, ok := strings.Cut(line[1:i], `"`)
			if ok && strings.EqualFold(strings.TrimSpace(kind), "remote") {
				name = strings.NewReplacer(`\"`, `"`, `\\`, `\`).Replace(strings.TrimSuffix(quoted, `"`))
			}
			return name, line[i+1:]
		}
	}
	return "", ""
}

// configValue unquotes a value and drops a comment behind it.
func configValue(raw string) string {
	var b strings.Builder
	inQuotes, kept := false, 0 // kept: length up to the last byte that is not trailing space
	for i := 0; i < len(raw); i++ {
		c := raw[i]
		switch {
		case c == '"':
			inQuotes = !inQuotes
			continue
		case c == '\\' && i+1 < len(raw):
			i++
			c = raw[i]
			switch c {
			case 'n':
				c = '\n'
			case 't':
				c = '\t'
			}
		case (c == '#' || c == ';') && !inQuotes:
			return b.String()[:kept]
		case (c == ' ' || c == '\t') && !inQuotes:
			if b.Len() > 0 {
				b.WriteByte(c)
			}
			continue
		}
		b.WriteByte(c)
		kept = b.Len()
	}
	return b.String()[:kept]
}
