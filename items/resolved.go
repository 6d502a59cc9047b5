package items

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
