package items

// Source returns the bytes that an item was parsed from, whatever was changed in it since; "" for an item that was read from no file.
func (it Item) Source() string { return it.extra.text }

// Known is the item without the keys that the format does not know, and without the layout of its file.
func (it Item) Known() Item {
	it.extra = source{}
	return it
}
