package secrets

// automaton finds all keywords of a set in one pass, ASCII case folded (Aho-Corasick with every transition filled in).
type automaton struct {
	class [256]uint8 // byte -> column; 0 for bytes that no keyword has
	width int
	next  []uint16  // state*width + column -> state, with hitFlag where keywords end there
	hits  [][]int32 // state -> keywords that end there, longest first
}

// hitFlag marks a transition to a state with hits. There are far fewer states: 6,000 for all rules.
const hitFlag = 1 << 15

// newAutomaton builds the automaton of keywords in lower case; keyword k is reported by its index.
func newAutomaton(keywords []string) *automaton {
	a := &automaton{width: 1}
	for _, k := range keywords {
		for i := range len(k) {
			if a.class[k[i]] == 0 {
				a.class[k[i]] = uint8(a.width)
				a.width++
			}
		}
	}
	for c := byte('a'); c <= 'z'; c++ {
		a.class[c-'a'+'A'] = a.class[c]
	}
	a.link(a.trie(keywords))
	return a
}

// node is one state of the trie.
type node struct {
	class          uint8 // of the byte that leads here
	child, sibling uint16
	fail           uint16
	hits           []int32
}

func (a *automaton) trie(keywords []string) []node {
	total := 1
	for _, word := range keywords {
		total += len(word)
	}
	if total > hitFlag {
		panic("more keywords than an automaton of 15 bits holds") // a table of rules that nobody has tested
	}
	nodes := make([]node, 1, total)
	for k, word := range keywords {
		at := uint16(0)
		for i := range len(word) {
			c := a.class[word[i]]
			to := nodes[at].child
			for to != 0 && nodes[to].class != c {
				to = nodes[to].sibling
			}
			if to == 0 {
				to = uint16(len(nodes))
				nodes = append(nodes, node{class: c, sibling: nodes[at].child})
				nodes[at].child = to
			}
			at = to
		}
		nodes[at].hits = append(nodes[at].hits, int32(k))
	}
	return nodes
}

// link fills in all transitions breadth first: those of a state are the ones of the state that it falls back to, under its own.
func (a *automaton) link(nodes []node) {
	a.next = make([]uint16, len(nodes)*a.width)
	a.hits = make([][]int32, len(nodes))
	order := make([]uint16, 1, len(nodes))
	for i := 0; i < len(order); i++ {
		at := int(order[i])
		row := a.next[at*a.width:][:a.width]
		if at != 0 {
			copy(row, a.next[int(nodes[at].fail)*a.width:])
		}
		for to := nodes[at].child; to != 0; to = nodes[to].sibling {
			n := &nodes[to]
			if at != 0 {
				n.fail = row[n.class] &^ hitFlag
				n.hits = append(n.hits, nodes[n.fail].hits...)
			}
			a.hits[to] = n.hits
			row[n.class] = to
			if len(n.hits) > 0 {
				row[n.class] |= hitFlag
			}
			order = append(order, to)
		}
	}
}

// each calls f with every keyword in text and the offset behind it.
func (a *automaton) each(text string, f func(keyword int32, end int)) {
	state, width, next := uint16(0), a.width, a.next
	for i := range len(text) {
		state = next[int(state&^hitFlag)*width+int(a.class[text[i]])]
		if state&hitFlag != 0 {
			for _, k := range a.hits[state&^hitFlag] {
				f(k, i+1)
			}
		}
	}
}
