package items

import (
	"slices"
	"strings"
	"sync"

	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/parser"
	"github.com/yuin/goldmark/text"
	"github.com/yuin/goldmark/util"
)

// Section is one heading of an item's body with the text under it.
type Section struct {
	Heading string // "" before the first heading
	Level   int
	Text    string // plain text, HTML comments and link targets left out, code kept
}

// CodeBlock is one fenced or indented code block.
type CodeBlock struct {
	Language string // first word behind the fence, "" without one
	Text     string
}

// markdown is CommonMark with tables and [[id]] links. A goldmark parser may be used from several goroutines.
var markdown = sync.OnceValue(func() parser.Parser {
	return parser.NewParser(
		parser.WithBlockParsers(parser.DefaultBlockParsers()...),
		parser.WithInlineParsers(parser.DefaultInlineParsers()...),
		parser.WithInlineParsers(util.Prioritized(linkParser{}, 150)), // before [links](...)
		parser.WithParagraphTransformers(parser.DefaultParagraphTransformers()...),
		parser.WithParagraphTransformers(util.Prioritized(rawParagraphs{}, 50), util.Prioritized(tables{}, 200)), // before and after link definitions
	)
})

func (it Item) parseBody() (ast.Node, []byte) {
	if isHostile(it.Body) {
		return plainDocument(it.Body)
	}
	src := []byte(it.Body)
	return markdown().Parse(text.NewReader(src)), src
}

// Sections splits the body at its headings of both kinds; a # in a code block, or a heading inside a quote or list, does not
// split. A section without heading comes first if there is text before the first heading.
func (it Item) Sections() []Section {
	if strings.TrimSpace(it.Body) == "" {
		return nil // what a fact in one sentence has; the parser takes a moment to make
	}
	doc, src := it.parseBody()
	var out []Section
	var b strings.Builder
	cur := Section{}
	flush := func() {
		cur.Text = strings.TrimSpace(b.String())
		if cur.Level > 0 || cur.Text != "" {
			out = append(out, cur)
		}
		b.Reset()
	}
	for n := doc.FirstChild(); n != nil; n = n.NextSibling() {
		if h, ok := n.(*ast.Heading); ok {
			flush()
			var t strings.Builder
			writeText(&t, h, src)
			cur = Section{Heading: strings.TrimSpace(t.String()), Level: h.Level}
			continue
		}
		writeText(&b, n, src)
	}
	flush()
	return out
}

// PlainText is the text of the whole body as in Section.Text, headings included.
func (it Item) PlainText() string {
	doc, src := it.parseBody()
	var b strings.Builder
	writeText(&b, doc, src)
	return strings.TrimSpace(b.String())
}

// Links returns the ids in [[...]] of the body's text, not those in code or comments: each once, in order of appearance.
// [[id|label]] and [[id#heading]] count for id.
func (it Item) Links() []ID {
	if !strings.Contains(it.Body, "[[") {
		return nil
	}
	doc, _ := it.parseBody()
	var out []ID
	_ = ast.Walk(doc, func(n ast.Node, entering bool) (ast.WalkStatus, error) {
		if l, ok := n.(*linkNode); ok && entering && !slices.Contains(out, l.id) {
			out = append(out, l.id)
		}
		return ast.WalkContinue, nil
	})
	return out
}

// CodeBlocks returns the code blocks of the body in order, those in lists and quotes too. Text with so many marks that it is taken as
// plain (see maxMarks) counts as one.
func (it Item) CodeBlocks() []CodeBlock {
	doc, src := it.parseBody()
	var out []CodeBlock
	_ = ast.Walk(doc, func(n ast.Node, entering bool) (ast.WalkStatus, error) {
		if !entering {
			return ast.WalkContinue, nil
		}
		switch n := n.(type) {
		case *ast.FencedCodeBlock:
			out = append(out, CodeBlock{string(n.Language(src)), string(n.Lines().Value(src))})
		case *ast.CodeBlock:
			out = append(out, CodeBlock{"", string(n.Lines().Value(src))})
		}
		return ast.WalkContinue, nil
	})
	return out
}

// writeText writes the plain text of a node, one line or more for each block.
func writeText(b *strings.Builder, n ast.Node, src []byte) {
	switch n := n.(type) {
	case *ast.Text:
		b.Write(util.UnescapePunctuations(util.ResolveNumericReferences(util.ResolveEntityNames(n.Value(src)))))
		if n.SoftLineBreak() || n.HardLineBreak() {
			b.WriteByte('\n')
		}
	case *ast.String:
		b.Write(n.Value)
	case *ast.CodeSpan:
		b.WriteString(codeText(n, src))
	case *ast.AutoLink:
		b.Write(n.Label(src))
	case *linkNode:
		b.WriteString(n.label)
	case *ast.RawHTML: // inline tags and comments are no text
	case *ast.HTMLBlock:
		html := string(n.Lines().Value(src))
		if n.HasClosure() {
			html += string(n.ClosureLine.Value(src))
		}
		b.WriteString(htmlText(html))
		b.WriteByte('\n')
	case *ast.FencedCodeBlock, *ast.CodeBlock:
		b.Write(n.Lines().Value(src))
		b.WriteByte('\n')
	case *ast.ThematicBreak:
	case *tablePart:
		writeChildren(b, n, src)
		if n.kind == cellKind {
			b.WriteByte('\t')
		} else {
			b.WriteByte('\n')
		}
	default:
		writeChildren(b, n, src)
		if n.Type() == ast.TypeBlock {
			b.WriteByte('\n')
		}
	}
}

func codeText(n *ast.CodeSpan, src []byte) string {
	var b strings.Builder
	for c := n.FirstChild(); c != nil; c = c.NextSibling() {
		if t, ok := c.(*ast.Text); ok {
			b.Write(t.Value(src))
		}
	}
	if inCell(n) {
		return strings.ReplaceAll(b.String(), `\|`, "|")
	}
	return b.String()
}

func writeChildren(b *strings.Builder, n ast.Node, src []byte) {
	for c := n.FirstChild(); c != nil; c = c.NextSibling() {
		writeText(b, c, src)
	}
}

// htmlText drops comments, tags, scripts and styles of an HTML block.
func htmlText(html string) string {
	var b strings.Builder
	for {
		text, rest, ok := strings.Cut(html, "<")
		b.WriteString(text)
		if !ok {
			return strings.TrimSpace(b.String())
		}
		end, low := ">", strings.ToLower(rest[:min(len(rest), 8)])
		switch {
		case strings.HasPrefix(rest, "!--"):
			end = "-->"
		case strings.HasPrefix(low, "script"):
			end = "</script>"
		case strings.HasPrefix(low, "style"):
			end = "</style>"
		case strings.HasPrefix(rest, "?"):
			end = "?>"
		case strings.HasPrefix(rest, "![CDATA["):
			end = "]]>"
		}
		i := indexFold(rest, end)
		if i < 0 {
			return strings.TrimSpace(b.String()) // not closed: all the rest is hidden
		}
		html = rest[i+len(end):]
	}
}

// indexFold is strings.Index for a lower-case ASCII needle in any case.
func indexFold(s, needle string) int {
	for i := 0; i+len(needle) <= len(s); i++ {
		if strings.EqualFold(s[i:i+len(needle)], needle) {
			return i
		}
	}
	return -1
}
