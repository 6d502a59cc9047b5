package writeservice

import (
	"fmt"
	"slices"
	"strings"

	"github.com/factline/memory/firewall"
	"github.com/factline/memory/items"
	"github.com/factline/memory/secrets"
)

// field is one text of an item under the name that a person knows it by.
type field struct {
	name string
	text string
}

// eachText calls f with every text of the item that somebody could have put words into. Hashes, dates and the closed sets are
// checked by their shape instead.
func eachText(it *items.Item, f func(name string, text *string)) {
	f("title", &it.Title)
	f("summary", &it.Summary)
	f("body", &it.Body)
	f("project", &it.Project)
	f("agent", &it.Agent)
	f("author", &it.Author)
	f("state", &it.State.Name)
	list := func(name string, texts []string) {
		for i := range texts {
			f(name, &texts[i])
		}
	}
	list("tags", it.Tags)
	list("refs.files", it.Refs.Files)
	list("refs.urls", it.Refs.URLs)
	list("refs.commits", it.Refs.Commits)
	list("refs.resources", it.Refs.Resources)
	for _, ids := range [][]items.ID{it.Refs.Items, it.Supersedes, it.Contradicts} {
		for i := range ids {
			f("links", (*string)(&ids[i]))
		}
	}
	for i := range it.Evidence {
		f("evidence", &it.Evidence[i].ID)
	}
	for i := range it.Anchors {
		f("anchors", &it.Anchors[i].Path)
	}
	for i := range it.Anchors {
		f("anchors", &it.Anchors[i].Symbol)
	}
	for i := range it.Unmerged {
		f("unmerged", &it.Unmerged[i].Key)
		f("unmerged", &it.Unmerged[i].Theirs)
	}
	for i := range it.Settled {
		f("settled", (*string)(&it.Settled[i].With))
	}
	f("valid.branch", &it.Valid.Branch)
	f("valid.repo", &it.Valid.Repo)
	f("valid.os", &it.Valid.OS)
	f("review.by", &it.Review.By)
	f("review.reason", &it.Review.Reason)
	f("ended", &it.Ended)
}

// own gives the item its own copies of the lists that eachText hands out, so that redaction does not reach into the caller's.
func own(it items.Item) items.Item {
	it.Tags = slices.Clone(it.Tags)
	it.Evidence = slices.Clone(it.Evidence)
	it.Anchors = slices.Clone(it.Anchors)
	it.Unmerged = slices.Clone(it.Unmerged)
	it.Settled = slices.Clone(it.Settled)
	it.Supersedes = slices.Clone(it.Supersedes)
	it.Contradicts = slices.Clone(it.Contradicts)
	it.Refs = items.Refs{
		Files: slices.Clone(it.Refs.Files), URLs: slices.Clone(it.Refs.URLs), Commits: slices.Clone(it.Refs.Commits),
		Items: slices.Clone(it.Refs.Items), Resources: slices.Clone(it.Refs.Resources),
	}
	return it
}

// ForExport is an item as it may leave the store: without the secrets that a file made by hand may hold, and, unless they are kept,
// without personal data. Ids, commits and what a merge left open stay as they are. Keys that the format does not know go, all of them, where one
// holds such words: what they mean no rule knows.
func ForExport(it items.Item, keepPersonal bool) items.Item {
	it = own(it)
	if unknown := unknownKeys(own(it)); holdsSecret(unknown) || !keepPersonal && holdsPersonal(unknown) {
		it = it.Known()
	}
	redact(&it)
	if keepPersonal {
		return it
	}
	eachText(&it, func(name string, text *string) {
		switch name {
		case "links", "evidence", "refs.commits", "settled", "unmerged":
			return
		}
		*text, _ = secrets.MaskPersonal(*text, secrets.PersonalKinds())
	})
	it.Tags = wholeTags(it.Tags)
	return it
}

func holdsSecret(text string) bool {
	safe, _ := secrets.Redact(text)
	return safe != text
}

func holdsPersonal(text string) bool {
	_, found := secrets.MaskPersonal(text, secrets.PersonalKinds())
	return len(found) > 0
}

// wholeTags leaves out what a replacement made of a tag: it is no word.
func wholeTags(tags []string) []string {
	return slices.DeleteFunc(tags, func(t string) bool { return strings.Contains(t, "[REDACTED:") || strings.Contains(t, "[PERSONAL:") })
}

// redact replaces the secrets in all texts of the item.
func redact(it *items.Item) {
	eachText(it, func(_ string, text *string) { *text, _ = secrets.Redact(*text) })
	it.Tags = wholeTags(it.Tags)
}

// audited is what the audit found in the texts of an item, sorted by what follows from it.
type audited struct {
	findings []firewall.Finding
	refused  []string // reasons to refuse the item
	instruct []string // fields that read like an instruction
	inCode   []string // fields with hidden characters inside code
	personal []personal
}

// personal is personal data in a field: its kind and how it looks masked.
type personal struct{ field, kind, masked string }

// audit looks at every text of it that is not, under the same name, in known: what already stands in the file is not held
// against a change of something else.
func audit(it items.Item, known map[field]bool) audited {
	var a audited
	look := func(name, text string) {
		if known[field{name, text}] {
			return
		}
		var code [][2]int
		if name == "body" {
			code = codeRanges(text)
		}
		for _, f := range firewall.Audit(text) {
			a.take(name, f, inside(code, f))
		}
		if it.Type == items.Handoff && !isHuman(it.Trust) {
			for _, f := range firewall.HandoffLures(text) {
				a.take(name, f, false)
			}
		}
		switch name {
		case "title", "summary", "body", "tags": // told and not held against it: a contact may be the fact
			for _, f := range firewall.Personal(text) {
				a.findings = append(a.findings, f)
				a.personal = append(a.personal, personal{name, strings.TrimPrefix(f.Rule, firewall.RulePersonal), f.Detail})
			}
		}
	}
	it = own(it)
	eachText(&it, func(name string, text *string) { look(name, *text) })
	look("unknown keys", unknownKeys(it))
	a.findings = append(a.findings, firewall.Stuffed(it)...) // told; the firewall demotes it
	return a
}

// Instructs names the fields of an item that read like an instruction to a model: what a person should see before he approves it.
func Instructs(it items.Item) []string { return audit(it, nil).instruct }

// NeedsDespite reports an item that reads like an instruction and is not meant to instruct: its approval needs a reason.
func NeedsDespite(it items.Item) bool { return !needsPerson(it.Type) && len(Instructs(it)) > 0 }

func (a *audited) take(name string, f firewall.Finding, inCode bool) {
	once := func(list []string) []string {
		if !slices.Contains(list, name) {
			list = append(list, name)
		}
		return list
	}
	switch {
	case strings.HasPrefix(f.Rule, "secret"):
		a.refused = append(a.refused, fmt.Sprintf("%s holds a secret (%s, %s): take it out, or --redact replaces it", name, f.Rule, f.Detail))
	case f.Rule == "hidden_unicode" && inCode:
		a.inCode = once(a.inCode)
	case f.Rule == "hidden_unicode":
		a.refused = append(a.refused, fmt.Sprintf("%s holds hidden characters at byte %d (%s): take them out", name, f.Start, f.Detail))
	default:
		a.instruct = once(a.instruct)
	}
	a.findings = append(a.findings, f)
}

// textsOf returns the texts of an item as audit's known set.
func textsOf(it items.Item) map[field]bool {
	known := map[field]bool{}
	it = own(it)
	eachText(&it, func(name string, text *string) { known[field{name, *text}] = true })
	known[field{"unknown keys", unknownKeys(it)}] = true
	return known
}

// unknownKeys returns what the file of an item holds besides the known keys: it is encoded with these emptied. The ids of
// evidence and the hashes stay out on purpose; they are long random words that secret rules stumble over.
func unknownKeys(it items.Item) string {
	if it.Source() == "" {
		return "" // it was read from no file, so nobody put any in
	}
	eachText(&it, func(_ string, text *string) { *text = "" })
	it.ID, it.Title, it.Status = "mem-x", "x", items.Active
	it.Tags, it.Evidence, it.Anchors, it.Supersedes, it.Contradicts = nil, nil, nil, nil, nil
	it.Refs, it.State, it.Review, it.Valid = items.Refs{}, items.State{}, items.Review{}, items.Valid{}
	it.Unmerged, it.Settled = nil, nil
	b, err := it.Encode()
	if err != nil {
		return ""
	}
	return string(b)
}

// codeRanges returns the byte ranges of fenced code blocks and of code spans within one line.
func codeRanges(body string) [][2]int {
	var ranges [][2]int
	fence, start, at := "", 0, 0
	for line := range strings.SplitAfterSeq(body, "\n") {
		trimmed := strings.TrimLeft(line, " ")
		mark := fenceMark(trimmed)
		switch {
		case fence == "" && mark != "":
			fence, start = mark, at
		case fence != "" && strings.HasPrefix(mark, fence) && strings.TrimSpace(trimmed) == mark:
			ranges, fence = append(ranges, [2]int{start, at + len(line)}), ""
		case fence == "":
			ranges = append(ranges, codeSpans(line, at)...)
		}
		at += len(line)
	}
	if fence != "" {
		ranges = append(ranges, [2]int{start, len(body)})
	}
	return ranges
}

// fenceMark returns the run of three or more backquotes or tildes that a line starts with.
func fenceMark(line string) string {
	for _, c := range []string{"`", "~"} {
		if n := len(line) - len(strings.TrimLeft(line, c)); n >= 3 {
			return line[:n]
		}
	}
	return ""
}

func codeSpans(line string, at int) [][2]int {
	var ranges [][2]int
	for from := strings.IndexByte(line, '`'); from >= 0 && from < len(line); {
		rest := line[from+1:]
		to := strings.IndexByte(rest, '`')
		if to < 0 {
			break
		}
		ranges = append(ranges, [2]int{at + from, at + from + to + 2})
		next := strings.IndexByte(rest[to+1:], '`')
		if next < 0 {
			break
		}
		from += to + 2 + next
	}
	return ranges
}

func inside(ranges [][2]int, f firewall.Finding) bool {
	return slices.ContainsFunc(ranges, func(r [2]int) bool { return r[0] <= f.Start && f.End <= r[1] })
}
