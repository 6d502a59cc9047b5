package config

import (
	"cmp"
	"fmt"
	"strings"
)

const intro = `# Settings

` + "`.memory/config.yaml`" + ` is optional, and so is every key. It is tracked by git. The file of the user's store (` + "`~/.memory/config.yaml`" + `) holds first, that of the project's
store over it. In a store that is not trusted, and in a file that came with a branch that is not merged, a key can only restrict: the last column says how; "user only" means that the file of
a repository with a remote cannot set it at all, since others can change that. A key that does not exist, a value of the wrong kind or out of range is an error that names
the line; nothing is guessed. ` + "`memory config`" + ` shows what holds here. Written from the program; a test keeps it so.

    pack:
      budget: 400
    privacy:
      mask: [card, cn_id, email, eu_id, iban, us_ssn]

| key | default | meaning | without trust |
|---|---|---|---|
`

// Markdown is the reference page of all keys.
func Markdown() string {
	var b strings.Builder
	b.WriteString(intro)
	for _, k := range Keys {
		fmt.Fprintf(&b, "| `%s` | %s | %s | %s |\n", k.Path, cmp.Or(k.Default, "not set"), k.About, k.without())
	}
	return b.String()
}

// without says what a file that nobody vouches for can do with a key.
func (k Key) without() string {
	switch {
	case k.own && k.narrow == never:
		return "user only"
	case k.own:
		return k.narrow.String() + ", with trust too"
	}
	return k.narrow.String()
}

func (n narrowing) String() string {
	switch n {
	case lower:
		return "only lower"
	case higher:
		return "only higher"
	case more:
		return "only more"
	case offOnly:
		return "only false"
	case harmless:
		return "as set"
	}
	return "no change"
}
