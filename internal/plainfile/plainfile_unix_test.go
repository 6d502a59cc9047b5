//go:build unix

package plainfile

import (
	"errors"
	"os"
	"path/filepath"
	"syscall"
	"testing"
)

func TestAPipeIsRefusedAtOnce(t *testing.T) {
	dir := t.TempDir()
	if err := syscall.Mkfifo(filepath.Join(dir, "pipe"), 0o600); err != nil {
		t.Skip(err)
	}
	if err := os.Symlink("pipe", filepath.Join(dir, "link")); err != nil {
		t.Fatal(err)
	}
	root, err := os.OpenRoot(dir)
	if err != nil {
		t.Fatal(err)
	}
	defer root.Close()
	for _, name := range []string{"pipe", "link"} {
		if _, err := Read(filepath.Join(dir, name), 10); !errors.Is(err, ErrKind) {
			t.Errorf("Read %s: %v", name, err)
		}
		if _, err := OpenIn(root, name, os.O_RDONLY, 0); !errors.Is(err, ErrKind) {
			t.Errorf("OpenIn %s: %v", name, err)
		}
		if _, err := OpenIn(root, name, os.O_WRONLY|os.O_APPEND, 0); !errors.Is(err, syscall.ENXIO) {
			t.Errorf("OpenIn %s to write: %v", name, err)
		}
	}
}

func TestAFileIsReadUpToItsBound(t *testing.T) {
	path := filepath.Join(t.TempDir(), "f")
	if err := os.WriteFile(path, []byte("0123456789"), 0o600); err != nil {
		t.Fatal(err)
	}
	if b, err := Read(path, 10); err != nil || string(b) != "0123456789" {
		t.Errorf("%q %v", b, err)
	}
	if _, err := Read(path, 9); !errors.Is(err, ErrSize) {
		t.Errorf("over the bound: %v", err)
	}
	if _, err := Read(path+"x", 9); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("missing: %v", err)
	}
}
