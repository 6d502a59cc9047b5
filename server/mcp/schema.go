package mcp

import (
	"bytes"
	"encoding/json"
	"fmt"
	"reflect"
	"slices"
	"strings"

	"github.com/google/jsonschema-go/jsonschema"

	"github.com/factline/memory/contextpack"
	"github.com/factline/memory/hub"
)

// list is an argument of several words. Models send lists in several spellings: ["a","b"], the same as a JSON string, or one bare word.
type list []string

// UnmarshalJSON implements json.Unmarshaler.
func (l *list) UnmarshalJSON(b []byte) error {
	var word string
	if json.Unmarshal(b, &word) == nil {
		switch word = strings.TrimSpace(word); {
		case word == "":
			*l = nil
			return nil
		case word[0] != '[':
			*l = list{word}
			return nil
		}
		b = []byte(word)
	}
	var words []string
	if err := json.Unmarshal(bytes.TrimSpace(b), &words); err != nil {
		return fmt.Errorf("%.60q is no list: want [\"a\", \"b\"]", b)
	}
	*l = words
	return nil
}

// view, mark and the like are words of a closed set.
type (
	view = contextpack.View
	mark string
)

// words lists the closed sets.
func closedSets() map[reflect.Type]*jsonschema.Schema {
	enum := func(values ...any) *jsonschema.Schema { return &jsonschema.Schema{Type: "string", Enum: values} }
	return map[reflect.Type]*jsonschema.Schema{
		reflect.TypeFor[list](): {Type: "array", Items: &jsonschema.Schema{Type: "string"}},
		reflect.TypeFor[view](): enum(string(contextpack.Locator), string(contextpack.Overview), string(contextpack.Detail)),
		reflect.TypeFor[mark](): enum(hub.Useful, hub.Wrong, hub.Outdated),
	}
}

// inputSchema is the schema of a tool's arguments. That others are refused is not said in it: the refusal names them, and every word of
// a schema is paid for in every turn.
func inputSchema[In any]() *jsonschema.Schema {
	s := schemaOf[In]()
	s.AdditionalProperties = nil
	return s
}

// outputSchema is the schema of a tool's structured content, one level deep: what is always there. More may be, as docs/mcp.md says.
func outputSchema[Out any]() *jsonschema.Schema {
	s := schemaOf[Out]()
	s.AdditionalProperties = nil
	for name, p := range s.Properties {
		if !slices.Contains(s.Required, name) {
			delete(s.Properties, name)
			continue
		}
		kind := p.Type
		if kind == "" && len(p.Types) > 0 {
			kind = p.Types[slices.IndexFunc(p.Types, func(t string) bool { return t != "null" })]
		}
		s.Properties[name] = &jsonschema.Schema{Type: kind}
	}
	s.Required, s.PropertyOrder = nil, s.Required
	return s
}

func schemaOf[T any]() *jsonschema.Schema {
	s, err := jsonschema.For[T](&jsonschema.ForOptions{TypeSchemas: closedSets()})
	if err != nil { // of a type of this package, which a test goes through
		panic(err)
	}
	return s
}
