package items

import (
	"reflect"
	"slices"
	"strings"
	"testing"
)

func TestSectionsFollowBothKindsOfHeadings(t *testing.T) {
	it := Item{Body: strings.Join([]string{
		"Intro with *emphasis*, `code # here` and [a link](http://hidden.example).", "",
		"# First <!-- hidden --> `x`", "text", "more &amp; more \\# escaped", "",
		"```sh", "# not a heading", "```", "",
		"    # nor this", "",
		"Second", "======", "> # quoted heading stays text", "", "- # so does this one", "",
		"Third", "---", "status: retired", "---", "",
		"<!-- whole", "", "# hidden heading -->", "",
		"<details><b>shown</b><script>hidden()</script></details>", "",
		"| a | b |", "|---|---|", "| 1 | `2` |", "", "<http://auto.example>",
	}, "\n")}
	got := it.Sections()
	want := []Section{
		{"", 0, "Intro with emphasis, code # here and a link."},
		{"First  x", 1, "text\nmore & more # escaped\n# not a heading\n\n# nor this"},
		{"Second", 1, "quoted heading stays text\n\nso does this one"},
		{"Third", 2, ""},
		{"status: retired", 2, "shown\na\tb\t\n1\t2\t\n\nhttp://auto.example"},
	}
	for i := range min(len(got), len(want)) {
		if g := got[i]; g.Heading != want[i].Heading || g.Level != want[i].Level || squeeze(g.Text) != squeeze(want[i].Text) {
			t.Errorf("section %d is %+v\nwant %+v", i, g, want[i])
		}
	}
	if len(got) != len(want) {
		t.Errorf("got %d sections, want %d: %+v", len(got), len(want), got)
	}
	if p := it.PlainText(); strings.Contains(p, "hidden") || !strings.Contains(p, "Third") {
		t.Errorf("plain text %q", p)
	}
	if s := (Item{}).Sections(); s != nil {
		t.Errorf("an empty body has sections %v", s)
	}
}

func squeeze(s string) string { return strings.Join(strings.Fields(s), " ") }

func TestLinksStandInTextOnly(t *testing.T) {
	it := Item{Body: strings.Join([]string{
		"See [[one]], *[[two]]* and [[three|label]]; [[four#part]], [[one]] again. [[分页]] `[[code]]` \\[[escaped]] <!-- [[comment]] -->",
		"[[not a link]] [[../up]] [[]] [[open", "",
		"- [[item_with_under_scores]]", "", "# [[heading]]", "", "| [[cell]] |", "|---|", "",
		"```", "[[fenced]]", "```", "", "    [[indented]]", "", "<!--", "[[block-comment]]", "-->",
	}, "\n")}
	want := []ID{"one", "two", "three", "four", "分页", "item_with_under_scores", "heading", "cell"}
	if got := it.Links(); !slices.Equal(got, want) {
		t.Errorf("got %v, want %v", got, want)
	}
	if p := it.PlainText(); !strings.Contains(p, "and label; four") || strings.Contains(p, "[[one]]") || !strings.Contains(p, "[[code]]") {
		t.Errorf("plain text %q", p)
	}
}

func TestCodeBlocks(t *testing.T) {
	it := Item{Body: "```go title=x\na := 1\n```\n\n- item\n\n      indented\n\n> ~~~\n> quoted\n> ~~~\n"}
	want := []CodeBlock{{"go", "a := 1\n"}, {"", "indented\n"}, {"", "quoted\n"}}
	if got := it.CodeBlocks(); !reflect.DeepEqual(got, want) {
		t.Errorf("got %q", got)
	}
}

// FuzzSections: text is never lost by splitting, and no id comes out of a link that is not one.
func FuzzSections(f *testing.F) {
	f.Add("# a\n\n[[b]] <!-- c -->\n\n```\n# d\n")
	f.Add("a\n=\n<div>\n| x |\n|-|\n[[[[x]]]]")
	f.Fuzz(func(t *testing.T, body string) {
		it := Item{Body: body}
		var b strings.Builder
		for _, s := range it.Sections() {
			b.WriteString(s.Heading + "\n" + s.Text + "\n")
		}
		if got, want := squeeze(b.String()), squeeze(it.PlainText()); got != want {
			t.Errorf("sections hold %q, the whole is %q", got, want)
		}
		for _, id := range it.Links() {
			if id.Check() != "" || !strings.Contains(body, "[[") {
				t.Errorf("link %q in %q", id, body)
			}
		}
	})
}

// TestHostileMarkdownIsTakenAsPlain gives the parser what takes it minutes to hours without the guards; the test's own time limit would
// notice.
func TestHostileMarkdownIsTakenAsPlain(t *testing.T) {
	for _, unit := range []string{"_a*", "[a](", "> ", "1. ", "- ", "# _a*", "> # [", "<a ", "``a", "[[", "*a_ ", "![", "&a"} {
		it := Item{Body: "# Title\n\n" + strings.Repeat(unit, 64<<10/len(unit)) + "\n\n# End\n\n[[x]] <!-- hidden -->\n"}
		text := it.PlainText()
		if !strings.Contains(text, "Title") || !strings.Contains(text, "End") || strings.Contains(text, "hidden") {
			t.Errorf("%q: the text around it is lost", unit)
		}
		if len(it.Sections()) == 0 {
			t.Errorf("%q: no sections", unit)
		}
	}
}
