package main

import (
	"os"
	"strings"
	"testing"

	"github.com/urfave/cli/v2"
)

// TestReadmeNamesCommandsAndFlagsThatExist holds every command line of the README to the command tree. The scripts run the commands.
func TestReadmeNamesCommandsAndFlagsThatExist(t *testing.T) {
	b, err := os.ReadFile("../../README.md")
	if err != nil {
		t.Fatal(err)
	}
	app, seen := newApp(&streams{}), 0
	for line := range strings.Lines(string(b)) {
		rest, ok := strings.CutPrefix(line, "    memory ")
		if !ok {
			continue
		}
		seen++
		rest, _, _ = strings.Cut(rest, " #")
		var cmd *cli.Command
		for list := app.Commands; ; list = cmd.Subcommands {
			word, after, _ := strings.Cut(strings.TrimSpace(rest), " ")
			next := command(list, word)
			if next == nil {
				break
			}
			cmd, rest = next, after
		}
		if cmd == nil {
			t.Errorf("README: memory %s is no command", strings.TrimSpace(rest))
			continue
		}
		for _, word := range strings.Fields(rest) {
			name, _, _ := strings.Cut(strings.TrimLeft(word, "-"), "=")
			if path, lines, ok := strings.Cut(word, ":"); ok && strings.Contains(path, ".") && strings.Trim(lines, "0123456789-") == "" {
				t.Errorf("README: memory %s names lines of %s, which a reader need not have", cmd.Name, path)
			}
			if strings.HasPrefix(word, "--") && find(cmd.Flags, name) == nil && find(app.Flags, name) == nil {
				t.Errorf("README: memory %s has no flag %s", cmd.Name, word)
			}
		}
	}
	if seen < 20 {
		t.Errorf("%d command lines found in the README, want them all", seen)
	}
}
