package firewall

import (
	_ "embed"
	"encoding/binary"
	"hash/fnv"
)

// The signs of all patterns, read in place: to read them from the expressions took each process that audits a text some 3 ms of CPU and 250
// page faults. `UPDATE=1 go test ./firewall -run SignTable` writes it anew.
//
//go:embed signs.bin
var signTable string

// packed is a sign as bytes: its choices one after the other, each behind its length. A choice is its words behind their length, then its
// signs; words and signs are behind their lengths too.
type packed string

func (s sign) pack() packed {
	var p packed
	for _, c := range s {
		var words, signs packed
		for _, w := range c.words {
			words += framed(packed(w))
		}
		for _, own := range c.signs {
			signs += framed(own.pack())
		}
		p += framed(framed(words) + signs)
	}
	return p
}

// in reports whether a text holds each of the choices.
func (p packed) in(text *searched) bool {
	for choice := packed(""); p != ""; {
		if choice, p = p.next(); !choice.oneIn(text) {
			return false
		}
	}
	return true
}

// oneIn reports whether one word of a choice stands in a text, or one of its signs holds.
func (p packed) oneIn(text *searched) bool {
	words, signs := p.next()
	for word := packed(""); words != ""; {
		if word, words = words.next(); text.holds(string(word)) {
			return true
		}
	}
	for s := packed(""); signs != ""; {
		if s, signs = signs.next(); s.in(text) {
			return true
		}
	}
	return false
}

func framed(p packed) packed {
	return packed(binary.AppendUvarint(nil, uint64(len(p)))) + p
}

// next cuts off the part in front. The table is a part of the program, so its lengths are right.
func (p packed) next() (part, rest packed) {
	n, i := 0, 0
	for shift := 0; ; shift += 7 {
		b := p[i]
		i++
		n |= int(b&0x7f) << shift
		if b < 0x80 {
			return p[i : i+n], p[i+n:]
		}
	}
}

// keyOf names an expression in the table, so that signs of another wording are never taken for those of this one.
func keyOf(expression string) packed {
	h := fnv.New64a()
	h.Write([]byte(expression))
	return packed(h.Sum(nil))
}

// tabled looks the signs of an expression up.
func tabled(expression string) (packed, bool) {
	want := keyOf(expression)
	for rest := packed(signTable); rest != ""; {
		var key, s packed
		key, rest = rest.next()
		s, rest = rest.next()
		if key == want {
			return s, true
		}
	}
	return "", false
}

// signTableOf writes the table of some expressions, in their order.
func signTableOf(expressions []string) packed {
	var table packed
	for _, e := range expressions {
		table += framed(keyOf(e)) + framed(signOf(e).pack())
	}
	return table
}
