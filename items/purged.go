package items

import (
	"strings"

	"gopkg.in/yaml.v3"
)

// Purged are the keys of a fact whose words were taken out of the store for good: all that its tombstone keeps of them. Its citations
// stay, with PurgedSpan in the place of their hashes. The same words are known again by it, whatever their case, width, punctuation, articles and order of clauses; they cannot be read from it, but
// who guesses them can tell that he guessed right.
type Purged struct {
	Text  string // Head.TextKey of the fact
	Claim string // Head.ClaimKey of the fact
	Form  string // Head.FormKey of the fact; "" where an older version purged it
	Title string // Head.TitleForm of the fact; "" where its title is the claim, or an older version purged it
	ID    string // IDKey of the fact, since a branch may bring other words back under its name; "" where an older version purged it
}

// IDKey is all that a tombstone keeps of the id of a fact that was purged: the id itself holds words of the title, and its last letters are by chance.
func IDKey(id ID) string { return Key("id", string(id)) }

// PurgedSpan is what a tombstone keeps of the hash of cited words. That is a plain hash of what somebody said, which tools and tables of hashes know.
// "" stays "".
func PurgedSpan(sha256 string) string {
	if sha256 == "" {
		return ""
	}
	return Hash([]byte("purged span\n" + strings.ToLower(sha256)))
}

// LeftOf reports that h has the id of the fact that was purged, and none of its words.
func (stone Head) LeftOf(h Head) bool {
	return stone.PurgedID != "" && stone.PurgedID == IDKey(h.ID) && stone.TextKey != h.TextKey && stone.ClaimKey != h.ClaimKey && stone.FormKey() != h.FormKey()
}

// PurgedTitle stands in place of a purged title.
const PurgedTitle = "Purged"

// NewStone is the tombstone that a purge leaves of an item under another id, because an id holds words of the title.
func (it Item) NewStone(id ID) Item {
	h := it.Head()
	stone := Item{
		ID: id, Schema: 1, Type: it.Type, Title: PurgedTitle, Status: Retired, Project: it.Project, Created: it.Created, Updated: it.Updated,
		Sensitivity: it.Sensitivity, Trust: it.Trust, Supersedes: it.Supersedes,
		Purged: Purged{Text: h.TextKey, Claim: h.ClaimKey, Form: h.FormKey(), Title: h.TitleForm(), ID: IDKey(it.ID)},
	}
	for _, c := range it.Evidence {
		stone.Evidence = append(stone.Evidence, Citation{ID: c.ID, Span: c.Span, SHA256: PurgedSpan(c.SHA256)})
	}
	if stone.Type == Signal { // what its state says is not kept
		stone.Type = Fact
	}
	return stone
}

func purgedValue(it *Item) value {
	return pairsValue(pair{"text", textValue(it.Purged.Text)}, pair{"claim", textValue(it.Purged.Claim)},
		pair{"form", textValue(it.Purged.Form)}, pair{"title", textValue(it.Purged.Title)}, pair{"id", textValue(it.Purged.ID)})
}

func decodePurged(d *decoder, n *yaml.Node, it *Item) {
	key := func(at *string) func(*yaml.Node, string) {
		return func(n *yaml.Node, k string) {
			if *at = d.text(n, k); d.err == nil && !isKey(*at) {
				d.fail(n, k, "want the 32 hex digits of a key")
			}
		}
	}
	d.mapping(n, "purged", map[string]func(*yaml.Node, string){"text": key(&it.Purged.Text), "claim": key(&it.Purged.Claim),
		"form": key(&it.Purged.Form), "title": key(&it.Purged.Title), "id": key(&it.Purged.ID)})
}

// isKey reports whether s has the form of what Key returns.
func isKey(s string) bool {
	for _, r := range s {
		if (r < '0' || r > '9') && (r < 'a' || r > 'f') {
			return false
		}
	}
	return len(s) == 32
}

// Home is the directory below items/ in which an item belongs once it is in force; "" where nothing dates it.
func Home(it Item) string {
	it.Status, it.Review = Active, Review{}
	dir, _ := homeDir(it)
	return dir
}
