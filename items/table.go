package items

import (
	"bytes"

	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/parser"
	"github.com/yuin/goldmark/text"
	"github.com/yuin/goldmark/util"
)

// Tables as GitHub has them: a row of cells, a line of dashes for each of its columns, more rows. The parser's own package for them compiles
// patterns for other extensions before main, which takes longer than starting a process; a test compares its trees with ours.

// tablePart is a table, a row of it or a cell.
type tablePart struct {
	ast.BaseBlock
	kind ast.NodeKind
}

var tableKind, rowKind, cellKind = ast.NewNodeKind("ItemTable"), ast.NewNodeKind("ItemTableRow"), ast.NewNodeKind("ItemTableCell")

func (n *tablePart) Kind() ast.NodeKind { return n.kind }

func (n *tablePart) Dump(source []byte, level int) { ast.DumpHelper(n, source, level, nil, nil) }

// tables makes a table of the lines of a paragraph that are one. What stands above its first row stays a paragraph.
type tables struct{}

func (tables) Transform(p *ast.Paragraph, reader text.Reader, _ parser.Context) {
	lines, src := p.Lines(), reader.Source()
	for i := 1; i < lines.Len(); i++ {
		columns := delimiters(lines.At(i), src)
		if columns == 0 {
			continue
		}
		cells := cellsOf(lines.At(i-1), src)
		if len(cells) > columns { // with fewer, the last are empty
			return
		}
		table := &tablePart{kind: tableKind}
		table.AppendChild(table, tableRow(cells, columns))
		for j := i + 1; j < lines.Len(); j++ {
			table.AppendChild(table, tableRow(cellsOf(lines.At(j), src), columns))
		}
		p.Parent().InsertAfter(p.Parent(), p, table)
		lines.SetSliced(0, i-1)
		if i == 1 {
			p.Parent().RemoveChild(p.Parent(), p)
			return
		}
		last := lines.At(i - 2)
		last.Stop-- // its line end
		lines.Set(i-2, last)
		return
	}
}

// mostIndent is how far the line of dashes may be indented, in columns: from there on it is code.
const mostIndent = 3

// delimiters counts the columns of a line of dashes, 0 where it is another line.
func delimiters(line text.Segment, src []byte) (columns int) {
	b := line.Value(src)
	if width, _ := util.IndentWidth(b, 0); width > mostIndent || len(bytes.Trim(b, "-")) == 0 {
		return 0
	}
	parts := bytes.Split(b, []byte{'|'})
	if util.IsBlank(parts[0]) {
		parts = parts[1:]
	}
	if n := len(parts); n > 0 && util.IsBlank(parts[n-1]) {
		parts = parts[:n-1]
	}
	for _, part := range parts {
		part = bytes.Trim(part, " \t\r\n")
		part = bytes.TrimSuffix(bytes.TrimPrefix(part, []byte{':'}), []byte{':'})
		if len(part) == 0 || len(bytes.Trim(part, "-")) > 0 {
			return 0
		}
	}
	return len(parts)
}

// cellsOf cuts a row at its bars. A bar behind a backslash cuts nothing, also in code; one at either end of the row is its border.
func cellsOf(line text.Segment, src []byte) (cells []text.Segment) {
	line = trimmed(line, src)
	b := line.Value(src)
	at, end := 0, len(b)
	if end > 0 && b[0] == '|' {
		at++
	}
	if end > 0 && b[end-1] == '|' {
		end--
	}
	for ; at < end; at++ {
		start := at
		for at < end && (b[at] != '|' || at > 0 && b[at-1] == '\\') {
			at++
		}
		cells = append(cells, trimmed(text.NewSegment(line.Start+start, line.Start+at), src))
	}
	return cells
}

func trimmed(s text.Segment, src []byte) text.Segment {
	s = s.TrimLeftSpace(src)
	return s.TrimRightSpace(src)
}

// tableRow is a row with as many cells as the table has columns.
func tableRow(cells []text.Segment, columns int) *tablePart {
	row := &tablePart{kind: rowKind}
	for i := range columns {
		cell := &tablePart{kind: cellKind}
		if i < len(cells) {
			cell.Lines().Append(cells[i])
		}
		row.AppendChild(row, cell)
	}
	return row
}

// inCell reports whether a node stands in a cell of a table, where code has \| for a bar.
func inCell(n ast.Node) bool {
	for ; n != nil; n = n.Parent() {
		if n.Kind() == cellKind {
			return true
		}
	}
	return false
}
