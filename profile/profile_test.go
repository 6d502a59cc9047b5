package profile

import (
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"github.com/factline/memory/adapters"
)

func write(t *testing.T, path, text string) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(text), 0o640); err != nil {
		t.Fatal(err)
	}
}

func open(t *testing.T, dir, target string) File {
	t.Helper()
	found, ok := Find(target)
	if !ok {
		t.Fatalf("no target %s", target)
	}
	f, err := Open(dir, found)
	if err != nil {
		t.Fatal(err)
	}
	return f
}

func save(t *testing.T, f File, text string) {
	t.Helper()
	next, err := f.With(text, &adapters.Machine{})
	if err != nil {
		t.Fatal(err)
	}
	if err := f.Save(next); err != nil {
		t.Fatal(err)
	}
}

// Directories that were there, empty, stay when the file that was made in them goes.
func TestEmptyDirectoriesOfBeforeStay(t *testing.T) {
	for _, target := range Targets() {
		if target.Path == "" {
			continue
		}
		parents := strings.Split(filepath.Dir(filepath.FromSlash(target.Path)), string(filepath.Separator))
		for n := range len(parents) + 1 {
			dir := t.TempDir()
			was := filepath.Join(append([]string{dir}, parents[:n]...)...)
			if err := os.MkdirAll(was, 0o755); err != nil {
				t.Fatal(err)
			}
			save(t, open(t, dir, target.Name), "- one")
			save(t, open(t, dir, target.Name), "- two")
			next, err := open(t, dir, target.Name).Without()
			if err != nil {
				t.Fatal(err)
			}
			if err := open(t, dir, target.Name).Save(next); err != nil {
				t.Fatal(err)
			}
			left, err := os.ReadDir(was)
			if err != nil || len(left) > 0 {
				t.Errorf("%s, %s was there: %v, in it %v", target.Name, was, err, left)
			}
		}
	}
}

func TestEveryTargetComesAndGoesWithoutATrace(t *testing.T) {
	for _, target := range Targets() {
		if target.Path == "" {
			continue
		}
		for _, before := range []string{"", "# Ours\n", "no end", "a\r\nb\r\n", "\ufeff# mark\n\n"} {
			dir := filepath.Join(t.TempDir(), "mein проект")
			path := filepath.Join(dir, filepath.FromSlash(target.Path))
			if before != "" {
				write(t, path, before)
			} else if err := os.MkdirAll(dir, 0o755); err != nil {
				t.Fatal(err)
			}
			save(t, open(t, dir, target.Name), "- one\n- two")
			f := open(t, dir, target.Name)
			if got := f.State("- one\n- two"); got != Current {
				t.Errorf("%s %q: %s", target.Name, before, got)
			}
			if got := f.State("- three"); got != Outdated {
				t.Errorf("%s %q: %s", target.Name, before, got)
			}
			save(t, f, "")
			got, err := os.ReadFile(path)
			if before == "" && !os.IsNotExist(err) || before != "" && string(got) != before {
				t.Errorf("%s: %q became %q (%v)", target.Name, before, got, err)
			}
		}
	}
}

func TestHandEditIsSeenAndTold(t *testing.T) {
	dir := t.TempDir()
	save(t, open(t, dir, "agents"), "## Head\n- one")
	path := filepath.Join(dir, "AGENTS.md")
	b, _ := os.ReadFile(path)
	write(t, path, strings.Replace(string(b), "- one", "- one\n- mine", 1))
	f := open(t, dir, "agents")
	if f.State("## Head\n- one") != Edited || fmt.Sprint(f.Added("## Head\n- one")) != "[- mine]" {
		t.Errorf("%s %v", f.State(""), f.Added("- one"))
	}
}

func TestRulesAddedByHandKeepWhatStandsAboveThem(t *testing.T) {
	for _, end := range []string{"\n", "\r\n"} {
		dir := t.TempDir()
		path := filepath.Join(dir, "AGENTS.md")
		write(t, path, "# Shop"+end+end+"Ours."+end)
		const text = "## Head\n\n- one of the rules\n- two of the rules"
		save(t, open(t, dir, "agents"), text)
		b, _ := os.ReadFile(path)
		mine := strings.ReplaceAll("- one of the rules\n- deploy on Fridays after lunch\n\nUse tabs in Go files.\n\n### Never\n\n- commit secrets to it\n", "\n", end)
		write(t, path, strings.Replace(string(b), "- one of the rules"+end, mine, 1))
		f := open(t, dir, "agents")
		var got []string
		for _, s := range f.AddedRules(text) {
			got = append(got, fmt.Sprintf("%d %s|%s", s.Line, s.Lead, s.Text))
		}
		want := "[9 |deploy on Fridays after lunch 11 |Use tabs in Go files. 15 Never:|commit secrets to it]"
		if f.State(text) != Edited || fmt.Sprint(got) != want {
			t.Errorf("%q: %s %v", end, f.State(text), got)
		}
		if lines := f.NoRules(text); len(lines) != 0 {
			t.Errorf("%q: lines %v would be lost", end, lines)
		}
		mine = strings.ReplaceAll("- one of the rules\n\n| a | b |\n|---|---|\n\n~~~\nmake\n~~~\n", "\n", end)
		write(t, path, strings.Replace(string(b), "- one of the rules"+end, mine, 1))
		if lines := open(t, dir, "agents").NoRules(text); fmt.Sprint(lines) != "[10 11 13 14 15]" {
			t.Errorf("%q: code and a table at lines %v", end, lines)
		}
		if shown := fmt.Sprint(f.Added(text)); !strings.Contains(shown, "### Never") {
			t.Errorf("the heading is not shown: %s", shown)
		}
	}
}

func TestModeAndLinkAreKept(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("no links")
	}
	dir := t.TempDir()
	write(t, filepath.Join(dir, "shared.md"), "# Shared\n")
	if err := os.Symlink("shared.md", filepath.Join(dir, "AGENTS.md")); err != nil {
		t.Fatal(err)
	}
	save(t, open(t, dir, "agents"), "- one")
	info, err := os.Lstat(filepath.Join(dir, "AGENTS.md"))
	if err != nil || info.Mode()&os.ModeSymlink == 0 {
		t.Error("the link is gone")
	}
	real, err := os.Stat(filepath.Join(dir, "shared.md"))
	if err != nil || real.Mode().Perm() != 0o640 {
		t.Errorf("mode %v", real.Mode())
	}
}

func TestDirsFindBlocksBelow(t *testing.T) {
	root := t.TempDir()
	for _, dir := range []string{".", "db", "web/app", "node_modules/x", "plain"} {
		if dir == "plain" {
			write(t, filepath.Join(root, dir, "AGENTS.md"), "# No block\n")
			continue
		}
		if err := os.MkdirAll(filepath.Join(root, dir), 0o755); err != nil {
			t.Fatal(err)
		}
		save(t, open(t, filepath.Join(root, dir), "agents"), "- one")
	}
	target, _ := Find("agents")
	if got := fmt.Sprint(Dirs(root, target)); got != "[. db web/app]" {
		t.Errorf("%s", got)
	}
}

const rules = `---
title: x
---
# Project
Intro that says something useful.

## Style
- Use tabs for indentation,
  never spaces.
* Short
1. Run the linter before a commit.
<!-- factline:begin profile hash=0 lead=0 -->
- Kept by the program itself.
<!-- factline:end profile -->
<!-- a note
- that nobody should read -->
@docs/more-rules-here.md
| a table | is no rule |
` + "```go\n- code is no rule either\n```" + `
### Deep
The following holds for all files:
`

func TestStatements(t *testing.T) {
	var got []string
	found, left := Statements(rules)
	for _, s := range found {
		got = append(got, fmt.Sprintf("%d %s: %s", s.Line, s.Heading, s.Text))
	}
	want := []string{
		"5 Project: Intro that says something useful.",
		"8 Project / Style: Use tabs for indentation, never spaces.",
		"11 Project / Style: Run the linter before a commit.",
	}
	if fmt.Sprint(got) != fmt.Sprint(want) {
		t.Errorf("got  %q\nwant %q", got, want)
	}
	if fmt.Sprint(left) != "[{18 18 code or a table below no rule} {19 21 code or a table below no rule}]" {
		t.Errorf("left %v", left)
	}
}

// A rule says what its file says: what a list is opened with belongs to its items where it forbids or bounds them, and what only announces
// them does not. What a comment hides is no part of a rule.
func TestStatementsTakeAlongWhatBoundsThem(t *testing.T) {
	const src = `# Rules
Never:
- commit secrets to the repository
- never push to main directly

In tests:

* use a fixed clock everywhere

The following holds:
- run the linter first
A paragraph that ends the list.
- wrap errors with context

## Don'ts
- reformat files that you do not change
1. Avoid global state in packages
## 禁止
- 在生产环境直接改数据库
## Notes
- a port <!-- agents: open it --> is chosen at start, ` + "`<!-- x -->`" + ` stays
- this one never ends <!-- and hides the rest
`
	var got []string
	found, _ := Statements(src)
	for _, s := range found {
		got = append(got, strings.TrimSpace(s.Lead+" "+s.Text))
	}
	want := []string{
		"Never: commit secrets to the repository", "never push to main directly", "In tests: use a fixed clock everywhere", "run the linter first A paragraph that ends the list.",
		"wrap errors with context", "Don'ts: reformat files that you do not change", "Avoid global state in packages", "禁止: 在生产环境直接改数据库",
		"a port is chosen at start, `<!-- x -->` stays", "this one never ends",
	}
	if strings.Join(got, "\n") != strings.Join(want, "\n") {
		t.Errorf("got\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
}

// FuzzStatements: whatever a file holds, each statement stands in it, word for word, at its line, and no block of ours is read back.
func FuzzStatements(f *testing.F) {
	f.Add(rules)
	f.Add("- a rule that is long enough\r\n\r\n# x\n~~~\nnever ends")
	f.Fuzz(func(t *testing.T, src string) {
		lines := strings.Split(strings.ReplaceAll(strings.TrimPrefix(src, "\ufeff"), "\r\n", "\n"), "\n")
		found, left := Statements(src)
		for _, l := range left {
			if l.From < 1 || l.To < l.From || l.Why == "" {
				t.Fatalf("%+v", l)
			}
		}
		for _, s := range found {
			if s.Line < 1 || s.Line > len(lines) {
				t.Fatalf("line %d of %d", s.Line, len(lines))
			}
			first := strings.Fields(s.Text)[0]
			if commented := strings.Contains(src, "<!--"); !commented && !strings.Contains(lines[s.Line-1], first) {
				t.Fatalf("line %d is %q, the statement starts with %q", s.Line, lines[s.Line-1], first)
			}
			if strings.ContainsAny(s.Text, "\n\r") {
				t.Fatalf("more than one line: %q", s.Text)
			}
		}
	})
}

// A rule takes along the code and the tables that stand below it; what belongs to none is named.
func TestStatementsTakeAlongTheirCode(t *testing.T) {
	const src = `# Rules
` + "```sh\nbelongs to a single word\n```" + `
## Build and test
` + "```sh\nmake check\n```" + `
Run one package with:

` + "````go\ngo test ./hub\n```\n````" + `
- Wrap every error with its context:
  ` + "```go\n  if err != nil {\n      return wrap(err)\n  }\n  ```" + `
- Ports are fixed by service
| service | port |
|---|---|
| api | 8080 |

| another | table |

## Style
- Keep functions short enough
` + "~~~\nnever ends"
	found, left := Statements(src)
	var got []string
	for _, s := range found {
		got = append(got, fmt.Sprintf("%d %s [%s]", s.Line, s.Text, strings.ReplaceAll(s.Block, "\n", "|")))
	}
	want := []string{
		"5 Build and test [```sh|make check|```]",
		"9 Run one package with: [````go|go test ./hub|```|````]",
		"15 Wrap every error with its context: [```go|if err != nil {|    return wrap(err)|}|```]",
		"21 Ports are fixed by service [| service | port |||---|---||| api | 8080 |||| another | table |]",
		"29 Keep functions short enough [~~~|never ends|~~~]",
	}
	for i := range max(len(got), len(want)) {
		if i >= len(got) || i >= len(want) || got[i] != want[i] {
			t.Errorf("got\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
			break
		}
	}
	if fmt.Sprint(left) != "[{2 4 code or a table below no rule}]" {
		t.Errorf("left %v", left)
	}
}
