package gitrepo

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

var userNames = []struct {
	config string
	name   string
	plain  bool
}{
	{"[user]\n\tname = Ada Lovelace\n\temail = a@b.c\n", "Ada Lovelace", true},
	{"[USER]\nNAME=Ada\n[core]\n\teditor = vi\n", "Ada", true},
	{"# note\n[user]\nname = One\n[alias]\nco = checkout\n[user]\nname = Two\n", "Two", true},
	{"[credential \"https://host\"]\n\thelper = store\n[user]\n name = José 李\n", "José 李", true},
	{"[core]\n\teditor = vi\n", "", true},
	{"", "", true},
	{"[user \"sub\"]\nname = Sub\n", "", true},
	{"[include]\npath = other\n[user]\nname = Ada\n", "", false},
	{"[includeIf \"gitdir:~/x\"]\npath = other\n", "", false},
	{"[user]\nname = \"Ada\"\n", "", false},
	{"[user]\nname = Ada # comment\n", "", false},
	{"[user]\nname = Ada\\\nLovelace\n", "", false},
	{"[core]\nx = \"a\n[user]\nname = Ada\n", "", false},
	{"[user]\nname\n", "", false},
	{"[user]\nname =\n", "", false},
	{"[user] name = Ada\n", "", false},
	{"name = Ada\n", "", false},
	{"\ufeff[user]\nname = Ada\n", "", false},
	{"[user]\r\nname = Ada\r\n", "", false},
}

func TestThePlainNameOfAConfiguration(t *testing.T) {
	for _, c := range userNames {
		if name, plain := plainUserName(c.config); name != c.name || plain != c.plain {
			if plain != c.plain || c.plain {
				t.Errorf("%q: %q %v, want %q %v", c.config, name, plain, c.name, c.plain)
			}
		}
	}
}

// What is read here is what git reads.
func FuzzPlainUserName(f *testing.F) {
	if _, err := exec.LookPath("git"); err != nil {
		f.Skip("there is no git here to compare with")
	}
	for _, c := range userNames {
		f.Add(c.config)
	}
	file := filepath.Join(f.TempDir(), "config")
	f.Fuzz(func(t *testing.T, config string) {
		name, plain := plainUserName(config)
		if !plain {
			return
		}
		file := file + "-" + strings.ReplaceAll(t.Name(), "/", "-")
		if err := os.WriteFile(file, []byte(config), 0o600); err != nil {
			t.Fatal(err)
		}
		out, err := exec.Command("git", "config", "--file", file, "user.name").Output()
		if got := strings.TrimSuffix(string(out), "\n"); got != name {
			t.Errorf("%q: %q, git says %q (%v)", config, name, got, err)
		}
	})
}

func TestUserNameIsWhatGitSaysWhereverItIsSet(t *testing.T) {
	if _, err := exec.LookPath("git"); err != nil {
		t.Skip("there is no git here")
	}
	for _, v := range []string{"GIT_CONFIG_GLOBAL", "GIT_CONFIG_SYSTEM", "GIT_CONFIG_NOSYSTEM", "XDG_CONFIG_HOME"} {
		if value, set := os.LookupEnv(v); set {
			os.Unsetenv(v)
			t.Cleanup(func() { os.Setenv(v, value) })
		}
	}
	home, repo := t.TempDir(), t.TempDir()
	if out, err := exec.Command("git", "init", "-q", repo).CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	put := func(path, text string) {
		t.Helper()
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want := func(name string, byHand bool) {
		t.Helper()
		if got := UserName(t.Context(), repo, home); got != name {
			t.Errorf("%q, want %q", got, name)
		}
		if _, sure := nameInFiles(repo, home); sure != byHand {
			t.Errorf("read here: %v, want %v", sure, byHand)
		}
	}
	said, _ := exec.Command("git", "config", "--system", "user.name").Output() // it fails where there is none
	system, known := strings.TrimSuffix(string(said), "\n"), false
	if file := systemConfig(); file != "" {
		name, plain := lastName(file)
		if known = plain; plain && name != system {
			t.Errorf("%s names %q, git says %q", file, name, system)
		}
	}
	want(system, known)
	put(filepath.Join(home, ".config", "git", "config"), "[user]\nname = Shared\n")
	want("Shared", true)
	put(filepath.Join(home, ".gitconfig"), "[core]\neditor = vi\n")
	want("Shared", true)
	put(filepath.Join(home, ".gitconfig"), "[user]\nname = Own\n")
	want("Own", true)
	put(filepath.Join(home, "more"), "[user]\nname = Included\n")
	put(filepath.Join(home, ".gitconfig"), "[user]\nname = Own\n[include]\npath = more\n")
	want("Included", false)
	put(filepath.Join(home, ".gitconfig"), "[user]\nname = Own\n")
	if out, err := exec.Command("git", "-C", repo, "config", "user.name", "Local").CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	want("Local", false)
}
