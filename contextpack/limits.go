package contextpack

import (
	"encoding/json"
	"unicode/utf8"

	"github.com/factline/memory/items"
)

// fits reports whether the text keeps the request's cap on characters.
func (r *Request) fits(text string) bool { return r.MaxChars <= 0 || JSONChars(text) <= r.MaxChars }

// given reports whether the asker has the item already, as it is now.
func (r *Request) given(it items.Item) bool {
	sha, ok := r.Given[it.ID]
	return ok && sha == hash(it)
}

// JSONChars counts the characters of a text written as a JSON string, quotes included: what a host that caps a hook's output counts.
func JSONChars(text string) int {
	b, err := json.Marshal(text)
	if err != nil { // never of a string
		return len(text)
	}
	return utf8.RuneCount(b)
}
