package main

import (
	"bytes"
	"encoding/json"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/factline/memory/adapters"
	"github.com/factline/memory/internal/golden"
)

// pluginVersion changes when anything in a plugin does: agents update by it.
const pluginVersion = "0.1.0"

const pluginAbout = "Memory that coding agents share: recall before work, capture while working, facts that a person reviewed. Needs the memory program on the PATH."

// manifest is a JSON object whose keys keep their order.
type manifest []struct {
	key   string
	value any
}

func (m manifest) MarshalJSON() ([]byte, error) {
	var b bytes.Buffer
	b.WriteString("{")
	for i, pair := range m {
		if i > 0 {
			b.WriteString(",")
		}
		key, _ := json.Marshal(pair.key)
		value, err := json.Marshal(pair.value)
		if err != nil {
			return nil, err
		}
		b.Write(append(append(key, ':'), value...))
	}
	b.WriteString("}")
	return b.Bytes(), nil
}

func (m manifest) text(t *testing.T) string {
	t.Helper()
	var b bytes.Buffer
	if err := writeJSON(&b, m); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

// pluginFiles are all files of the plugins and of the marketplaces that list them, by their path from the top of the repository.
func pluginFiles(t *testing.T) map[string]string {
	t.Helper()
	owner := manifest{{"name", "Factline"}}
	head := func(more ...struct {
		key   string
		value any
	}) manifest {
		return append(manifest{{"name", "factline"}, {"version", pluginVersion}, {"description", pluginAbout}, {"author", owner}}, more...)
	}
	files := map[string]string{
		".claude-plugin/marketplace.json": manifest{{"name", "factline"}, {"description", pluginAbout}, {"owner", owner}, {"plugins", []manifest{
			{{"name", "factline"}, {"source", "./plugins/claude-code"}, {"description", pluginAbout}},
		}}}.text(t),
		".agents/plugins/marketplace.json": manifest{{"name", "factline"}, {"interface", manifest{{"displayName", "Factline"}}}, {"plugins", []manifest{
			{{"name", "factline"}, {"source", manifest{{"source", "local"}, {"path", "./plugins/codex"}}},
				{"policy", manifest{{"installation", "AVAILABLE"}, {"authentication", "ON_INSTALL"}}}, {"category", "Productivity"}},
		}}}.text(t),
		".cursor-plugin/marketplace.json": manifest{{"name", "factline"}, {"owner", owner}, {"plugins", []manifest{
			{{"name", "factline"}, {"source", "plugins/cursor"}, {"description", pluginAbout}},
		}}}.text(t),
		"plugins/claude-code/.claude-plugin/plugin.json": head().text(t),
		"plugins/codex/.codex-plugin/plugin.json": append(head(), manifest{
			{"skills", "./skills/"}, {"mcpServers", "./.mcp.json"}, {"hooks", "./hooks/hooks.json"}, {"interface", manifest{{"displayName", "Factline"}, {"shortDescription", "Memory that coding agents share"}}},
		}...).text(t),
		"plugins/cursor/.cursor-plugin/plugin.json": append(head(), manifest{
			{"skills", "./skills/"}, {"mcpServers", "./.mcp.json"}, {"hooks", "./hooks/hooks.json"},
		}...).text(t),
	}
	m := patterns() // its binary is "memory": a plugin cannot know where the program lies
	for _, name := range []string{"claude-code", "codex", "cursor"} {
		dir := "plugins/" + name + "/"
		a, _ := adapters.Find(name)
		for _, f := range a.Files {
			switch {
			case f.Scope == adapters.User && f.Part == adapters.Hooks:
				files[dir+"hooks/hooks.json"] = m.Text(f)
			case f.Part == adapters.MCP:
				files[dir+".mcp.json"] = m.Entry()
			}
		}
		for path, text := range skillFiles(t) {
			files[dir+"skills/"+path] = text
		}
	}
	return files
}

// skillFiles are the skills as they lie on disk, which the program embeds: a reference that was rewritten a moment ago counts.
func skillFiles(t *testing.T) map[string]string {
	t.Helper()
	paths, err := filepath.Glob("../../skills/*/*.md")
	if err != nil || len(paths) < 12 {
		t.Fatalf("%d files of skills (%v)", len(paths), err)
	}
	files := map[string]string{}
	for _, path := range paths {
		b, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		files[filepath.ToSlash(strings.TrimPrefix(path, filepath.FromSlash("../../skills/")))] = string(b)
	}
	return files
}

// TestReferencePlugins keeps the plugins equal to what adapter install --skills writes: the same hooks, the same server, the same skills, and nothing
// else.
func TestReferencePlugins(t *testing.T) {
	const top = "../../"
	want := pluginFiles(t)
	for _, path := range slices.Sorted(maps.Keys(want)) {
		if golden.Update {
			if err := os.MkdirAll(filepath.Dir(top+path), 0o755); err != nil {
				t.Fatal(err)
			}
		}
		golden.Check(t, top+path, want[path])
	}
	err := filepath.WalkDir(top+"plugins", func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		rel := filepath.ToSlash(strings.TrimPrefix(path, filepath.FromSlash(top)))
		if _, ok := want[rel]; !ok {
			t.Errorf("%s is in a plugin and comes from nowhere", rel)
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
}

// TestPluginShapes checks what the hosts demand: kebab-case names, relative paths that exist, hook groups of the right form, commands that
// need no shell variable.
func TestPluginShapes(t *testing.T) {
	files := pluginFiles(t)
	for path, text := range files {
		if strings.HasSuffix(path, ".md") {
			continue
		}
		var v map[string]any
		if err := json.Unmarshal([]byte(text), &v); err != nil {
			t.Errorf("%s: %v", path, err)
			continue
		}
		if strings.Contains(text, "${") {
			t.Errorf("%s names a variable", path)
		}
		if strings.HasSuffix(path, "plugin.json") {
			dir := filepath.ToSlash(filepath.Dir(filepath.Dir(path)))
			for _, key := range []string{"skills", "mcpServers", "hooks"} {
				rel, ok := v[key].(string)
				if !ok {
					continue
				}
				found := false
				for other := range files {
					found = found || strings.HasPrefix(other, dir+"/"+strings.TrimPrefix(rel, "./"))
				}
				if !found || !strings.HasPrefix(rel, "./") {
					t.Errorf("%s: %s is %q, which is not there", path, key, rel)
				}
			}
		}
		if strings.HasSuffix(path, "hooks/hooks.json") {
			checkHooks(t, path, v)
		}
	}
}

func checkHooks(t *testing.T, path string, v map[string]any) {
	t.Helper()
	events, _ := v["hooks"].(map[string]any)
	if len(events) < 5 {
		t.Errorf("%s: %d events", path, len(events))
	}
	for event, groups := range events {
		list, _ := groups.([]any)
		if len(list) != 1 {
			t.Errorf("%s: %s has %d groups", path, event, len(list))
			continue
		}
		one, _ := list[0].(map[string]any)
		command, flat := one["command"].(string)
		if !flat {
			inner, _ := one["hooks"].([]any)
			run, _ := inner[0].(map[string]any)
			command, _ = run["command"].(string)
			if run["type"] != "command" {
				t.Errorf("%s: %s is no command", path, event)
			}
		}
		if !strings.HasPrefix(command, "memory hook "+event+" --agent ") {
			t.Errorf("%s: %s runs %q", path, event, command)
		}
	}
}
