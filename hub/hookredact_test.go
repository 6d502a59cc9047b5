package hub

import (
	"bytes"
	"io/fs"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"github.com/factline/memory/hook"
	"github.com/factline/memory/items"
)

// Whatever field of a payload holds a secret, and whatever the event, no file of the store gets it.
func TestNoFieldOfAPayloadBringsASecretIntoTheStore(t *testing.T) {
	secret := "ghp_" + strings.Repeat("x7Kq2mVb9", 4)
	kind := reflect.TypeFor[hook.Call]()
	for i := range kind.NumField() {
		field := kind.Field(i)
		if field.Type.Kind() != reflect.String || field.Name == "Event" { // an event that no host names is refused before
			continue
		}
		t.Run(field.Name, func(t *testing.T) {
			dir := repo(t, "main")
			store := filepath.Join(dir, StoreName)
			put(t, at(t, dir, noon), items.Item{Type: items.Fact, Title: "The staging port", Summary: "Staging listens on port 7070."})
			for _, name := range []string{"SessionStart", "UserPromptSubmit", "PostToolUse", "PreCompact", "Stop", "SessionEnd"} {
				c := event("claude-code", name, hook.Call{Prompt: "Which port does staging listen on?", Tool: "Bash", Input: "ls", Output: "a", Message: "done"})
				value := reflect.ValueOf(&c).Elem().Field(i)
				value.SetString(strings.TrimSpace(value.String() + " " + secret))
				hooked(t, dir, noon, c)
			}
			err := filepath.WalkDir(store, func(path string, d fs.DirEntry, err error) error {
				if err != nil || d.IsDir() {
					return err
				}
				b, err := os.ReadFile(path)
				if bytes.Contains(b, []byte(secret)) || strings.Contains(path, secret) {
					t.Errorf("%s holds it", path)
				}
				return err
			})
			if err != nil {
				t.Fatal(err)
			}
		})
	}
}
