package items

// Source returns the bytes that an item was parsed from, whatever was changed in it since; "" for an item that was read from no file.
func (it Item) Source() string { return it.extra.text }
