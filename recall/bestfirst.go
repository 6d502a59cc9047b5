package recall

// bestFirst yields documents best first: base score, then document. It is a heap, because a query matches thousands of documents and
// only some tens are asked for. It holds what it compares, so that ordering does not walk through all that is known of each document.
type bestFirst struct {
	docs []evidence
	heap []ranked
}

// ranked is a document on the heap.
type ranked struct {
	base float64
	doc  int32
	at   int32 // its place in docs
}

func newBestFirst(docs []evidence) *bestFirst {
	r := &bestFirst{docs: docs, heap: make([]ranked, len(docs))}
	for i := range docs {
		r.heap[i] = ranked{base: docs[i].base, doc: int32(docs[i].doc), at: int32(i)}
	}
	for i := len(docs)/2 - 1; i >= 0; i-- {
		r.down(i)
	}
	return r
}

// next takes out the best one left, nil when there is none.
func (r *bestFirst) next() *evidence {
	if len(r.heap) == 0 {
		return nil
	}
	best := &r.docs[r.heap[0].at]
	last := len(r.heap) - 1
	r.heap[0] = r.heap[last]
	r.heap = r.heap[:last]
	r.down(0)
	return best
}

func (a ranked) before(b ranked) bool {
	if a.base != b.base {
		return a.base > b.base
	}
	return a.doc < b.doc
}

func (r *bestFirst) down(i int) {
	h := r.heap
	for {
		best := i
		for child := 2*i + 1; child <= 2*i+2 && child < len(h); child++ {
			if h[child].before(h[best]) {
				best = child
			}
		}
		if best == i {
			return
		}
		h[i], h[best] = h[best], h[i]
		i = best
	}
}
