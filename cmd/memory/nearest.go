package main

import (
	"fmt"
	"strings"

	"github.com/urfave/cli/v2"
)

// meant are the words that other programs have for what is called otherwise here.
var meant = map[string]string{
	"add": "write", "create": "write", "new": "write", "note": "write", "remember": "write", "save": "write", "store": "write",
	"find": "search", "query": "search", "grep": "search", "ask": "search", "recall": "search", "context": "pack", "inject": "pack",
	"show": "read", "get": "read", "cat": "read", "view": "read", "open": "read", "ls": "list", "items": "list",
	"edit": "update", "change": "update", "set": "update", "rm": "delete", "remove": "delete", "purge": "forget ID --purge", "erase": "forget ID --purge",
	"approve": "review approve", "reject": "review reject", "candidates": "review list", "pending": "review list", "merge": "review merge",
	"status": "stats", "info": "stats", "log": "history", "blame": "history", "revert": "undo", "health": "doctor", "diagnose": "doctor", "fix": "doctor --fix",
	"scan": "ingest", "setup": "start", "install": "connect", "uninstall": "disconnect", "serve": "mcp", "server": "mcp", "rebuild": "reindex", "index": "reindex",
	"rules": "import rules", "duplicates": "conflicts", "test": "check", "settings": "config", "sessions": "evidence list",
}

// nearest names a command that the unknown word may have meant: in words of other programs, or but for a slip of the finger, or by how it begins.
func nearest(c *cli.Context) string {
	word := strings.ToLower(c.Args().First())
	if other := meant[word]; other != "" {
		return fmt.Sprintf(" (did you mean %q?)", "memory "+other)
	}
	for _, cmd := range c.App.Commands {
		if !cmd.Hidden && len(word) >= 3 && (mistyped(word, cmd.Name) || strings.HasPrefix(cmd.Name, word[:3]) || strings.Contains(cmd.Name, word)) {
			return fmt.Sprintf(" (did you mean %q?)", "memory "+cmd.Name)
		}
	}
	return ""
}

// mistyped reports that one letter is missing, too many or another one, or two stand in each other's place.
func mistyped(word, name string) bool {
	if len(word) > len(name) {
		word, name = name, word
	}
	i := 0
	for i < len(word) && word[i] == name[i] {
		i++
	}
	word, name = word[i:], name[i:]
	switch {
	case len(name) == len(word)+1:
		return word == name[1:]
	case len(name) != len(word) || name == "":
		return false
	}
	return word[1:] == name[1:] || len(word) > 1 && word[0] == name[1] && word[1] == name[0] && word[2:] == name[2:]
}
