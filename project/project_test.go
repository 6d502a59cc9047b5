package project

import (
	"os"
	"os/exec"
	"path/filepath"
	"testing"
)

func TestEverySpellingOfARemoteGivesOneName(t *testing.T) {
	for _, url := range []string{
		"https://github.com/acme/Shop-API", "https://github.com/acme/shop-api.git", "https://github.com/acme/shop-api.git/", "HTTPS://GitHub.com/acme/shop-api/", "https://user:pw@github.com:8443/acme/shop-api.git",
		"https://github.com/acme/shop-api.git?x=1#y", "ssh://git@github.com/acme/shop-api.git", "ssh://git@github.com:2222/acme/shop-api", "git@github.com:acme/shop-api.git", "git@github.com:shop-api", "github.com:acme/shop-api/",
		"git@ssh.example.org:7999/acme/shop-api.git", "git://host/shop-api.git", "file:///srv/git/shop-api.git", "/srv/git/shop-api.git/", "../shop-api", `C:\work\shop-api`, `C:/srv/shop-api.git`, `\\server\share\shop-api`, "file:///C:/srv/shop-api", " https://github.com/acme/shop-api \n",
		"https://dev.azure.com/acme/p/_git/shop-api", "https://gitlab.com/a/b/c/shop-api.git.git",
	} {
		if got := FromRemote(url); got != "shop-api" {
			t.Errorf("FromRemote(%q) = %q", url, got)
		}
	}
	for _, url := range []string{"", "/", "https://github.com", "https://github.com/", "https://", "..", ".", "git@host:", ".git", "https://host/.git"} {
		if got := FromRemote(url); got != "" {
			t.Errorf("FromRemote(%q) = %q, want none", url, got)
		}
	}
}

func FuzzFromRemote(f *testing.F) {
	for _, name := range []string{"shop-api", "a.b", "X", "名前", "a b", "x.git", "..", ""} {
		f.Add(name)
	}
	f.Fuzz(func(t *testing.T, name string) {
		FromRemote(name) // any text at all: no panic
		for _, r := range name {
			if r <= ' ' || r == '/' || r == '\\' || r == ':' || r == '?' || r == '#' || r == '@' || r > 126 {
				return // not a plain name
			}
		}
		if name == "" {
			return
		}
		want := FromRemote("https://host/owner/" + name)
		for _, url := range []string{"https://host/owner/" + name + "/", "https://host/owner/" + name + ".git", "ssh://git@host:22/owner/" + name, "git@host:owner/" + name + ".git", "HTTPS://u:p@HOST/owner/" + name + ".git/", "file:///srv/" + name} {
			if got := FromRemote(url); got != want && want != "" {
				t.Fatalf("%q gives %q, want %q", url, got, want)
			}
		}
	})
}

func TestConfigIsReadAsGitReadsIt(t *testing.T) {
	for _, c := range []struct{ name, config, want string }{
		{"plain", "[core]\n\tbare = false\n[remote \"origin\"]\n\turl = git@h:a/b.git\n", "git@h:a/b.git"},
		{"quotes and comment", "[remote \"origin\"] ; here\n url = \"https://h/a;b\" # no\n", "https://h/a;b"},
		{"one line, case, CRLF", "[REMOTE \"origin\"]\r\nURL=x/y\r\n", "x/y"},
		{"section and key on one line", "[remote \"origin\"] url = x/y", "x/y"},
		{"continued", "[remote \"origin\"]\nurl = x/\\\ny\n", "x/y"},
		{"first url counts", "[remote \"origin\"]\nurl = a\nurl = b\n", "a"},
		{"origin before others", "[remote \"a\"]\nurl = 1\n[remote \"origin\"]\nurl = 2\n", "2"},
		{"else the first by name", "[remote \"z\"]\nurl = 1\n[remote \"b\"]\nurl = 2\n", "2"},
		{"branch section is no remote", "[branch \"origin\"]\nurl = 1\n", ""},
		{"pushurl is not url", "[remote \"origin\"]\npushurl = 1\n", ""},
		{"broken", "[remote \"origin\nurl = x\n[", ""},
	} {
		file := filepath.Join(t.TempDir(), "config")
		if err := os.WriteFile(file, []byte(c.config), 0o600); err != nil {
			t.Fatal(err)
		}
		if got := remote(file); got != c.want {
			t.Errorf("%s: %q, want %q", c.name, got, c.want)
		}
	}
}

func FuzzRemotes(f *testing.F) {
	f.Add("[remote \"origin\"]\nurl = \"a\\\"b\" # c\n")
	f.Add("[remote \"a\\\"]\nurl = \\\n")
	f.Fuzz(func(t *testing.T, config string) {
		for name, url := range remotes(config) {
			if name == "" || url == "" {
				t.Fatalf("%q gives remote %q = %q", config, name, url)
			}
		}
	})
}

// git runs real git in dir, isolated from the user's own configuration.
func git(t *testing.T, dir string, args ...string) {
	t.Helper()
	cmd := exec.CommandContext(t.Context(), "git", args...)
	cmd.Dir = dir
	cmd.Env = append(os.Environ(), "GIT_CONFIG_GLOBAL="+os.DevNull, "GIT_CONFIG_NOSYSTEM=1", "GIT_AUTHOR_NAME=a", "GIT_AUTHOR_EMAIL=a@example.org", "GIT_COMMITTER_NAME=a", "GIT_COMMITTER_EMAIL=a@example.org")
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("git %v: %v\n%s", args, err, out)
	}
}

func mkdir(t *testing.T, parts ...string) string {
	t.Helper()
	dir := filepath.Join(parts...)
	if err := os.MkdirAll(dir, 0o755); err != nil {
		t.Fatal(err)
	}
	return dir
}

func TestDetectAgreesWithRealGit(t *testing.T) {
	if _, err := exec.LookPath("git"); err != nil {
		t.Skip("git is not installed")
	}
	top := t.TempDir()
	if real, err := filepath.EvalSymlinks(top); err == nil {
		top = real
	}
	check := func(dir, project, root, branch string) {
		t.Helper()
		if got := Detect(dir); got != project {
			t.Errorf("Detect(%s) = %q, want %q", dir, got, project)
		}
		if got := Root(dir); got != root {
			t.Errorf("Root(%s) = %q, want %q", dir, got, root)
		}
		if got := Branch(dir); got != branch {
			t.Errorf("Branch(%s) = %q, want %q", dir, got, branch)
		}
	}
	main := mkdir(t, top, "Checkout")
	git(t, main, "init", "-q", "-b", "trunk")
	sub := mkdir(t, main, "a", "b")
	check(sub, "checkout", main, "trunk")

	git(t, main, "commit", "-q", "--allow-empty", "-m", "first")
	tree := filepath.Join(top, "elsewhere")
	git(t, main, "worktree", "add", "-q", "-b", "feature/x", tree)
	check(tree, "checkout", tree, "feature/x")

	git(t, main, "remote", "add", "upstream", "https://example.org/x/fork.git")
	check(sub, "fork", main, "trunk")
	git(t, main, "remote", "add", "origin", "git@example.org:acme/Shop-API.git")
	check(sub, "shop-api", main, "trunk")
	check(tree, "shop-api", tree, "feature/x")

	link := filepath.Join(top, "link")
	if os.Symlink(sub, link) == nil {
		check(link, "shop-api", main, "trunk")
	}
	git(t, main, "checkout", "-q", "--detach")
	check(main, "shop-api", main, "")

	host := mkdir(t, top, "host")
	git(t, host, "init", "-q", "-b", "trunk")
	git(t, host, "-c", "protocol.file.allow=always", "submodule", "--quiet", "add", main, "lib")
	check(filepath.Join(host, "lib"), "checkout", filepath.Join(host, "lib"), Branch(filepath.Join(host, "lib")))

	check(top, "", "", "")
	mkdir(t, sub, ".git") // empty: not a repository, as for git
	check(sub, "shop-api", main, "")
}
