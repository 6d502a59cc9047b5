package items

import "slices"

// Settle takes the open conflict of a key away: a person has said which value it has. A key that has none is no error.
func (it *Item) Settle(key string) {
	var left []Unmerged
	for _, u := range it.Unmerged {
		if u.Key != key {
			left = append(left, u)
		}
	}
	it.Unmerged = left
}

// Open reports that a merge left a key open.
func (it Item) Open(key string) bool {
	return slices.ContainsFunc(it.Unmerged, func(u Unmerged) bool { return u.Key == key })
}
