package check

import (
	"errors"
	"fmt"
	"strings"

	"github.com/factline/memory/drift"
	"github.com/factline/memory/items"
)

// File is one item file as the pull request has it.
type File struct {
	Path string // as findings name it
	Text []byte
	Item items.Item
}

// at makes a finding of the line on which a key stands, or of the first line of the body.
func (f File) at(rule string, level Level, key, format string, args ...any) Finding {
	return Finding{Rule: rule, Level: level, Path: f.Path, Line: f.line(key), Message: fmt.Sprintf(format, args...)}
}

// line finds a top-level key in the front matter; 1 where it is not there.
func (f File) line(key string) int {
	n := 0
	for line := range strings.Lines(string(f.Text)) {
		n++
		line = strings.TrimRight(line, "\r\n")
		switch {
		case n > 1 && line == "---":
			if key == "body" {
				return n + 1
			}
			return 1
		case strings.HasPrefix(line, key+":"):
			return n
		}
	}
	return 1
}

// Unreadable is the finding for a file that is no item.
func Unreadable(path string, err error) Finding {
	f := Finding{Rule: Parse, Level: Error, Path: path, Line: 1, Message: err.Error()}
	if p, ok := errors.AsType[*items.ParseError](err); ok {
		f.Line, f.Message = max(1, p.Line), p.Error()
	}
	return f
}

// Problem is what the write service has against an item: a field and why.
type Problem struct {
	Field  string
	Reason string
	Audit  bool // a finding of the audit, not of the limits
	Doubt  bool // for a person to judge: a warning
}

// Item checks what can be seen of one item alone. problems come from the write service's own rules.
func Item(f File, problems []Problem) []Finding {
	var out []Finding
	for _, p := range problems {
		rule := Invalid
		if p.Audit {
			rule = Audit
		}
		level := Error
		if p.Doubt {
			level = Warning
		}
		key, _, _ := strings.Cut(p.Field, ".")
		out = append(out, f.at(rule, level, key, "%s", p.Reason))
	}
	it := f.Item
	if (it.Type == items.Fact || it.Type == items.Decision) && it.Status == items.Active && !it.HasSource() {
		out = append(out, f.at(Source, Error, "type", "a %s needs a source: evidence, anchors, refs, or a person's approval", it.Type))
	}
	for i, c := range it.Evidence {
		if why := citation(c); why != "" {
			out = append(out, f.at(Evidence, Error, "evidence", "citation %d: %s", i+1, why))
		}
	}
	for _, u := range it.Unmerged {
		out = append(out, f.at(Unmerged, Error, "unmerged", "both sides changed %s: memory update %s --theirs %[1]s takes the other side's value, --ours %[1]s keeps this one; memory doctor knows the rest", u.Key, it.ID))
	}
	return out
}

// Back is the finding for an item in force whose words a tombstone holds: a copy of its old file, or a merge that took the file back.
func Back(f File, stone items.Head) Finding {
	was, then := "retired", "memory forget"
	if stone.Title == items.PurgedTitle {
		was, then = "purged", "memory forget --purge"
	}
	if stone.LeftOf(f.Item.Head()) {
		return f.at(Retired, Error, "id", "has the id of an item that was purged (%s), so no pack takes it: delete the file, or %s %s; where what it says now holds, write it anew",
			stone.ID, then, f.Item.ID)
	}
	where := ""
	if f.Item.Project == "" && stone.Project != "" {
		where = " of project " + stone.Project
	}
	return f.at(Retired, Error, "title", "says what was %s (%s), so no pack%s takes it: delete the file, or %s %s; where it holds again, memory write --revive after that",
		was, stone.ID, where, then, f.Item.ID)
}

// Cites is the finding for the n-th citation of an item, looked up where its evidence lies.
func Cites(f File, n int, why string) Finding {
	return f.at(Evidence, Error, "evidence", "citation %d: %s", n, why)
}

// Unseen is the finding for the n-th citation of an item that no person stands for, where its session is not on this machine. unnamed says that
// not even a channel stands in the item.
func Unseen(f File, n int, unnamed bool) Finding {
	then := "ask who wrote it, or approve the item: memory review approve " + string(f.Item.ID)
	if unnamed {
		then = "the item names no channel (trust), so that no pack takes this for a source; " + then
	}
	return f.at(Evidence, Warning, "evidence", "citation %d: not verifiable here, its session is not on this machine: %s", n, then)
}

// Nowhere is the finding for an item that no person stands for, and of whose sources none is here.
func Nowhere(f File, names []string) Finding {
	return f.at(Evidence, Warning, "refs", "none of its sources is here: %s", strings.Join(names, ", "))
}

// citation checks the form alone: evidence is private and lies on the machine that saw it, never in a clone.
func citation(c items.Citation) string {
	from, to, two := strings.Cut(c.Span, "-")
	switch {
	case !strings.HasPrefix(c.ID, "ev-"):
		return "the id of an evidence record starts with ev-"
	case c.Span != "" && (!two || len(from) > len(to) || len(from) == len(to) && from >= to):
		return "the span is empty or runs backwards; want from-to in bytes"
	case c.SHA256 != "" && (len(c.SHA256) != 64 || strings.Trim(strings.ToLower(c.SHA256), "0123456789abcdef") != ""):
		return "sha256 is not 64 hex digits"
	}
	return ""
}

// Code checks an item's anchors against the tree of the pull request.
func Code(f File, reports []drift.Report) []Finding {
	var out []Finding
	for _, r := range reports {
		place := r.Anchor.Path
		if r.Anchor.Lines != "" {
			place += ":" + r.Anchor.Lines
		}
		switch r.State {
		case drift.Gone:
			out = append(out, f.at(Anchor, Error, "anchors", "%s is not there any more; retire the item, or anchor it anew", place))
		case drift.Changed:
			out = append(out, f.at(Anchor, Warning, "anchors", "%s changed; see whether the item still holds, then anchor it anew", place))
		case drift.Moved:
			out = append(out, f.at(Anchor, Warning, "anchors", "%s moved to %s:%s; memory drift --update follows it", place, r.Now.Path, r.Now.Lines))
		}
	}
	return out
}
