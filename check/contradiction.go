package check

import (
	"slices"
	"strings"
	"time"

	"github.com/factline/memory/compare"
	"github.com/factline/memory/items"
)

// Beside compares a changed item with the active ones: what it names under contradicts, what says the same, and what says otherwise. Of an
// update only a sure one counts; a contradiction counts as it is, since both would be marked as disputed wherever one of them is shown.
func Beside(f File, active []items.Item) []Finding {
	var out []Finding
	it := f.Item
	if it.Status != items.Active {
		return nil
	}
	head := it.Head()
	for _, other := range active {
		if other.ID == it.ID || !together(it, other) || explained(it, other) || explained(other, it) {
			continue
		}
		o := other.Head()
		named := slices.Contains(it.Contradicts, other.ID) || slices.Contains(other.Contradicts, it.ID)
		relation := compare.Result{Relation: compare.Unrelated}
		if it.Type == other.Type || named {
			relation = compare.Facts(fact(other), fact(it))
		}
		switch {
		case named:
			out = append(out, f.at(Contradiction, Error, "contradicts", "contradicts %s, which is active: supersede it, scope one of them (valid, project), or say in the body why both stand, as [[%s]]", other.ID, other.ID))
		case head.TextKey == o.TextKey && it.Type == other.Type && items.SameWords(textOf(it), textOf(other)):
			out = append(out, f.at(Duplicate, Error, "title", "says the same as %s", other.ID))
		case items.SameWords(it.Title, other.Title) && it.Type == other.Type && head.ClaimKey != o.ClaimKey,
			relation.Relation == compare.Contradiction, relation.Relation == compare.Update && relation.Sure:
			out = append(out, f.at(Contradiction, Error, "summary", "says otherwise than %s, which is active: supersede it, scope one of them, or say in the body why both stand, as [[%s]]", other.ID, other.ID))
		}
	}
	return out
}

// Met warns of an item in a case that Beside does not see: it may contradict an active one, or say the same in other words.
func Met(f File, same bool, id string) Finding {
	if same {
		return f.at(Duplicate, Warning, "summary", "says the same as another item, in other words: memory conflicts show %s", id)
	}
	return f.at(Contradiction, Warning, "summary", "may contradict another item: memory conflicts show %s", id)
}

// Circled names an item that a merge put out of force together with the one that it supersedes.
func Circled(f File, id string) Finding {
	return f.at(Contradiction, Error, "supersedes", "superseded by what it supersedes, so that none of them is in force: memory conflicts resolve %s --choose ID", id)
}

func textOf(it items.Item) string { return it.Title + "\n" + it.Summary + "\n" + it.Body }

func fact(it items.Item) compare.Fact {
	return compare.Fact{Title: it.Title, Claim: it.Summary, Lead: it.Head().Lead}
}

// together reports that two items can be true of one place and time: otherwise they may say what they like.
func together(a, b items.Item) bool {
	differ := func(x, y string) bool { return x != "" && y != "" && !strings.EqualFold(x, y) }
	if differ(a.Project, b.Project) || differ(a.Valid.Branch, b.Valid.Branch) || differ(a.Valid.Repo, b.Valid.Repo) || differ(a.Valid.OS, b.Valid.OS) {
		return false
	}
	before := func(until, from time.Time) bool { return !until.IsZero() && !from.IsZero() && until.Before(from) }
	return !before(a.Valid.Until, b.Valid.From) && !before(b.Valid.Until, a.Valid.From)
}

// explained reports that a takes b's place or speaks of it in its body, or that a person dismissed the contradiction.
func explained(a, b items.Item) bool {
	if said, ok := a.SettledWith(b.Head(), time.Time{}); ok && said.How == items.Dismissed {
		return true
	}
	return slices.Contains(a.Supersedes, b.ID) || strings.Contains(a.Body, "[["+string(b.ID)+"]]")
}
