package splice

import (
	"bytes"
	"strings"
)

// newline is the line end that the file uses: that of its first line. A file that ends in a carriage return goes on with a line feed.
func newline(src []byte) string {
	i := bytes.IndexByte(src, '\n')
	if i < 0 {
		i = len(src)
	}
	if i > 0 && src[i-1] == '\r' {
		return "\r\n"
	}
	return "\n"
}

// lineStart is the offset at which the line of at begins.
func lineStart(src []byte, at int) int { return bytes.LastIndexByte(src[:at], '\n') + 1 }

// lineEnd is the offset behind the line break of at's line, or the end of the file.
func lineEnd(src []byte, at int) int {
	if i := bytes.IndexByte(src[at:], '\n'); i >= 0 {
		return at + i + 1
	}
	return len(src)
}

// indentOf is the white space that the line of at begins with.
func indentOf(src []byte, at int) string {
	line := string(src[lineStart(src, at):at])
	return line[:len(line)-len(strings.TrimLeft(line, " \t"))]
}

func isBlank(b []byte) bool { return len(bytes.TrimSpace(b)) == 0 }
