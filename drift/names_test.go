package drift

import (
	"maps"
	"slices"
	"testing"
)

// declaredIn is what the one pass over a text finds, asked for the names of all of its declarations and for some that it may hold as words.
func declaredIn(name, body string) (got, want []string) {
	t := newText(name, []byte(body))
	set := map[string]bool{}
	symbols := []string{"x", "go", "run", "Store.List", "not_in_any_text"}
	for _, d := range t.declarations() {
		set[d.name] = true
		symbols = append(symbols, d.name)
	}
	found := map[string]bool{}
	newNames(language(name), symbols).declared([]byte(body), func(s string) { found[s] = true })
	for s := range found {
		if !set[s] {
			got = append(got, s+" (not declared)")
		}
	}
	for s := range set {
		want = append(want, s)
		if found[s] {
			got = append(got, s)
		}
	}
	slices.Sort(got)
	slices.Sort(want)
	return got, want
}

func TestOnePassFindsTheDeclarationsThatTheLinesHave(t *testing.T) {
	for name, body := range map[string]string{
		"a.go": listGo + "func F() {}\r\nfunc FF() {}\n// func G() {}\nvar v, w = 1, 2\nfunc last()",
		"a.ts": "export async function list(a: string) {}\nclass A {\n  private async run(x: number): Promise<void> {\n  }\n}\nconst $x = 1\nlet y_y: string\n",
		"a.rb": "class A::B\n  def self.ok?\n  end\n  def []\n  end\nend\n",
		"a.c":  "int add(int a,\n        int b)\nstruct pt {\n#define MAX 3\nvoid A::b(int c) {\n",
		"a.py": "class é:\n  def été(self): pass\n  def a_(self): pass\n",
		"a.md": "# func F() {}\n",
	} {
		if got, want := declaredIn(name, body); !slices.Equal(got, want) {
			t.Errorf("%s: %q, want %q", name, got, want)
		}
	}
}

// FuzzNames: one pass over a text finds the declarations that reading it line by line finds, in every language.
func FuzzNames(f *testing.F) {
	f.Add("a.go", listGo)
	f.Add("a.ts", "export const f = () => {\r\n}\n")
	f.Add("a.java", "public static List<String> all(int n) {\n")
	f.Add("a.rb", "def a.b.\ndef x?\n")
	f.Fuzz(func(t *testing.T, name, body string) {
		if got, want := declaredIn(name, body); !slices.Equal(got, want) {
			t.Errorf("%q, want %q", got, want)
		}
	})
}

func TestTheStepsOverATextPassNoWord(t *testing.T) {
	words := []string{"abcdef", "bcdefgh", "cdef_cdef", "aaaaaa", "aaaaaab"}
	text := "aaaaaaaab abcdefghabcdef cdef_cdef_cdef aaaaaabcdefgh"
	got, want := map[[2]int]bool{}, map[[2]int]bool{}
	p := newPairs(words)
	p.each([]byte(text), func(i, j int) { got[[2]int{i, j}] = true })
	for _, w := range words {
		for i := 0; i+len(w) <= len(text); i++ {
			if text[i:i+len(w)] == w {
				want[[2]int{i, i + len(w)}] = true
			}
		}
	}
	if !maps.Equal(got, want) {
		t.Errorf("%v, want %v", got, want)
	}
}
