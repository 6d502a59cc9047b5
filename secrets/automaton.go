package secrets

// automaton finds all keywords of a set in one pass, ASCII case folded (Aho-Corasick with every transition filled in).
type automaton struct {
	class  [256]uint8 // byte -> column; 0 for bytes that no keyword has
	width  int
	next   []uint16  // state*width + column -> state
	hits   [][]int32 // state -> keywords that end there, longest first
	lowest uint16    // states from here on have hits
}

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
	trie := a.trie(keywords)
	a.link(trie)
	return a
}

// node is one state of the trie, before renumbering.
type node struct {
	next []int32 // by column; 0 = none
	fail int32
	hits []int32
}

func (a *automaton) trie(keywords []string) []node {
	nodes := []node{{next: make([]int32, a.width)}}
	for k, word := range keywords {
		at := int32(0)
		for i := range len(word) {
			c := a.class[word[i]]
			if nodes[at].next[c] == 0 {
				nodes = append(nodes, node{next: make([]int32, a.width)})
				nodes[at].next[c] = int32(len(nodes) - 1)
			}
			at = nodes[at].next[c]
		}
		nodes[at].hits = append(nodes[at].hits, int32(k))
	}
	return nodes
}

// link fills in the missing transitions breadth first and renumbers the states so that those with hits come last.
func (a *automaton) link(nodes []node) {
	order := make([]int32, 1, len(nodes))
	for i := 0; i < len(order); i++ {
		at := order[i]
		for c, to := range nodes[at].next {
			fail := int32(0)
			if at != 0 {
				fail = nodes[nodes[at].fail].next[c]
			}
			if to == 0 {
				nodes[at].next[c] = fail
				continue
			}
			nodes[to].fail = fail
			nodes[to].hits = append(nodes[to].hits, nodes[fail].hits...)
			order = append(order, to)
		}
	}
	number := make([]uint16, len(nodes))
	n := uint16(0)
	for _, withHits := range []bool{false, true} {
		if withHits {
			a.lowest = n
		}
		for _, at := range order {
			if (len(nodes[at].hits) > 0) == withHits {
				number[at] = n
				n++
			}
		}
	}
	a.next = make([]uint16, len(nodes)*a.width)
	a.hits = make([][]int32, len(nodes))
	for at, nd := range nodes {
		a.hits[number[at]] = nd.hits
		for c, to := range nd.next {
			a.next[int(number[at])*a.width+c] = number[to]
		}
	}
}

// each calls f with every keyword in text and the offset behind it.
func (a *automaton) each(text string, f func(keyword int32, end int)) {
	state, width, next := uint16(0), a.width, a.next
	for i := range len(text) {
		state = next[int(state)*width+int(a.class[text[i]])]
		if state >= a.lowest {
			for _, k := range a.hits[state] {
				f(k, i+1)
			}
		}
	}
}
