package recall

import (
	"fmt"
	"slices"
	"testing"
	"time"

	"github.com/factline/memory/items"
)

func TestReadersDecideAmongEqualsOnly(t *testing.T) {
	equal := newIndex(note{Head: head("a", "redis cache of the login api")}, note{Head: head("b", "redis cache of the login api")})
	far := newIndex(note{Head: head("a", "redis cache of the login api")}, note{Head: head("b", "something of redis"), body: "words about other things"})
	useful, wrong := Word{now, 1}, Word{now, -1}
	many := func(w Word) (ws []Word) { return slices.Repeat([]Word{w}, 50) }
	for name, c := range map[string]struct {
		ix   index
		said map[items.ID][]Word
		want string
	}{
		"silence":                   {equal, nil, "[a b]"},
		"one found b useful":        {equal, map[items.ID][]Word{"b": {useful}}, "[b a]"},
		"one found a wrong":         {equal, map[items.ID][]Word{"a": {wrong}}, "[b a]"},
		"it was changed since":      {equal, map[items.ID][]Word{"a": {{now.Add(-48 * time.Hour), -1}}}, "[a b]"},
		"they disagree":             {equal, map[items.ID][]Word{"b": {useful, wrong}}, "[a b]"},
		"many against relevance":    {far, map[items.ID][]Word{"a": many(wrong), "b": many(useful)}, "[a b]"},
		"a person against an agent": {equal, map[items.ID][]Word{"b": {{now, -0.5}, useful}}, "[b a]"},
	} {
		res := mustFind(t, c.ix, Query{Text: "redis cache login api", Said: c.said})
		if got := fmt.Sprint(ids(res.Hits)); got != c.want {
			t.Errorf("%s: %s, want %s", name, got, c.want)
		}
	}
}
