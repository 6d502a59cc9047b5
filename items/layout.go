package items

import (
	"slices"
	"strings"

	"gopkg.in/yaml.v3"
)

// layout edits the lines of a front matter in place: it cuts a mapping or a list into one block of lines per key or entry and
// writes anew only the blocks whose value changed.
type layout struct {
	lines        []string // of the front matter; yaml line n is lines[n-1]
	rewriteWhole bool     // write every changed top-level key anew instead of editing inside it
}

// block is the lines of one key or list entry.
type block struct {
	key  string
	node *yaml.Node // the value
	lead []string   // comment lines directly above
	body []string
	line int      // the yaml line of body[0]
	tail []string // blank lines and comments that stand apart from the next block
}

func frontLines(front string) []string {
	return strings.Split(strings.TrimSuffix(front, "\n"), "\n")
}

// cut divides lines (which start at yaml line first) into blocks that begin at the given yaml lines. Comments are told by their
// indent, which must be that of the keys: deeper ones belong to the value, and may be text of a block string.
func (l layout) cut(lines []string, first, indent int, starts []int, nodes []*yaml.Node) (head []string, bs []block) {
	prefix := strings.Repeat(" ", indent) + "#"
	isComment := func(s string) bool { return strings.HasPrefix(s, prefix) }
	splitLead := func(gap []string) (tail, lead []string) {
		i := len(gap)
		for i > 0 && isComment(gap[i-1]) {
			i--
		}
		return gap[:i], gap[i:]
	}
	head, lead := splitLead(lines[:starts[0]-first])
	for i, start := range starts {
		from, to := start-first, len(lines)
		if i+1 < len(starts) {
			to = starts[i+1] - first
		}
		end := to
		last := l.lastQuotedLine(nodes[i]) - first // lines up to here belong to a quoted text, whatever they look like
		for end-1 > from && end-1 > last && (strings.TrimSpace(lines[end-1]) == "" || isComment(lines[end-1])) {
			end--
		}
		b := block{node: nodes[i], lead: lead, body: lines[from:end], line: start}
		b.tail, lead = splitLead(lines[end:to])
		if i+1 == len(starts) {
			b.tail = lines[end:to]
		}
		bs = append(bs, b)
	}
	return head, bs
}

// mapping writes the lines of a block mapping. lines are its own, from yaml line first on, with keys at indent; old and new hold one
// pair for each known key.
func (l layout) mapping(n *yaml.Node, lines []string, first, indent int, old, new value) []string {
	var starts []int
	var nodes []*yaml.Node
	for i := 0; i+1 < len(n.Content); i += 2 {
		starts = append(starts, n.Content[i].Line)
		nodes = append(nodes, n.Content[i+1])
	}
	head, bs := l.cut(lines, first, indent, starts, nodes)
	at := map[string]int{}
	for i := range bs {
		bs[i].key = n.Content[2*i].Value
		at[bs[i].key] = i
	}
	pad := strings.Repeat(" ", indent)
	added := map[int][]string{} // behind which block; -1 is the top
	place := -1
	for i, p := range new.pairs {
		if j, ok := at[p.key]; ok {
			place = j
		} else if !p.val.empty() && !p.val.same(old.pairs[i].val) {
			for _, line := range p.lines() {
				added[place] = append(added[place], pad+line)
			}
		}
	}
	out := append(slices.Clone(head), added[-1]...)
	for i, b := range bs {
		was, is := old.get(b.key), new.get(b.key)
		switch {
		case !has(new, b.key) || was.same(is):
			out = append(append(out, b.lead...), b.body...)
		case !is.empty() || len(unknownNested(b.key, b.node)) > 0:
			out = append(append(out, b.lead...), l.edit(b, pad, was, is)...)
		}
		out = append(append(out, added[i]...), b.tail...)
	}
	return out
}

func has(v value, key string) bool {
	return slices.ContainsFunc(v.pairs, func(p pair) bool { return p.key == key })
}

// edit writes one key whose value changed: inside a block mapping or list only what changed, else the whole value.
func (l layout) edit(b block, pad string, old, new value) []string {
	if block := b.node.Style&yaml.FlowStyle == 0 && len(b.body) > 1 && !l.rewriteWhole; block {
		switch {
		case b.node.Kind == yaml.MappingNode:
			return append(slices.Clone(b.body[:1]), l.mapping(b.node, b.body[1:], b.line+1, b.node.Content[0].Column-1, full(b, old), full(b, new))...)
		case b.node.Kind == yaml.SequenceNode && len(new.list) > 0:
			if lines, ok := l.list(b, old, new); ok {
				return lines
			}
		}
	}
	lines := pair{b.key, merge(b.node, old, new)}.lines()
	for i := range lines {
		lines[i] = pad + lines[i]
	}
	lines[0] += lineComment(b)
	return lines
}

// full gives v one pair for every known nested key of the block's field, so that absent ones can be told from unknown ones.
func full(b block, v value) value {
	var out value
	for _, key := range nestedKeys(b.key) {
		out.pairs = append(out.pairs, pair{key, v.get(key)})
	}
	return out
}

// nestedKeys lists the known keys inside a field that is a mapping or a list of mappings, in the order of the format.
func nestedKeys(key string) []string {
	switch key {
	case "evidence":
		return []string{"id", "span", "sha256"}
	case "anchors":
		return []string{"path", "lines", "sha256", "symbol"}
	case "unmerged":
		return []string{"key", "theirs"}
	case "settled":
		return []string{"with", "how", "until", "words"}
	case "purged":
		return []string{"text", "claim"}
	case "refs":
		return []string{"files", "urls", "commits", "items", "resources"}
	case "review":
		return []string{"verdict", "by", "at", "reason"}
	case "valid":
		return []string{"from", "until", "branch", "repo", "os"}
	}
	return nil
}

// list writes the lines of a block list: entries that stay keep their lines, also when others come or go.
func (l layout) list(b block, old, new value) ([]string, bool) {
	indent := strings.Index(l.lines[b.node.Content[0].Line-1], "-")
	var starts []int
	for _, c := range b.node.Content {
		line := l.lines[c.Line-1]
		if indent < 0 || strings.Index(line, "-") != indent || strings.TrimSpace(line[:indent]) != "" {
			return nil, false
		}
		starts = append(starts, c.Line)
	}
	if len(old.list) != len(starts) {
		return nil, false
	}
	head, bs := l.cut(b.body, b.line, indent, starts, b.node.Content)
	out := slices.Clone(head)
	for i, from := range matchEntries(old, new) {
		switch {
		case from >= 0 && old.list[from].same(new.list[i]):
			out = append(append(append(out, bs[from].lead...), bs[from].body...), bs[from].tail...)
		case from >= 0:
			entry := merge(b.node.Content[from], old.list[from], new.list[i])
			out = append(append(out, bs[from].lead...), strings.Repeat(" ", indent)+"- "+entry.flow())
			out = append(out, bs[from].tail...)
		default:
			out = append(out, strings.Repeat(" ", indent)+"- "+new.list[i].flow())
		}
	}
	return out, true
}

// matchEntries finds for each new entry the old one it comes from: the same value, else one with the same first key's value
// (an evidence id, a path), else -1.
func matchEntries(old, new value) []int {
	from := make([]int, len(new.list))
	for i := range from {
		from[i] = -1
	}
	used := make([]bool, len(old.list))
	pass := func(key func(value) string) {
		at := map[string][]int{} // the old entries with this key that are still free
		for j, o := range old.list {
			if k := key(o); k != "" && !used[j] {
				at[k] = append(at[k], j)
			}
		}
		for i, n := range new.list {
			if free := at[key(n)]; from[i] < 0 && len(free) > 0 {
				from[i], used[free[0]] = free[0], true
				at[key(n)] = free[1:]
			}
		}
	}
	pass(value.flow)
	pass(func(v value) string {
		if len(v.pairs) == 0 {
			return ""
		}
		return v.pairs[0].val.flow()
	})
	return from
}

// merge is the new value with the unknown keys, and the nulls, that the node has.
func merge(n *yaml.Node, old, new value) value {
	switch {
	case n.Kind == yaml.MappingNode:
		var out value
		for i := 0; i+1 < len(n.Content); i += 2 {
			key := n.Content[i].Value
			was, is := old.get(key), new.get(key)
			switch {
			case was.same(is): // also unknown
				out.pairs = append(out.pairs, pair{nodeValue(n.Content[i]).flow(), nodeValue(n.Content[i+1])})
			case !is.empty():
				out.pairs = append(out.pairs, pair{key, is})
			}
		}
		for _, p := range new.pairs {
			if !has(out, p.key) {
				out.pairs = append(out.pairs, p)
			}
		}
		return out
	case n.Kind == yaml.SequenceNode && len(new.list) > 0 && len(old.list) == len(n.Content):
		var out value
		for i, from := range matchEntries(old, new) {
			if from < 0 {
				out.list = append(out.list, new.list[i])
			} else {
				out.list = append(out.list, merge(n.Content[from], old.list[from], new.list[i]))
			}
		}
		return out
	}
	return new
}

// lineComment is the comment behind a one-line value, with the spaces before it.
func lineComment(b block) string {
	line := b.body[len(b.body)-1]
	comment := b.node.LineComment
	if comment == "" || strings.Contains(comment, "\n") || !strings.HasSuffix(line, comment) {
		return ""
	}
	rest := strings.TrimSuffix(line, comment)
	return rest[len(strings.TrimRight(rest, " \t")):] + comment
}

// lastQuotedLine is the yaml line on which the last quoted text inside n ends, 0 without one.
func (l layout) lastQuotedLine(n *yaml.Node) int {
	last := 0
	for _, c := range n.Content {
		last = max(last, l.lastQuotedLine(c))
	}
	if n.Kind != yaml.ScalarNode || n.Style&(yaml.DoubleQuotedStyle|yaml.SingleQuotedStyle) == 0 {
		return last
	}
	line := n.Line - 1
	text := []rune(l.lines[line])
	if n.Column > len(text) {
		return max(last, n.Line)
	}
	quote, text := text[n.Column-1], text[n.Column:]
	for {
		for i := 0; i < len(text); i++ {
			switch {
			case quote == '"' && text[i] == '\\':
				i++
			case text[i] == quote && quote == '\'' && i+1 < len(text) && text[i+1] == quote:
				i++
			case text[i] == quote:
				return max(last, line+1)
			}
		}
		line++
		if line >= len(l.lines) {
			return len(l.lines)
		}
		text = []rune(l.lines[line])
	}
}

// unknownPairs are the keys of a mapping that are not among the known ones.
func unknownPairs(n *yaml.Node, known value) []pair {
	var out []pair
	for i := 0; n.Kind == yaml.MappingNode && i+1 < len(n.Content); i += 2 {
		if !has(known, n.Content[i].Value) {
			out = append(out, pair{nodeValue(n.Content[i]).flow(), nodeValue(n.Content[i+1])})
		}
	}
	return out
}

// unknownNested are the unknown keys inside a known key that is a mapping.
func unknownNested(key string, n *yaml.Node) []pair {
	return unknownPairs(n, full(block{key: key}, value{}))
}

// keepsUnknown reports whether the new front matter still holds every unknown key of the old one with the same value, those directly
// inside refs, review and valid too.
func keepsUnknown(was, is *yaml.Node) bool {
	kept := func(was []pair, have map[string]value) bool {
		return !slices.ContainsFunc(was, func(p pair) bool { return !have[p.key].same(p.val) })
	}
	now := nodeValue(is).byKey()
	for i := 0; i+1 < len(was.Content); i += 2 {
		nested := unknownNested(was.Content[i].Value, was.Content[i+1])
		if len(nested) > 0 && !kept(nested, now[nodeValue(was.Content[i]).flow()].byKey()) {
			return false
		}
	}
	return kept(unknownPairs(was, Item{}.values()), now)
}

// byKey is for mappings of any size: files of others may hold very many keys.
func (v value) byKey() map[string]value {
	m := make(map[string]value, len(v.pairs))
	for _, p := range v.pairs {
		m[p.key] = p.val
	}
	return m
}
