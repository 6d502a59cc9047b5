package foreign

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"github.com/factline/memory/skills"
)

// What this program wrote itself lies among what others keep: its stores, and the skills that it gave to agents. It is no news.

const (
	ofStore  = "a store of memory: what it holds is known already"
	ofSkills = "skills that memory installed: they are its own words"
)

// ownStore reports whether a directory is a store of this program: by its name, or by what every store has.
func ownStore(dir string) bool { return filepath.Base(dir) == ".memory" || storeLayout(dir) }

func storeLayout(dir string) bool {
	for _, part := range []string{"items", "review", "evidence", "ledger", "pending"} {
		if info, err := os.Lstat(filepath.Join(dir, part)); err != nil || !info.IsDir() {
			return false
		}
	}
	return true
}

// ownSkill reports whether a directory is a skill of this program: one of its names, which the file in it gives too. An older or newer version
// differs in its words.
func ownSkill(dir string) bool {
	name := filepath.Base(dir)
	if _, ours := skills.All()[name+"/SKILL.md"]; !ours {
		return false
	}
	b, err := readFile(filepath.Join(dir, "SKILL.md"))
	if err != nil {
		return false
	}
	head, _ := note(b)
	return head.text("name") == name
}

// notOwn is an error where a path that was named is, or lies in, a store or a skill of this program.
func notOwn(path string) error {
	full, err := filepath.Abs(path)
	if err != nil {
		return err
	}
	if real, err := filepath.EvalSymlinks(full); err == nil {
		full = real
	}
	for dir := full; ; dir = filepath.Dir(dir) {
		switch {
		case ownStore(dir):
			return fmt.Errorf("%s is %s; memory export in its project and memory import bring one store into another", dir, ofStore)
		case ownSkill(dir):
			return fmt.Errorf("%s is of the %s", dir, ofSkills)
		case dir == filepath.Dir(dir) || strings.TrimSpace(dir) == "":
			return nil
		}
	}
}
