package mcp

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/jsonschema-go/jsonschema"

	"github.com/factline/memory/internal/golden"
)

const docsIntro = `# MCP

` + "`memory mcp`" + ` serves the memory to an agent by the Model Context Protocol on standard input and output. This page is written from the code; a test keeps it so.

## Connect

` + "`memory adapter install AGENT`" + ` writes the entry where there is an adapter for the agent. By hand it is, in the form that most agents read:

` + "```json" + `
{"mcpServers": {"factline": {"command": "/path/to/memory", "args": ["mcp"]}}}
` + "```" + `

Nothing else is needed: no key, no network, no daemon. The store is that of the directory which the agent works in: the first of the roots that it names, else the directory that the server was
started in; ` + "`--store`" + ` and ` + "`MEMORY_STORE`" + ` override both. Several servers may serve one store, and a store may be moved, rebuilt or made while they run: each call opens it afresh.

## What comes through this door

- Items reach the model only through the firewall and in the fence of a pack, within a token budget; ` + "`memory why`" + ` shows each of these packs and what it left out. Raw evidence comes fenced
  and labelled as unverified, without what reads like an attack. Texts of tools are static.
- What an agent writes has the channel ` + "`agent`" + ` and the name of the client. It can propose anything and force nothing: without evidence it waits in review, policies and procedures always do, and
  what a person wrote or approved only a person changes.
- Structured content and text say the same, because some clients show their model only one of them. Arguments that are lists may be a list, the same as a JSON string, or one word. An error is an
  answer of the tool that says what to do. ` + "`next`" + ` in an answer is the ` + "`cursor`" + ` of the next page.
- ` + "`initialize`" + ` is answered before any store is opened. Nothing but protocol is written to standard output; a line that is no message is answered with an error and ends nothing.
- English items get a second vector, of a sentence model in the binary, between the calls and never during one; ` + "`memory doctor`" + ` counts them, ` + "`embed.sentence: false`" + ` forbids them, and every other use of that model. An item that has one is
  ranked by it here, and by the word table in hooks and in ` + "`memory search`" + `, so the order can differ between these doors. memory_search also lists what shares no word with the question where that is clearly
  nearest; the floor for prompts is the same everywhere.

`

// TestDocs keeps docs/mcp.md equal to what a client is shown.
func TestDocs(t *testing.T) {
	var b strings.Builder
	b.WriteString(docsIntro)
	for _, set := range []struct {
		name  Set
		about string
	}{
		{Default, "The default tools, at most %d tokens together with their schemas"},
		{Core, "More with `--tools core`"},
		{All, "More with `--tools all`"},
	} {
		heading := set.about
		if set.name == Default {
			heading = fmt.Sprintf(set.about, maxDefaultTokens)
		}
		rows := 0
		for _, tool := range (&server{}).all() {
			if tool.set != set.name {
				continue
			}
			if rows++; rows == 1 {
				fmt.Fprintf(&b, "## %s\n\n", heading)
			}
			fmt.Fprintf(&b, "**%s** (%s)  \n%s\n%s\n", tool.name, effects[tool.effect], tool.about, argumentRows(tool.in))
		}
	}
	b.WriteString("## Resources\n\n")
	for _, r := range resources() {
		fmt.Fprintf(&b, "- `%s`: %s\n", r.uri, r.about)
	}
	b.WriteString("\n## Prompts\n\n")
	for _, p := range prompts() {
		fmt.Fprintf(&b, "- `%s`", p.name)
		if p.argument != "" {
			fmt.Fprintf(&b, " (%s: %s)", p.argument, p.meaning)
		}
		b.WriteString(": " + p.about + "\n")
	}
	b.WriteString("\n## Instructions\n\nWhat the server tells the agent at the start:\n\n")
	for line := range strings.Lines(instructions) {
		b.WriteString(strings.TrimRight("> "+line, " \n") + "\n")
	}
	golden.Check(t, "../../docs/mcp.md", b.String())
}

var effects = map[effect]string{
	reads: "reads only", adds: "adds; again adds nothing", appends: "adds each time", replaces: "changes what is there",
	rewrites: "adds, and changes what is there, each time",
}

func argumentRows(s *jsonschema.Schema) string {
	var b strings.Builder
	for _, name := range s.PropertyOrder {
		p := s.Properties[name]
		kind := p.Type
		if kind == "array" {
			kind = "list"
		}
		var values []string
		for _, v := range p.Enum {
			values = append(values, fmt.Sprint(v))
		}
		if len(values) > 0 {
			kind = strings.Join(values, ", ")
		}
		fmt.Fprintf(&b, "\n- `%s` (%s", name, kind)
		for _, r := range s.Required {
			if r == name {
				b.WriteString(", needed")
			}
		}
		b.WriteString(")")
		if p.Description != "" {
			b.WriteString(": " + p.Description)
		}
	}
	if b.Len() > 0 {
		b.WriteString("\n")
	}
	return b.String()
}
