package items

import (
	"bytes"
	"encoding/json"
	"fmt"
	"slices"

	"gopkg.in/yaml.v3"
)

// MarshalJSON gives the item's front matter as one object, in the order of the file and with its unknown keys, and the body
// under the key body. It is the form that export and --format json use; UnmarshalJSON reads it back to an equal item.
func (it Item) MarshalJSON() ([]byte, error) {
	file, err := it.Encode()
	if err != nil {
		return nil, err
	}
	doc, err := split(file)
	if err != nil {
		return nil, err
	}
	var b bytes.Buffer
	if err := jsonNode(&b, doc.root); err != nil {
		return nil, err
	}
	b.Truncate(b.Len() - 1) // reopen the object
	b.WriteString(`,"body":`)
	err = jsonValue(&b, it.normal().Body)
	b.WriteByte('}')
	return b.Bytes(), err
}

// jsonNode writes a YAML node; times stay the text that they are in the file.
func jsonNode(b *bytes.Buffer, n *yaml.Node) error {
	switch n.Kind {
	case yaml.MappingNode:
		b.WriteByte('{')
		for i := 0; i < len(n.Content); i += 2 {
			if i > 0 {
				b.WriteByte(',')
			}
			if err := jsonValue(b, n.Content[i].Value); err != nil {
				return err
			}
			b.WriteByte(':')
			if err := jsonNode(b, n.Content[i+1]); err != nil {
				return err
			}
		}
		b.WriteByte('}')
		return nil
	case yaml.SequenceNode:
		b.WriteByte('[')
		for i, c := range n.Content {
			if i > 0 {
				b.WriteByte(',')
			}
			if err := jsonNode(b, c); err != nil {
				return err
			}
		}
		b.WriteByte(']')
		return nil
	}
	if n.ShortTag() == "!!timestamp" {
		return jsonValue(b, n.Value)
	}
	var v any
	if err := n.Decode(&v); err != nil {
		return err
	}
	return jsonValue(b, v)
}

func jsonValue(b *bytes.Buffer, v any) error {
	enc := json.NewEncoder(b)
	enc.SetEscapeHTML(false)
	if err := enc.Encode(v); err != nil {
		return err
	}
	b.Truncate(b.Len() - 1) // the encoder's line break
	return nil
}

// UnmarshalJSON reads what MarshalJSON wrote, as strictly as Parse reads a file. Unknown keys are kept.
func (it *Item) UnmarshalJSON(data []byte) error {
	dec := json.NewDecoder(bytes.NewReader(data))
	dec.UseNumber()
	if t, err := dec.Token(); err != nil || t != json.Delim('{') {
		return fmt.Errorf("an item is a JSON object: %w", ErrInvalid)
	}
	var body string
	file := bytes.NewBufferString("---\n")
	var unknown []string // their lines
	for dec.More() {
		key, err := dec.Token()
		if err != nil {
			return err
		}
		var v any
		if err := dec.Decode(&v); err != nil {
			return err
		}
		name := key.(string)
		if name == "body" {
			text, ok := v.(string)
			if !ok {
				return fmt.Errorf("body: want text: %w", ErrInvalid)
			}
			body = text
			continue
		}
		start := file.Len()
		file.WriteString(quote(name, false) + ": ")
		if err := jsonValue(file, v); err != nil { // JSON is YAML's flow style
			return err
		}
		if !slices.ContainsFunc(fields(), func(f field) bool { return f.key == name }) {
			unknown = append(unknown, string(file.Bytes()[start:]))
		}
		file.WriteByte('\n')
	}
	file.WriteString("---\n" + body + "\n")
	parsed, err := Parse(file.Bytes())
	if err != nil {
		return err
	}
	parsed.extra = source{} // the layout of the file that Parse saw is nobody's
	if len(unknown) > 0 {
		parsed.extra.text = string(parsed.assemble(append(parsed.fresh(), unknown...), parsed.bodyText()))
	}
	*it = parsed
	return nil
}
