package recall

// names reports whether a sentence names something that a store could be asked for: more than half as much as one word that it has never seen, in words
// that are not of asking or of any working session.
func names(ix index, sentence string, w Weights) bool {
	b := builder{prompt: prompt{text: sentence, question: true}, ix: ix, w: w, byText: map[string]int{}}
	b.read()
	sum := 0.0
	for _, u := range b.units {
		if !u.aside {
			sum += u.mass
		}
	}
	return sum >= b.mass(0)/2
}

// standBeside makes what stands beside the question weigh less: it helps to order, and what was pasted is full of words.
func (b *builder) standBeside() {
	if b.focus == 0 {
		return
	}
	for n := range b.units {
		u := &b.units[n]
		switch {
		case u.start >= b.pasted:
			u.mass, u.idf = u.mass*b.w.AskWord, u.idf*b.w.AskWord
		case u.start >= b.focus:
			u.idf *= b.w.Beside
		}
	}
	for n := range b.terms {
		t := &b.terms[n]
		first := len(b.text)
		for _, c := range t.covers {
			first = min(first, b.units[c.unit].start)
		}
		switch {
		case first >= b.pasted:
			t.weight, t.beside = t.weight*b.w.AskWord, true
		case first >= b.focus:
			t.weight, t.beside = t.weight*b.w.Beside, true
		}
	}
	for n := range b.others {
		o := &b.others[n]
		first := len(b.text)
		for _, u := range o.units {
			first = min(first, b.units[u].start)
		}
		switch {
		case first >= b.pasted:
			o.weight, o.beside = o.weight*b.w.AskWord, true
		case first >= b.focus:
			o.weight, o.beside = o.weight*b.w.Beside, true
		}
	}
}
