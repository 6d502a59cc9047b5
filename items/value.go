package items

import (
	"strings"

	"gopkg.in/yaml.v3"
)

// value is a field's content in one form for writing and comparing: a scalar, a list or a mapping. The zero value is empty and is
// left out of the file. Two values are the same when their flow form is the same.
type value struct {
	text    string
	literal bool // number or time: written as it is
	list    []value
	pairs   []pair
}

type pair struct {
	key string // as YAML
	val value
}

func textValue(s string) value    { return value{text: s} }
func literalValue(s string) value { return value{text: s, literal: true} }
func pairsValue(ps ...pair) value { return value{pairs: nonEmpty(ps)} }
func (v value) empty() bool       { return v.text == "" && len(v.list) == 0 && len(v.pairs) == 0 }
func (v value) same(o value) bool { return v.flow() == o.flow() }
func (v value) scalar() bool      { return len(v.list) == 0 && len(v.pairs) == 0 }
func (p pair) line() string       { return p.key + ": " + p.val.inline() }

func (v value) get(key string) value {
	for _, p := range v.pairs {
		if p.key == key {
			return p.val
		}
	}
	return value{}
}

func nonEmpty(ps []pair) []pair {
	var out []pair
	for _, p := range ps {
		if !p.val.empty() {
			out = append(out, p)
		}
	}
	return out
}

// textList is a list of texts; an empty text in it is kept.
func textList[T ~string](ss []T) value {
	var v value
	for _, s := range ss {
		v.list = append(v.list, textValue(string(s)))
	}
	return v
}

// flow writes the value in flow style, on one line.
func (v value) flow() string {
	var b strings.Builder
	v.writeFlow(&b)
	return b.String()
}

func (v value) writeFlow(b *strings.Builder) {
	switch {
	case len(v.list) > 0:
		b.WriteByte('[')
		for i, e := range v.list {
			if i > 0 {
				b.WriteString(", ")
			}
			e.writeFlow(b)
		}
		b.WriteByte(']')
	case len(v.pairs) > 0:
		b.WriteByte('{')
		for i, p := range v.pairs {
			if i > 0 {
				b.WriteString(", ")
			}
			b.WriteString(p.key + ": ")
			p.val.writeFlow(b)
		}
		b.WriteByte('}')
	case v.literal:
		b.WriteString(v.text)
	default:
		b.WriteString(quote(v.text, true))
	}
}

// inline is the value as it stands behind "key: " in a block mapping.
func (v value) inline() string {
	if v.scalar() && !v.literal {
		return quote(v.text, false)
	}
	return v.flow()
}

// lines writes one key of the front matter: a list of mappings gets one line an entry, all else is one line.
func (p pair) lines() []string {
	if len(p.val.list) == 0 || len(p.val.list[0].pairs) == 0 {
		return []string{p.line()}
	}
	out := []string{p.key + ":"}
	for _, e := range p.val.list {
		out = append(out, "  - "+e.flow())
	}
	return out
}

// nodeValue turns a node of any shape into a value, to carry unknown keys through a rewrite of their parent.
func nodeValue(n *yaml.Node) value {
	var v value
	switch n.Kind {
	case yaml.SequenceNode:
		for _, c := range n.Content {
			v.list = append(v.list, nodeValue(c))
		}
		if len(v.list) == 0 {
			return literalValue("[]")
		}
	case yaml.MappingNode:
		for i := 0; i+1 < len(n.Content); i += 2 {
			v.pairs = append(v.pairs, pair{nodeValue(n.Content[i]).flow(), nodeValue(n.Content[i+1])})
		}
		if len(v.pairs) == 0 {
			return literalValue("{}")
		}
	default:
		switch {
		case n.ShortTag() == "!!str":
			return value{text: n.Value}
		case n.Value == "":
			return literalValue("null")
		}
		return literalValue(n.Value)
	}
	return v
}
