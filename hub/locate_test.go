package hub

import (
	"os"
	"path/filepath"
	"testing"
)

func TestLocate(t *testing.T) {
	root := t.TempDir()
	at := func(parts ...string) string { return filepath.Join(append([]string{root}, parts...)...) }
	for _, dir := range []string{at("home", ".memory"), at("home", "my repo", ".memory"), at("home", "my repo", "sub"), at("home", "bare"), at("else"), at("named")} {
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
	if _, err := Locate(at("file"), root, "", func(string) string { return "" }); err == nil {
		t.Error("a file was taken for a store")
	}
	if _, err := Locate("", root, "", func(string) string { return "" }); err == nil {
		t.Error("no home and no store: want an error")
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
