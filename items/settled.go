package items

import (
	"crypto/sha256"
	"encoding/hex"
	"slices"
	"time"

	"gopkg.in/yaml.v3"
)

// What a person said of two items that seem to contradict each other, or to say the same.
const (
	Dismissed = "dismissed" // both stand
	Deferred  = "deferred"  // not now: Until a time, or until one of them is edited
)

// Settled is such a word, on both items. It holds for the words that the two had, and no longer.
type Settled struct {
	With  ID
	How   string
	Until time.Time // deferred only; zero = until an edit
	Words string    // Words of the two
}

// Words names what two items say together, in whichever order: 16 hex digits. A sign that keys fold away is part of it: 10% edited to 10 is another text.
func Words(a, b Head) string {
	keys := []string{a.TextKey + a.Signs, b.TextKey + b.Signs}
	slices.Sort(keys)
	sum := sha256.Sum256([]byte(keys[0] + "\n" + keys[1]))
	return hex.EncodeToString(sum[:8])
}

// SettledWith returns what was said of the item and another one, as far as it holds for their words. A deferral that ended is no more.
// A merge may have brought both words of two people: who decided has more to say than who left it for later.
func (it Item) SettledWith(other Head, now time.Time) (said Settled, ok bool) {
	for _, s := range it.Settled {
		over := s.How == Deferred && !s.Until.IsZero() && !now.Before(s.Until)
		if s.With == other.ID && !over && s.Words == Words(it.Head(), other) && (!ok || s.How == Dismissed) {
			said, ok = s, true
		}
	}
	return said, ok
}

func settledValue(it *Item) value {
	var v value
	for _, s := range it.Settled {
		v.list = append(v.list, pairsValue(pair{"with", textValue(string(s.With))}, pair{"how", textValue(s.How)},
			pair{"until", dayOrInstant(s.Until)}, pair{"words", textValue(s.Words)}))
	}
	return v
}

func decodeSettled(d *decoder, n *yaml.Node, it *Item) {
	d.entries(n, "settled", func(m *yaml.Node) {
		var s Settled
		d.mapping(m, "settled", map[string]func(*yaml.Node, string){
			"with":  func(n *yaml.Node, k string) { s.With = d.id(n, k) },
			"how":   func(n *yaml.Node, k string) { s.How = oneOf(d, n, k, Dismissed, Deferred) },
			"until": func(n *yaml.Node, k string) { s.Until = d.dayOrInstant(n, k) },
			"words": func(n *yaml.Node, k string) { s.Words = d.text(n, k) },
		})
		switch {
		case s.With == "" || s.How == "":
			d.fail(m, "settled", "an entry needs with, the id of the other item, and how: dismissed or deferred; delete the entry")
		case s.Words != "" && !isHex(s.Words):
			d.fail(m, "settled", "words is written by memory conflicts resolve, 16 hex digits; delete the entry")
		}
		it.Settled = append(it.Settled, s)
	})
}

func isHex(s string) bool {
	return len(s) == 16 && !slices.ContainsFunc([]byte(s), func(c byte) bool { return (c < '0' || c > '9') && (c < 'a' || c > 'f') })
}
