package main

import (
	"fmt"
	"os"
	"regexp"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/factline/memory/adapters"
	"github.com/factline/memory/hook"
	"github.com/factline/memory/internal/golden"
	"github.com/factline/memory/profile"
	"github.com/urfave/cli/v2"
)

const (
	tableBegin = "<!-- adapters: from here to the closing mark a test writes this page from the table of agents -->"
	tableEnd   = "<!-- adapters: end -->"
)

// TestReferenceOfAgents keeps the adapters' part of docs/agents.md, and the reference skill, equal to the table; what stands around it is written
// by hand.
func TestReferenceOfAgents(t *testing.T) {
	const page = "../../docs/agents.md"
	b, err := os.ReadFile(page)
	if err != nil {
		t.Fatal(err)
	}
	before, rest, ok := strings.Cut(string(b), tableBegin)
	_, after, closed := strings.Cut(rest, tableEnd)
	if !ok || !closed {
		t.Fatalf("%s has lost its marks %q and %q", page, tableBegin, tableEnd)
	}
	golden.Check(t, page, before+tableBegin+"\n\n"+agentsTable()+tableEnd+after)
	golden.Check(t, "../../skills/memory-agents/REFERENCE.md", "# Agents\n\n"+agentsTable())
}

func agentsTable() string {
	var b strings.Builder
	b.WriteString("| agent | connected by | scopes | hook events that are registered | instructions | checked |\n|---|---|---|---|---|---|\n")
	m := patterns()
	for _, a := range adapters.Agents() {
		c := m.Capability(a, nil)
		var parts, scopes, rules []string
		for _, p := range c.Parts {
			parts = append(parts, string(p))
		}
		for _, s := range c.Scopes {
			scopes = append(scopes, string(s))
			if path := a.Rules[s]; path != "" {
				rules = append(rules, "`"+path+"`")
			}
		}
		fmt.Fprintf(&b, "| %s | %s | %s | %s | %s | %s |\n", a.Name, dash(strings.Join(parts, ", ")), dash(strings.Join(scopes, ", ")),
			dash(strings.Join(c.Events, ", ")), dash(strings.Join(rules, ", ")), a.Checked)
	}
	b.WriteString("\n`{VAR:dir}` is the environment variable VAR, or dir where it is not set; `{config}` is ~/.config, %APPDATA% on Windows; `{app}` is where desktop programs keep their data.\n\n")
	for _, a := range adapters.Agents() {
		fmt.Fprintf(&b, "### %s\n\n%s. %s\n\n", a.Name, a.Title, a.Source)
		for _, f := range a.Files {
			fmt.Fprintf(&b, "- %s, %s: `%s`\n", f.Part, f.Scope, strings.ReplaceAll(f.Path, "|", "` or `"))
		}
		if a.How != "" {
			fmt.Fprintf(&b, "- checked with the client: %s\n", a.How)
		}
		for _, l := range a.Limits {
			fmt.Fprintf(&b, "- limit: %s\n", l)
		}
		b.WriteString("\n")
	}
	return b.String()
}

// TestTargetsOfProfilesAreDocumented holds the table of targets against the program.
func TestTargetsOfProfilesAreDocumented(t *testing.T) {
	b, err := os.ReadFile("../../docs/agents.md")
	if err != nil {
		t.Fatal(err)
	}
	for _, target := range profile.Targets() {
		file, dir := "none", "yes"
		if target.Path != "" {
			file = "`" + target.Path + "`"
		}
		if target.Root {
			dir = "refused"
		}
		row := regexp.MustCompile(`(?m)^\| ` + target.Name + ` \| ` + regexp.QuoteMeta(file) + `[^|]* \| ` + dir + ` \|$`)
		if !row.Match(b) {
			t.Errorf("docs/agents.md has no row %s", row)
		}
	}
}

// patterns is a machine that exists nowhere.
func patterns() *adapters.Machine {
	return &adapters.Machine{
		GOOS: runtime.GOOS, Home: "/nowhere", Project: "/nowhere", Binary: "memory", State: "/nowhere",
		Getenv: func(string) string { return "" }, Now: func() time.Time { return time.Time{} },
	}
}

// TestEveryRegisteredEventIsKnownToTheHook: an event that an adapter registers and the hook does not know would cost a process and give
// nothing.
func TestEveryRegisteredEventIsKnownToTheHook(t *testing.T) {
	for _, a := range adapters.Agents() {
		if len(a.Events()) == 0 {
			continue
		}
		known, ok := hook.Named(a.Name)
		if !ok {
			t.Errorf("the hook does not know %s", a.Name)
			continue
		}
		for _, event := range a.Events() {
			found, idle := false, false
			for _, line := range known.Lines {
				if strings.EqualFold(line.Host, event) { // case does not count: Kiro changed it between its versions
					found, idle = true, slices.Contains([]hook.Event{hook.PreToolUse, hook.PostCompact, hook.SubagentStart}, line.Event) && !line.Answer.Takes()
				}
			}
			if !found || idle {
				t.Errorf("%s registers %s, which the hook does not know (%v) or for which it keeps and says nothing (%v)", a.Name, event, !found, idle)
			}
		}
	}
}

// TestReferenceSkillsAreFresh keeps the reference skills equal to the program.
func TestReferenceSkillsAreFresh(t *testing.T) {
	golden.Check(t, "../../skills/memory-commands/REFERENCE.md", "# Commands\n\n`memory COMMAND --help` prints the flags and examples of each.\n\n"+
		commandLines("memory", newApp(&streams{}).Commands))
	mcp, err := os.ReadFile("../../docs/mcp.md")
	if err != nil {
		t.Fatal(err)
	}
	_, tools, ok := strings.Cut(string(mcp), "\n## The default tools")
	tools, _, ended := strings.Cut(tools, "\n## Resources")
	if !ok || !ended {
		t.Fatal("docs/mcp.md has no list of tools")
	}
	golden.Check(t, "../../skills/memory-tools/REFERENCE.md", "# Tools\n\n## The default tools"+tools+"\n")
}

// commandLines is one line a command.
func commandLines(name string, commands []*cli.Command) string {
	var b strings.Builder
	for _, c := range commands {
		if len(c.Subcommands) == 0 || c.ArgsUsage != "" {
			fmt.Fprintf(&b, "- `%s`: %s\n", strings.TrimSpace(name+" "+c.Name+" "+c.ArgsUsage), c.Usage)
		}
		b.WriteString(commandLines(name+" "+c.Name, c.Subcommands))
	}
	return b.String()
}
