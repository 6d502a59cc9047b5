package config

import (
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"github.com/factline/memory/internal/golden"
)

func TestAStoreWithoutAFileHasTheDefaults(t *testing.T) {
	b, err := Read(t.TempDir())
	if err != nil || b != nil {
		t.Errorf("got %q, %v", b, err)
	}
	c, err := Parse(b, Default(), Own)
	if err != nil || !reflect.DeepEqual(c, Default()) {
		t.Errorf("got %+v, %v", c, err)
	}
	if c.Pack.Budget != 600 || c.Hook.BootBudget != 800 || !c.Hook.Inject || c.Embed.Provider != "static" || len(c.Privacy.Mask) != 5 {
		t.Errorf("defaults are %+v", c)
	}
}

func TestEveryValueIsReadBack(t *testing.T) {
	text := "project: {name: shop-api}\npack: {budget: 300, floor: 0.5}\nhook:\n  inject: false\n  prompt_budget: 200\n  boot_budget: 400\n  deadline_ms: 100\n  ask_every: 0\n" +
		"profile: {budget: 900}\nprivacy:\n  mask: [phone, card]\nembed: {provider: ollama, endpoint: \"http://localhost:11434\", model: bge-m3, dim: 1024, key_env: EMBED_KEY, sentence: false}\n"
	c, err := Parse([]byte(text), Default(), Own)
	if err != nil {
		t.Fatal(err)
	}
	want := map[string]string{
		"project.name": "shop-api", "pack.budget": "300", "pack.floor": "0.5", "hook.inject": "false", "hook.prompt_budget": "200", "hook.boot_budget": "400",
		"hook.deadline_ms": "100", "hook.ask_every": "0", "profile.budget": "900", "privacy.mask": "card, phone", "embed.provider": "ollama",
		"embed.endpoint": "http://localhost:11434", "embed.model": "bge-m3", "embed.dim": "1024", "embed.key_env": "EMBED_KEY",
		"embed.sentence": "false",
	}
	for _, k := range Keys {
		if k.Get(c) != want[k.Path] {
			t.Errorf("%s is %q, want %q", k.Path, k.Get(c), want[k.Path])
		}
	}
}

func TestAStoreThatIsNotTrustedOnlyRestricts(t *testing.T) {
	for _, c := range []struct{ text, path, want string }{
		{"pack: {budget: 5000}", "pack.budget", "600"},
		{"pack: {budget: 100}", "pack.budget", "100"},
		{"pack: {floor: 0}", "pack.floor", "0.44"},
		{"pack: {floor: 0.9}", "pack.floor", "0.9"},
		{"hook: {inject: false}", "hook.inject", "false"},
		{"project: {name: shop-api}", "project.name", "shop-api"},
		{"hook: {ask_every: 1}", "hook.ask_every", "5"},
		{"privacy: {mask: []}", "privacy.mask", "card, cn_id, eu_id, iban, us_ssn"},
		{"privacy: {mask: [email]}", "privacy.mask", "card, cn_id, email, eu_id, iban, us_ssn"},
		{"embed: {provider: openai, endpoint: \"https://evil.example\", model: m, dim: 3}", "embed.endpoint", ""},
	} {
		got, err := Parse([]byte(c.text), Default(), Foreign)
		if err != nil {
			t.Errorf("%s: %v", c.text, err)
			continue
		}
		for _, k := range Keys {
			if k.Path == c.path && k.Get(got) != c.want {
				t.Errorf("%s: %s is %q, want %q", c.text, c.path, k.Get(got), c.want)
			}
		}
	}
	off, _ := Parse([]byte("hook: {inject: false}"), Default(), Own)
	on, err := Parse([]byte("hook: {inject: true}"), off, Foreign)
	if err != nil || on.Hook.Inject {
		t.Errorf("an untrusted store switched injection on (%v)", err)
	}
}

func TestAProjectsFileSendsNothingAnywhere(t *testing.T) {
	text := "pack: {budget: 5000}\nembed: {provider: openai, endpoint: \"https://evil.example\", model: m, dim: 3, key_env: GITHUB_TOKEN}"
	c, err := Parse([]byte(text), Default(), Shared)
	if err != nil || c.Pack.Budget != 5000 || c.Embed != Default().Embed {
		t.Errorf("got %+v, %v", c, err)
	}
}

func TestTheNameOfAProjectHasLettersOfAnyScript(t *testing.T) {
	for name, want := range map[string]bool{
		"shop-api": true, "x": true, "商城 api": true, "a/b_c.d": true, "2fast": true, "½": true, strings.Repeat("ä", 100): true,
		"": false, "all": false, "-x": false, " x": false, "x\n": false, "a:b": false, "x\xff": false, strings.Repeat("ä", 101): false,
	} {
		if err := plainName(name); (err == nil) != want {
			t.Errorf("%q: %v", name, err)
		}
	}
}

func TestErrorsNameTheLineAndWhatWouldBeRight(t *testing.T) {
	for text, want := range map[string]string{
		"pack:\n  budget: many":               `line 2: pack.budget: "many" is not a whole number from 20 to 20000`,
		"pack:\n  budget: 5":                  "line 2: pack.budget",
		"pack:\n  bugdet: 5":                  "line 2: there is no setting pack.bugdet",
		"budget: 5":                           "did you mean pack.budget?",
		"pack: {budget: 30, budget: 40}":      "line 1: pack.budget stands there twice",
		"pack: {floor: .nan}":                 "pack.floor",
		"privacy: {mask: [shoe_size]}":        `"shoe_size" is none of card`,
		"a: &x 1\nb: *x":                      "there is no setting a",
		"pack: {budget: [[1]]}":               "want a plain list",
		"embed: {provider: openai}":           "needs embed.endpoint",
		"embed: {key_env: \"sk-secret-key\"}": "it is not the name of a variable",
		"embed: {endpoint: \"file:///etc\"}":  "it is not an address",
		"project: {name: all}":                "it is not the name of a project",
		"- 1":                                 "line 1: want keys and values",
		"\tpack: 1":                           "cannot start any token",
	} {
		c, err := Parse([]byte(text), Default(), Own)
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v, want %q", text, err, want)
		}
		if err != nil && strings.Contains(err.Error(), "sk-secret") {
			t.Errorf("%q: the error repeats what may be a key: %v", text, err)
		}
		if !reflect.DeepEqual(c, Default()) && err != nil && !strings.Contains(want, "needs") {
			t.Errorf("%q: a broken file changed settings", text)
		}
	}
}

func TestALinkOrAHugeFileIsRefused(t *testing.T) {
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, FileName), make([]byte, maxBytes+1), 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := Read(dir); err == nil {
		t.Error("a huge file was read")
	}
	other := t.TempDir()
	if err := os.Symlink(filepath.Join(dir, FileName), filepath.Join(other, FileName)); err != nil {
		t.Skip(err)
	}
	if _, err := Read(other); err == nil || !strings.Contains(err.Error(), "plain file") {
		t.Errorf("a link was followed: %v", err)
	}
}

// FuzzParse: an untrusted file never allows more than the base, whatever it holds.
func FuzzParse(f *testing.F) {
	f.Add("pack: {budget: 5000, floor: 0}")
	f.Add("privacy: {mask: [email]}\nhook: {inject: true}")
	f.Add("embed: {provider: openai, endpoint: http://x, model: m, dim: 3}")
	f.Fuzz(func(t *testing.T, text string) {
		base := Default()
		c, err := Parse([]byte(text), base, Foreign)
		if err != nil {
			return
		}
		if c.Pack.Budget > base.Pack.Budget || c.Pack.Floor < base.Pack.Floor || c.Hook.DeadlineMS > base.Hook.DeadlineMS ||
			c.Hook.AskEvery != base.Hook.AskEvery || c.Embed != base.Embed || len(c.Privacy.Mask) < len(base.Privacy.Mask) {
			t.Errorf("%q allowed %+v", text, c)
		}
	})
}

// TestDocs keeps docs/config.md equal to the table of keys.
func TestDocs(t *testing.T) {
	golden.Check(t, "../docs/config.md", Markdown())
}
