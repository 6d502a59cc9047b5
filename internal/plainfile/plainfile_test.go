package plainfile

import (
	"os"
	"path/filepath"
	"testing"
)

func TestOnlyARegularFileIsOpened(t *testing.T) {
	dir := t.TempDir()
	path, target := filepath.Join(dir, "state"), filepath.Join(dir, "outside")
	const flag = os.O_WRONLY | os.O_CREATE | os.O_APPEND
	f, err := OpenInPlace(path, flag, 0o600)
	if err != nil {
		t.Fatal(err)
	}
	f.Close()
	if f, err := OpenInPlace(dir, os.O_RDONLY, 0); err == nil {
		f.Close()
		t.Error("a directory was opened")
	}
	link := filepath.Join(dir, "link")
	if os.Symlink(target, link) != nil {
		t.Skip("no symbolic links here")
	}
	if f, err := OpenInPlace(link, flag, 0o600); err == nil {
		f.Close()
		t.Error("a link was followed")
	}
	if _, err := os.Lstat(target); err == nil {
		t.Error("the link's target was made")
	}
}
