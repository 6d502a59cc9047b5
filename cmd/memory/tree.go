package main

import (
	"slices"
	"strings"

	"github.com/urfave/cli/v2"
)

// branch is a command below memory that is not made yet: making all of them takes longer than the start of the runtime, and a command line
// asks for one.
type branch struct {
	name string
	make func(*streams) *cli.Command
}

// branches lists all commands in the order of the help.
func branches() []branch {
	return slices.Concat(startCommands(), evidenceCommands(), itemCommands(), recallCommands(), sessionCommands(), connectCommands(), upkeepCommands(), agentCommands())
}

// appFor declares what a command line may mean: the commands that its words name, or all of them, where it names none or asks about the tree
// itself (help, completion).
func appFor(s *streams, args []string) *cli.App {
	var named []branch
	all := branches()
	for _, arg := range args[min(1, len(args)):] {
		if aboutTree(arg) {
			return newApp(s)
		}
		if i := slices.IndexFunc(all, func(b branch) bool { return b.name == arg }); i >= 0 {
			named = append(named, all[i])
			all = slices.Delete(all, i, i+1)
		}
	}
	if len(named) == 0 {
		return newApp(s)
	}
	return appOf(s, named, false)
}

// aboutTree says that a word asks for more than one command's work. A value may look so too; then everything is declared, which changes nothing.
func aboutTree(arg string) bool {
	name, _, _ := strings.Cut(strings.TrimLeft(arg, "-"), "=")
	switch name {
	case "help", "h", "completion", "generate-bash-completion":
		return true
	}
	return false
}
