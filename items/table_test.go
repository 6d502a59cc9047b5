package items

import (
	"bytes"
	"fmt"
	"strings"
	"testing"

	"github.com/yuin/goldmark"
	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/extension"
	"github.com/yuin/goldmark/parser"
	"github.com/yuin/goldmark/text"
	"github.com/yuin/goldmark/util"
)

// tableSamples are tables and what only looks like one.
var tableSamples = []string{
	"| a | b |\n|---|:-:|\n| 1 | 2 |\n| 3 |\n| 4 | 5 | 6 |\n\nafter",
	"intro\nmore\na | b\n--|--\n1 | `x \\| y` and `z`\n",
	"| a \\| b | c |\n| --- | ---: |\n| `\\|` | \\| |",
	"| a |\n|---|---|\n| 1 |",
	"|a|\n|-|\n||\n| |\n|\\|\n",
	"a\n---\nb", "a | b\n    --|--\n", "a|b\n:-:|::\n", "|\n|-|\n", "> | q |\n> |---|\n> | 1 |\n",
	"- | l |\n  |---|\n  | [[x]] |\n", "a\\|b\n-|-\n", "[x]: /y\na|b\n-|-\n1|[x]\n", "a|b\r\n-|-\r\n1|2\r\n", "|a|b|\n|-|-|\n|`1|2`|\n",
}

func TestTablesAreThoseOfTheParsersOwnExtension(t *testing.T) {
	for _, body := range tableSamples {
		sameTree(t, body)
	}
}

func FuzzTables(f *testing.F) {
	for _, body := range tableSamples {
		f.Add(body)
	}
	f.Fuzz(func(t *testing.T, body string) {
		if !isHostile(body) {
			sameTree(t, body)
		}
	})
}

func sameTree(t *testing.T, body string) {
	t.Helper()
	src := []byte(body)
	reference := goldmark.New(
		goldmark.WithExtensions(extension.Table),
		goldmark.WithParserOptions(
			parser.WithInlineParsers(util.Prioritized(linkParser{}, 150)),
			parser.WithParagraphTransformers(util.Prioritized(rawParagraphs{}, 50)),
		),
	).Parser().Parse(text.NewReader(src))
	if got, want := nodeTree(markdown().Parse(text.NewReader(src)), src), nodeTree(reference, src); got != want {
		t.Errorf("%q:\n%s\nwant\n%s", body, got, want)
	}
}

// nodeTree tells the blocks, and of their inline nodes the kind and the text.
func nodeTree(n ast.Node, src []byte) string {
	names := map[string]string{"TableHeader": "row", "TableRow": "row", "ItemTableRow": "row", "TableCell": "cell", "ItemTableCell": "cell", "ItemTable": "Table"}
	var b strings.Builder
	var write func(n ast.Node, depth int)
	write = func(n ast.Node, depth int) {
		name := n.Kind().String()
		if known := names[name]; known != "" {
			name = known
		}
		fmt.Fprintf(&b, "%s%s", strings.Repeat(" ", depth), name)
		switch n := n.(type) {
		case *ast.Text:
			fmt.Fprintf(&b, " %q", n.Value(src))
		case *ast.CodeSpan:
			var code []byte
			for c := n.FirstChild(); c != nil; c = c.NextSibling() {
				code = append(code, c.(*ast.Text).Value(src)...)
			}
			if inCell(n) {
				code = bytes.ReplaceAll(code, []byte(`\|`), []byte(`|`))
			}
			fmt.Fprintf(&b, " %q\n", code)
			return
		}
		b.WriteByte('\n')
		for c := n.FirstChild(); c != nil; c = c.NextSibling() {
			write(c, depth+1)
		}
	}
	write(n, 0)
	return b.String()
}
