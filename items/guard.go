package items

import (
	"strings"

	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/parser"
	"github.com/yuin/goldmark/text"
)

// The Markdown library takes time that grows with the square of the marks in one paragraph, and of the quotes and lists that one line
// opens: 100 KB of "_a*" took it a minute. An item may come from anyone, so such text is taken as plain. No text written by
// people comes near these limits.
const (
	maxMarks      = 1000 // inline marks in a paragraph or heading
	maxContainers = 50   // quotes and lists opened by one line
)

// inlineMarks counts the characters that can start inline markup.
func inlineMarks(s []byte) int {
	n := 0
	for _, c := range s {
		switch c {
		case '*', '_', '[', ']', '<', '`', '&':
			n++
		}
	}
	return n
}

// rawParagraphs turns a paragraph with too many marks into a block that is not searched for markup. It runs before inline parsing.
type rawParagraphs struct{}

func (rawParagraphs) Transform(p *ast.Paragraph, reader text.Reader, _ parser.Context) {
	n := 0
	for _, s := range p.Lines().Sliced(0, p.Lines().Len()) {
		n += inlineMarks(s.Value(reader.Source()))
	}
	if n <= maxMarks {
		return
	}
	raw := ast.NewCodeBlock()
	raw.SetLines(p.Lines())
	p.Parent().ReplaceChild(p.Parent(), p, raw)
}

// isHostile reports the lines that rawParagraphs cannot catch: headings with too many marks, and too many containers at once.
func isHostile(body string) bool {
	for line := range strings.Lines(body) {
		rest := strings.TrimLeft(line, "> \t*+-0123456789.)")
		opened := line[:len(line)-len(rest)]
		n := strings.Count(opened, ">")
		for _, mark := range []string{"- ", "* ", "+ ", ". ", ") ", "-\t", "*\t", "+\t", ".\t", ")\t"} {
			n += strings.Count(opened, mark)
		}
		if n > maxContainers || strings.HasPrefix(rest, "#") && len(rest) > maxMarks && inlineMarks([]byte(rest)) > maxMarks {
			return true
		}
	}
	return false
}

// plainDocument is the body as one raw block, without its comments.
func plainDocument(body string) (ast.Node, []byte) {
	src := []byte(withoutComments(body) + "\n")
	doc, raw := ast.NewDocument(), ast.NewCodeBlock()
	raw.Lines().Append(text.NewSegment(0, len(src)))
	doc.AppendChild(doc, raw)
	return doc, src
}

// withoutComments cuts out <!-- ... -->; one that is not closed hides the rest.
func withoutComments(s string) string {
	var b strings.Builder
	for {
		before, rest, ok := strings.Cut(s, "<!--")
		b.WriteString(before)
		if !ok {
			return b.String()
		}
		if _, s, ok = strings.Cut(rest, "-->"); !ok {
			return b.String()
		}
	}
}
