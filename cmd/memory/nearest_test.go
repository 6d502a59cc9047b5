package main

import (
	"strings"
	"testing"
)

// What is named instead of an unknown word is a command, and no word that stands for one is a command itself.
func TestMeantCommandsExist(t *testing.T) {
	app := newApp(&streams{})
	for word, other := range meant {
		if app.Command(word) != nil {
			t.Errorf("%s is a command", word)
		}
		path := strings.Fields(other)
		cmd := app.Command(path[0])
		if cmd == nil {
			t.Errorf("%s: no command %s", word, other)
			continue
		}
		if len(path) == 2 && !strings.HasPrefix(path[1], "-") {
			found := false
			for _, sub := range cmd.Subcommands {
				found = found || sub.Name == path[1]
			}
			if !found {
				t.Errorf("%s: no command %s", word, other)
			}
		}
	}
}
