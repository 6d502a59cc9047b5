package items

import (
	"bytes"

	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/parser"
	"github.com/yuin/goldmark/text"
)

// linkNode is [[id]] in running text.
type linkNode struct {
	ast.BaseInline
	id    ID
	label string
}

var linkKind = ast.NewNodeKind("ItemLink")

func (n *linkNode) Kind() ast.NodeKind { return linkKind }

func (n *linkNode) Dump(source []byte, level int) {
	ast.DumpHelper(n, source, level, map[string]string{"id": string(n.id)}, nil)
}

// maxLink is the longest [[...]], in bytes; it keeps a line of many [[ from costing its length squared.
const maxLink = 512

// linkParser finds [[id]]. As an inline parser it never sees code spans, code blocks, comments or escaped brackets.
type linkParser struct{}

func (linkParser) Trigger() []byte { return []byte{'['} }

func (linkParser) Parse(_ ast.Node, block text.Reader, _ parser.Context) ast.Node {
	line, _ := block.PeekLine()
	rest, ok := bytes.CutPrefix(line, []byte("[["))
	if !ok {
		return nil
	}
	inner, _, ok := bytes.Cut(rest[:min(len(rest), maxLink)], []byte("]]"))
	if !ok {
		return nil
	}
	target, label, hasLabel := bytes.Cut(inner, []byte("|"))
	target, _, _ = bytes.Cut(target, []byte("#"))
	id := ID(bytes.TrimSpace(target))
	if id.Check() != "" {
		return nil
	}
	if !hasLabel {
		label = []byte(id)
	}
	block.Advance(len(inner) + 4)
	return &linkNode{id: id, label: string(bytes.TrimSpace(label))}
}
