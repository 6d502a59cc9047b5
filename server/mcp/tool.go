package mcp

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"reflect"
	"runtime/debug"
	"slices"
	"strconv"
	"strings"

	"github.com/google/jsonschema-go/jsonschema"
	sdk "github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/factline/memory/secrets"
)

// effect is what a tool does to the store; clients decide by it what they ask their person for.
type effect int

const (
	reads    effect = iota // changes nothing
	adds                   // only adds, a second call adds nothing
	appends                // only adds, each call anew
	replaces               // changes or removes what is there, a second call changes nothing
	rewrites               // changes or removes what is there, each call anew
)

// tool is one tool. Its words are static: no memory content can stand in them.
type tool struct {
	name, about string
	set         Set
	effect      effect
	creates     bool // makes the store where there is none, as writing does
	in, out     *jsonschema.Schema
	run         func(ctx context.Context, c *call, arguments []byte) (result, error)
}

// result is what a tool answers: a value that marshals to the structured content, with a short form in words. Clients hand one or the
// other to their model, so both must stand alone.
type result interface {
	words() string
}

// refusal is a result that says that what was asked for was not done.
type refusal interface {
	refused() bool
}

// declare makes a tool of a function. Its schemas are those of the Go types, without what a model does not need to see.
func declare[In any, Out result](t tool, run func(ctx context.Context, c *call, in In) (Out, error)) tool {
	t.in, t.out = inputSchema[In](), outputSchema[Out]()
	t.run = func(ctx context.Context, c *call, arguments []byte) (result, error) {
		var in In
		if err := decodeArguments(arguments, &in, t.in); err != nil {
			return nil, err
		}
		return run(ctx, c, in)
	}
	return t
}

// declared is the tool as clients see it.
func (t tool) declared() *sdk.Tool {
	closed, destroys := false, t.effect == replaces || t.effect == rewrites
	return &sdk.Tool{
		Name: t.name, Description: t.about, InputSchema: t.in, OutputSchema: t.out,
		Annotations: &sdk.ToolAnnotations{
			ReadOnlyHint: t.effect == reads, IdempotentHint: t.effect != appends && t.effect != rewrites, DestructiveHint: &destroys, OpenWorldHint: &closed,
		},
	}
}

// decodeArguments reads the arguments of a call; what is wrong with them is said with what is wanted.
func decodeArguments(arguments []byte, in any, schema *jsonschema.Schema) error {
	names := schema.PropertyOrder
	want := fmt.Sprintf("arguments: %s", strings.Join(names, ", "))
	if len(names) == 0 {
		want = "it takes no arguments"
	}
	if len(bytes.TrimSpace(arguments)) == 0 || string(bytes.TrimSpace(arguments)) == "null" {
		arguments = []byte("{}")
	}
	given := map[string]json.RawMessage{}
	if json.Unmarshal(arguments, &given) != nil {
		return fmt.Errorf("the arguments must be one JSON object; %s", want)
	}
	for name, value := range given {
		if !slices.Contains(names, name) {
			return fmt.Errorf("unknown argument %.40q; %s", name, want)
		}
		if schema.Properties[name].Type == "integer" {
			given[name] = integer(value)
		}
	}
	for _, name := range schema.Required {
		if v, ok := given[name]; !ok || string(v) == "null" {
			return fmt.Errorf("the argument %q is missing; %s", name, want)
		}
	}
	arguments, err := json.Marshal(given)
	if err != nil {
		return fmt.Errorf("%w; %s", err, want)
	}
	if err := json.Unmarshal(arguments, in); err != nil {
		if wrong, ok := errors.AsType[*json.UnmarshalTypeError](err); ok {
			return fmt.Errorf("the argument %q cannot be a %s: want a %s", wrong.Field, wrong.Value, plainType(wrong.Type))
		}
		return fmt.Errorf("%w; %s", err, want)
	}
	return nil
}

// integer is a whole number as models and clients spell it, in digits: 10.0 is one for a schema, and a list may come as text, so may "10".
// What is none stays as it is, to be refused.
func integer(value json.RawMessage) json.RawMessage {
	text := string(value)
	var word string
	if json.Unmarshal(value, &word) == nil {
		text = strings.TrimSpace(word)
	}
	var n float64
	if json.Unmarshal([]byte(text), &n) != nil || n != math.Trunc(n) || math.Abs(n) > math.MaxInt32 {
		return value
	}
	return json.RawMessage(strconv.Itoa(int(n)))
}

func plainType(t reflect.Type) string {
	switch t.Kind() {
	case reflect.Int:
		return "whole number"
	case reflect.Float64:
		return "number"
	case reflect.Bool:
		return "boolean"
	case reflect.Slice:
		return "list"
	}
	return "string"
}

// handler runs one call of a tool. Whatever goes wrong is an answer that a model can act on, never the end of the session.
func (s *server) handler(t tool) sdk.ToolHandler {
	return func(ctx context.Context, r *sdk.CallToolRequest) (answer *sdk.CallToolResult, _ error) {
		defer s.filler.call(r.Session)()
		defer func() {
			if broken := recover(); broken != nil {
				s.fault(r.Session, t.name, fmt.Sprintf("%T", broken), debug.Stack())
				answer = failed(fmt.Errorf("%s failed inside (memory doctor shows it); the memory is unharmed, go on without it", t.name))
			}
		}()
		if ask := s.rootsBack(r); ask != nil {
			return ask, nil
		}
		c, err := s.begin(ctx, r.Session, t.creates)
		if err != nil {
			return failed(err), nil
		}
		defer c.end()
		got, err := t.run(ctx, c, r.Params.Arguments)
		if err != nil {
			return failed(err, string(r.Params.Arguments)), nil
		}
		structured, err := json.Marshal(got)
		if err != nil {
			return failed(err), nil
		}
		no, isRefusal := got.(refusal)
		return &sdk.CallToolResult{
			Content:           []sdk.Content{&sdk.TextContent{Text: got.words()}},
			StructuredContent: json.RawMessage(structured),
			IsError:           isRefusal && no.refused(),
		}, nil
	}
}

// failed is the answer to a call that could not be carried out. An error may repeat what was sent, and secrets are sent to wrong places.
func failed(err error, said ...string) *sdk.CallToolResult {
	text := secrets.RedactEcho(forTools(err.Error()), said...)
	return &sdk.CallToolResult{IsError: true, Content: []sdk.Content{&sdk.TextContent{Text: text}}}
}
