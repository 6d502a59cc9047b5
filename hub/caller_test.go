package hub

import (
	"os"
	"os/exec"
	"path/filepath"
	"testing"
)

func TestPersonIsNamedByGitBeforeTheLogin(t *testing.T) {
	if _, err := exec.LookPath("git"); err != nil {
		t.Skip("git is not installed")
	}
	t.Setenv("GIT_CONFIG_NOSYSTEM", "1")
	t.Setenv("GIT_CONFIG_GLOBAL", filepath.Join("no", "such", "file"))
	os.Unsetenv("GIT_CONFIG_GLOBAL") // restored after the test
	t.Setenv("XDG_CONFIG_HOME", "")
	home := t.TempDir()
	if err := os.WriteFile(filepath.Join(home, ".gitconfig"), []byte("[user]\n\tname = Ada Lovelace\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	for _, tt := range []struct {
		home string
		env  map[string]string
		want string
	}{
		{home, nil, "Ada Lovelace"},
		{home, map[string]string{"USER": "al"}, "Ada Lovelace"},
		{home, map[string]string{"GIT_AUTHOR_NAME": "Grace"}, "Grace"},
		{home, map[string]string{"MEMORY_AUTHOR": "Joan", "GIT_AUTHOR_NAME": "Grace"}, "Joan"},
		{t.TempDir(), map[string]string{"LOGNAME": "al"}, "al"},
		{t.TempDir(), nil, ""},
	} {
		h := &Hub{home: tt.home, CWD: tt.home, getenv: func(key string) string { return tt.env[key] }}
		if got := h.person(); got != tt.want {
			t.Errorf("%v: %q, want %q", tt.env, got, tt.want)
		}
	}
}
