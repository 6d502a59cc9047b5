package foreign

import (
	"errors"
	"path"
	"strings"

	"github.com/factline/memory/internal/lazyregexp"
	"github.com/factline/memory/items"
)

// hashtag is a tag in the text of an observation.
var hashtag = lazyregexp.New(`(?:^|\s)#([\pL\pN_/-]+)`)

// basicNote reads one note of Basic Memory: front matter, observations such as "- [decision] text #tag", relations.
func basicNote(b []byte, name string) (items.Item, error) {
	r, body := note(b)
	title, body := heading(r.text("title"), body)
	if title == "" {
		title = words(name)
	}
	it, err := written(typeOf(r.text("type"), items.Fact), title, body)
	if err != nil {
		return it, err
	}
	it.ID = ident(strings.ReplaceAll(r.text("permalink"), "/", "-"))
	it.Created, it.Updated = when(r["created"]), when(r["modified"])
	it.Tags = r.tags("tags")
	for l := range strings.Lines(body) {
		if l = strings.TrimSpace(l); strings.HasPrefix(l, "- [") {
			for _, m := range hashtag().FindAllStringSubmatch(l, -1) {
				it.Tags = append(it.Tags, m[1])
			}
		}
	}
	return it, nil
}

// claudeKinds are the kinds that Claude Code gives its topic files.
var claudeKinds = map[string]items.Type{"user": items.Preference, "feedback": items.Lesson, "project": items.Fact, "reference": items.Fact}

// claudeTopic reads one file of Claude Code's own memory of a project. MEMORY.md says something of its own only where it is more than
// the index of the others.
func claudeTopic(b []byte, name string) (items.Item, error) {
	r, body := note(b)
	title, body := heading(r.text("name", "title"), body)
	if title == "" {
		title = words(name)
	}
	if path.Base(name) == "MEMORY.md" && onlyLinks(body) {
		return items.Item{}, errors.New("it is only the index: the files that it names come in themselves")
	}
	kind := claudeKinds[r.text("type")]
	if kind == "" {
		kind = claudeKinds[r.sub("metadata").text("type")]
	}
	if kind == "" {
		kind = items.Fact
	}
	it, err := written(kind, title, body)
	if err == nil {
		summarize(&it, r.text("description"), body)
	}
	return it, err
}

// fileLink is a line of an index: a link to a file, with what is said of it.
var fileLink = lazyregexp.New(`^[-*+] +\[[^\]]+\]\([^)]+\.md\)`)

func onlyLinks(body string) bool {
	some := false
	for l := range strings.Lines(body) {
		switch l = strings.TrimSpace(l); {
		case fileLink().MatchString(l):
			some = true
		case l != "" && !strings.HasPrefix(l, "#"):
			return false
		}
	}
	return some
}

// serenaMemory reads one memory of Serena: Markdown under a speaking file name.
func serenaMemory(b []byte, name string) (items.Item, error) {
	title, body := heading("", string(b))
	if title == "" {
		title = words(name)
	}
	it, err := written(items.Fact, title, body)
	it.Tags = []string{"serena"}
	return it, err
}

// cursorRule reads one rules file of Cursor. A rule orders, so it is a policy, which only a person puts in force.
func cursorRule(b []byte, name string) (items.Item, error) {
	r, body := note(b)
	title, body := heading(r.text("description"), body)
	if title == "" {
		title = words(name)
	}
	it, err := written(items.Policy, title, body)
	for _, globs := range r.texts("globs") {
		for _, glob := range apart(globs) {
			if glob = strings.TrimSpace(glob); glob != "" {
				it.Refs.Files = append(it.Refs.Files, glob)
			}
		}
	}
	return it, err
}

// written is draft for a file whose name alone says nothing.
func written(kind items.Type, title, body string) (items.Item, error) {
	if strings.TrimSpace(body) == "" {
		return items.Item{}, errors.New("it is empty")
	}
	return draft(kind, title, body)
}

// heading takes the title from the body's first heading where none is given, and leaves a heading out that only repeats it.
func heading(title, body string) (string, string) {
	body = strings.TrimSpace(lines(body))
	first, rest, _ := strings.Cut(body, "\n")
	text, ok := strings.CutPrefix(first, "# ")
	if ok && (title == "" || line(title) == line(text)) {
		return line(text), strings.TrimSpace(rest)
	}
	return title, body
}

// words makes a title of a file name.
func words(name string) string {
	base := path.Base(name)
	return line(strings.NewReplacer("_", " ", "-", " ").Replace(strings.TrimSuffix(base, path.Ext(base))))
}

func typeOf(name string, otherwise items.Type) items.Type {
	if t, err := items.ParseType(name); err == nil {
		return t
	}
	return otherwise
}
