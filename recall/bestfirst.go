package recall

// bestFirst yields documents best first: base score, then document. It is a heap, because a query matches thousands of documents and
// only some tens are asked for.
type bestFirst []*evidence

func newBestFirst(docs []evidence) *bestFirst {
	r := make(bestFirst, len(docs))
	for i := range docs {
		r[i] = &docs[i]
	}
	for i := len(r)/2 - 1; i >= 0; i-- {
		r.down(i)
	}
	return &r
}

// next takes out the best one left, nil when there is none.
func (r *bestFirst) next() *evidence {
	h := *r
	if len(h) == 0 {
		return nil
	}
	best := h[0]
	h[0] = h[len(h)-1]
	*r = h[:len(h)-1]
	r.down(0)
	return best
}

func (r bestFirst) less(i, j int) bool {
	if r[i].base != r[j].base {
		return r[i].base > r[j].base
	}
	return r[i].doc < r[j].doc
}

func (r bestFirst) down(i int) {
	for {
		best := i
		for child := 2*i + 1; child <= 2*i+2 && child < len(r); child++ {
			if r.less(child, best) {
				best = child
			}
		}
		if best == i {
			return
		}
		r[i], r[best] = r[best], r[i]
		i = best
	}
}
