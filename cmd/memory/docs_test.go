package main

import (
	"fmt"
	"strings"
	"testing"

	"github.com/factline/memory/internal/golden"
	"github.com/urfave/cli/v2"
)

// TestDocs keeps docs/cli.md equal to the command tree. The library's own Markdown leaves out arguments and examples.
func TestDocs(t *testing.T) {
	golden.Check(t, "../../docs/cli.md", commandsPage(t))
}

// commandsPage is the whole reference.
func commandsPage(t *testing.T) string {
	t.Helper()
	app := newApp(&streams{})
	var b strings.Builder
	b.WriteString("# memory\n\nWritten from the command tree; a test keeps it so. `memory --help` and `memory COMMAND --help` print the same. What `--format json` gives is in " +
		"[json.md](json.md).\n\nFlags may stand before or after the arguments; what stands behind `--` is an argument. Exit status: 0 ok, 1 failed, 2 wrong use; 3 of forget --purge that left words.\n\n## Everywhere\n\n")
	writeFlags(&b, app.Flags)
	for _, c := range app.Commands {
		writeCommandDoc(t, &b, "memory "+c.Name, c)
	}
	return b.String()
}

func writeCommandDoc(t *testing.T, b *strings.Builder, name string, c *cli.Command) {
	fmt.Fprintf(b, "## %s\n\n%s%s.\n\n", strings.TrimSpace(name+" "+c.ArgsUsage), strings.ToUpper(c.Usage[:1]), c.Usage[1:])
	if c.Description != "" {
		b.WriteString(strings.TrimRight(c.Description, "\n") + "\n\n")
	}
	if len(c.Subcommands) == 0 && !strings.Contains(c.Description, "    memory ") && !strings.Contains(c.Description, "    source") {
		t.Errorf("%s has no example in its help", name)
	}
	writeFlags(b, c.Flags)
	for _, sub := range c.Subcommands {
		writeCommandDoc(t, b, name+" "+sub.Name, sub)
	}
}

func writeFlags(b *strings.Builder, flags []cli.Flag) {
	for _, f := range flags {
		if f.Names()[0] == "help" {
			continue
		}
		left, usage, _ := strings.Cut(f.String(), "\t")
		fmt.Fprintf(b, "- `%s`: %s\n", left, strings.TrimSuffix(strings.TrimSpace(usage), " (default: false)"))
	}
	if len(flags) > 0 {
		b.WriteString("\n")
	}
}
