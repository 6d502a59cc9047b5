package gitrepo

import (
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"testing"
)

// write makes files below dir.
func write(t *testing.T, dir string, files map[string]string) {
	t.Helper()
	for name, text := range files {
		path := filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
}

func plainGit(t *testing.T, dir string, args ...string) {
	t.Helper()
	cmd := exec.Command("git", args...)
	cmd.Dir = dir
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("git %v: %v\n%s", args, err, out)
	}
}

func TestADirectoryThatPosesAsABareRepositoryIsNotObeyed(t *testing.T) {
	if _, err := exec.LookPath("git"); err != nil || runtime.GOOS == "windows" {
		t.Skip("needs git and a shell")
	}
	top := t.TempDir()
	pwned := filepath.Join(t.TempDir(), "pwned")
	plainGit(t, top, "init", "-q")
	store := filepath.Join(top, "sub", ".memory")
	write(t, store, map[string]string{
		"HEAD": "ref: refs/heads/main\n", "refs/heads/.keep": "", "objects/info/k": "", "items/a.md": "x",
		"config": "[core]\n\trepositoryformatversion = 0\n\tbare = false\n\tworktree = .\n\tfsmonitor = \"touch " + pwned + " #\"\n",
	})
	plainGit(t, store, "status", "--porcelain")
	if os.Remove(pwned) != nil {
		t.Fatal("the attack does not work with plain git: the test shows nothing")
	}
	r, err := Open(t.Context(), store, "")
	if err != nil {
		t.Fatal(err)
	}
	if r.Prefix != "sub/.memory/" {
		t.Errorf("prefix %q", r.Prefix)
	}
	out, err := r.Git(t.Context(), "status", "--porcelain=v1", "--untracked-files=all", "--", r.Path("items"))
	if want := "?? sub/.memory/items/a.md\n"; err != nil || out != want {
		t.Errorf("status %q, %v; want %q", out, err, want)
	}
	UserName(t.Context(), store, "")
	if _, err := os.Stat(pwned); err == nil {
		t.Error("the program that the directory names ran")
	}

	// With git's own files gone the search must end there, and not take what stands below or above.
	if err := os.Rename(filepath.Join(top, ".git", "objects"), filepath.Join(top, ".git", "gone")); err != nil {
		t.Fatal(err)
	}
	if _, err := Open(t.Context(), store, ""); err == nil {
		t.Error("a repository without objects was opened")
	}
	if _, err := os.Stat(pwned); err == nil {
		t.Error("the program that the directory names ran")
	}
}

func TestWorktreesAndSubmodulesAreFoundByTheirGitFile(t *testing.T) {
	if _, err := exec.LookPath("git"); err != nil {
		t.Skip("git is not installed")
	}
	for _, name := range []string{"AUTHOR", "COMMITTER"} {
		t.Setenv("GIT_"+name+"_NAME", "a")
		t.Setenv("GIT_"+name+"_EMAIL", "a@example.org")
	}
	top := t.TempDir()
	main, tree, host := filepath.Join(top, "main"), filepath.Join(top, "tree"), filepath.Join(top, "host")
	write(t, main, map[string]string{".memory/items/a.md": "x"})
	write(t, host, map[string]string{"readme": "x"})
	plainGit(t, main, "init", "-q", "-b", "trunk")
	plainGit(t, main, "add", "-A")
	plainGit(t, main, "commit", "-qm", "first")
	plainGit(t, main, "worktree", "add", "-q", tree)
	plainGit(t, host, "init", "-q", "-b", "trunk")
	plainGit(t, host, "-c", "protocol.file.allow=always", "submodule", "--quiet", "add", main, "lib")
	for _, dir := range []string{main, tree, filepath.Join(host, "lib")} {
		r, err := Open(t.Context(), filepath.Join(dir, ".memory"), "")
		if err != nil {
			t.Error(err)
			continue
		}
		if got, err := r.Tracked(t.Context(), ".memory"); err != nil || len(got) != 1 || got[0] != ".memory/items/a.md" {
			t.Errorf("%s: tracked %v, %v", dir, got, err)
		}
		if out, err := r.Git(t.Context(), "status", "--porcelain"); err != nil || out != "" {
			t.Errorf("%s: status %q, %v", dir, out, err)
		}
	}
}
