package items

// Section is one heading of an item's body with the text under it.
type Section struct {
	Heading string // "" before the first heading
	Level   int
	Text    string // plain text, HTML comments and link targets left out, code kept
}

// Sections splits the body at its headings (goldmark; a # in a code block is not a heading).
func (it Item) Sections() []Section { return nil }

// Links returns the ids in [[...]] of the body's text, not those in code or comments.
func (it Item) Links() []ID { return nil }
