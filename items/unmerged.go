package items

import "gopkg.in/yaml.v3"

func unmergedValue(it *Item) value {
	var v value
	for _, u := range it.Unmerged {
		v.list = append(v.list, pairsValue(pair{"key", textValue(u.Key)}, pair{"theirs", textValue(u.Theirs)}))
	}
	return v
}

func decodeUnmerged(d *decoder, n *yaml.Node, it *Item) {
	d.entries(n, "unmerged", func(m *yaml.Node) {
		var u Unmerged
		d.mapping(m, "unmerged", map[string]func(*yaml.Node, string){
			"key":    func(n *yaml.Node, k string) { u.Key = d.text(n, k) },
			"theirs": func(n *yaml.Node, k string) { u.Theirs = d.text(n, k) },
		})
		if u.Key == "" {
			d.fail(m, "unmerged", "an entry needs the key that it is about; decide and delete the entry")
		}
		it.Unmerged = append(it.Unmerged, u)
	})
}
