package hub

import (
	"os"
	"path/filepath"
	"testing"
)

func TestLocate(t *testing.T) {
	root := t.TempDir()
	at := func(parts ...string) string { return filepath.Join(append([]string{root}, parts...)...) }
	for _, dir := range []string{at("home", ".memory"), at("home", "my repo", ".memory"), at("home", "my repo", "sub"), at("home", "bare"), at("else"), at("named", "items")} {
		if err := os.MkdirAll(dir, 0o755); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.WriteFile(at("file"), nil, 0o600); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		name, explicit, env, cwd, home string
		want                           Place
	}{
		{name: "the nearest above, then the user's", cwd: at("home", "my repo", "sub"), home: at("home"),
			want: Place{Dir: at("home", "my repo", ".memory"), Why: "project", Exists: true, UserDir: at("home", ".memory")}},
		{name: "the user's own is no project's", cwd: at("home", "bare"), home: at("home"),
			want: Place{Dir: at("home", ".memory"), Why: "user", Exists: true}},
		{name: "nothing above: the user's", cwd: at("else"), home: at("home"),
			want: Place{Dir: at("home", ".memory"), Why: "user", Exists: true}},
		{name: "a user without a store", cwd: at("else"), home: at("else"),
			want: Place{Dir: at("else", ".memory"), Why: "user"}},
		{name: "the environment names it alone", env: at("named"), cwd: at("home", "my repo"), home: at("home"),
			want: Place{Dir: at("named"), Why: "environment", Exists: true}},
		{name: "the flag wins, relative to the working directory", explicit: "../named", env: at("else"), cwd: at("else"), home: at("home"),
			want: Place{Dir: at("named"), Why: "flag", Exists: true}},
		{name: "the flag may name what is not there", explicit: at("none"), cwd: at("else"), home: at("home"),
			want: Place{Dir: at("none"), Why: "flag"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			got, err := Locate(c.explicit, c.cwd, c.home, func(string) string { return c.env })
			if err != nil || got != c.want {
				t.Errorf("got %+v, %v\nwant %+v", got, err, c.want)
			}
		})
	}
	if err := os.WriteFile(at("else", "README"), nil, 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := Locate(at("else"), root, "", func(string) string { return "" }); err == nil {
		t.Error("a directory with other files was taken for a store")
	}
	if _, err := Locate(at("file"), root, "", func(string) string { return "" }); err == nil {
		t.Error("a file was taken for a store")
	}
	if _, err := Locate("", root, "", func(string) string { return "" }); err == nil {
		t.Error("no home and no store: want an error")
	}
}

func TestLinksInAStoreAreNotFollowed(t *testing.T) {
	for _, o := range own {
		dir := filepath.Join(t.TempDir(), StoreName)
		if err := Create(dir); err != nil {
			t.Fatal(err)
		}
		victim := t.TempDir()
		path := filepath.Join(dir, o.name)
		if err := os.RemoveAll(path); err != nil {
			t.Fatal(err)
		}
		if err := os.Symlink(victim, path); err != nil {
			t.Skip("no symbolic links here:", err)
		}
		if _, err := Open(t.Context(), Options{Place: Place{Dir: dir, Why: "flag", Exists: true}}); err == nil {
			t.Errorf("%s was followed", o.name)
		}
		if left, _ := os.ReadDir(victim); len(left) > 0 {
			t.Errorf("%s: %v was written outside the store", o.name, left)
		}
	}
	root := t.TempDir()
	if err := os.Mkdir(filepath.Join(root, "elsewhere"), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink("elsewhere", filepath.Join(root, StoreName)); err != nil {
		t.Fatal(err)
	}
	if _, err := Locate("", root, "", func(string) string { return "" }); err == nil {
		t.Error("a linked .memory was followed")
	}
}

func TestCreateIsIdempotentAndKeepsAGitignoreOfOnesOwn(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "s")
	if err := Create(dir); err != nil {
		t.Fatal(err)
	}
	own := filepath.Join(dir, ".gitignore")
	if err := os.WriteFile(own, []byte("mine\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	if err := os.RemoveAll(filepath.Join(dir, "review")); err != nil {
		t.Fatal(err)
	}
	if err := Create(dir); err != nil {
		t.Fatal(err)
	}
	if b, err := os.ReadFile(own); err != nil || string(b) != "mine\n" {
		t.Errorf(".gitignore is %q (%v)", b, err)
	}
	if _, err := os.Stat(filepath.Join(dir, "review")); err != nil {
		t.Error(err)
	}
}
