package main

import (
	"testing"
)

// The command that a line names must be the one that the whole tree has under that word.
func TestEachBranchHasTheNameOfItsCommand(t *testing.T) {
	seen := map[string]bool{}
	for _, b := range branches() {
		if names := b.make(&streams{}).Names(); len(names) != 1 || names[0] != b.name || seen[b.name] {
			t.Errorf("branch %q makes the command %q", b.name, names)
		}
		seen[b.name] = true
	}
}

func TestALineDeclaresTheCommandsThatItNames(t *testing.T) {
	whole := len(branches())
	for _, tc := range []struct {
		args []string
		want int
	}{
		{[]string{"memory", "--store", "x", "search", "cursor"}, 1},
		{[]string{"memory", "search", "read", "list"}, 3}, // words of the question that are commands too
		{[]string{"memory"}, whole},
		{[]string{}, whole},
		{[]string{"memory", "serch"}, whole}, // to name the one that was meant
		{[]string{"memory", "search", "--help"}, whole},
		{[]string{"memory", "help", "search"}, whole},
		{[]string{"memory", "completion", "fish"}, whole},
		{[]string{"memory", "search", "--generate-bash-completion"}, whole},
		{[]string{"memory", "--version"}, whole},
	} {
		if got := len(appFor(&streams{}, tc.args).Commands); got != tc.want {
			t.Errorf("%q declares %d commands, want %d", tc.args, got, tc.want)
		}
	}
}
