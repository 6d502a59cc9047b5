package items

import (
	"fmt"
	"strings"

	"gopkg.in/yaml.v3"
)

// elsewhere says where a key is decided that no value of the other side decides.
func elsewhere(key string) string {
	switch key {
	case "status":
		return "memory restore, retire, archive or supersede decides the status"
	case "review", "trust":
		return "memory review approve decides who stands for it"
	case "body":
		return "both texts stand in the body, between marks: keep one in an editor, or give one with --body FILE"
	case "file", "id", "schema", "created":
		return "it is decided in an editor"
	}
	return ""
}

// Take gives a key that a merge left open the value of the other side, and closes it. An error wraps ErrInvalid and says what decides the
// key instead.
func (it *Item) Take(key string) error {
	for _, u := range it.Unmerged {
		if u.Key != key {
			continue
		}
		if why := elsewhere(key); why != "" {
			return fmt.Errorf("%s: %w: %s", key, ErrInvalid, why)
		}
		next := *it
		if err := next.decodeKey(key, u.Theirs); err != nil {
			return fmt.Errorf("%s: %w: the other side's value cannot be taken as it is; give one, or decide in an editor", key, ErrInvalid)
		}
		next.Settle(key)
		*it = next
		return nil
	}
	return it.noConflict(key)
}

// Keep closes a key that a merge left open: its value stays.
func (it *Item) Keep(key string) error {
	if !it.Open(key) {
		return it.noConflict(key)
	}
	kept := key == "review" && it.Review.Verdict != "" || key == "trust" || key == "file" // without a review, an approval of other words was set aside
	if why := elsewhere(key); why != "" && !kept {
		return fmt.Errorf("%s: %w: %s", key, ErrInvalid, why)
	}
	it.Settle(key)
	return nil
}

func (it *Item) noConflict(key string) error {
	if len(it.Unmerged) == 0 {
		return fmt.Errorf("%s: %w: no merge left this item open", key, ErrInvalid)
	}
	var open []string
	for _, u := range it.Unmerged {
		open = append(open, u.Key)
	}
	return fmt.Errorf("%s: %w: a merge left open %s", key, ErrInvalid, strings.Join(open, ", "))
}

// decodeKey sets one key, or one within another ("valid.branch"), from a value as unmerged holds it: text as it is, all else in flow style.
func (it *Item) decodeKey(key, text string) error {
	top, nested, within := strings.Cut(key, ".")
	for _, f := range fields() {
		if f.key != top {
			continue
		}
		var err error
		for _, node := range readings(text) {
			if within {
				node = &yaml.Node{Kind: yaml.MappingNode, Tag: "!!map", Content: []*yaml.Node{{Kind: yaml.ScalarNode, Tag: "!!str", Value: nested}, node}}
			}
			d, next := &decoder{}, *it
			if f.decode(d, node, &next); d.err == nil {
				*it = next
				return nil
			}
			err = d.err
		}
		return err
	}
	return fmt.Errorf("%s: unknown key", key)
}

// readings are what a value may mean, as text first: a title may look like a list.
func readings(text string) []*yaml.Node {
	out := []*yaml.Node{{Kind: yaml.ScalarNode, Tag: "!!str", Value: text}}
	var doc yaml.Node
	if yaml.Unmarshal([]byte(text), &doc) == nil && len(doc.Content) == 1 && doc.Content[0].Kind != yaml.AliasNode {
		out = append(out, doc.Content[0])
	}
	return out
}
