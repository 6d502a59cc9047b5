package config

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"gopkg.in/yaml.v3"
)

// Parse reads a settings file over base. Aliases, duplicate keys, unknown keys and values of the wrong type are errors that name the
// line.
func Parse(b []byte, base Config, whose Standing) (Config, error) {
	var doc yaml.Node
	if err := yaml.Unmarshal(b, &doc); err != nil {
		return base, errors.New(strings.TrimPrefix(err.Error(), "yaml: "))
	}
	c := base
	if len(doc.Content) == 0 {
		return c, nil
	}
	err := walk(doc.Content[0], "", func(path string, value *yaml.Node) error {
		i := slices.IndexFunc(Keys, func(k Key) bool { return k.Path == path })
		if i < 0 {
			hint := ""
			if near := nearest(path); near != "" {
				hint = "; did you mean " + near + "?"
			}
			return fmt.Errorf("line %d: there is no setting %s%s (memory config lists them)", value.Line, path, hint)
		}
		text, err := scalar(value)
		if err == nil {
			err = Keys[i].apply(&c, text, whose)
		}
		if err != nil {
			return fmt.Errorf("line %d: %s: %w", value.Line, path, err)
		}
		return nil
	})
	if err != nil {
		return base, err
	}
	return c, c.complete()
}

// walk calls f for every value that is not a mapping, with its path.
func walk(n *yaml.Node, path string, f func(string, *yaml.Node) error) error {
	if n.Kind == yaml.ScalarNode && n.Tag == "!!null" {
		return nil // a section that is named and empty
	}
	if n.Kind != yaml.MappingNode {
		if path == "" {
			return fmt.Errorf("line %d: want keys and values, such as \"pack: {budget: 600}\"", n.Line)
		}
		return f(path, n)
	}
	seen := map[string]bool{}
	for i := 0; i+1 < len(n.Content); i += 2 {
		key, value := n.Content[i], n.Content[i+1]
		if seen[key.Value] {
			return fmt.Errorf("line %d: %s stands there twice", key.Line, strings.TrimPrefix(path+"."+key.Value, "."))
		}
		seen[key.Value] = true
		if err := walk(value, strings.TrimPrefix(path+"."+key.Value, "."), f); err != nil {
			return err
		}
	}
	return nil
}

// scalar is the text of a value: a list gives its members joined by commas.
func scalar(n *yaml.Node) (string, error) {
	switch n.Kind {
	case yaml.ScalarNode:
		return n.Value, nil
	case yaml.SequenceNode:
		var parts []string
		for _, member := range n.Content {
			if member.Kind != yaml.ScalarNode {
				return "", errors.New("want a plain list")
			}
			parts = append(parts, member.Value)
		}
		return strings.Join(parts, ","), nil
	}
	return "", errors.New("want a value or a list, not an alias")
}

// complete refuses settings that only make sense together.
func (c Config) complete() error {
	if c.Embed.Provider != "static" && c.Embed.Provider != "none" && (c.Embed.Endpoint == "" || c.Embed.Model == "" || c.Embed.Dim == 0) {
		return fmt.Errorf("embed.provider %s needs embed.endpoint, embed.model and embed.dim", c.Embed.Provider)
	}
	return nil
}
