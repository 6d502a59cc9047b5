package purge

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/factline/memory/items"
)

func fact() items.Item {
	return items.Item{
		ID: "mem-20261129-dial-plan-3f9a2c1b", Type: items.Fact, Title: "Use pnpm", Summary: "The client ACME pays 40,000 a month.",
		Body: "# Why\n\nTheir CFO Joan Miller said so on the phone.\n\n```sh\ngrep -r acme contracts | sort\n```\n",
	}
}

func TestWordsAreFoundHoweverTheyAreWritten(t *testing.T) {
	w := Of([]items.Item{fact()}, []string{"yes", "joan said: the client ACME pays 40,000 a month, keep it quiet"})
	for text, want := range map[string]string{
		"THE CLIENT ＡＣＭＥ  pays 40,000\na month!":       "summary",
		"so the client acme pays 40,000 a month":       "summary",
		"their CFO, Joan Miller, said so on the phone": "body",
		"x\nuse PNPM.\ny":                       "title",
		"Use pnpm":                              "title",
		"we use pnpm here":                      "", // a short title may be part of anything
		"grep -r acme contracts | sort":         "body",
		"yes":                                   "",
		"# Why":                                 "",
		"the client acme pays 40,000 a monthly": "",
		"about mem-20261129-dial-plan-3f9a2c1b": "id",
		"keep it quiet: joan said the client acme paid 30,000 a day": "",
	} {
		if got := w.In(text); got != want {
			t.Errorf("%q: %q, want %q", text, got, want)
		}
	}
	if got := Of([]items.Item{{ID: "x", Title: "客户张伟每月付四万"}}, nil).In("他说：客户张伟、每月付四万。"); got != "title" {
		t.Errorf("Chinese: %q", got)
	}
}

func TestCuttingLeavesARecordThatReads(t *testing.T) {
	it := fact()
	c := Cutter{Words: Of([]items.Item{it}, nil), Stone: "mem-20261130-purged-aaaaaaaa", Fields: []string{"query"}}
	for line, want := range map[string]string{
		`{"id":"mem-20261129-dial-plan-3f9a2c1b","n":1.50,"title":"Use pnpm"}`:              `{"id":"mem-20261130-purged-aaaaaaaa","n":1.50,"title":"[purged]"}`,
		`{"q":"does the client \"ACME\" pay?"}`:                                             `{"q":"does the client \"ACME\" pay?"}`,
		`{"q":["the client\nACME\u0020pays 40,000 a month"],"t":true}`:                      `{"q":["[purged]"],"t":true}`,
		`{"mem-20261129-dial-plan-3f9a2c1b":2}`:                                             `{"mem-20261130-purged-aaaaaaaa":2}`,
		`{"id":"mem-20261129-dial-plan-3f9a2c1b","note":"replaces use pnpm (yes)"}`:         `{"id":"mem-20261130-purged-aaaaaaaa","note":"[purged]"}`,
		`torn {"the client ACME pays 40,000 a month`:                                        ``,
		`{"query" : "who pays?","ids":["mem-20261129-dial-plan-3f9a2c1b"],"x":"who pays?"}`: `{"query" : "[purged]","ids":["mem-20261130-purged-aaaaaaaa"],"x":"who pays?"}`,
		`{"query":"who pays?"}`:                                                             `{"query":"who pays?"}`,
		`{"other":"use pnpm always"}`:                                                       `{"other":"use pnpm always"}`,
	} {
		got, changed := c.JSON([]byte(line))
		if string(got) != want || changed != (line != want) {
			t.Errorf("%s\n became %s (%v)\n   want %s", line, got, changed, want)
		}
	}
}

func TestAScanNamesEveryPlace(t *testing.T) {
	dir := t.TempDir()
	it := fact()
	for name, text := range map[string]string{
		"clean.md":       "nothing\n",
		"a/wrapped.md":   "one\nthe client ACME\npays 40,000 a month\n",
		"ledger/x.jsonl": "{}\n" + `{"a":"the client\tACME pays 40,000 a month"}` + "\n",
		"undo/mem-20261129-dial-plan-3f9a2c1b.1.md": "",
		"passed/x": it.Summary,
		"twin.md":  "---\nid: twin\ntype: fact\ntitle: use PNPM!\nstatus: active\n---\n",
	} {
		path := filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	found, err := Of([]items.Item{it}, nil).Scan(t.Context(), dir, func(rel string) bool { return strings.HasPrefix(rel, "passed/") })
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, f := range found {
		got = append(got, f.Path+" "+f.What)
	}
	want := "a/wrapped.md summary; ledger/x.jsonl summary; twin.md title; undo/mem-20261129-dial-plan-3f9a2c1b.1.md id"
	if strings.Join(got, "; ") != want {
		t.Errorf("found %s\n want %s", strings.Join(got, "; "), want)
	}
}

// FuzzCut holds that a JSON line stays one, that the words are gone, and that nothing else changes. Give -fuzzminimizetime 1x: what the engine
// finds interesting it shortens for up to a minute each, and counts no runs meanwhile.
func FuzzCut(f *testing.F) {
	it := fact()
	c := Cutter{Words: Of([]items.Item{it}, nil), Stone: "mem-20261130-purged-aaaaaaaa"}
	for _, seed := range []string{`{"a":"Use pnpm"}`, `{"mem-20261129-dial-plan-3f9a2c1b":["x",1e3]}`, `"the client ACME pays 40,000 a month"`, `{"a":"\\\"","b":null}`, `[`} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, line []byte) {
		was := string(line)
		out, changed := c.JSON(line)
		if string(line) != was {
			t.Fatal("the line was written to")
		}
		switch {
		case !changed && string(out) != was:
			t.Fatalf("changed without saying so: %q", out)
		case changed && out != nil && !json.Valid(out):
			t.Fatalf("%q became %q, which is no JSON", was, out)
		case out != nil && json.Valid(out):
			if place := c.Words.inJSON(out); place != "" {
				t.Fatalf("%q became %q, which still has words of the %s", was, out, place)
			}
		}
	})
}
