package profile

import "strings"

// block is the code or the table under way in a rules file: what it belongs to is known by what stood above it.
type block struct {
	above     kind     // what the last text was
	aboveLine int      // where it stands, if it is a lead or a heading
	fence     string   // the marks that opened the code
	indent    int      // how far the code is set in
	rows      []string // of the block
	from      int      // its first line
}

// kind is what a text of a rules file is to the block below it.
type kind int

const (
	nothing kind = iota
	heading
	opener // a lead: "Run the tests with:"
	rule
)

// longestBlock is how much code a rule takes along, in bytes: more is a file of its own.
const longestBlock = 4000

func (r *reader) openFence(n int, line, text string) {
	r.endBlock()
	r.fence = text[:len(text)-len(strings.TrimLeft(text, text[:1]))]
	r.indent = len(line) - len(strings.TrimLeft(line, " \t"))
	r.from, r.rows = n, []string{text}
}

// code takes a line of code; ends reports the one that closes it.
func (r *reader) code(n int, line, text string) (ends bool) {
	for i := 0; i < r.indent && line != "" && (line[0] == ' ' || line[0] == '\t'); i++ {
		line = line[1:]
	}
	r.rows = append(r.rows, strings.TrimRight(line, " \t"))
	if strings.HasPrefix(text, r.fence) && strings.Trim(text, r.fence[:1]) == "" {
		r.endBlock()
		return true
	}
	return false
}

func (r *reader) table(n int, text string) {
	if len(r.rows) > 0 && r.from+len(r.rows) != n {
		r.endBlock()
	}
	if len(r.rows) == 0 {
		r.from = n
	}
	r.rows = append(r.rows, text)
}

// endBlock gives the block to the rule above it. A lead or a heading with a block and nothing else below it is a rule for its sake.
func (r *reader) endBlock() {
	if len(r.rows) == 0 {
		return
	}
	if fence := r.fence; fence != "" && r.rows[len(r.rows)-1] != fence { // the file ends in it, or the mark is longer
		r.rows = append(r.rows, fence)
	}
	text, lines := strings.Join(r.rows, "\n"), []int{}
	for n := range r.rows {
		lines = append(lines, r.from+n)
	}
	from, to := r.from, r.from+len(r.rows)-1
	r.rows, r.fence = nil, ""
	above := r.headingsAbove()
	switch {
	case len(text) > longestBlock:
		r.left = append(r.left, Left{from, to, tooLong})
		return
	case r.above == opener && !saysNothing(r.lead):
		r.found = append(r.found, Statement{Heading: strings.Join(above, " / "), Text: r.lead, Line: r.aboveLine})
	case r.above == heading && !saysNothing(above[len(above)-1]):
		r.found = append(r.found, Statement{Heading: strings.Join(above, " / "), Text: above[len(above)-1], Line: r.aboveLine})
	case r.above != rule:
		r.left = append(r.left, Left{from, to, ofNoRule})
		return
	}
	r.above = rule
	last := &r.found[len(r.found)-1]
	if len(last.Block)+len(text) > longestBlock {
		r.left = append(r.left, Left{from, to, tooLong})
		return
	}
	if last.Block != "" {
		last.Block += "\n\n"
	}
	last.Block += text
	last.block = append(last.block, lines...)
}
