// Package skills holds the skills for agents, in the SKILL.md format, as they are installed and as the plugins carry them. The reference
// skills are written from the program by a test of cmd/memory.
package skills

import (
	"embed"
	"io/fs"
)

//go:embed */*.md
var files embed.FS

// All gives every file by its path below a skills directory, with / between names.
func All() map[string]string {
	all := map[string]string{}
	_ = fs.WalkDir(files, ".", func(path string, d fs.DirEntry, err error) error {
		if err == nil && !d.IsDir() {
			b, _ := files.ReadFile(path) // embedded: it is there
			all[path] = string(b)
		}
		return err
	})
	return all
}
