package mcp

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"reflect"
	"runtime/debug"
	"slices"
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
	replaces               // changes or removes what is there
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
		if err := decodeArguments(arguments, &in, t.in.PropertyOrder, t.in.Required); err != nil {
			return nil, err
		}
		return run(ctx, c, in)
	}
	return t
}

// declared is the tool as clients see it.
func (t tool) declared() *sdk.Tool {
	closed, destroys := false, t.effect == replaces
	return &sdk.Tool{
		Name: t.name, Description: t.about, InputSchema: t.in, OutputSchema: t.out,
		Annotations: &sdk.ToolAnnotations{
			ReadOnlyHint: t.effect == reads, IdempotentHint: t.effect != appends, DestructiveHint: &destroys, OpenWorldHint: &closed,
		},
	}
}

// decodeArguments reads the arguments of a call; what is wrong with them is said with what is wanted.
func decodeArguments(arguments []byte, in any, names, required []string) error {
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
	for name := range given {
		if !slices.Contains(names, name) {
			return fmt.Errorf("unknown argument %.40q; %s", name, want)
		}
	}
	for _, name := range required {
		if v, ok := given[name]; !ok || string(v) == "null" {
			return fmt.Errorf("the argument %q is missing; %s", name, want)
		}
	}
	d := json.NewDecoder(bytes.NewReader(arguments))
	if err := d.Decode(in); err != nil {
		if wrong, ok := errors.AsType[*json.UnmarshalTypeError](err); ok {
			return fmt.Errorf("the argument %q cannot be a %s: want a %s", wrong.Field, wrong.Value, plainType(wrong.Type))
		}
		return fmt.Errorf("%w; %s", err, want)
	}
	if _, err := d.Token(); !errors.Is(err, io.EOF) {
		return fmt.Errorf("the arguments must be one JSON object; %s", want)
	}
	return nil
}

func plainType(t reflect.Type) string {
	switch t.Kind() {
	case reflect.Int, reflect.Float64:
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
