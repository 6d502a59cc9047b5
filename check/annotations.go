package check

import (
	"fmt"
	"strings"
)

// Annotations writes findings as the workflow commands of GitHub: they show up beside the lines of a pull request.
func Annotations(fs []Finding) string {
	var b strings.Builder
	for _, f := range fs {
		fmt.Fprintf(&b, "::%s file=%s,line=%d,title=memory %s::%s\n", f.Level, property(f.Path), f.Line, f.Rule, message(f.Message))
	}
	return b.String()
}

// message escapes what would end a command or start another one.
func message(s string) string {
	return strings.NewReplacer("%", "%25", "\r", "%0D", "\n", "%0A").Replace(s)
}

func property(s string) string {
	return strings.NewReplacer(":", "%3A", ",", "%2C").Replace(message(s))
}
