package compare

import (
	"slices"
	"strings"

	"github.com/factline/memory/internal/lazyregexp"
)

var numbering = lazyregexp.New(`(?m)^\s*(?:#+ )?\d+[.)]\s`)

// UnsaidFigure is the first figure of a text that another text does not hold, "" where there is none: 10% is "10 percent", and two weeks are 14 days. Figures
// that number the items of a list count nothing.
func UnsaidFigure(text, said string) string {
	there := append(figuresIn(said), figuresIn(numbering().ReplaceAllString(said, ""))...)
	for _, f := range figuresIn(numbering().ReplaceAllString(text, "")) {
		if f.value == 1 && f.dim == "" && !startsWithFigure(f.text) {
			continue // "once" and 一个 say it of anything
		}
		if !slices.ContainsFunc(there, f.same) {
			return f.text
		}
	}
	return ""
}

// amount is a quantity as it stands in a text.
type amount struct {
	quantity
	sign string // % or a currency
	text string
}

func figuresIn(text string) (out []amount) {
	text = strings.ToLower(written(text))
	for _, at := range signShapes().quantity.FindAllStringSubmatchIndex(text, -1) {
		m := make([]string, len(at)/2)
		for i := range m {
			if at[2*i] >= 0 {
				m[i] = text[at[2*i]:at[2*i+1]]
			}
		}
		if q, ok := quantityOf(m); ok {
			out = append(out, amount{q, signBeside(text, at[0]), strings.TrimSpace(m[0])})
		}
	}
	return out
}

// signBeside is the currency in front of a figure.
func signBeside(text string, at int) string {
	for _, sign := range []string{"$", "€", "£", "¥"} {
		if strings.HasSuffix(text[:at], sign) {
			return sign
		}
	}
	return ""
}

func (f amount) same(o amount) bool {
	return f.equal(o.quantity) && (f.sign == o.sign || f.sign == "") && (f.dim == o.dim || f.dim == "")
}
