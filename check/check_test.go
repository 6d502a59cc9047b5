package check

import (
	"encoding/json"
	"slices"
	"strings"
	"testing"

	"github.com/factline/memory/items"
)

func fileOf(t *testing.T, text string) File {
	t.Helper()
	it, err := items.Parse([]byte(text))
	if err != nil {
		t.Fatal(err)
	}
	return File{Path: ".memory/items/2026/" + string(it.ID) + ".md", Text: []byte(text), Item: it}
}

func item(id, title, summary, more string) string {
	return "---\nid: " + id + "\ntype: fact\ntitle: " + title + "\nsummary: " + summary + "\nstatus: active\ntrust: human\n" + more + "---\nBody.\n"
}

func TestItemFindsWhatIsWrongAndWhere(t *testing.T) {
	tests := []struct {
		name, more, rule string
		line             int
	}{
		{"fine", "evidence:\n  - {id: ev-x-1, span: \"0-5\", sha256: " + strings.Repeat("a", 64) + "}\n", "", 0},
		{"no evidence id", "evidence:\n  - {id: x, span: \"0-5\"}\n", Evidence, 8},
		{"empty span", "evidence:\n  - {id: ev-x, span: \"5-5\"}\n", Evidence, 8},
		{"short hash", "evidence:\n  - {id: ev-x, span: \"0-5\", sha256: abc}\n", Evidence, 8},
		{"open merge", "unmerged:\n  - {key: title, theirs: x}\n", Unmerged, 8},
	}
	for _, tt := range tests {
		got := Item(fileOf(t, item("mem-a", "A", "B.", tt.more)), nil)
		if tt.rule == "" && len(got) == 0 {
			continue
		}
		if len(got) != 1 || got[0].Rule != tt.rule || got[0].Line != tt.line || got[0].Level != Error {
			t.Errorf("%s: %+v", tt.name, got)
		}
	}
	bare := strings.Replace(item("mem-a", "A", "B.", ""), "trust: human", "trust: agent", 1)
	if got := Item(fileOf(t, bare), nil); len(got) != 1 || got[0].Rule != Source {
		t.Errorf("no source: %+v", got)
	}
	f := fileOf(t, item("mem-a", "A", "B.", ""))
	if got := Item(f, []Problem{{Field: "body", Reason: "body holds a secret", Audit: true}, {Field: "title", Reason: "title is long"}}); len(got) != 2 || got[0].Rule != Audit || got[0].Line != 9 || got[1].Rule != Invalid || got[1].Level != Error {
		t.Errorf("problems: %+v", got)
	}
	if got := Item(f, []Problem{{Field: "body", Reason: "body gives orders", Audit: true, Doubt: true}}); len(got) != 1 || got[0].Level != Warning {
		t.Errorf("a doubt: %+v", got)
	}
}

func TestContradictionMustBeExplained(t *testing.T) {
	old := fileOf(t, item("mem-old", "The port of the API", "The API listens on port 8080.", "")).Item
	tests := []struct {
		name, text, rule string
	}{
		{"another subject", item("mem-new", "The queue", "Jobs wait in a queue called work.", ""), ""},
		{"same title, another value", item("mem-new", "The port of the API", "The API listens on port 9090.", ""), Contradiction},
		{"another title, another value", item("mem-new", "API port", "The API listens on port 9090.", ""), Contradiction},
		{"same words", strings.Replace(item("mem-new", "The port of the API", "The API listens on port 8080.", ""), "Body.", "Body.", 1), Duplicate},
		{"supersedes it", item("mem-new", "The port of the API", "The API listens on port 9090.", "supersedes: [mem-old]\n"), ""},
		{"says why", strings.Replace(item("mem-new", "The port of the API", "The API listens on port 9090.", ""), "Body.", "Not [[mem-old]], which is the old cluster.", 1), ""},
		{"another branch is no help where one is open", item("mem-new", "The port of the API", "The API listens on port 9090.", "valid: {branch: next}\n"), Contradiction},
		{"named", item("mem-new", "The queue", "Jobs wait.", "contradicts: [mem-old]\n"), Contradiction},
		{"not in force", strings.Replace(item("mem-new", "The port of the API", "The API listens on port 9090.", ""), "status: active", "status: retired", 1), ""},
	}
	for _, tt := range tests {
		got := Beside(fileOf(t, tt.text), []items.Item{old})
		if tt.rule == "" && len(got) > 0 || tt.rule != "" && (len(got) != 1 || got[0].Rule != tt.rule) {
			t.Errorf("%s: %+v", tt.name, got)
		}
	}
	scoped := old
	scoped.Valid.Branch = "main"
	if got := Beside(fileOf(t, item("mem-new", "The port of the API", "The API listens on port 9090.", "valid: {branch: next}\n")), []items.Item{scoped}); len(got) > 0 {
		t.Errorf("two branches: %+v", got)
	}
}

func TestGoldenQueries(t *testing.T) {
	list, err := ReadQueries([]byte("- query: how do lists page?\n  inject: [mem-cursor]\n  never: [mem-offset, OFFSET scan]\n  tokens: 50\n"))
	if err != nil || len(list) != 1 || list[0].Line != 1 {
		t.Fatalf("%+v %v", list, err)
	}
	good := Pack{IDs: []items.ID{"mem-cursor-1"}, Text: "by cursor", Tokens: 50}
	if got := Promise("g.yaml", list[0], good); len(got) > 0 {
		t.Errorf("%+v", got)
	}
	bad := Pack{IDs: []items.ID{"mem-offset-1"}, Text: "an offset SCAN", Tokens: 51, Why: map[items.ID]string{"mem-cursor-1": "expired"}}
	got := Promise("g.yaml", list[0], bad)
	for i, want := range []string{"not injected: expired", "mem-offset-1 is injected", "OFFSET scan", "51 tokens"} {
		if len(got) != 4 || !strings.Contains(got[i].Message, want) {
			t.Errorf("%q: %+v", want, got)
		}
	}
	for _, wrong := range []string{"query: x", "- {query: x}", "- {inject: [a]}", "- {query: x, inject: [a], nope: 1}", "- {query: x, tokens: -1, never: [a]}", "\t"} {
		if _, err := ReadQueries([]byte(wrong)); err == nil {
			t.Errorf("%q is read", wrong)
		}
	}
	if list, err := ReadQueries(nil); err != nil || len(list) > 0 {
		t.Errorf("empty file: %v %v", list, err)
	}
}

func FuzzReadQueries(f *testing.F) {
	f.Add([]byte("- query: a\n  inject: [b]\n"))
	f.Add([]byte("- &a {query: x, tokens: 1}\n- *a\n"))
	f.Fuzz(func(t *testing.T, b []byte) {
		list, err := ReadQueries(b)
		for _, q := range list {
			if err != nil || q.Query == "" || q.Line < 1 || len(q.Inject)+len(q.Never)+q.Tokens == 0 {
				t.Fatalf("%+v %v", q, err)
			}
		}
	})
}

func TestAnnotationsCannotBeBrokenOutOf(t *testing.T) {
	out := Annotations([]Finding{{Rule: Audit, Level: Error, Path: "a,b:c.md", Line: 3, Message: "50%\n::set-output name=x::y"}})
	if want := "::error file=a%2Cb%3Ac.md,line=3,title=memory audit::50%25%0A::set-output name=x::y\n"; out != want {
		t.Errorf("%q", out)
	}
}

// TestSARIFHasTheShapeOf210 holds the log to what the format requires of each object that is in it.
func TestSARIFHasTheShapeOf210(t *testing.T) {
	b, err := json.Marshal(ToSARIF([]Finding{{Rule: Golden, Level: Error, Path: "my repo/gates/a.yaml", Line: 0, Message: "m"}, {Rule: Anchor, Level: Warning, Path: "b.md", Line: 7, Message: "n"}}, "1.0"))
	if err != nil {
		t.Fatal(err)
	}
	var log struct {
		Schema  string `json:"$schema"`
		Version string
		Runs    []struct {
			Tool struct {
				Driver struct {
					Name  string
					Rules []struct {
						ID               string
						ShortDescription struct{ Text string }
					}
				}
			}
			ColumnKind string
			Results    []struct {
				RuleID    string
				RuleIndex *int
				Level     string
				Message   struct{ Text string }
				Locations []struct {
					PhysicalLocation struct {
						ArtifactLocation struct{ URI string }
						Region           struct{ StartLine int }
					}
				}
				PartialFingerprints map[string]string
			}
		}
	}
	if err := json.Unmarshal(b, &log); err != nil {
		t.Fatal(err)
	}
	run := log.Runs[0]
	if log.Version != "2.1.0" || !strings.HasSuffix(log.Schema, "sarif-2.1.0.json") || run.Tool.Driver.Name == "" || len(run.Results) != 2 || run.ColumnKind != "utf16CodeUnits" {
		t.Errorf("%s", b)
	}
	for _, r := range run.Results {
		rules := run.Tool.Driver.Rules
		at := r.Locations[0].PhysicalLocation
		if rules[*r.RuleIndex].ID != r.RuleID || rules[*r.RuleIndex].ShortDescription.Text == "" || r.Message.Text == "" || at.Region.StartLine < 1 ||
			!slices.Contains([]string{"none", "note", "warning", "error"}, r.Level) || strings.Contains(at.ArtifactLocation.URI, " ") || len(r.PartialFingerprints) == 0 {
			t.Errorf("%+v", r)
		}
	}
}

func TestAQueryThatIsGoneOrWantsLess(t *testing.T) {
	ask := func(text string, inject, never []string, tokens int) Asked {
		return Asked{Path: "gates/g.yaml", Query: Query{Query: text, Inject: inject, Never: never, Tokens: tokens, Line: 1}}
	}
	one := []string{"mem-1"}
	for _, c := range []struct {
		name           string
		base, now      []Asked
		gone, warnings int
	}{
		{"the same", []Asked{ask("q", one, nil, 9)}, []Asked{ask("q", one, nil, 9)}, 0, 0},
		{"it is gone", []Asked{ask("q", one, nil, 0)}, []Asked{ask("other", one, nil, 0)}, 1, 0},
		{"of another project", []Asked{ask("q", one, nil, 0)}, []Asked{{Query: Query{Query: "q", Inject: one, Project: "p"}}}, 1, 0},
		{"a longer name, fewer tokens and more", []Asked{ask("q", one, []string{"offset"}, 9)}, []Asked{ask("q", []string{"mem-1-long"}, []string{"off", "x"}, 5)}, 0, 0},
		{"in two parts", []Asked{ask("q", one, []string{"x"}, 0)}, []Asked{ask("q", one, nil, 0), ask("q", nil, []string{"x"}, 0)}, 0, 0},
		{"another item", []Asked{ask("q", one, nil, 0)}, []Asked{ask("q", []string{"mem-2"}, nil, 0)}, 0, 1},
		{"nothing forbidden any more, and no end", []Asked{ask("q", one, []string{"x"}, 9)}, []Asked{ask("q", one, nil, 0)}, 0, 2},
	} {
		gone, found := Gone(c.base, c.now)
		if len(gone) != c.gone || len(found) != c.warnings {
			t.Errorf("%s: gone %v, findings %v", c.name, gone, found)
		}
		if Failed(found) {
			t.Errorf("%s: a query that wants less fails", c.name)
		}
	}
}

func TestARemovedQueryFailsWhereItWouldNotHold(t *testing.T) {
	q := Asked{Path: "gates/g.yaml", Query: Query{Query: "q", Inject: []string{"mem-1"}, Line: 7}}
	if found := Removed(q, Pack{IDs: []items.ID{"mem-1-x"}}); len(found) != 1 || Failed(found) {
		t.Errorf("it holds: %v", found)
	}
	if found := Removed(q, Pack{}); len(found) != 1 || !Failed(found) || found[0].Line != 1 {
		t.Errorf("it does not hold: %v", found)
	}
}
