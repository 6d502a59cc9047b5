package items

import (
	"strings"

	"github.com/yuin/goldmark/ast"
)

// VisibleBody is the body without its HTML comments: what a reader of the rendered page sees, and so all that a view may show. A
// comment inside code is code and stays.
func (it Item) VisibleBody() string {
	if !strings.Contains(it.Body, "<!--") {
		return it.Body
	}
	if isHostile(it.Body) {
		return withoutComments(it.Body)
	}
	doc, src := it.parseBody()
	var b strings.Builder
	done := 0
	keep := func(from, to int, instead string) {
		if from < done { // nested: the outer one was handled
			return
		}
		b.Write(src[done:from])
		b.WriteString(instead)
		done = to
	}
	_ = ast.Walk(doc, func(n ast.Node, entering bool) (ast.WalkStatus, error) {
		if !entering {
			return ast.WalkContinue, nil
		}
		switch n := n.(type) {
		case *ast.HTMLBlock:
			from, to := htmlSpan(n)
			keep(from, to, withoutComments(string(src[from:to])))
		case *ast.RawHTML:
			if n.Segments.Len() > 0 {
				from, to := n.Segments.At(0).Start, n.Segments.At(n.Segments.Len()-1).Stop
				if strings.HasPrefix(string(src[from:to]), "<!--") {
					keep(from, to, "")
				}
			}
		}
		return ast.WalkContinue, nil
	})
	b.Write(src[done:])
	return strings.Trim(b.String(), "\n")
}

// htmlSpan is the byte range of an HTML block; an empty one where it has no lines.
func htmlSpan(n *ast.HTMLBlock) (from, to int) {
	if n.Lines().Len() > 0 {
		from, to = n.Lines().At(0).Start, n.Lines().At(n.Lines().Len()-1).Stop
	}
	if n.HasClosure() {
		if n.Lines().Len() == 0 {
			from = n.ClosureLine.Start
		}
		to = n.ClosureLine.Stop
	}
	return from, to
}
