package compare

import (
	_ "embed"
	"slices"
	"strings"
	"sync"
)

// wordnet is what WordNet says of the words of English, in lines "word<TAB>sets<TAB>opposites" that are sorted by bytes and searched in
// place: nothing is built at start. Two words that share a set mean the same in a usual sense, or one is made of the other. It is made by
// internal/gen/wordnet.
//
//go:embed wordnet.txt
var wordnet string

// entry is a line of the table.
type entry struct{ sets, opposites []string }

func lookUp(word string) (e entry, ok bool) {
	low, high := 0, len(wordnet) // the line starts in [low, high)
	for low < high {
		at := (low + high) / 2
		start := strings.LastIndexByte(wordnet[:at], '\n') + 1
		end := start + strings.IndexByte(wordnet[start:], '\n')
		found, rest, _ := strings.Cut(wordnet[start:end], "\t")
		switch strings.Compare(found, word) {
		case 0:
			sets, opposites, _ := strings.Cut(rest, "\t")
			return entry{strings.Fields(sets), strings.Fields(opposites)}, true
		case -1:
			low = end + 1
		default:
			high = start
		}
	}
	return entry{}, false
}

// entries are the lines of the forms of a word.
func entries(forms []string) (out []entry) {
	for _, form := range forms {
		if e, ok := lookUp(form); ok {
			out = append(out, e)
		}
	}
	return out
}

// meanSame reports that two words share a set.
func meanSame(a, b []entry) bool {
	return anyPair(a, b, func(x, y entry) bool {
		return slices.ContainsFunc(x.sets, func(set string) bool { return slices.Contains(y.sets, set) })
	})
}

// meanOpposite reports that WordNet has one word as the opposite of the other.
func meanOpposite(a, b []entry) bool {
	return anyPair(a, b, func(x, y entry) bool {
		return slices.ContainsFunc(x.opposites, func(mark string) bool {
			other := "+" + mark[1:]
			if mark[0] == '+' {
				other = "-" + mark[1:]
			}
			return slices.Contains(y.opposites, other)
		})
	})
}

func anyPair[T any](as, bs []T, holds func(a, b T) bool) bool {
	for _, a := range as {
		if slices.ContainsFunc(bs, func(b T) bool { return holds(a, b) }) {
			return true
		}
	}
	return false
}

// baseForms are the word itself and what it may be a form of, by the endings of English and its irregular verbs.
func baseForms(word string) []string {
	forms := []string{word}
	if base := irregular()[word]; base != "" {
		forms = append(forms, base)
	}
	for _, end := range [...][2]string{
		{"ies", "y"}, {"es", ""}, {"s", ""}, {"ied", "y"}, {"ed", "e"}, {"ed", ""}, {"ing", "e"}, {"ing", ""}, {"er", "e"}, {"er", ""}, {"ly", ""},
	} {
		base, ok := strings.CutSuffix(word, end[0])
		if !ok || len(base) < 2 {
			continue
		}
		forms = append(forms, base+end[1])
		if n := len(base); end[1] == "" && n > 3 && base[n-1] == base[n-2] {
			forms = append(forms, base[:n-1])
		}
	}
	return forms
}

// irregular verbs, each form with its base.
var irregular = sync.OnceValue(func() map[string]string {
	m := map[string]string{}
	for line := range strings.Lines(`become became
begin began begun
bind bound
break broke broken
bring brought
build built
buy bought
catch caught
choose chose chosen
come came
deal dealt
do did done
draw drew drawn
drive drove driven
fall fell fallen
feed fed
find found
forbid forbade forbidden
forget forgot forgotten
freeze froze frozen
get got gotten
give gave given
go went gone
grow grew grown
hang hung
have had
hear heard
hide hid hidden
hold held
keep kept
know knew known
lay laid
lead led
leave left
lend lent
lie lay lain lying
lose lost
make made
mean meant
meet met
override overrode overridden
overwrite overwrote overwritten
pay paid
rebuild rebuilt
rewrite rewrote rewritten
rise rose risen
run ran
say said
see saw seen
seek sought
sell sold
send sent
shrink shrank shrunk
shut shut
sit sat
speak spoke spoken
spend spent
stand stood
stick stuck
swap swapped
take took taken
teach taught
tell told
think thought
throw threw thrown
tie tying
understand understood
undo undid undone
wake woke woken
wear wore worn
win won
withdraw withdrew withdrawn
write wrote written
`) {
		f := strings.Fields(line)
		for _, form := range f[1:] {
			m[form] = f[0]
		}
	}
	return m
})
